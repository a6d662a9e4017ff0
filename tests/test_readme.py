"""The README's examples give the output that it shows."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text()
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
@pytest.mark.parametrize("block", PYTHON[1:], ids=["in_python", "opponents"])
def test_the_other_examples_print_what_their_comments_say(take, block, capsys, tmp_path):
    Path("example.py").write_text(block)
    runpy.run_path("example.py")
    printed = capsys.readouterr().out.splitlines()
    if "take.py" in block:
        assert printed == ["2 1.0 True"]
    else:
        assert printed[:3] == ["adversarial B 1.0", "random C 5.0", "benign A 50.0"]
        assert "my open lines" in printed[3]


@pytest.mark.long
def test_the_commands_named_there_work(take, zermelo):
    for command in (
        ["check", "take.py"],
        ["trace", "take.py:take:stones=4"],
        ["match", "take.py", "alphabeta:time=0.1", "mcts:sims=500", "--games", "2"],
        ["analyse", "connect-four", "--position", "4453", "--engine", "alphabeta:depth=4"],
        ["games"],
    ):
        code, out, errors = zermelo(*command)
        assert (code, bool(out)) == (0, True), errors


def test_every_verb_is_in_the_table(zermelo):
    _, out, _ = zermelo("--help")
    verbs = re.findall(r"^\| `zermelo (\w+)", README, re.MULTILINE)
    for verb in verbs:
        assert re.search(rf"\b{verb}\b", out)
    from zermelo.cli import VERBS

    assert sorted(verbs) == sorted(VERBS)


def test_every_game_is_named():
    from zermelo import game_names

    words = README.lower().replace("'", "").replace(" ", "-")
    assert [name for name in game_names() if name not in words] == []


def test_every_folder_is_in_the_table():
    package = Path(__file__).parents[1] / "zermelo"
    for path in package.iterdir():
        if path.is_dir() and not path.name.startswith("__"):
            assert f"| `{path.name}/` |" in README
        elif path.suffix == ".py" and not path.name.startswith("__"):
            assert f"`{path.name}`" in README


def test_nothing_was_left_of_a_merge():
    """In any page of the project."""
    root = Path(__file__).parents[1]
    pages = [path for folder in (".", "docs", "benchmarks", "examples") for path in (root / folder).glob("*.md")]
    assert "README.md" in {path.name for path in pages}
    assert [path.name for path in pages if re.search(r"^(<{7}|>{7}) ", path.read_text(), re.MULTILINE)] == []
