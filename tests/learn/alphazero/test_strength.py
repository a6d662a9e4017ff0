"""What AlphaZero learns on a CPU, against the truth: minutes each."""

from __future__ import annotations

import random
from functools import cache

import pytest

pytest.importorskip("torch", reason="AlphaZero learns with PyTorch: pip install 'zermelo[learn]'")

import zermelo
from zermelo.learn.alphazero import AlphaZero
from zermelo.learn.course import Budget, begin, learn

pytestmark = pytest.mark.slow

# Two take turns to put a stone on an empty cell that is not beside one of their own; who cannot move loses.
OWN_GAME = """
from typing import NamedTuple
from zermelo import Game
from zermelo.picture import Board

class Stones(NamedTuple):
    mine: int
    theirs: int
    ply: int

def apart(size: int = 4) -> Game:
    cells = range(size * size)
    def are_near(one, other):
        return abs(one // size - other // size) + abs(one % size - other % size) == 1
    near = tuple(sum(1 << other for other in cells if are_near(one, other)) for one in cells)
    def actions(state):
        for cell in range(size * size):
            if not (state.mine | state.theirs) >> cell & 1 and not state.mine & near[cell]:
                yield cell
    def is_terminal(state):
        for _ in actions(state):
            return False
        return True
    def picture(state):
        first, second = (state.mine, state.theirs) if state.ply % 2 == 0 else (state.theirs, state.mine)
        rows = range(size)
        return Board([["x" if first >> (r * size + c) & 1 else "o" if second >> (r * size + c) & 1 else ""
                       for c in rows] for r in rows])
    return Game(
        initial=lambda: Stones(0, 0, 0), to_move=lambda state: state.ply % 2, actions=actions,
        result=lambda state, cell: Stones(state.theirs, state.mine | 1 << cell, state.ply + 1),
        is_terminal=is_terminal, utility=lambda state, player: -1.0 if state.ply % 2 == player else 1.0,
        best_utility=1.0, picture=picture)
"""


def truth_of(game):
    """value(state): for the player to move, by alpha-beta to the end of the game."""
    session = zermelo.engine("alphabeta:evaluate=none,depth=100").open(game)

    @cache
    def value(state):
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        return session.analyse(state).value

    return value


def reached(game):
    """Every state that can be reached and is not over."""
    seen, waiting = {game.initial()}, [game.initial()]
    for state in waiting:
        for action in game.legal(state) if not game.is_terminal(state) else ():
            after = game.result(state, action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return [state for state in waiting if not game.is_terminal(state)], len(waiting)


def drawn(game, count, plies, value):
    """Random positions after fewer than so many plies, in which some moves are worse than others."""
    draw, found = random.Random(0), {}
    while len(found) < count:
        state = game.initial()
        for _ in range(draw.randrange(plies)):
            if not game.is_terminal(state):
                state = game.result(state, draw.choice(game.legal(state)))
        if not game.is_terminal(state) and len({value(game.result(state, action)) for action in game.legal(state)}) > 1:
            found[state] = None
    return list(found)


def mistakes(game, path, sims, states, value):
    """The states in which the learned player gives value away."""
    session = zermelo.engine(f"puct:network={path},sims={sims},keep=false").open(game)
    found = []
    for start in range(0, len(states), 200):
        some = states[start : start + 200]
        for state, analysis in zip(some, session.analyse_many(some), strict=True):
            if -value(game.result(state, analysis.action)) < value(state):
                found.append(game.state_text(state))
    return found


def test_tic_tac_toe_is_learned_to_perfection(tmp_path):
    game, path = zermelo.load("tic-tac-toe"), tmp_path / "noughts"
    learn(begin(game, AlphaZero(device="cpu"), 0), path, Budget(games=25_000))
    states, count = reached(game)
    assert count == 5478
    assert mistakes(game, path, 50, states, truth_of(game)) == []


def test_connect_four_on_a_small_board_is_learned(tmp_path):
    """At most 2% mistakes in random positions where there are some to be made."""
    game, path = zermelo.load("connect-four:columns=5,rows=4"), tmp_path / "four"
    learn(begin(game, AlphaZero(device="cpu"), 1), path, Budget(games=16_000))
    value = truth_of(game)
    assert len(mistakes(game, path, 64, drawn(game, 1000, 20, value), value)) <= 20


def test_go_on_a_small_board_is_learned(tmp_path):
    """At least a third against Monte Carlo search with as many simulations, as the lower end of the interval says."""
    game, path = zermelo.load("go:size=5"), tmp_path / "go"
    learn(begin(game, AlphaZero(device="cpu"), 0), path, Budget(games=4000))
    engines = f"puct:network={path},sims=200", "mcts:sims=200"
    match = zermelo.match(game, engines, games=100, opening=4, seed=1)
    assert match.elo.low > -120.0, match


def test_a_game_of_ones_own_is_learned_without_further_code(tmp_path):
    (tmp_path / "apart.py").write_text(OWN_GAME)
    game, path = zermelo.load(str(tmp_path / "apart.py")), tmp_path / "apart.learned"
    learn(begin(game, AlphaZero(device="cpu", channels=16, blocks=2), 0), path, Budget(games=3000))
    value = truth_of(game)
    assert len(mistakes(game, path, 50, drawn(game, 200, 6, value), value)) <= 20
