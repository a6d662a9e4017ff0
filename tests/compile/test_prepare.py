"""The compile layer: every trap that Numba sets for the unwary, and the two processes that prove the cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

import zermelo
from zermelo.compile.content import content_key
from zermelo.game import game_from_fill

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


def python(code, cache, **environment):
    """Runs code in a fresh process with its own cache folder; returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        env={**os.environ, "ZERMELO_CACHE": str(cache), **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


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
    """Yesterday's rules are never played: the key covers every function that went in."""
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


def test_the_key_sees_parameters_functions_and_constants():
    assert _utility_key("nim:misere=true") != _utility_key("nim:misere=false")
    assert _utility_key("pig:goal=20") != _utility_key("pig:goal=21")
    assert _utility_key("pig:goal=20") == _utility_key("pig:goal=20,sides=6")


def _utility_key(spec):
    return content_key(zermelo.load(spec).utility)


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


def test_a_compile_is_announced_once_and_by_name(tmp_path):
    done = python('import zermelo; zermelo.AlphaBeta(depth=3).analyse(zermelo.load("nim"))', tmp_path)
    assert done.stderr.splitlines() == ["compiling nim for alphabeta, first run only …"]


# --- games that compile in spite of themselves, and games that do not ------------------------------------------------


class TwinState(NamedTuple):
    stones: int
    player: int


FirstTwin = TwinState


class TwinState(NamedTuple):
    player: int
    stones: int


def twins(kind, start):
    def initial():
        return kind(**start)

    def result(state, n):
        return kind(stones=state.stones - n, player=1 - state.player)

    return zermelo.Game(
        initial,
        lambda state: state.player,
        lambda state: iter(range(1, min(2, state.stones) + 1)),
        result,
        lambda state: state.stones == 0,
        lambda state, player: -1.0 if state.player == player else 1.0,
    )


def simple(result, initial=lambda: (3, 0), **parts):
    """Take one or two of three."""

    def actions(state):
        for n in range(1, min(2, int(state[0])) + 1):
            yield n

    return zermelo.Game(
        initial,
        lambda state: int(state[1]),
        actions,
        result,
        lambda state: state[0] == 0,
        lambda state, player: -1.0 if int(state[1]) == player else 1.0,
        max_actions=2,
        **parts,
    )


def test_states_of_one_name_do_not_mix():
    def game(kind):
        def actions(state):
            for n in range(1, min(2, state.stones) + 1):
                yield n

        return replace(twins(kind, {"stones": 4, "player": 0}), actions=actions)

    first = zermelo.Minimax(compiled=True).analyse(game(FirstTwin))
    second = zermelo.Minimax(compiled=True).analyse(game(TwinState))
    assert first.value == second.value == 1
    assert first.action == second.action == 1


def test_a_file_that_is_loaded_twice_plays_twice(tmp_path):
    """Each load makes a new state class of the old name: Numba takes them for one."""
    path = tmp_path / "pile.py"
    path.write_text(GAME_FILE.replace("from helper import reward", "def reward(lost): return -1.0 if lost else 1.0"))
    for _ in range(3):
        for search in (zermelo.Minimax(compiled=True), zermelo.MCTS(sims=50, seed=1, compiled=True)):
            assert search.analyse(zermelo.load(str(path))).value > 0


def test_a_field_that_changes_its_width_is_brought_back():
    """A bool here, an int there: recursion would change its types, which the disk cache crashes on."""

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
    fast = zermelo.AlphaBeta(compiled=True).analyse(game)
    slow = zermelo.AlphaBeta(compiled=False).analyse(game)
    assert (fast.value, fast.line, fast.nodes) == (slow.value, slow.line, slow.nodes)


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
    """This is the program that crashed in its second process."""
    first, second = python(WIDTHS, tmp_path), python(WIDTHS, tmp_path)
    assert first.stdout == second.stdout
    assert "first run only" not in second.stderr


def test_a_field_that_would_lose_something_is_not():
    game = simple(lambda state, n: (state[0] - n * 1.0, 1 - state[1]))
    analysis = zermelo.AlphaBeta(depth=3).analyse(game)
    assert not analysis.compiled
    assert "from int64 to float64" in analysis.reason
    with pytest.raises(zermelo.ZermeloError, match="does not compile"):
        zermelo.AlphaBeta(depth=3, compiled=True).analyse(game)


def test_unsigned_words_stay_unsigned():
    class WordState(NamedTuple):
        word: int
        player: int

    one = np.uint64(1)

    def actions(state):
        for n in range(3):
            if not (state.word >> np.uint64(61 + n)) & one:
                yield n

    game = zermelo.Game(
        lambda: WordState(np.uint64(0), 0),
        lambda state: state.player,
        actions,
        lambda state, n: WordState(state.word | (one << np.uint64(61 + n)), 1 - state.player),
        lambda state: state.word >> np.uint64(61) == np.uint64(7),
        lambda state, player: 1.0 if state.player != player else -1.0,
        max_plies=3,
        max_actions=3,
    )
    for search in (zermelo.AlphaBeta, zermelo.Minimax):
        fast, slow = (search(compiled=way).analyse(game) for way in (True, False))
        assert (fast.value, fast.nodes, fast.line) == (slow.value, slow.nodes, slow.line)
    assert zermelo.perft(game, depth=3, compiled=True).leaves == 6


def test_arrays_in_the_state_compile_with_reference_counts():
    class ArrayState(NamedTuple):
        board: np.ndarray
        ply: int

    def result(state, cell):
        board = state.board.copy()
        board[cell] = 1 + state.ply % 2
        return ArrayState(board, state.ply + 1)

    def actions(state):
        for cell in range(4):
            if state.board[cell] == 0:
                yield cell

    def utility(state, player):
        worth = 0.0
        for cell in range(4):
            worth += (cell + 1) * (1.0 if state.board[cell] == 1 else -1.0)
        return worth if player == 0 else -worth

    game = zermelo.Game(
        lambda: ArrayState(np.zeros(4, np.int64), 0),
        lambda state: state.ply % 2,
        actions,
        result,
        lambda state: state.ply == 4,
        utility,
        max_plies=4,
    )
    fast, slow = (zermelo.AlphaBeta(compiled=way).analyse(game) for way in (True, False))
    assert (fast.value, fast.nodes, fast.line) == (slow.value, slow.nodes, slow.line)


def test_a_game_by_fill():
    """`fill` instead of `actions`: the buffer lies in the kernel's memory, and the answers are the same."""

    class FillState(NamedTuple):
        taken: int
        ply: int

    def fill(state, buffer):
        count = 0
        for cell in range(6):
            if not (state.taken >> cell) & 1:
                buffer[count] = cell
                count += 1
        return count

    game = game_from_fill(
        fill,
        max_actions=6,
        initial=lambda: FillState(0, 0),
        to_move=lambda state: state.ply & 1,
        result=lambda state, cell: FillState(state.taken | (1 << cell), (state.ply + 1) * (1 + 0 * cell)),
        is_terminal=lambda state: state.ply == 4,
        utility=lambda state, player: (state.taken % 7 - 3.0) * (1 - 2 * player),
        max_plies=4,
    )
    for search in (zermelo.AlphaBeta, zermelo.Minimax, zermelo.MaxN, zermelo.Expectiminimax):
        fast, slow = (search(compiled=way).analyse(game) for way in (True, False))
        assert (fast.value, fast.nodes, fast.line) == (slow.value, slow.nodes, slow.line)
    fast, slow = (zermelo.MCTS(sims=200, seed=1, compiled=way).analyse(game) for way in (True, False))
    assert fast.candidates == slow.candidates
    assert zermelo.perft(game, depth=4, compiled=True).leaves == 6 * 5 * 4 * 3


def test_too_many_actions_are_told_not_written_beyond_the_buffer():
    game = replace(zermelo.load("nim"), max_actions=2)
    with pytest.raises(zermelo.ZermeloError, match="max_actions"):
        zermelo.MCTS(sims=100, seed=1).analyse(game)


class Position:
    """A state with methods, which Numba cannot compile."""

    def __init__(self, piles, player):
        self.piles, self.player = frozenset(piles), player

    def without(self, pile):
        return Position(self.piles - {pile}, 1 - self.player)

    def __eq__(self, other):
        return (self.piles, self.player) == (other.piles, other.player)

    def __hash__(self):
        return hash((self.piles, self.player))

    def __repr__(self):
        return f"{sorted(self.piles)} {self.player}"


def object_game():
    return zermelo.Game(
        lambda: Position("abc", 0),
        lambda state: state.player,
        lambda state: iter(sorted(state.piles)),
        lambda state, pile: state.without(pile),
        lambda state: not state.piles,
        lambda state, player: -1 if state.player == player else 1,
        name="objects",
    )


def test_any_hashable_object_can_be_a_state():
    game = object_game()
    for search in (
        zermelo.Minimax(),
        zermelo.AlphaBeta(time=5),
        zermelo.Expectiminimax(),
        zermelo.MaxN(),
        zermelo.Expectimax(),
        zermelo.MCTS(sims=50, seed=1),
    ):
        analysis = search.analyse(game)
        assert not analysis.compiled
        assert "state is a Position" in analysis.reason
        assert analysis.value == pytest.approx(1)
    assert zermelo.examine(game).healthy
    assert zermelo.play(game, [zermelo.Minimax(), zermelo.Random()]).utilities == (1, -1)
    assert zermelo.trace(game).value == 1


def test_the_line_that_stops_the_compiler_is_named():
    def result(state, n):
        text = {"a": n}.items().__class__
        return (state[0] - n, 1 - state[1]) if text else state

    game = simple(result)
    analysis = zermelo.AlphaBeta().analyse(game)
    assert not analysis.compiled
    assert f"line {result.__code__.co_firstlineno + 1} of test_jit.py" in analysis.reason
    assert analysis.value == -1


def test_helpers_of_a_game_need_no_decorator():
    """Plain functions reached through closures, globals and modules are compiled along."""
    assert zermelo.AlphaBeta(compiled=True, depth=2).analyse(_helped()).value in (-1, 1)


def _double(n):
    return n + n


def _helped():
    def half(n):
        return _double(n) // 4

    return simple(lambda state, n: (state[0] - half(n + n), 1 - state[1]))
