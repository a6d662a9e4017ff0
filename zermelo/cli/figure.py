"""`zermelo figure`: the figures of a course, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import Json, file_option, open_page, print_json, say, write_text
from zermelo.figures import Figure, figure, figures
from zermelo.game import ZermeloError


def run(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A figure; without one, all are listed.")] = None,
    svg: Annotated[Path | None, file_option("Draw the figure into this file.")] = None,
    browse: Annotated[bool, typer.Option("--open", help="Open the figure in the page, ready to step through.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The page's port, with --open.")] = 8642,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="With --open: start the browser.")] = True,
    json: Json = False,
) -> None:
    """List the figures of a course, or show one: its drawing, its question and its numbers.

    Every verb takes a figure as a game: zermelo trace figure:two-ply.
    """
    if name is None:
        if svg or browse:
            raise ZermeloError(f"{'--svg' if svg else '--open'} needs a figure's name; `zermelo figure` lists them")
        return _list(json)
    shown = figure(name.removeprefix("figure:"))
    if svg:
        from zermelo.show.figures.report import figure_svg

        write_text(svg, figure_svg(shown))
    if browse:
        from zermelo.web.addresses import figure_address

        return open_page(figure_address(shown), port, browser)
    if json:
        return print_json(_described(shown))
    if not svg:
        from zermelo.show.figures.report import figure_text

        say(figure_text(shown))


def _list(json: bool) -> None:
    if json:
        return print_json({"figures": [_described(one) for one in figures()]})
    from zermelo.show.figures.report import listing

    say(listing(figures()))


def _described(shown: Figure) -> dict[str, object]:
    return {
        "name": shown.name,
        "title": shown.title,
        "chapter": shown.chapter,
        "game": shown.game,
        "position": shown.position,
        "drawing": shown.drawing,
        "question": shown.question,
        "explanation": shown.explanation,
        "facts": {name: {"text": fact.text, "measure": fact.measure} for name, fact in shown.facts.items()},
    }
