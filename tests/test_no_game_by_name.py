"""General rooms know no game by name: what is known about one is asked of its expert (zermelo/evaluate/expert.py)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "zermelo"
ROOMS = (
    *("arena", "cluster", "compile", "evaluate", "experiments", "figures", "files", "grading", "hidden", "laws"),
    *("learn", "manual", "measures", "players", "search", "solve", "solving", "web/server"),
)
VERBS = ("cli/check.py", "cli/learn.py", "cli/match.py", "cli/serve.py", "cli/tournament.py", "cli/tune.py")
WORDS = {"bins", "chicken", "go", "hex", "pig", "road", "route", "tree"}  # which mean other things too
FOLDERS = (PACKAGE / "games", PACKAGE / "problems")
GAMES = {path.stem for folder in FOLDERS for path in folder.iterdir() if not path.name.startswith("_")} - WORDS
SPELLINGS = {re.escape(name.replace("_", sign)) for name in {*GAMES, "holdem"} for sign in ("_", "-", " ")}
NAMES = re.compile(rf"(?<![a-z])({'|'.join(sorted(SPELLINGS, key=len, reverse=True))})(?![a-z])")
OF_ONE_GAME = re.compile(r"zermelo\.(games|experts)\.[a-z]")
FILES = sorted(
    [*(PACKAGE / verb for verb in VERBS), *(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))]
)


def mentions(tree: ast.AST) -> Iterator[str]:
    """The names, modules and texts of a file; not what is said in docstrings and comments."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    said = {id(node.body[0].value) for node in ast.walk(tree) if isinstance(node, documented) and _is_said(node.body)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in said:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.ImportFrom(module=str(module)):
                yield module
                yield from (alias.name for alias in node.names)


def names_a_game(text: str) -> bool:
    return bool(NAMES.search(text.lower()) or OF_ONE_GAME.search(text))


def _is_said(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[0], ast.Expr)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_it_names_no_game(path):
    assert [text for text in mentions(ast.parse(path.read_text())) if names_a_game(text)] == []


@pytest.mark.parametrize("source", ['if game.name == "chess": pass', "from zermelo.games.go import go", "KALAH = 1"])
def test_a_name_would_be_found(source):
    assert any(names_a_game(text) for text in mentions(ast.parse(source)))
