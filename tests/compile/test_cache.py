"""The disk cache: two processes prove that every kernel comes back from it, and never an old one."""

from __future__ import annotations

import json

import pytest
from fresh import python

from zermelo.compile.cache import read_note, write_note

ENGINES = {
    "minimax": ("tic-tac-toe", "depth=4"),
    "alphabeta": ("tic-tac-toe", "depth=5"),
    "alphabeta:strict": ("tic-tac-toe", "depth=5,strict=true"),
    "expectiminimax": ("pig:goal=10", "depth=5"),
    "expectimax": ("tic-tac-toe", "depth=3,opponent=0.8*minimax2+0.2*random"),
    "alphabeta:grown": ("connect-four", "depth=6,table=1"),
    "alphabeta:quiescence": ("checkers", "depth=6,table=1"),
    "maxn": ("castles", "depth=4"),
    "mcts": ("pig:goal=10", "sims=300,seed=1"),
    "mcts:learning": ("connect-four", "sims=300,seed=1,rave=100,mast=true,transpositions=true,selection=ucb1-tuned"),
    "mcts:advised": ("breakthrough:rows=5,columns=4", "sims=300,seed=1,bias=0.1"),
}


ALL_KERNELS = f"""
import json, zermelo
answers = {{}}
for name, (game, options) in {ENGINES!r}.items():
    analysis = zermelo.engine(name.split(":")[0] + ":compiled=true," + options).analyse(zermelo.load(game))
    report = analysis.to_json()
    del report["seconds"]
    answers[name] = report
answers["perft"] = zermelo.perft(zermelo.load("connect-four"), depth=5, compiled=True).leaves
print(json.dumps(answers))
"""


@pytest.mark.long
def test_every_kernel_comes_back_from_the_disk_in_a_second_process(tmp_path):
    """The second process finds every kernel, compiles nothing, does not crash, and answers the same."""
    first = python(ALL_KERNELS, tmp_path)
    assert first.stderr.count("first run only") == len(ENGINES) + 1
    files = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    second = python(ALL_KERNELS, tmp_path)
    assert "first run only" not in second.stderr
    assert json.loads(second.stdout) == json.loads(first.stdout)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == files
    interpreted = json.loads(python(ALL_KERNELS.replace("compiled=true", "compiled=false"), tmp_path).stdout)
    for name, report in json.loads(first.stdout).items():
        if name == "perft":
            assert report == interpreted[name]
        else:
            assert report["candidates"] == interpreted[name]["candidates"], name
            assert (report["line"], report["nodes"]) == (interpreted[name]["line"], interpreted[name]["nodes"]), name


GAME_FILE = """
from typing import NamedTuple
from zermelo import Game
from helper import reward

class PileState(NamedTuple):
    stones: int
    player: int

def pile() -> Game:
    def actions(state):
        for n in range(1, min(2, state.stones) + 1):
            yield n
    return Game(
        lambda: PileState(4, 0),
        lambda state: state.player,
        actions,
        lambda state, n: PileState(state.stones - n, 1 - state.player),
        lambda state: state.stones == 0,
        lambda state, player: reward(state.player == player),
    )
"""
ASK = """
import sys
sys.path.insert(0, {folder!r})
import zermelo
print(zermelo.Minimax(compiled=True).analyse(zermelo.load({folder!r} + "/pile.py")).value)
"""


def test_an_edit_in_another_file_is_seen(tmp_path):
    """Outdated code is never used: the key covers every function that went into the kernel."""
    (tmp_path / "pile.py").write_text(GAME_FILE)
    cache = tmp_path / "cache"
    ask = ASK.format(folder=str(tmp_path))
    helper = tmp_path / "helper.py"
    helper.write_text("def reward(lost):\n    return -1.0 if lost else 1.0\n")
    first = python(ask, cache, PYTHONDONTWRITEBYTECODE="1")
    assert (first.stdout.strip(), "first run" in first.stderr) == ("1.0", True)
    again = python(ask, cache, PYTHONDONTWRITEBYTECODE="1")
    assert (again.stdout.strip(), "first run" in again.stderr) == ("1.0", False)
    helper.write_text("def reward(lost):\n    return -7.0 if lost else 7.0\n")
    edited = python(ask, cache, PYTHONDONTWRITEBYTECODE="1")
    assert (edited.stdout.strip(), "first run" in edited.stderr) == ("7.0", True)


def test_kernels_of_different_processes_do_not_mix(tmp_path):
    """Numba numbers functions anew in every process; equal numbers must not make the linker take one for another."""

    def ask(*sizes):
        return f"""
import zermelo
for size in {sizes}:
    print(zermelo.perft(zermelo.load("othello", size=size), depth=5, compiled=True).leaves)
"""

    alone = [python(ask(size), tmp_path).stdout.strip() for size in (8, 6)]
    assert alone == ["1396", "1364"]
    together = python(ask(8, 6), tmp_path)
    assert together.stdout.split() == alone
    assert "first run only" not in together.stderr


@pytest.mark.parametrize("damage", ["truncate", "garbage", "empty"])
def test_a_damaged_cache_is_a_miss(tmp_path, damage):
    ask = 'import zermelo; print(zermelo.perft(zermelo.load("nim"), depth=3, compiled=True).leaves)'
    python(ask, tmp_path)
    for path in tmp_path.iterdir():
        data = path.read_bytes()
        path.write_bytes({"truncate": data[: len(data) // 2], "garbage": b"\x80\x04nonsense.", "empty": b""}[damage])
    assert python(ask, tmp_path).stdout.strip() == "27"


def test_a_cache_that_cannot_be_written_is_survived(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    ask = 'import zermelo; print(zermelo.perft(zermelo.load("nim"), depth=3, compiled=True).leaves)'
    done = python(ask, blocked / "cache")
    assert done.stdout.strip() == "27"
    assert "compiled code is not kept" in done.stderr


def test_a_note_is_kept_under_its_key_and_kind(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    said = {"agrees": False, "where": [1, None, "x"]}
    write_note("k1", "verdict", said)
    assert read_note("k1", "verdict") == said
    assert read_note("k1", "failure") is None
    assert read_note("k2", "verdict") is None
    (file,) = tmp_path.glob("*.note")
    file.write_bytes(file.read_bytes().replace(b"false", b"true "))
    assert read_note("k1", "verdict") is None


def test_a_folder_that_others_can_write_to_is_not_used(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    tmp_path.chmod(0o777)
    write_note("k1", "verdict", True)
    assert read_note("k1", "verdict") is None
    assert list(tmp_path.iterdir()) == []
    told = f"compiled code is not kept, {tmp_path}: other users can write to it (chmod go-w forbids that)"
    assert capsys.readouterr().err.splitlines() == [told]


WIDTHS = """
import zermelo
from typing import NamedTuple

class WidthState(NamedTuple):
    stones: int
    player: int

def actions(state):
    for n in range(1, min(2, state.stones) + 1):
        yield n

game = zermelo.Game(
    lambda: WidthState(5, 0),
    lambda state: state.player,
    actions,
    lambda state, n: WidthState(state.stones - n, state.player == 0),
    lambda state: state.stones == 0,
    lambda state, player: -1 if state.player == player else 1,
)
for search in (zermelo.AlphaBeta, zermelo.Minimax, zermelo.MaxN, zermelo.Expectiminimax):
    analysis = search(compiled=True).analyse(game)
    print(analysis.value, analysis.nodes)
print(zermelo.MCTS(sims=100, seed=1, compiled=True).analyse(game).value)
"""


def test_and_it_comes_back_from_the_disk(tmp_path):
    """A regression test: this program once crashed in its second process."""
    first, second = python(WIDTHS, tmp_path), python(WIDTHS, tmp_path)
    assert first.stdout == second.stdout
    assert "first run only" not in second.stderr
