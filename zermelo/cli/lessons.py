"""`zermelo lessons`: the course, in the terminal, in the page and as notebooks."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import Json, console, file_option, open_page, print_json, write_text
from zermelo.game import ZermeloError
from zermelo.lessons import Lesson, lesson, lessons
from zermelo.lessons.lesson import SIMULATIONS, Asked, Shown
from zermelo.lessons.markdown import block_text
from zermelo.lessons.reading import POSITION


def run(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A lesson, by its name or its number; without one, all are listed."),
    ] = None,
    notebook: Annotated[Path | None, file_option("Write the lesson as a notebook into this file (.ipynb).")] = None,
    site: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write all lessons, with the page, as a site of plain files."),
    ] = None,
    pyodide: Annotated[
        str,
        typer.Option(metavar="FOLDER|URL", help="With --site: where Pyodide is; by default its public address."),
    ] = "",
    answers: Annotated[bool, typer.Option("--answers", help="Also print the answers to the questions.")] = False,
    browse: Annotated[bool, typer.Option("--open", help="Open the lesson, or the list, in the page.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The page's port, with --open.")] = 8642,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="With --open: start the browser.")] = True,
    json: Json = False,
) -> None:
    """List the lessons, or read one: text, figures and questions. The page has them with figures to step through."""
    if name is None and notebook:
        raise ZermeloError("--notebook needs a lesson's name; `zermelo lessons` lists them")
    if name is None and answers:
        raise ZermeloError("--answers needs a lesson's name; `zermelo lessons` lists them")
    if pyodide and site is None:
        raise ZermeloError("--pyodide is for --site FOLDER")
    if site is not None:
        if name is not None:
            raise ZermeloError("--site writes all lessons: leave the name out")
        return _write_site(site, pyodide, json)
    chosen = lesson(name) if name is not None else None
    if notebook and chosen:
        _write(chosen, notebook)
    if browse:
        from zermelo.web.addresses import lesson_address

        return open_page(lesson_address(chosen.name if chosen else ""), port, browser)
    if chosen is None:
        return _list(json)
    if json:
        from zermelo.web.lessons import lesson_report

        return print_json(lesson_report(chosen))
    if not notebook:
        _print(chosen, answers)


def _list(json: bool) -> None:
    if json:
        from zermelo.web.lessons import contents_report

        return print_json(contents_report())
    shown = lessons()
    width = max(len(one.name) for one in shown)
    for one in shown:
        typer.echo(f"{one.number:2}  {one.name:{width}}  {one.title}: {one.summary}")


def _write(chosen: Lesson, file: Path) -> None:
    from zermelo.lessons.notebook import notebook_text

    if file.suffix != ".ipynb":
        raise ZermeloError(f"--notebook {file}: a notebook's name ends in .ipynb")
    write_text(file, notebook_text(chosen))
    typer.echo(f"wrote {file}")


def _write_site(folder: Path, pyodide: str, json: bool) -> None:
    from zermelo.web.site.building import PYODIDE, build_site

    made = build_site(folder, pyodide)
    if json:
        return print_json({"folder": str(folder), "pyodide": made.pyodide, "packages": list(made.packages)})
    typer.echo(f"wrote {folder}")
    if made.is_copied:
        typer.echo("Pyodide is in it: the site loads nothing from elsewhere")
    else:
        typer.echo(f"visitors' browsers load Pyodide from {made.pyodide}; --pyodide FOLDER copies it into the site")
        typer.echo(f"tested with Pyodide {PYODIDE}")
    if not made.packages:
        typer.echo("NumPy is not in it: what needs it, such as Othello or mcts as a player, says so on the page")
    typer.echo(f"try it: python -m http.server --directory {shlex.quote(str(folder))}")


def _print(chosen: Lesson, answers: bool) -> None:
    from rich.markdown import Markdown

    out = console()
    out.print(Markdown(f"# {chosen.title}\n\n{chosen.summary}"))
    for block in chosen.blocks:
        out.print()
        out.print(Markdown(block_text(block)))
        if isinstance(block, Shown):
            out.print()
            out.print(_drawn(block), markup=False, soft_wrap=True)
        if isinstance(block, Asked) and answers:
            right = next(choice for choice in block.question.choices if choice.right)
            out.print(Markdown(f"**{right.text}.** {right.because}"))
    if chosen.questions and not answers:
        out.print()
        out.print(f"zermelo lessons {chosen.name} --answers: the answers; --open: in the page", style="dim")


def _drawn(shown: Shown) -> str:
    """A figure in characters: the tree of its search, or what it looks like."""
    from zermelo.hidden.information_sets import trace_open
    from zermelo.loading import load
    from zermelo.search.trace.mcts import trace_mcts
    from zermelo.show.by_view import seen
    from zermelo.show.figures.drawing import drawn
    from zermelo.show.text import text

    if not shown.algorithm and shown.drawing != POSITION:
        return drawn(shown.figure).text
    game = load(f"figure:{shown.figure.name}")
    start = game.initial()
    if shown.algorithm == "mcts":
        return text(trace_mcts(game, start, shown.simulations or SIMULATIONS).picture())
    if shown.algorithm:
        return text(trace_open(game, shown.algorithm, start, shown.depth, False).picture())
    return text(seen(game, start, None))
