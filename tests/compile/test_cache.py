"""The disk cache: two processes prove that every kernel comes back from it, and never an old one."""

from __future__ import annotations

import json

import pytest
from compile.piles import pile_file
from fresh import python
from processes import run_python

from zermelo.compile.cache.disk import read_note, write_note

ENGINES = {
    "minimax": ("tic-tac-toe", "depth=4"),
    "alphabeta": ("tic-tac-toe", "depth=5"),
    "alphabeta:strict": ("tic-tac-toe", "depth=5,strict=true"),
    "expectiminimax": ("pig:goal=10", "depth=5"),
    "expectiminimax:star": ("pig:goal=10", "depth=5,plain=false,table=1"),
    "expectimax": ("tic-tac-toe", "depth=3,opponent=0.8*minimax2+0.2*random"),
    "alphabeta:grown": ("connect-four", "depth=6,table=1"),
    "alphabeta:quiescence": ("checkers", "depth=6,table=1"),
    "maxn": ("castles", "depth=4"),
    "mcts": ("pig:goal=10", "sims=300,seed=1"),
    "mcts:learning": ("connect-four", "sims=300,seed=1,rave=100,mast=true,transpositions=true,selection=ucb1-tuned"),
    "optimal": ("pig:goal=10", ""),
    "auto:chance": ("pig:goal=10", "nodes=3000"),
    "auto:players": ("castles", "nodes=3000"),
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
from zermelo.solve.proof import ProofSearch
game = zermelo.load("tic-tac-toe")
asked = ProofSearch(game, compiled=True, megabytes=1).ask(game.initial(), 0)
answers["proof"] = [asked.proof, asked.disproof, asked.nodes]
answers["perft"] = zermelo.perft(zermelo.load("connect-four"), depth=5, compiled=True).leaves
print(json.dumps(answers))
"""


@pytest.mark.slow
def test_every_kernel_comes_back_from_the_disk_in_a_second_process(tmp_path):
    """The second process finds every kernel, compiles nothing, does not crash, and answers the same."""
    first = python(ALL_KERNELS, tmp_path)
    assert first.stderr.count("first run only") == len(ENGINES) + 2
    files = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    second = python(ALL_KERNELS, tmp_path)
    assert "first run only" not in second.stderr
    assert json.loads(second.stdout) == json.loads(first.stdout)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == files
    interpreted = json.loads(python(ALL_KERNELS.replace("compiled=true", "compiled=false"), tmp_path).stdout)
    for name, report in json.loads(first.stdout).items():
        if name in ("perft", "proof"):
            assert report == interpreted[name]
        else:
            assert report["candidates"] == interpreted[name]["candidates"], name
            assert (report["line"], report["nodes"]) == (interpreted[name]["line"], interpreted[name]["nodes"]), name


ASK = """
import sys
sys.path.insert(0, {folder!r})
import zermelo
print(zermelo.Minimax(compiled=True).analyse(zermelo.load({folder!r} + "/pile.py")).value)
"""


@pytest.mark.long
def test_an_edit_in_another_file_is_seen(tmp_path):
    """Outdated code is never used: the key covers every function that went into the kernel."""
    (tmp_path / "pile.py").write_text(pile_file("from helper import reward"))
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


@pytest.mark.long
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


DAMAGED = """
import random, sys
import zermelo
from zermelo.compile.cache.disk import cache_folder, read_note, write_note
from zermelo.compile.kernel.events import listen
from zermelo.compile.kernel.memory import new_memory
from zermelo.compile.kernel.prepare import prepare

game = zermelo.load("nim:stones=7")

def total(rules):
    actions, result, utility = rules.actions, rules.result, rules.utility

    @rules.jit
    def value(state, memory):
        sum = utility(state, 0)
        for action in actions(state, 0, memory):
            sum += action * (10 + result(state, action).stones)
        return sum

    return value

def arguments(compiled):
    return (new_memory(compiled, 1),)

def ask():
    told = []
    with listen(lambda event: told.append(event.kind)):
        found = prepare(game, lambda rules: total(rules), arguments, label="sum")  # a new function, so a new kernel
    return found.run(found.state(game.initial()), *arguments(True)), told

right, told = ask()
assert told == ["begin", "end"]
interpreted = prepare(game, total, arguments, label="sum", compiled=False)
assert interpreted.run(game.initial(), *arguments(False)) == right
write_note("key", "kind", [1, 2, 3])
whole = {path: path.read_bytes() for path in sorted(cache_folder().iterdir())}
assert len(whole) == 3
noise, times = random.Random(int(sys.argv[1])), int(sys.argv[2])
for _ in range(times):
    for path, content in whole.items():
        path.write_bytes(content)
    assert ask() == (right, [])
    path = noise.choice(list(whole))
    content = bytearray(whole[path])
    if noise.random() < 0.5:
        content[noise.randrange(len(content))] ^= 1 << noise.randrange(8)
    else:
        del content[noise.randrange(len(content)):]
    path.write_bytes(content)
    assert read_note("key", "kind") == ([1, 2, 3] if path.suffix == ".kernel" else None)
    assert ask() == (right, [] if path.suffix == ".note" else ["begin", "end"])
    assert ask() == (right, [])
print("healthy")
"""


@pytest.mark.parametrize(
    ("processes", "times"),
    [
        pytest.param(1, 50, id="few", marks=pytest.mark.long),
        pytest.param(20, 100, id="many", marks=pytest.mark.slow),
    ],
)
def test_a_damaged_file_is_compiled_anew(tmp_path, processes, times):
    """Flipped bits and cut files, the secret among them: no crash, the right answer, and the next run is healthy."""
    for seed in range(processes):
        assert run_python(DAMAGED, str(seed), str(times), cache=tmp_path / str(seed)).stdout.strip() == "healthy"


@pytest.mark.long
@pytest.mark.parametrize("damage", ["flip", "truncate"])
def test_a_damaged_cache_is_a_miss_in_the_next_process(tmp_path, damage):
    ask = 'import zermelo; print(zermelo.perft(zermelo.load("nim"), depth=3, compiled=True).leaves)'
    python(ask, tmp_path)
    for path in tmp_path.iterdir():
        data = path.read_bytes()
        flipped = data[:-9] + bytes([data[-9] ^ 16]) + data[-8:]
        path.write_bytes({"flip": flipped, "truncate": data[: len(data) // 2]}[damage])
    for told in (1, 0):
        done = python(ask, tmp_path)
        assert (done.stdout.strip(), done.stderr.count("first run only")) == ("27", told)


PICKLED = """
import sys
sys.path.insert(0, {folder!r})
import zermelo, {module}
print(zermelo.Minimax(compiled=True).analyse({module}.pile()).value)
"""


@pytest.mark.long
def test_a_kernel_whose_classes_cannot_be_imported_is_compiled_anew(tmp_path):
    """The file is whole, and of the same content; but the module that it names is gone."""
    for module in ("one", "other"):
        (tmp_path / f"{module}.py").write_text(pile_file())
        done = python(PICKLED.format(folder=str(tmp_path), module=module), tmp_path / "cache")
        assert done.stdout.strip() == "1.0"
        (tmp_path / f"{module}.py").unlink()


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


@pytest.mark.long
def test_and_it_comes_back_from_the_disk(tmp_path):
    """A regression test: this program once crashed in its second process."""
    first, second = python(WIDTHS, tmp_path), python(WIDTHS, tmp_path)
    assert first.stdout == second.stdout
    assert "first run only" not in second.stderr
