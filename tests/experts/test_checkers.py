"""The evaluation of checkers: what each term sees, the same for both sides, and its advice to a search."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import random_position

import zermelo
from zermelo.bits import count
from zermelo.evaluate import Opinion, opinion
from zermelo.games.checkers import BITS, CheckersState, jumpers

GAME = zermelo.load("checkers")
EVALUATOR = opinion(GAME)
STATES = [random_position(GAME, seed, most=100) for seed in range(60)]


def term(text, name):
    return {t.name: t.feature for t in EVALUATOR.terms(GAME.read_state(text), 0)}[name]


def turned(state):
    """The board turned round and the colours swapped."""

    def turn(word):
        return sum(1 << BITS[31 - square] for square, bit in enumerate(BITS) if word >> bit & 1)

    return CheckersState(turn(state.white), turn(state.black), turn(state.kings), 1 - state.player, state.quiet)


@pytest.mark.parametrize("state", STATES)
def test_both_sides_are_seen_alike(state):
    other = turned(state)
    for mine, theirs in zip(EVALUATOR.terms(state, 0), EVALUATOR.terms(other, 1), strict=True):
        assert mine == theirs
    assert EVALUATOR.function(state, 0) == pytest.approx(EVALUATOR.function(other, 1))


def test_the_start_is_even_but_for_the_tempo():
    assert {t.name for t in EVALUATOR.terms(GAME.initial(), 0) if t.feature} == {"tempo"}


@pytest.mark.parametrize(
    ("text", "name", "feature"),
    [
        ("B:W21:B1,3", "bridge", 1.0),
        ("B:W30,32:B1,2", "bridge", -1.0),
        ("B:W30:B9", "advance", 2.0),  # two rows gone; White's man has not left
        ("B:W22:BK15", "centre", 0.0),
        ("B:WK29:B1", "mobility", 1.0),  # 5 and 6 for the man, 25 for the king
        # a man alone: 1 on his last step, 0.15 less for every step before it
        ("B:W30:B25", "runaway men", 1.0),
        ("W:WK1:B25", "runaway men", 1.0),
        ("B:WK1:B21", "runaway men", 0.85),
        ("B:WK22:B21", "runaway men", 0.0),  # the king is there
        ("W:W30,31:B14,22", "runaway men", 0.0),  # two men stand in the way
        ("W:W6:B5", "runaway men", -1.0),
        ("B:W21,22:B1", "trading when ahead", -21.0),
        ("B:WK1,K10,K11:BK32", "kings in the double corner", 1.0),
        ("B:WK15:BK32", "kings in the double corner", 0.0),  # for who is behind
        ("B:WK29:BK1", "kings in the single corner", -1.0),
        ("B:WK15,K11:BK32", "kings away from their prey", -7.0),  # 4 and 5 rows, less 1 each
        ("B:W28:B1", "the move", -1.0),
        ("B:W32:B1", "the move", 1.0),
        ("W:W32:B1", "the move", -1.0),
        ("W:W28:B1", "the move", 1.0),
        ("W:W28:B1", "tempo", -1.0),
    ],
)
def test_terms(text, name, feature):
    assert term(text, name) == pytest.approx(feature)


def test_captures_are_forced_and_noisy_and_nothing_else():
    tactics, buffer = EVALUATOR.tactics, [0] * GAME.max_actions
    for state in STATES:
        legal = GAME.legal(state)
        ranks = [tactics.rank(state, move) for move in legal]
        assert tactics.forced(state) == (jumpers(state) != 0) == all(rank > 0 for rank in ranks)
        assert buffer[: tactics.noisy(state, buffer)] == (legal if tactics.forced(state) else [])
    assert tactics.passed is None  # zugzwang decides many endings


def test_quiet_moves_are_ordered():
    state = GAME.read_state("B:W30:B1,9,26,K14")
    order = {GAME.action_text(state, move): EVALUATOR.tactics.order(state, move) for move in GAME.legal(state)}
    assert order["26-31"] > order["9-13"] > order["14-17"] > order["1-5"]


def material(state, player):
    kings, men = count(state.black & state.kings), count(state.black)
    value = men - count(state.white) + 0.5 * (2 * kings - count(state.kings))
    return value if player == 0 else -value


@pytest.mark.slow
def test_it_beats_material_alone():
    plain = zermelo.AlphaBeta(depth=4, plain=True)
    engines = [plain, replace(plain, evaluate=Opinion(material, win=100.0))]
    assert zermelo.match(GAME, engines, games=40, seed=0, opening=6).score > 0.5
