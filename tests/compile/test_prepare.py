"""Kernels for games that are hard to compile, and for games that do not compile."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from compile.piles import pile_file
from fresh import python

import zermelo
from zermelo.compile.kernel.prepare import is_ready
from zermelo.game import game_from_fill
from zermelo.search import perft


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


@pytest.mark.long
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


@pytest.mark.long
def test_a_file_that_is_loaded_twice_plays_twice(tmp_path):
    """Each load makes a new state class of the old name: Numba takes them for one."""
    path = tmp_path / "pile.py"
    path.write_text(pile_file())
    for _ in range(3):
        for search in (zermelo.Minimax(compiled=True), zermelo.MCTS(sims=50, seed=1, compiled=True)):
            assert search.analyse(zermelo.load(str(path))).value > 0


@pytest.mark.long
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


@pytest.mark.long
def test_a_field_that_would_lose_something_is_not():
    game = simple(lambda state, n: (state[0] - n * 1.0, 1 - state[1]))
    analysis = zermelo.AlphaBeta(depth=3).analyse(game)
    assert not analysis.compiled
    assert "result makes state[0] a float, which is a whole number at the start" in analysis.reason
    with pytest.raises(zermelo.ZermeloError, match="does not compile"):
        zermelo.AlphaBeta(depth=3, compiled=True).analyse(game)


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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
        assert "state is of type Position" in analysis.reason
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
    assert f"line {result.__code__.co_firstlineno + 1} of test_prepare.py" in analysis.reason
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


READY = """
import zermelo
from zermelo.compile.kernel.prepare import is_ready, prepare
from zermelo.search import perft
game = zermelo.load({game!r})
print(is_ready(game, perft.kernel, perft.example, label="perft"))
print(prepare(game, perft.kernel, perft.example, label="perft").compiled)
print(is_ready(game, perft.kernel, perft.example, label="perft"))
"""


@pytest.mark.long
def test_a_kernel_is_ready_in_this_process_or_on_disk(tmp_path):
    ask = READY.format(game="nim")
    first, second, other = (python(code, tmp_path) for code in (ask, ask, READY.format(game="nim:most=2")))
    assert first.stdout.split() == ["False", "True", "True"]
    assert second.stdout.split() == ["True", "True", "True"]
    assert other.stdout.split() == ["False", "True", "True"]  # another game's kernel
    for path in tmp_path.glob("*.kernel"):
        path.unlink()
    assert python(ask, tmp_path).stdout.split() == ["False", "True", "True"]


def test_asking_whether_it_is_ready_compiles_nothing(monkeypatch):
    def fail(*arguments):
        raise AssertionError("compiled")

    monkeypatch.setattr("numba.core.compiler.compile_extra", fail)
    assert not is_ready(simple(lambda state, n: (state[0] - n, 1 - state[1])), perft.kernel, perft.example)


def test_what_needs_no_compiling_is_ready():
    game = simple(lambda state, n: (state[0] - n, 1 - state[1]))
    assert is_ready(game, perft.kernel, perft.example, compiled=False)
    assert is_ready(replace(game, compiles=False), perft.kernel, perft.example)
    assert is_ready(object_game(), perft.kernel, perft.example)


COUNTED = """
import numpy as np
import zermelo
from typing import NamedTuple

class ArrayState(NamedTuple):
    board: np.ndarray
    ply: int

def result(state, cell):
    board = state.board.copy()
    board[cell] = 1
    return ArrayState(board, state.ply + 1)

def actions(state):
    for cell in range(4):
        if state.board[cell] == 0:
            yield cell

game = zermelo.Game(
    lambda: ArrayState(np.zeros(4, np.int64), 0),
    lambda state: state.ply % 2,
    actions,
    result,
    lambda state: state.ply == 4,
    lambda state, player: 0.0,
)
print(zermelo.perft(game, depth=4, compiled=True).leaves)
"""


@pytest.mark.long
def test_a_kernel_with_reference_counts_is_found_on_disk_at_once(tmp_path):
    """Without a first try to compile it without them, which would be told."""
    first, second = python(COUNTED, tmp_path), python(COUNTED, tmp_path)
    assert first.stdout == second.stdout == "24\n"
    assert "first run only" not in second.stderr
