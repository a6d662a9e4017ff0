"""The page's files: small, linked, and importing only what lies below them (docs/page.md lists the folders)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "zermelo" / "web" / "static"
FILES = sorted(path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html", ".ts"))
MODULES = [path for path in FILES if path.suffix == ".js"]
# lowest first
VIEWS = {"play", "games", "compare", "learn", "check", "develop", "debugger"}
LAYERS = [{"common"}, {"site"}, {"board"}, {"analyse"}, {"keep"}, VIEWS, {"lessons"}, {"front"}, {"shell"}]
LEVEL = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}
IMPORT = re.compile(r'^\s*(?:import\b[^"\n]*|await import\()"(\.[^"]+)"', re.MULTILINE)


def name(path: Path) -> str:
    return str(path.relative_to(STATIC))


def folder(path: Path) -> str:
    """The folder of a view, whatever folders it has itself."""
    return path.relative_to(STATIC).parts[0]


def test_every_file_is_in_a_folder_that_the_documentation_lists():
    documented = set(re.findall(r"^\| `(\w+)/` \|", (STATIC.parents[2] / "docs" / "page.md").read_text(), re.MULTILINE))
    assert {folder(path) for path in MODULES} == set(LEVEL) == documented


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_modules_import_from_their_folder_and_from_lower_ones(path):
    for target in IMPORT.findall(path.read_text()):
        imported = (path.parent / target).resolve()
        assert imported.is_file(), target
        here, there = folder(path), folder(imported)
        assert there == here or LEVEL[there] < LEVEL[here], target


def test_every_module_is_reached_and_every_stylesheet_is_linked():
    page = (STATIC / "index.html").read_text()
    linked = {STATIC / target for target in re.findall(r'(?:href|src)="([^"#]+\.(?:css|js))"', page)}
    manual = STATIC / "help" / "help.css"  # the manual's pages link it, see manual/html.py
    styles = {path for path in FILES if path.suffix == ".css"}
    assert styles - {manual} == {path for path in linked if path.suffix == ".css"}
    reached, waiting = set(), [path for path in linked if path.suffix == ".js"]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += [(path.parent / target).resolve() for target in IMPORT.findall(path.read_text())]
    others = {STATIC / "common" / "messages.js", STATIC / "site" / "worker.js"}  # types only; what a worker runs
    assert reached == set(MODULES) - others
