"""Lessons as notebooks: valid, and every cell runs."""

from __future__ import annotations

import contextlib
import io
import json
import re

import pytest

from zermelo.lessons import lesson, lesson_names
from zermelo.lessons.lesson import Asked, Shown
from zermelo.lessons.notebook import UNANSWERED, notebook, notebook_text

NAMES = lesson_names()


def source(cell):
    return "".join(cell["source"])


@pytest.mark.parametrize("name", NAMES)
def test_it_is_a_valid_notebook(name):
    """As the schema of nbformat 4.5 demands; nbformat itself is not needed."""
    read = json.loads(notebook_text(lesson(name)))
    assert set(read) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (read["nbformat"], read["nbformat_minor"]) == (4, 5)
    assert read["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in read["cells"]]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", one) for one in ids)
    for cell in read["cells"]:
        needed = {"id", "cell_type", "metadata", "source"}
        assert set(cell) == needed | ({"outputs", "execution_count"} if cell["cell_type"] == "code" else set())
        assert cell["cell_type"] in ("code", "markdown")
        assert all(isinstance(line, str) for line in cell["source"])
        assert source(cell).strip()


@pytest.mark.parametrize("name", NAMES)
def test_it_holds_the_whole_lesson(name):
    shown = lesson(name)
    text = "\n".join(source(cell) for cell in notebook(shown)["cells"])
    assert text.startswith(f"# {shown.title}")
    assert text.count("print(check(") == len(shown.questions)
    for block in shown.blocks:
        if isinstance(block, Shown):
            assert block.figure.title in text
            assert block.figure.name in text
    prose = "".join(source(cell) for cell in notebook(shown)["cells"] if cell["cell_type"] == "markdown")
    assert "{" not in re.sub(r"`[^`]*`", "", prose)  # every fact is filled in


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_runs(name):
    """In order, in one namespace, as a person runs them; then once more with the right answers."""
    shown = lesson(name)
    names: dict[str, object] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for cell in notebook(shown)["cells"]:
            if cell["cell_type"] == "code":
                _run(source(cell), names, f"{name} {cell['id']}")
    assert printed.getvalue().count("Write your answer") == len(shown.questions)
    for block in shown.blocks:
        if isinstance(block, Asked):
            told = io.StringIO()
            cell = next(source(c) for c in notebook(shown)["cells"] if f'"{block.question.name}"' in source(c))
            with contextlib.redirect_stdout(told):
                _run(cell.replace(UNANSWERED, repr(block.question.right), 1), names, name)
            assert told.getvalue().startswith("Right. ")


def _run(code, names, where):
    """Runs a cell; what its last line shows is drawn, as a notebook would."""
    lines = code.rstrip().splitlines()
    exec(compile("\n".join(lines[:-1]), where, "exec", dont_inherit=True), names)
    try:
        last = compile(lines[-1], where, "eval", dont_inherit=True)
    except SyntaxError:
        exec(compile(code, where, "exec", dont_inherit=True), names)
        return
    value = eval(last, names)
    if value is not None:
        drawn = getattr(value, "_repr_svg_", None)
        assert drawn is None or drawn().lstrip().startswith("<svg"), where
        assert str(value)
