"""Cases that were wrong once."""

from __future__ import annotations

import pickle
import subprocess
import sys
import textwrap
import threading
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

import zermelo
from zermelo.game import game_from_fill
from zermelo.search.textbook import expectiminimax

TIC_TAC_TOE = zermelo.load("tic-tac-toe")


def run(code, *arguments):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


class PileState(NamedTuple):
    stones: int
    player: int


def pile(initial=lambda: PileState(5, 0), **parts):
    def actions(state):
        for n in range(1, min(2, int(state.stones)) + 1):
            yield n

    rules = {
        "initial": initial,
        "to_move": lambda state: int(state.player),
        "actions": actions,
        "result": lambda state, n: PileState(state.stones - n, 1 - state.player),
        "is_terminal": lambda state: state.stones == 0,
        "utility": lambda state, player: -1.0 if state.player == player else 1.0,
    }
    return zermelo.Game(**(rules | parts))


def test_control_c_leaves_no_search_running():
    """The kernel stops too: the process is idle afterwards."""
    seconds = run(
        """
        import os, signal, threading, time, zermelo
        game = zermelo.load("connect-four")
        zermelo.AlphaBeta(depth=2).analyse(game)
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            zermelo.AlphaBeta(depth=30).analyse(game)
        except KeyboardInterrupt:
            pass
        before = time.process_time()
        time.sleep(1)
        print(time.process_time() - before)
        """
    )
    assert float(seconds[0]) < 0.5


CHANGING = """
import sys
from typing import NamedTuple
import zermelo
class P(NamedTuple):
    stones: int
    player: int
W = int(sys.argv[1])
def actions(s): yield 0
def worth(s, p): return float(W if p == 0 else -W)
def game():
    return zermelo.Game(lambda: P(2, 0), lambda s: s.player, actions, lambda s, a: P(s.stones - 1, 1 - s.player),
                        lambda s: s.stones == 0, lambda s, p: worth(s, p), max_plies=2)
print(zermelo.Minimax().analyse(game()).value)
for W in map(int, sys.argv[2:]):
    print(zermelo.Minimax().analyse(game()).value)
"""


def test_a_global_that_changes_is_seen_and_poisons_no_cache():
    assert run(CHANGING, "31", "41") == ["31.0", "41.0"]
    assert run(CHANGING, "41") == ["41.0"]


def test_the_content_key_tells_alike_functions_apart():
    from zermelo.compile.content import content_key

    def make(*parts):
        def total(state, player):
            return parts_sum(state, player)

        first, second, third = parts

        def parts_sum(state, player):
            return first(state, player) + 10 * second(state, player) + 100 * third(state, player)

        return total

    f, g = (lambda s, p: 3.0), (lambda s, p: 4.0)
    keys = {content_key(make(*parts)) for parts in ((f, g, f), (f, g, g), (g, f, f), (f, f, g))}
    assert len(keys) == 4

    def defaulted(table):
        def look(state, player, table=table):
            return table[0]

        return look

    large, other = np.zeros(3000), np.zeros(3000)
    other[1500] = 1
    assert content_key(defaulted(large)) != content_key(defaulted(other))


def test_fill_cannot_write_beyond_its_buffer():
    def fill(state, buffer):
        count = 1 if state.stones == 5 else 4000
        for i in range(count):
            buffer[i] = 1
        return count

    base = pile()
    game = game_from_fill(
        fill,
        max_actions=8,
        initial=base.initial,
        to_move=base.to_move,
        result=base.result,
        is_terminal=base.is_terminal,
        utility=base.utility,
        max_plies=5,
    )
    for search in (
        lambda: zermelo.perft(game, depth=3, compiled=True),
        lambda: zermelo.AlphaBeta(compiled=True).analyse(game),
        lambda: zermelo.MCTS(sims=50, compiled=True).analyse(game),
    ):
        with pytest.raises(zermelo.ZermeloError, match="max_actions"):
            search()


def test_a_chance_node_may_lead_to_itself():
    class Flip(NamedTuple):
        chance: int
        left: int

    def chances(state):
        yield 0, 0.5
        yield 1, 0.5

    def actions(state):
        yield 0

    def result(state, move):
        if state.chance:
            return Flip(1, state.left) if move == 0 else Flip(0, state.left)
        return Flip(1, state.left - 1)

    game = zermelo.Game(
        lambda: Flip(1, 2),
        lambda state: zermelo.CHANCE if state.chance else 0,
        actions,
        result,
        lambda state: state.left == 0,
        lambda state, player: 1.0 if player == 0 else -1.0,
        chances=chances,
    )
    fast, slow = (zermelo.Expectiminimax(depth=4, compiled=c).analyse(game, Flip(0, 2)) for c in (True, False))
    assert fast.value == slow.value


def test_a_node_budget_does_not_confuse_the_opponent_s_own_search():
    opponent = zermelo.following(zermelo.Minimax(4))
    whole = zermelo.Expectimax(depth=3, opponent=opponent).analyse(TIC_TAC_TOE)
    bounded = zermelo.Expectimax(depth=3, nodes=whole.nodes + 100, opponent=opponent).analyse(TIC_TAC_TOE)
    assert whole.compiled
    if bounded.depth == 3:
        assert bounded.value == whole.value


def test_an_opponent_of_another_opinion_is_not_compiled_with_ours():
    search = zermelo.Expectimax(depth=2, opponent=zermelo.following(zermelo.Minimax(2, evaluate="none")))
    assert not search.analyse(TIC_TAC_TOE).compiled
    with pytest.raises(zermelo.ZermeloError, match="does not compile"):
        replace(search, compiled=True).analyse(TIC_TAC_TOE)


def test_with_three_players_the_best_utility_proves_nothing():
    class Step(NamedTuple):
        node: int
        ply: int

    def actions(state):
        yield 0
        if state.node < 2:
            yield 1

    def result(state, move):
        if state.node == 0:
            return Step(1 + move, 1)
        return Step(3 + move, 2) if state.node == 1 else Step(5, 3)

    def utility(state, player):
        if state.node == 2:
            return 1.0 - player
        winner = 0 if state.node == 3 else 1
        return 2.0 if player == winner else -1.0

    game = zermelo.Game(
        lambda: Step(0, 0),
        lambda state: 1 if state.node == 1 else 0,
        actions,
        result,
        lambda state: state.node in (2, 3, 5),
        utility,
        players=3,
        max_plies=3,
        best_utility=2.0,
        evaluate=lambda state, player: -1.5 if player == 1 else 0.5,
    )
    deepened, straight = (search.analyse(game) for search in (zermelo.MaxN(time=5.0), zermelo.MaxN()))
    assert (deepened.action, deepened.value) == (straight.action, straight.value) == (1, 1.0)


@pytest.mark.parametrize(
    "initial",
    [lambda: PileState(2**70, 0), lambda: PileState(np.int32(5), np.int32(0)), lambda: PileState(5, np.int64(0))],
)
def test_numbers_of_every_width(initial):
    game = pile(initial)
    assert (
        zermelo.AlphaBeta(depth=4).analyse(game).value == zermelo.AlphaBeta(depth=4, compiled=False).analyse(game).value
    )


NESTED = """
from typing import NamedTuple
from zermelo import Game
class Hand(NamedTuple):
    stones: int
    player: int
class Table(NamedTuple):
    hand: Hand
    ply: int
def game() -> Game:
    def actions(s):
        for n in range(1, min(2, s.hand.stones) + 1):
            yield n
    return Game(lambda: Table(Hand(4, 0), 0), lambda s: s.hand.player, actions,
                lambda s, n: Table(Hand(s.hand.stones - n, 1 - s.hand.player), s.ply + 1),
                lambda s: s.hand.stones == 0, lambda s, p: -1.0 if s.hand.player == p else 1.0)
"""


def test_nested_states_loaded_twice(tmp_path):
    path = tmp_path / "nested.py"
    path.write_text(NESTED)
    for _ in range(2):
        assert zermelo.AlphaBeta(compiled=True).analyse(zermelo.load(str(path))).value == 1


def test_mcts_asks_every_kind_of_evaluator():
    evaluator = zermelo.Linear((zermelo.Feature("x", 5.0, lambda s, p: 1.0 if p == 0 else -1.0),), win=10.0)
    game = zermelo.load("nim")
    asked = zermelo.MCTS(sims=50, seed=1, longest=1, evaluate=evaluator, compiled=False).analyse(game)
    assert 0.3 < asked.value < 0.7
    assert zermelo.MCTS(sims=50, seed=1, longest=1, evaluate="none", compiled=False).analyse(game).value == 0


def test_a_used_mcts_can_be_pickled():
    player = zermelo.MCTS(sims=10, seed=1, compiled=False)
    player(zermelo.load("nim"), zermelo.load("nim").initial())
    assert pickle.loads(pickle.dumps(player)) == player


def test_mcts_keeps_its_tree_over_states_with_arrays():
    class Cells(NamedTuple):
        board: np.ndarray
        ply: int

    def actions(state):
        for cell in range(3):
            if state.board[cell] == 0:
                yield cell

    def result(state, cell):
        board = state.board.copy()
        board[cell] = 1
        return Cells(board, state.ply + 1)

    game = zermelo.Game(
        lambda: Cells(np.zeros(3, np.int64), 0),
        lambda state: state.ply % 2,
        actions,
        result,
        lambda state: state.ply == 3,
        lambda state, player: 1.0 - 2 * player,
        max_plies=3,
    )
    player = zermelo.MCTS(sims=50, seed=1, plain=True, compiled=False)
    first = player.analyse(game)
    second = player.analyse(game, game.result(game.initial(), first.action))
    assert sum(c.visits for c in second.candidates) > 50


def test_a_trace_and_an_analysis_tell_the_same_value():
    state = TIC_TAC_TOE.read_state("xox/oxo/...")
    for algorithm in ("minimax", "alphabeta"):
        assert (
            zermelo.trace(TIC_TAC_TOE, algorithm, state).value == zermelo.AlphaBeta().analyse(TIC_TAC_TOE, state).value
        )


def test_what_is_decided_is_marked():
    game = zermelo.load("tic-tac-toe")
    state = game.read_state("xo./x../...")
    analysis = zermelo.Minimax(depth=2, compiled=False).analyse(game, game.result(state, 4))
    assert {c.decided for c in analysis.candidates} == {True, False}
    assert all(abs(c.value) <= 1 for c in analysis.candidates if c.decided)


def test_long_chains_and_two_threads():
    def chain(plies):
        def actions(state):
            yield 0

        return pile(
            lambda: PileState(plies, 0),
            actions=actions,
            result=lambda state, n: PileState(state.stones - 1, 1 - state.player),
            max_plies=plies,
            compiles=False,
        )

    assert expectiminimax.value(chain(995)) == pytest.approx(1 if 995 % 2 else -1)
    failures = []

    def search(plies):
        try:
            for _ in range(3):
                zermelo.Minimax().analyse(chain(plies))
        except RecursionError as error:
            failures.append(error)

    threads = [threading.Thread(target=search, args=(plies,)) for plies in (200, 990, 300, 995)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_a_match_needs_two():
    with pytest.raises(zermelo.ZermeloError, match="needs two players"):
        zermelo.match(pile(players=1), [zermelo.Random(), zermelo.Random()], games=1)
