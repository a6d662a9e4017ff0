"""The colours and letters of the SVG drawings, in light and in dark: style.txt has them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

COLOUR_NAMES = ("red", "green", "blue", "yellow")  # that a bar may be given (the classes bar-red, …), and a stone
GROUNDS = ("felt", "sea")  # of a board that is not of wood
GROUP_NAMES = (*COLOUR_NAMES, "brown", "sky", "pink", "orange")  # of groups of a track's places

FILE = Path(__file__).with_suffix(".txt")


@cache
def stylesheet() -> str:
    """The rules for a drawing's `<style>`. Each is confined to `.zermelo`, so a page around the drawing is left alone.

    Colours are written out twice and not as CSS variables, which converters to PNG and PDF don't know.
    """
    lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    colours = [line.split() for line in lines if "{" not in line]
    light = "".join(_rule(what, name, colour) for what, name, colour, _ in colours)
    dark = "".join(_rule(what, name, colour) for what, name, _, colour in colours)
    shapes = "".join(_confined(line) for line in lines if "{" in line)
    return f"{shapes}{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _rule(what: str, name: str, colour: str) -> str:
    return f".zermelo {what}{{{name}:{colour}}}"


def _confined(line: str) -> str:
    selectors, _, declarations = line.partition("{")
    return ",".join(f".zermelo {selector}" for selector in selectors.split(",")) + "{" + declarations
