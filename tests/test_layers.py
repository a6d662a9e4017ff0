"""The folders stand in the order of their dependence: nothing imports what stands above it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "zermelo"

ORDER = [
    {"picture"},
    {"bits"},
    {"game"},
    {"loading"},
    {"compile"},
    {"games"},
    {"evaluate"},
    {"books"},
    {"search"},
    {"players"},
    {"solve"},
    {"hidden"},
    {"learn"},
    {"records"},
    {"arena"},
    {"protocols"},
    {"show"},
    {"web"},
    {"cli"},
]
LEVEL = {name: level for level, names in enumerate(ORDER) for name in names}
FILES = sorted(PACKAGE.rglob("*.py"))


def imports(path: Path):
    """Every zermelo module that a file names, wherever in the file it does so."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("zermelo"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("zermelo"):
            if node.module == "zermelo":
                yield from (f"zermelo.{alias.name}" for alias in node.names)
            else:
                yield node.module


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_imports_upward(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts[0].startswith("__"):
        return  # the package's own face stands above everything
    for module in imports(path):
        target = module.split(".")[1]
        if target.startswith("__"):
            continue
        assert target in LEVEL, f"{module} has no place in the order"
        assert LEVEL[target] <= LEVEL[parts[0]], f"{path.name} ({parts[0]}) imports {module}, which stands above it"


def test_every_folder_has_its_place():
    here = {p.stem for p in PACKAGE.iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
    assert here - {"__init__", "__main__"} <= set(LEVEL)


def test_the_rules_know_no_opinions_and_no_drawing():
    for path in (PACKAGE / "games").rglob("*.py"):
        for module in imports(path):
            assert module.split(".")[1] in ("game", "picture", "bits", "games"), f"{path.name} imports {module}"
