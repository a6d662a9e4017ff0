"""Files and folders that a person can take in: none is long, none is crowded, and each folder says what is in it."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE, TESTS = ROOT / "zermelo", ROOT / "tests"
LINES, FILES = 450, 15
BINARY = (".png", ".learned", ".packed")  # pictures, what was learned, and a list of words
HIDDEN = {".ci", ".gitignore"}  # at the top, which are part of the project
KINDS = (".py", ".js", ".mjs", ".ts", ".css", ".html")
SOURCES = sorted(
    path
    for room in ("zermelo", "tests", "benchmarks", "examples")
    for path in (ROOT / room).rglob("*")
    if path.suffix in KINDS
)
FOLDERS = sorted(path.parent for path in PACKAGE.rglob("__init__.py"))
# One file per thing, however many things there are.
BY_DESIGN = {
    "games": "a file per game",
    "experts": "a file per game",
    "cli": "a file per verb",
    "figures/texts": "a file per figure",
}
# A line of a folder's docstring that begins with modules, and "; name: …" further on in it.
ROW = re.compile(r"^(\w+(?:, \w+)*)(?:  +\S|$)")
FURTHER = re.compile(r"; (\w+(?:, \w+)*): ")


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def docstring(folder: Path) -> str:
    return ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""


def named_in(text: str) -> Iterator[str]:
    """The modules and folders that a docstring lists."""
    for line in text.split("\n")[1:]:
        if row := ROW.match(line):
            for names in (row[1], *FURTHER.findall(line)):
                yield from names.split(", ")


def modules_of(folder: Path) -> set[str]:
    """The modules and folders of a folder, by name."""
    folders = {path.name for path in folder.iterdir() if path.is_dir() and not is_left_over(path)}
    return {name for name in {path.stem for path in folder.glob("*.py")} | folders if not name.startswith("__")}


def is_left_over(folder: Path) -> bool:
    """Is nothing in it but what Python compiled, from files that have moved?"""
    return all("__pycache__" in path.parts for path in folder.rglob("*") if path.is_file())


def test_no_file_is_long():
    lengths = {shown(path): len(path.read_text().splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > LINES} == {}


def test_no_folder_is_crowded():
    files = Counter(path.parent for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc")
    counts = {str(folder.relative_to(PACKAGE)): files[folder] - (folder / "__init__.py").exists() for folder in files}
    assert {name: count for name, count in counts.items() if count > FILES and name not in BY_DESIGN} == {}


@pytest.mark.parametrize("folder", FOLDERS[1:], ids=shown)
def test_a_folder_lists_what_is_in_it(folder):
    there, listed = modules_of(folder), list(named_in(docstring(folder)))
    assert set(listed) <= there, f"not there: {set(listed) - there}"
    assert len(listed) == len(set(listed)), "a name is listed twice"
    name = str(folder.relative_to(PACKAGE))
    if name not in BY_DESIGN:
        assert there <= set(listed), f"not listed: {there - set(listed)}"


def test_a_listing_is_read():
    text = (
        "A room.\n\nfirst, second   two things; third: another\nfourth          one: of a kind\n\nAnd so on, see there."
    )
    assert list(named_in(text)) == ["first", "second", "third", "fourth"]


def test_helpers_of_tests_are_in_one_folder():
    """What is no test, no fixture and no faulty game is in tests/support."""
    own = re.compile(r"test_\w+\.py|conftest\.py")
    elsewhere = [
        path for path in TESTS.rglob("*.py") if path.relative_to(TESTS).parts[0] not in ("support", "faulty_games")
    ]
    assert [shown(path) for path in elsewhere if not own.fullmatch(path.name)] == []


def test_no_file_is_there_by_accident():
    """Not what a run leaves behind, such as compiled code in a cache."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("this is no checkout of git: it cannot be told which files are the project's")
    told = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
    names = [name for name in told.split("\0") if (ROOT / name).is_file()]
    assert len(names) > len(SOURCES) / 2
    assert {name.partition("/")[0] for name in names if name.startswith(".")} <= HIDDEN
    binary = [name for name in names if b"\0" in (ROOT / name).read_bytes()]
    assert [name for name in binary if not name.endswith(BINARY)] == []
