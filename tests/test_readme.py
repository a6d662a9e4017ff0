"""The README's examples give the output that it shows."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.fixture
def take(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("take.py").write_text(PYTHON[0])
    return Path("take.py")


def test_the_first_game_is_fifteen_lines():
    assert len([line for line in PYTHON[0].splitlines() if line.strip()]) <= 15


def test_its_analysis_is_the_one_shown(take, zermelo):
    code, out, _ = zermelo("analyse", str(take))
    assert code == 0
    shown = re.search(r"\$ zermelo analyse take.py\n(.*?)```", README, re.DOTALL)[1]
    for line, expected in zip(out.splitlines(), shown.splitlines(), strict=False):
        if "per second" in expected:
            assert line.split(" nodes")[0] == expected.split(" nodes")[0]
        else:
            assert line.rstrip() == expected.rstrip()


@pytest.mark.long
def test_the_example_in_python_prints_what_its_comment_says(take, capsys):
    Path("example.py").write_text(PYTHON[1])
    runpy.run_path("example.py")
    assert capsys.readouterr().out.splitlines() == ["2 1.0 True"]


def test_the_opponents_of_the_page_on_python_give_what_its_comments_say(capsys):
    block = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.DOTALL)[1]
    exec(compile(block.partition("zermelo.match(")[0], "python.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[:3] == ["adversarial B 1.0", "random C 5.0", "benign A 50.0"]
    assert "my open lines" in printed[3]


def test_it_is_short_and_its_links_lead_somewhere():
    assert len(README.splitlines()) <= 175
    for link in re.findall(r"\]\(([^)#]+)", README):
        assert (ROOT / link).exists(), link


COMMANDS = re.findall(r"`zermelo ([a-z-]+ [^`]+)`", README.partition("## In Python")[0])


def test_they_are_the_four_verbs_and_a_new_file():
    assert {command.split()[0] for command in COMMANDS} == {"new", "play", "serve", "trace", "match", "check"}


@pytest.mark.long
@pytest.mark.parametrize("command", [command for command in COMMANDS if not command.startswith("serve ")])
def test_a_command_works_word_for_word(command, take, zermelo):
    """`serve` is started by the tests of its verb. Without a terminal `play` lets an engine play itself."""
    code, out, errors = zermelo(*shlex.split(command))
    assert (code, bool(out)) == (0, True), errors


def test_nothing_was_left_of_a_merge():
    """In any page of the project."""
    root = Path(__file__).parents[1]
    pages = [path for folder in (".", "docs", "benchmarks", "examples") for path in (root / folder).glob("*.md")]
    assert "README.md" in {path.name for path in pages}
    assert [path.name for path in pages if re.search(r"^(<{7}|>{7}) ", path.read_text(), re.MULTILINE)] == []
