"""The wall that the server's safety rests on: nothing in its own process calls a game's functions."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "zermelo" / "web"
SERVER = sorted([*(WEB / "server").glob("*.py"), *WEB.glob("*.py")])
WORKER = sorted((WEB / "worker").glob("*.py"))
CALLS = {  # methods of a game that call functions of its author
    *("initial", "to_move", "actions", "result", "is_terminal", "utility", "chances", "outcomes", "legal", "moves"),
    *("state_text", "action_text", "read_state", "read_action", "state_key", "picture", "view", "known", "evaluate"),
}


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text())
    modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return modules | {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}


def called_on_games(path: Path) -> list[str]:
    """Calls such as `game.result(…)` or `self.game.legal(…)`."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CALLS:
            owner = node.func.value
            name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
            if name in ("game", "rules"):
                found.append(f"{path.name}:{node.lineno} {name}.{node.func.attr}")
    return found


@pytest.mark.parametrize("path", SERVER, ids=lambda path: path.name)
def test_the_server_does_not_import_the_worker(path):
    assert {module for module in imported(path) if module.startswith("zermelo.web.worker")} == set()


@pytest.mark.parametrize("path", WORKER, ids=lambda path: path.name)
def test_the_worker_does_not_import_the_server(path):
    assert {module for module in imported(path) if module.startswith("zermelo.web.server")} == set()


@pytest.mark.parametrize("path", SERVER, ids=lambda path: path.name)
def test_the_server_calls_no_function_of_a_game(path):
    assert called_on_games(path) == []


def test_such_calls_would_be_found():
    assert any(called_on_games(path) for path in WORKER)
