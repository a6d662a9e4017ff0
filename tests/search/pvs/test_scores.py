"""Values inside the kernel: wins by their distance, and keys of repeated positions."""

from __future__ import annotations

import math

import pytest
from search.pvs.descent import WIN, DescentState, descent

import zermelo
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.search.depth_first.layout import PLIES
from zermelo.search.depth_first.leaf import Scale, scale_for
from zermelo.search.pvs.layout import BEFORE, PAST, layout_for
from zermelo.search.pvs.scores import CROWDED, scorer

GAME, OPINION = descent(3)
SCALE = scale_for(GAME, WIN, distances=True)
PLAIN = scale_for(GAME, WIN, distances=False)
SCORE, PLAIN_SCORE = (scorer(interpreted_rules(GAME, OPINION.function, WIN), scale) for scale in (SCALE, PLAIN))
SIDES = (0, 1)


def ended(utility):
    """A finished game that is worth so much to player 0."""
    states = (DescentState(0, place, player, 0) for place in range(12) for player in SIDES)
    return next(state for state in states if GAME.utility(state, 0) == utility)


def test_the_scale_of_a_game():
    assert (SCALE.best, SCALE.step, SCALE.width) == (WIN, WIN / 2**18, WIN / 2**30)
    assert SCALE.edge == WIN - 240 * SCALE.step
    assert (PLAIN.best, PLAIN.step, PLAIN.edge) == (WIN, 0.0, math.inf)
    unknown = scale_for(zermelo.load("random-tree"), 1.0, distances=True)
    assert (unknown.best, unknown.step, unknown.edge) == (0.0, 0.0, math.inf)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_won_game_tells_its_distance(sign):
    for plies in (0, 1, 7, 2 * PLIES - 1):
        value = sign * (SCALE.best - plies * SCALE.step)
        assert (SCALE.distance(value), SCALE.strip(value)) == (plies, sign * WIN)
    assert SCALE.distance(sign * SCALE.edge) is None
    assert SCALE.strip(sign * SCALE.edge) == sign * SCALE.edge
    assert (PLAIN.distance(sign * WIN), PLAIN.strip(sign * WIN)) == (None, sign * WIN)
    assert SCALE.strip(sign * 12.5) == sign * 12.5


@pytest.mark.parametrize("player", SIDES)
def test_an_earlier_end_is_worth_more_to_the_winner(player):
    sign = 1 - 2 * player
    for utility in (1.0, -1.0):
        state = ended(utility)
        assert SCORE.ending(state, player, 5) == sign * utility * (WIN - 5 * SCALE.step)
        assert PLAIN_SCORE.ending(state, player, 5) == sign * utility * WIN
    assert SCORE.ending(ended(0.0), player, 5) == 0


@pytest.mark.parametrize("player", SIDES)
def test_an_opinion_stays_inside_the_edge(player):
    state, sign = DescentState(3, 4, 0, 0), 1 - 2 * player
    assert SCORE.opinion(state, player) == sign * OPINION.function(state, 0) != 0
    for beyond in (2 * WIN, -2 * WIN):
        rules = interpreted_rules(GAME, lambda state, player: beyond, WIN)  # noqa: B023
        edge = math.copysign(SCALE.edge, beyond)
        assert scorer(rules, SCALE).opinion(state, player) == sign * edge
        below = math.nextafter(WIN, 0.0)
        assert scorer(rules, PLAIN).opinion(state, player) == sign * math.copysign(below, beyond)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_table_keeps_distances_from_the_position(sign):
    """What is found nine plies below the root and ends there in two is kept as a win in two."""
    value, kept = sign * (WIN - 11 * SCALE.step), sign * (WIN - 2 * SCALE.step)
    assert SCORE.to_table(value, 9) == kept
    assert SCORE.from_table(kept, 9) == value
    for other in (sign * SCALE.edge, sign * 3.0):
        assert SCORE.to_table(other, 9) == SCORE.from_table(other, 9) == other
    assert PLAIN_SCORE.to_table(value, 9) == PLAIN_SCORE.from_table(value, 9) == value


def test_long_after_the_last_irreversible_move_the_table_tells_the_counts_apart():
    def key(quiet):
        return SCORE.table_key(DescentState(3, 4, 0, quiet), 12345)

    assert {key(quiet) for quiet in range(CROWDED + 1)} == {12345}
    assert len({key(quiet) for quiet in range(CROWDED, CROWDED + 40)}) == 40
    nim = scorer(interpreted_rules(zermelo.load("nim")), Scale(1.0, 0.0, 0.0))
    assert nim.table_key(zermelo.load("nim").initial(), 12345) == 12345


def drawn(keys, ply, quiet):
    """Is the last of these positions a draw, if it is so many plies below the root?"""
    path = layout_for(6).path
    memory = [0] * layout_for(6).end
    memory[BEFORE] = before = len(keys) - 1 - ply
    for place, key in enumerate(keys):
        memory[path + PAST - before + place] = key
    return SCORE.drawn(DescentState(3, 4, 0, quiet), keys[-1], ply, path, memory)


def test_a_position_that_came_up_before_is_a_draw():
    assert drawn("AxBxA", ply=5 - 1, quiet=9) is False, "once, at the root"
    assert drawn("zAxBxA", ply=5 - 1, quiet=9) is False
    assert drawn("zAxBxA", ply=5, quiet=9) is True, "once, below the root"
    assert drawn("AxBxAxBxA", ply=4, quiet=9) is True, "at the root and before it"
    assert drawn("AxBxAxBxA", ply=2, quiet=9) is True, "twice before the root"
    assert drawn("AxBxAxBxA", ply=2, quiet=8) is True
    assert drawn("AxBxAxBxA", ply=2, quiet=7) is False, "the first time was before an irreversible move"
    assert drawn("zAxBxA", ply=5, quiet=4) is True
    assert drawn("zAxBxA", ply=5, quiet=3) is False
    assert drawn("zAA", ply=2, quiet=9) is False, "nobody repeats a position in one ply"
    assert drawn("zABA", ply=3, quiet=9) is True
    assert drawn("zABC", ply=3, quiet=9) is False
    nim = scorer(interpreted_rules(zermelo.load("nim")), SCALE)
    assert nim.drawn(None, 0, 0, 0, []) is False
