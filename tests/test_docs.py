"""The examples in docs/ work, and the reference pages name everything that they are about."""

from __future__ import annotations

import dataclasses
import re
import shlex
import sys
import textwrap
from importlib.util import find_spec
from pathlib import Path

import pytest

import zermelo as package
from zermelo.evaluate.guide import Guide
from zermelo.evaluate.linear import Feature, Linear
from zermelo.evaluate.tactics import Tactics
from zermelo.learn.methods import method_named
from zermelo.search.options import options_of

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {path.name: path.read_text() for path in sorted(DOCS.glob("*.md"))}
# A block of Python, which is a file if its first line is a comment with the file's name; or a command, and lines that
# it prints, in which … stands for anything.
EXAMPLE = re.compile(
    r"^```python\n(?:# (\S+\.py)\n)?(.*?)^```|^    \$ zermelo ([^\n]*)((?:\n    [^\n]+)*)", re.DOTALL | re.MULTILINE
)
LIBRARIES = {  # and their users
    "pyspiel": r"import pyspiel|openspiel:",
    "pettingzoo": r"import pettingzoo|pettingzoo:",
    "torch": r"--method alphazero|noughts\.learned",
}
LONG = {
    "alphazero.md",
    "bring_your_game.md",
    "databases.md",
    "game.md",
    "learning.md",
    "opinions.md",
    "perfect_play.md",
    "poker.md",
    "strong.md",
    "tutorial.md",
}  # pages that compile games of their own


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
    ],
)
def test_a_reference_names_every_field(page, record):
    for field in dataclasses.fields(record):
        assert re.search(rf"`{field.name}\b", PAGES[page]), f"{page} does not explain {record.__name__}.{field.name}"


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGES[page]):
        assert (DOCS / target).exists(), f"{page}: {target}"
