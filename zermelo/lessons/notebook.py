"""A lesson as a notebook: nbformat 4, as JSON. Figures are cells that search them, questions are cells that check."""

from __future__ import annotations

import json
from typing import Any

from zermelo.lessons.lesson import SIMULATIONS, Asked, Block, Code, Lesson, Shown
from zermelo.lessons.markdown import block_text
from zermelo.lessons.reading import POSITION

FORMAT = {"nbformat": 4, "nbformat_minor": 5}
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
IMPORTS = """import zermelo
from zermelo.figures import figure
from zermelo.lessons import check
from zermelo.show.figures.drawing import drawn"""
HIDDEN = "hidden information"  # the chapter of figures in which not everything is seen
UNANSWERED = "..."  # what stands in a cell for the answer to be


def notebook(lesson: Lesson) -> dict[str, Any]:
    """The notebook as plain objects, ready for JSON."""
    page = f"`zermelo lessons {lesson.name} --open` shows this lesson in the page, with figures to step through."
    cells = [_text(f"# {lesson.title}\n\n{lesson.summary}\n\n{page}"), _code(IMPORTS)]
    prose: list[str] = []
    for block in lesson.blocks:
        source = cell_source(lesson, block)
        if source is None or not isinstance(block, Code):
            prose.append(block_text(block))
        if source is not None:
            cells += [_text("\n\n".join(prose)), _code(source)] if prose else [_code(source)]
            prose = []
    if prose:
        cells.append(_text("\n\n".join(prose)))
    numbered = [{**cell, "id": f"{lesson.name}-{place}"} for place, cell in enumerate(cells)]
    return {"cells": numbered, "metadata": METADATA, **FORMAT}


def notebook_text(lesson: Lesson) -> str:
    """The notebook as the text of its file."""
    return json.dumps(notebook(lesson), ensure_ascii=False, indent=1) + "\n"


def cell_source(lesson: Lesson, block: Block) -> str | None:
    """The Python of a block; None where it has none."""
    match block:
        case Code(language="python"):
            return block.text
        case Shown():
            return _search(block)
        case Asked():
            return f'answer = {UNANSWERED}\nprint(check("{lesson.name}", "{block.question.name}", answer))'
    return None


def _search(shown: Shown) -> str:
    """Python that shows a figure: the search step by step, or what it looks like."""
    name = f'"figure:{shown.figure.name}"'
    if not shown.algorithm:
        if shown.drawing == POSITION:
            return f"game = zermelo.load({name})\nzermelo.Position(game, game.initial())"
        return f'drawn(figure("{shown.figure.name}"))'
    if shown.algorithm == "mcts":
        simulations = shown.simulations or SIMULATIONS
        return f"search = zermelo.trace_mcts(zermelo.load({name}), simulations={simulations})\nprint(search)\nsearch"
    depth = "" if shown.depth is None else f", depth={shown.depth}"
    if shown.figure.chapter == HIDDEN:  # the tree is traced as one who sees all of it would
        search = f'game = zermelo.load({name})\nsearch = trace_open(game, "{shown.algorithm}", game.initial(){depth})'
        return f"from zermelo.hidden.information_sets import trace_open\n\n{search}\nprint(search)\nsearch"
    return f'search = zermelo.trace(zermelo.load({name}), "{shown.algorithm}"{depth})\nprint(search)\nsearch'


def _text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": _lines(source)}


def _code(source: str) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": _lines(source)}


def _lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)
