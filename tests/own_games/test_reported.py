"""False answers that people met, each as they met it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from conftest import random_position
from naive import minimax

import zermelo
from zermelo import solve
from zermelo.by_value import hashable
from zermelo.players.engines import engine as engine_of

TIC_TAC_TOE = """
from zermelo import Game

CELLS = [40 * row + column for row in range(3) for column in range(3)]  # of one integer; those of O are 10 bits above
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def mark(cell, player):
    return 1 << CELLS[cell] + 10 * player

def has_row(state, player):
    return any(all(state & mark(cell, player) for cell in line) for line in LINES)

def wide_tic_tac_toe() -> Game:
    def to_move(state):
        return sum(state & mark(cell, player) != 0 for cell in range(9) for player in range(2)) % 2

    def free(state):
        return [cell for cell in range(9) if not state & (mark(cell, 0) | mark(cell, 1))]

    def utility(state, player):
        return float(has_row(state, player)) - float(has_row(state, 1 - player))

    return Game(
        initial=lambda: 0,
        to_move=to_move,
        actions=free,
        result=lambda state, cell: state | mark(cell, to_move(state)),
        is_terminal=lambda state: has_row(state, 0) or has_row(state, 1) or not free(state),
        utility=utility,
    )
"""

BARE = """
from zermelo import Game

class Pile:
    def __init__(self, stones, player):
        self.stones, self.player = stones, player

def pile(stones: int = 7) -> Game:
    return Game(
        initial=lambda: Pile(stones, 0),
        to_move=lambda state: state.player,
        actions=lambda state: [n for n in (1, 2, 3) if n <= state.stones],
        result=lambda state, n: Pile(state.stones - n, 1 - state.player),
        is_terminal=lambda state: state.stones == 0,
        utility=lambda state, player: -1.0 if state.player == player else 1.0,
    )
"""


@pytest.fixture
def written(tmp_path):
    def write(source):
        path = tmp_path / "mine.py"
        path.write_text(source)
        return str(path)

    return write


def test_a_board_on_one_integer_of_120_bits(written):
    game = zermelo.load(written(TIC_TAC_TOE))
    seen, waiting = {}, [game.initial()]
    for state in waiting:
        for action in game.legal(state):
            after = game.result(state, action)
            if after not in seen:
                seen[after] = game.state_key(after)
                waiting.append(after)
    assert len(seen) == 5477  # and the first one
    assert len(set(seen.values())) == 5477


@pytest.mark.long
def test_what_is_claimed_of_that_board_is_true(written):
    game = zermelo.load(written(TIC_TAC_TOE))
    assert solve(game).value == 0
    for seed in range(6):
        state = random_position(game, seed, 8)
        true = minimax(game, state) * (1 if game.to_move(state) == 0 else -1)
        for engine in ("alphabeta:nodes=3000", "auto:nodes=4000", "mcts:sims=300,transpositions=true,seed=1"):
            found = engine_of(engine).analyse(game, state)
            assert not found.exact or found.value == true, (seed, engine)


@pytest.mark.parametrize("stones", range(1, 10))
def test_a_class_without_equality_is_solved_rightly(written, stones):
    game = zermelo.load(written(BARE), stones=stones)
    found = solve(game)
    assert found.value == (-1.0 if stones % 4 == 0 else 1.0)
    assert zermelo.analyse(game).value == found.value


def test_solving_refuses_a_game_that_breaks_a_law(written, zermelo):
    """Who wins depends on how often it was asked."""
    counted = "import itertools\nturns = itertools.cycle([1.0, -1.0, -1.0])\n\ndef pile"
    broken = written(
        BARE.replace("-1.0 if state.player == player else 1.0", "next(turns)").replace("def pile", counted)
    )
    law = "utilities are numbers and add up as declared"
    code, _, err = zermelo("solve", broken)
    assert code == 2
    assert f"pile breaks a law ({law}), so it has no value: " in err
    assert err.count("\n") == 1
    _, out, _ = zermelo("analyse", broken, "--json")
    assert not json.loads(out)["exact"]


@pytest.mark.long
@pytest.mark.parametrize("bits", [3, 12, 20])
def test_a_key_of_ones_own_that_says_too_little_proves_nothing_false(bits):
    """Whether the trial of the laws notices or not: proofs rest on whole states."""
    game = zermelo.load("tic-tac-toe")
    keyed = replace(game, key=lambda state: hash(hashable(state)) & ((1 << bits) - 1), symmetries=None)
    for seed in range(5):
        state = random_position(game, seed, 6)
        true = minimax(game, state) * (1 if game.to_move(state) == 0 else -1)
        for engine in ("alphabeta:nodes=3000,plain=false,compiled=false", "mcts:sims=300,seed=1,transpositions=true"):
            search = engine_of(engine).with_options(compiled=False)
            found = search.open(keyed).analyse(state)
            assert not found.exact or found.value == true, (seed, engine)
