"""The evaluation of international draughts: what each term sees, the same for both sides, and its advice."""

from __future__ import annotations

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import opinion
from zermelo.games.draughts import BITS, DraughtsState, jumpers

GAME = zermelo.load("draughts")
EVALUATOR = opinion(GAME)
STATES = [random_position(GAME, seed, most=120) for seed in range(40)]


def term(text, name):
    return {t.name: t.feature for t in EVALUATOR.terms(GAME.read_state(text), 0)}[name]


def turned(state):
    """The board turned round and the colours swapped."""

    def turn(word):
        return sum(1 << BITS[49 - square] for square, bit in enumerate(BITS) if word >> bit & 1)

    return DraughtsState(turn(state.black), turn(state.white), turn(state.kings), 1 - state.player, state.quiet)


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
        ("W:W31,32:B1,K3", "men", 1.0),
        ("W:W31,32:B1,K3", "kings", -1.0),
        ("W:W46,50:B1", "home row", 1.0),
        *((f"W:W{46 - 5 * row}:B1", "advance", row) for row in range(9)),
        ("W:W28:B20", "centre", 1.0),
        ("W:WK46:B13", "mobility", -1.0),  # 41 for the king, 18 and 19 for the man
        ("W:W7:B6", "runaway men", 1.0),
        ("W:W11:B10", "runaway men", 0.9),
        ("W:W11:BK20", "runaway men", 0.0),  # a king flies
        ("W:W12:B2", "runaway men", 0.0),
        ("W:W31,32:B1", "trading when ahead", 37.0),
        ("B:W31,32:B1", "tempo", -1.0),
    ],
)
def test_terms(text, name, feature):
    assert term(text, name) == pytest.approx(feature)


def test_captures_are_forced_and_noisy_and_nothing_else():
    tactics, buffer = EVALUATOR.tactics, [0] * GAME.max_actions
    for state in STATES:
        legal = GAME.legal(state)
        assert tactics.forced(state) == (jumpers(state) != 0) == all(tactics.rank(state, move) > 0 for move in legal)
        assert buffer[: tactics.noisy(state, buffer)] == (legal if tactics.forced(state) else [])


def test_quiet_moves_are_ordered():
    state = GAME.read_state("W:W7,31,50,K38:B15")
    order = {GAME.action_text(state, move): EVALUATOR.tactics.order(state, move) for move in GAME.legal(state)}
    assert order["7-1"] > order["31-26"] > order["38-42"] > order["50-45"]


@pytest.mark.slow
def test_looking_ahead_beats_chance():
    assert zermelo.match(GAME, [zermelo.AlphaBeta(depth=3), zermelo.Random()], games=6, seed=2).score >= 0.8
