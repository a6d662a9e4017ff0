"""docs/bring_your_game.md does what it says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "bring_your_game.md").read_text()
PYTHON = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
FILES = {block.splitlines()[0].removeprefix("# "): block for block in PYTHON if re.match(r"# \w+\.py\n", block)}
BLOCKS = [block for block in PYTHON if block not in FILES.values()]
COMMANDS = re.findall(r"^\$ zermelo (.*)\n((?:(?!\$|```).*\n)*)", PAGE, re.MULTILINE)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder that holds the page's files, from which notebooks import too."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name, text in FILES.items():
        Path(name).write_text(text)
    yield tmp_path
    for name in FILES:
        sys.modules.pop(name.removesuffix(".py"), None)


def test_the_page_has_all_that_is_tested():
    assert list(FILES) == ["chomp.py", "sticks.py", "rules.py", "piles.py"]
    assert (len(BLOCKS), len(COMMANDS)) == (4, 6)


@pytest.mark.parametrize("block", BLOCKS, ids=["play_game", "adapt", "to_openspiel", "to_pettingzoo"])
def test_a_block_prints_what_its_comment_says(folder, block, capsys):
    for library in ("pyspiel", "pettingzoo"):
        if f"import {library}" in block:
            pytest.importorskip(library, reason=f"{library} is not installed")
    exec(compile(block, "block.py", "exec"), {"__name__": "__main__"})
    expected = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
    assert capsys.readouterr().out.splitlines() == expected


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_shows_what_the_page_shows(folder, zermelo, command, shown):
    if "openspiel:" in command:
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    code, out, _ = zermelo(*command.split())
    assert code == 0
    pattern = ".*".join(re.escape(part.strip("\n")) for part in shown.split("…"))
    assert re.search(pattern, out, re.DOTALL), out
