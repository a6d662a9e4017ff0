"""The folders are layered: no file imports from a higher layer, and there are no import cycles."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "zermelo"

ORDER = [
    {"picture"},
    {"numerals"},
    {"wide"},
    {"by_value"},
    {"bits"},
    {"declared"},
    {"game"},
    {"installed"},
    {"problem"},
    {"files"},
    {"arguments"},
    {"knowledge"},
    {"user_files"},
    {"adapters"},
    {"figures"},
    {"lessons"},
    {"loading"},
    {"compile"},
    {"games", "problems"},
    {"solve.indexing", "solve.known", "solve.solver"},  # what experts give, below the rest of their folder
    {"evaluate"},
    {"cluster"},
    {"books"},
    {"laws"},
    {"solve"},
    {"search"},
    {"hidden"},
    {"solving"},
    {"experiments"},
    {"learn"},
    {"players"},
    {"experts"},
    {"records"},
    {"arena"},
    {"measures"},
    {"grading"},
    {"protocols"},
    {"show"},
    {"manual"},
    {"web"},
    {"cli"},
    {"moved"},  # old names of any module
]
LEVEL = {name: level for level, names in enumerate(ORDER) for name in names}
FILES = sorted(PACKAGE.rglob("*.py"))

# The files whose computed names all come from a table of module names in the same file, where they are seen as strings.
TABLES = {"__init__.py", "cli/__init__.py", "compile/numba/patches.py", "learn/methods.py", "moved.py"}
IMPORTERS = {"import_module", "find_spec", "__import__", "run_module"}


def level_of(parts: Sequence[str]) -> int:
    """The place in the order of a module inside the package, given by its names."""
    return LEVEL.get(".".join(parts[:2]), LEVEL[parts[0]])


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in FILES}
PROBLEMS = {m for m in MODULES if m.startswith("zermelo.problems.")}
GAMES = {m.split(".")[2] for m in MODULES if m.startswith("zermelo.games.") and not m.split(".")[2].startswith("_")}

# The files that import modules by names which are not written down anywhere, and what they can find.
DISCOVERIES = {
    "loading.py": {  # this one looks upward
        *("zermelo.games", "zermelo.problems", *PROBLEMS),
        *(f"zermelo.games.{name}" for name in GAMES),
    },
    "installed.py": set(),  # libraries
    "adapters/pettingzoo.py": set(),  # environments of that package, by name
    "user_files.py": set(),  # what users' files import
    "compile/trust/guarded/packing.py": set(),  # what users' games come from
    "evaluate/__init__.py": {"zermelo.experts", *(f"zermelo.experts.{name}" for name in GAMES)} & set(MODULES),
    "learn/methods.py": {
        "zermelo.experts",
        *(module for module in MODULES if module.startswith("zermelo.experts.") and module.endswith(".learning")),
    },
    "players/auto.py": {
        "zermelo.experts",
        *(module for module in MODULES if module.startswith("zermelo.experts.") and module.endswith(".engines")),
    },
    "players/engines.py": {
        *(module for module in MODULES if module.startswith(("zermelo.search", "zermelo.hidden"))),
        *(module for module in MODULES if module.startswith("zermelo.experts.") and module.endswith(".engines")),
        "zermelo.experts",
        "zermelo.protocols.gnubg.player",  # other people's engines, by the protocol that they speak; these are above
        "zermelo.protocols.gtp.player",
        "zermelo.protocols.uci.player",
    },
}


@cache
def imports(path: Path) -> list[str]:
    """Every zermelo module that a file names, wherever it does so: by a statement or in a string.

    Statements count inside functions and under TYPE_CHECKING too. A string that is the name of a module counts,
    whatever is done with it: given to import_module, kept in a table, or run with `python -m`. So does an f-string that
    begins with the name of a package, as that package.
    """
    return list(_imports(ast.parse(path.read_text())))


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "zermelo")
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] == "zermelo":
                for alias in node.names:
                    inner = f"{module}.{alias.name}"
                    yield inner if inner in MODULES else module
            case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]) if start.startswith("zermelo."):
                yield start.rpartition(".")[0]
            case ast.Constant(value=str(text)) if "." in text and text in MODULES:
                yield text


def computed_imports(tree: ast.AST) -> Iterator[int]:
    """The lines that import a module whose name is not a plain string."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in IMPORTERS and not isinstance(node.args[0], ast.Constant):
                yield node.lineno


def graph() -> dict[str, set[str]]:
    """For each module those that it imports or looks for, itself left out.

    The packages that hold a module are left out too: Python imports them first, but an `__init__.py` that names what is
    in its folder does not make a circle with it.
    """
    edges: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        named = {*imports(path), *DISCOVERIES.get(str(path.relative_to(PACKAGE)), ())}
        edges[module] = named & set(MODULES) - {module}
    return edges


def circles(edges: dict[str, set[str]]) -> list[set[str]]:
    """The largest sets of modules that all reach one another (strongly connected components of two or more)."""

    def reached(start: str, ways: dict[str, set[str]]) -> set[str]:
        seen, waiting = {start}, [start]
        while waiting:
            for other in ways[waiting.pop()] - seen:
                seen.add(other)
                waiting.append(other)
        return seen

    backward: dict[str, set[str]] = {module: set() for module in edges}
    for module, others in edges.items():
        for other in others:
            backward[other].add(module)
    found: list[set[str]] = []
    for module in edges:
        if not any(module in circle for circle in found):
            together = reached(module, edges) & reached(module, backward)
            if len(together) > 1:
                found.append(together)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_imports_upward(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts[0].startswith("__"):
        return  # the package's own face stands above everything
    for module in {*imports(path)} - DISCOVERIES.get(str(path.relative_to(PACKAGE)), set()):
        if module == "zermelo":
            continue  # the version
        target = module.split(".")[1]
        assert target in LEVEL, f"{module} has no place in the order"
        above = level_of(module.split(".")[1:]) > level_of(parts)
        assert not above, f"{path.name} ({parts[0]}) imports {module}, which stands above it"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_names_of_modules_are_computed_only_where_it_is_known(path):
    """An import that this test cannot see could go anywhere."""
    lines = list(computed_imports(ast.parse(path.read_text())))
    known = str(path.relative_to(PACKAGE)) in {*DISCOVERIES, *TABLES}
    assert known == bool(lines), f"{path.name} computes the name of a module in lines {lines}"


def test_the_package_has_no_import_circle():
    assert circles(graph()) == []


def test_this_test_sees_imports_by_name():
    source = """
from importlib import import_module
import_module("zermelo.show.svg")
import_module(f"zermelo.show.{kind}")
[sys.executable, "-m", "zermelo.web.worker.worker"]
if TYPE_CHECKING:
    from zermelo import books
def lazily():
    from zermelo.game import Game
import_module(chosen)
"""
    seen = ["zermelo.books", "zermelo.game", "zermelo.show", "zermelo.show.svg", "zermelo.web.worker.worker"]
    assert sorted(_imports(ast.parse(source))) == seen
    assert list(computed_imports(ast.parse(source))) == [4, 10]


def test_this_test_sees_circles():
    edges = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"f"}, "f": {"e"}}
    assert circles(edges) == [{"b", "c"}, {"e", "f"}]


def test_every_folder_has_its_place():
    here = {p.stem for p in PACKAGE.iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
    assert here - {"__init__", "__main__"} <= set(LEVEL)


def test_the_rules_know_no_opinions_and_no_drawing():
    for path in (PACKAGE / "games").rglob("*.py"):
        known = {"game", "picture", "bits", "installed", "games"}
        if path.name == "fleets.py":
            known.add("compile")  # Battleship's `deal` has a kernel of its own: few fleets fit what is known
        if path.parent.name == "scrabble" and path.stem in ("moves", "finding", "words"):
            known.add("compile")  # a kernel finds Scrabble's plays, in a graph of the words that is kept
        for module in imports(path):
            assert module.split(".")[1] in known, f"{path.name} imports {module}"


def test_importing_the_package_imports_neither_numpy_nor_numba():
    code = "import sys, zermelo; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "zermelo.picture" in modules
    assert not {"numpy", "numba", "zermelo.show", "zermelo.search"} & set(modules)


def test_the_version_is_said_once():
    """In `zermelo/__init__.py`, where the build reads it."""
    project = (PACKAGE.parent / "pyproject.toml").read_text()
    assert 'dynamic = ["version"]' in project
    assert not re.search(r"^version *=", project, re.MULTILINE)
