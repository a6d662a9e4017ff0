"""What the docstring of a function that makes a game says: the rules in sentences, and a line about each parameter.

    def nim(stones: int = 21, misere: bool = False) -> Game:
        \"\"\"Players take stones from a pile in turn; whoever takes the last one wins.

        stones (1 to 1000): in the pile at the start.
        misere: whoever takes the last one loses.
        \"\"\"

A line about a parameter begins with its name; bounds or choices stand in brackets: `(1 to 1000)`, `(1 or more)`,
`(random, ascending or descending)`. The sections that Google and Sphinx know are read too.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection
from dataclasses import dataclass

HEADINGS = re.compile(r"(args|arguments|parameters|params|rules):?\s*", re.IGNORECASE)
ENDS = re.compile(r"(returns?|raises|yields|examples?|notes?):?\s*$|>>>|:(returns?|raises)\b", re.IGNORECASE)
LINE = re.compile(
    r"(?::param\s+)?(?P<names>\w+(?:,\s*\w+)*)\s*(?:\((?P<range>[^)]*)\))?\s*:\s+(?P<words>.+)",
    re.DOTALL,
)
NUMBER = r"-?\d[\d,]*(?:\.\d+)?"
BOUNDS = re.compile(rf"(?P<least>{NUMBER}) (?:to (?P<most>{NUMBER})|or more)")
KINDS = {"int", "float", "str", "bool"}  # what Google's style has in the brackets


@dataclass(frozen=True)
class Parameter:
    """What is said about a parameter of a game."""

    words: str
    range: str = ""  # as it is written: "1 to 1000"
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()


def read_docstring(text: str | None, names: Collection[str]) -> tuple[str, dict[str, Parameter]]:
    """The rules, in paragraphs with an empty line between them, and what is said about these parameters."""
    paragraphs, about = list[str](), dict[str, Parameter]()
    for block in re.split(r"\n\s*\n", inspect.cleandoc(text or "")):
        every = [line.strip() for line in block.splitlines()]
        end = next((at for at, line in enumerate(every) if ENDS.match(line)), None)
        lines = every[:end]
        if lines and HEADINGS.fullmatch(lines[0]):
            lines = lines[1:]
        told, parts = list[str](), list[list[str]]()  # parts: about a parameter each, of the lines that belong to it
        for line in lines:
            if _names(line, names):
                parts.append([line])
            else:
                (parts[-1] if parts else told).append(line)
        if told:
            paragraphs.append(_plain(" ".join(told)))
        for part in parts:
            about.update(_parameters(" ".join(part), names))
        if end is not None:
            break
    return "\n\n".join(filter(None, paragraphs)), about


def _names(line: str, names: Collection[str]) -> list[str]:
    """The parameters that a line begins to tell of."""
    found = LINE.match(line)
    named = re.split(r",\s*", found["names"]) if found else []
    return named if named and all(name in names for name in named) else []


def _parameters(text: str, names: Collection[str]) -> dict[str, Parameter]:
    """What a line says about its parameters; another one may begin after a full stop or a semicolon."""
    for begin in re.finditer(r"(?<=[.;])\s+(?=\w)", text):
        if _names(text[begin.end() :], names):
            return {**_parameters(text[: begin.start()], names), **_parameters(text[begin.end() :], names)}
    found = LINE.match(text)
    assert found is not None
    spoken = found["range"] or ""
    bounds = BOUNDS.fullmatch(spoken)
    is_kind = spoken.split(",")[0].strip() in KINDS
    choices = () if bounds or is_kind else tuple(filter(None, re.split(r",\s*|\s+or\s+", spoken)))
    parameter = Parameter(
        _plain(found["words"]).rstrip(";"),
        "" if is_kind else spoken,
        _number(bounds["least"]) if bounds else None,
        _number(bounds["most"]) if bounds else None,
        choices,
    )
    return dict.fromkeys(_names(text, names), parameter)


def _number(text: str | None) -> float | None:
    if text is None:
        return None
    return float(text.replace(",", "")) if "." in text else int(text.replace(",", ""))


def _plain(text: str) -> str:
    """A text without the marks of code around words."""
    return re.sub(r"`+([^`]*)`+", r"\1", text).strip()
