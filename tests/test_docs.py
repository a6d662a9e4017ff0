"""The examples in docs/ work, and the reference pages name everything that they are about."""

from __future__ import annotations

import dataclasses
import re
import shlex
import sys
import textwrap
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
import typer
from test_layers import level_of

import zermelo as package
from zermelo.cli import VERBS, command_line
from zermelo.evaluate.guide import Guide
from zermelo.evaluate.linear import Feature, Linear
from zermelo.evaluate.tactics import Tactics
from zermelo.learn.methods import method_named
from zermelo.players.engines import engine, engines
from zermelo.search.options import options_of

ROOT = Path(__file__).parents[1]
PACKAGE, DOCS = ROOT / "zermelo", ROOT / "docs"
PAGES = {path.name: path.read_text() for path in sorted(DOCS.glob("*.md"))}
# A block of Python, which is a file if its first line is a comment with the file's name; or a command, and lines that
# it prints, in which … stands for anything.
EXAMPLE = re.compile(
    r"^```python\n(?:# (\S+\.py)\n)?(.*?)^```|^    \$ zermelo ([^\n]*)((?:\n    [^\n]+)*)", re.DOTALL | re.MULTILINE
)
LIBRARIES = {  # and their users
    "pyspiel": r"import pyspiel|openspiel:",
    "pettingzoo": r"import pettingzoo|pettingzoo:",
    "torch": r"--method (alphazero|imitation)|noughts\.learned",
}
LONG = {
    "aima.md",
    "alphazero.md",
    "bring_your_game.md",
    "databases.md",
    "game.md",
    "learning.md",
    "opinions.md",
    "perfect_play.md",
    "poker.md",
    "scrabble.md",
    "strong.md",
    "tutorial.md",
    "tuning.md",
}  # pages that compile games of their own


# A command that is shown without what it prints: some take hours, or never end.
COMMAND = re.compile(r"^(?:    )?zermelo ([a-z-]+(?: .*)?)$", re.MULTILINE)


@pytest.mark.parametrize(
    ("page", "command"),
    [(name, found[1]) for name, text in PAGES.items() for found in COMMAND.finditer(text.replace("\\\n", " "))],
)
def test_a_command_that_is_only_shown_is_understood(page, command):
    """Its verb, its options and its engines are there, though it is not run."""
    verb, *words = [word for word in shlex.split(command, comments=True) if word != "&"]
    parser = typer.main.get_command(command_line(verb))
    parser = getattr(parser, "commands", {verb: parser})[verb]
    parser.make_context(verb, words)  # raises where an option is unknown
    typed = [word for option, word in pairwise(words) if option in ("--engine", "-e")]
    known = set(engines())
    for text in typed + (words[1:3] if verb in ("match", "play") else []):
        if text.partition(":")[0] in known:
            engine(text.partition(",book=")[0].partition(",evaluate=")[0])


def test_the_page_on_verbs_has_all_of_them():
    rows = re.findall(r"^\| `zermelo ([\w-]+)", PAGES["verbs.md"], re.MULTILINE)
    assert sorted(rows) == sorted(VERBS)


def test_the_page_on_games_names_all_of_them():
    text = PAGES["games.md"].lower().replace("'", "").replace("-", " ")
    assert [name for name in package.game_names() if name.replace("-", " ") not in text] == []


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(name, marks=[pytest.mark.long] if name in LONG else [])
        for name, text in PAGES.items()
        if EXAMPLE.search(text)
    ],
)
def test_the_examples_of_a_page_work(page, tmp_path, monkeypatch, zermelo):
    """All of them in order, in a folder of their own; what a block of Python defines is there for the next."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZERMELO_DATABASES", str(tmp_path / "databases"))
    monkeypatch.syspath_prepend(str(tmp_path))
    names = {"__name__": "page"}
    left_out = set()
    for found in EXAMPLE.finditer(PAGES[page]):
        file, code, command, shown = found.groups()
        line = PAGES[page].count("\n", 0, found.start()) + 1
        missing = [library for library, use in LIBRARIES.items() if re.search(use, found[0]) and not find_spec(library)]
        if missing:
            left_out.update(missing)
        elif command:
            exit_code, out, err = zermelo(*shlex.split(command, comments=True))
            assert exit_code == 0, f"line {line}: {err}"
            assert out
            pattern = ".*".join(re.escape(part.strip("\n")) for part in textwrap.dedent(shown).split("…"))
            assert re.search(pattern, out, re.DOTALL), f"line {line}: {out}"
        elif file:
            Path(file).write_text(code)
        else:
            placed = "\n" * line + code  # as many lines as in the page
            exec(compile(placed, str(DOCS / page), "exec", dont_inherit=True), names)
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").parent == tmp_path:
            del sys.modules[name]
    if left_out:
        pytest.skip(f"the rest of the page was tried, but {' and '.join(left_out)} is not installed")


@pytest.mark.parametrize("method", ["samuel", "td"])
def test_the_page_on_learning_names_every_option(method):
    for option in options_of(method_named(method)):
        assert f"`{option}`" in PAGES["learning.md"]


@pytest.mark.parametrize(
    ("page", "record"),
    [
        ("game.md", package.Game),
        ("opinions.md", Linear),
        ("opinions.md", Feature),
        ("opinions.md", Guide),
        ("opinions.md", Tactics),
        ("opinions.md", package.Expert),
    ],
)
def test_a_reference_names_every_field(page, record):
    for field in dataclasses.fields(record):
        assert re.search(rf"`{field.name}\b", PAGES[page]), f"{page} does not explain {record.__name__}.{field.name}"


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGES[page]):
        assert (DOCS / target).exists(), f"{page}: {target}"


# --- docs/architecture.md ---------------------------------------------------------------------------------------------

INSIDE = ("architecture.md", "numba.md")
PATH = re.compile(r"`([\w./]+(?:\.(?:py|js|css|md|toml)|/))`")


def section(page: str, title: str) -> str:
    """The part of a page under a heading, up to the next of its level."""
    return PAGES[page].split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows_of(table: str) -> list[str]:
    """The first cells of a table's rows."""
    return re.findall(r"^\| ([^|]+?) \|", table, re.MULTILINE)[2:]


def test_the_map_names_every_room_in_the_order_of_the_layers():
    rooms = [
        name.removesuffix("/") for cell in rows_of(section("architecture.md", "The map")) for name in PATH.findall(cell)
    ]
    levels = [level_of(Path(name).with_suffix("").parts) for name in rooms]
    assert levels == sorted(levels)
    assert len(rooms) == len(set(rooms))
    first = {path.name for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    second = {
        f"{room}/{path.name}"
        for room in ("compile", "web")
        for path in (PACKAGE / room).iterdir()
        if path.is_dir() and any(inside.is_file() for inside in path.iterdir())
    }
    there = {name for name in first | second if "__" not in name}
    assert {name for name in rooms if name.count("/") == 0 or name in second} == there


@pytest.mark.parametrize("page", INSIDE)
def test_every_path_leads_somewhere(page):
    """From the package or the project; a bare file name, into a folder that its section names."""
    for part in re.split(r"^##+ ", PAGES[page], flags=re.MULTILINE):
        named = PATH.findall(part)
        folders = {(PACKAGE / name) if name.endswith("/") else (PACKAGE / name).parent for name in named if "/" in name}
        for name in named:
            places = [PACKAGE, ROOT] if "/" in name else [PACKAGE, ROOT, DOCS, *folders]
            title = part.partition("\n")[0]
            assert any((place / name).exists() for place in places), f"{page}, {title}: {name}"


def test_the_life_of_a_request_names_what_is_there():
    """A file with a name behind it: a function, a class or a method there."""
    steps = re.findall(r"`([\w./]+\.py)`\s+`(\w+)`", section("architecture.md", "Three requests"))
    assert len(steps) > 30
    for file, name in steps:
        place = PACKAGE / file if (PACKAGE / file).exists() else ROOT / file
        assert re.search(rf"^\s*(?:async )?(?:def|class) {name}\b", place.read_text(), re.MULTILINE), f"{file}: {name}"


def test_the_glossary_has_fifteen_words():
    words = rows_of(section("architecture.md", "Fifteen words"))
    assert len(words) == 15
    assert words == sorted(words)
