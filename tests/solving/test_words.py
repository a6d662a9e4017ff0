"""The words of solving mean one thing each in the whole package."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import zermelo.solving

PACKAGE = Path(zermelo.solving.__file__).parents[1]
WORDS = {
    "PositionSolving": "solving/position.py",
    "EquilibriumSolving": "hidden/equilibrium/solution.py",
    "Work": "solving/work.py",
    "Finding": "solving/finding.py",
    "Solution": "hidden/equilibrium/solution.py",
    "Solved": "solve/solver.py",
    "Known": "solve/known.py",
    "Solving": None,
}


@pytest.fixture(scope="module")
def classes():
    """The files in which each class is defined."""
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    return found


@pytest.mark.parametrize(("word", "home"), WORDS.items())
def test_a_word_is_one_class(classes, word, home):
    assert classes.get(word, []) == ([home] if home else [])


def test_the_wing_explains_its_words():
    said = zermelo.solving.__doc__
    assert all(f"\na {word} " in said for word in ("solving", "work", "finding", "solution", "solution file"))
