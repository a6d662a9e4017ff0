"""What depth-first searches have in common lies beside them: none takes anything from another one's folder."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[3] / "zermelo"
SHARED = {"depth_first", "time"}
ROOMS = (
    "search/depth_first",
    "search/pvs",
    "search/star",
    "search/solver",
    "search/textbook",
    "learn/samuel",
    "learn/td",
)


def searches_used(room: Path) -> set[str]:
    """The folders of `search/` that a room's files import from, apart from those that all may use and its own."""
    found = set()
    for path in room.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            for parts in [module.split("."), *(one.name.split(".") for one in getattr(node, "names", []))]:
                if parts[:2] == ["zermelo", "search"] and len(parts) > 2 and (PACKAGE / "search" / parts[2]).is_dir():
                    found.add(parts[2])
    return found - SHARED - {room.name}


@pytest.mark.parametrize("room", ROOMS)
def test_no_depth_first_search_imports_from_another_ones_folder(room):
    assert searches_used(PACKAGE / room) == set()


def test_such_an_import_is_noticed():
    assert searches_used(PACKAGE / "search" / "trace") >= {"textbook"}
