"""The cube: Janowski's formula at points that are known, in money play and in matches."""

from __future__ import annotations

from itertools import pairwise

import pytest

import zermelo
from zermelo.evaluate import opinion
from zermelo.experts.backgammon.cube import (
    CENTRE,
    OTHER,
    OWN,
    best_of,
    match_doubling,
    money_doubling,
    money_value,
)
from zermelo.experts.backgammon.match_equity import match_chance
from zermelo.experts.backgammon.outcomes import of_shares, winning
from zermelo.games.backgammon.board import side_of
from zermelo.games.backgammon.state import ANSWER, DOUBLE, DROP, OFFER, TAKE

DEAD, LIVE = 0.0, 1.0
MATCH = match_doubling(match_chance())


def gammonless(p):
    return of_shares(p, 0.0, 0.0, 0.0, 0.0)


def takes(d):
    return d.take <= d.drop + 1e-9


@pytest.mark.parametrize(("efficiency", "least"), [(DEAD, 0.25), (LIVE, 0.20)])
def test_a_double_is_taken_from_a_quarter_on_the_last_roll_and_from_a_fifth_if_the_cube_lives(efficiency, least):
    for chance in (0.05, 0.15, least - 0.001, least + 0.001, 0.3, 0.5):
        assert takes(money_doubling(gammonless(1 - chance), CENTRE, False, efficiency)) == (chance > least)


def test_on_the_last_roll_any_favourite_doubles():
    for p in (0.3, 0.49, 0.51, 0.7, 0.9):
        d = money_doubling(gammonless(p), CENTRE, False, DEAD)
        assert (min(d.take, d.drop) > d.hold) == (p > 0.5)
        assert d.hold == pytest.approx(2 * p - 1)
        assert d.take == pytest.approx(2 * (2 * p - 1))


def test_a_live_cube_is_worth_a_point_where_the_other_is_about_to_drop():
    assert money_value(0.8, 1.0, 1.0, CENTRE, LIVE) == pytest.approx(1)
    assert money_value(0.8, 1.0, 1.0, OWN, LIVE) == pytest.approx(1)
    assert money_value(0.2, 1.0, 1.0, OTHER, LIVE) == pytest.approx(-1)
    assert money_value(0.5, 1.0, 1.0, CENTRE, LIVE) == pytest.approx(0)
    assert money_value(0.5, 1.0, 1.0, OWN, LIVE) == pytest.approx(0.25)  # half way from -1 at 0 to 1 at 0.8: 5/8


@pytest.mark.parametrize("efficiency", [DEAD, 0.68, LIVE])
@pytest.mark.parametrize("shares", [(0.0, 0.0), (0.3, 0.1), (0.1, 0.5)])
def test_the_cube_is_worth_most_to_its_owner_and_more_wins_are_never_worse(shares, efficiency):
    values = []
    for step in range(21):
        o = of_shares(step / 20, shares[0], 0.1, shares[1], 0.1)
        own, centre, other = (money_doubling(o, access, False, efficiency) for access in (OWN, CENTRE, OTHER))
        assert own.hold >= centre.hold - 1e-9
        assert centre.hold >= other.hold - 1e-9
        values.append((own.hold, centre.hold, other.hold, best_of(centre)))
    for before, after in pairwise(values):
        assert all(b <= a + 1e-9 for b, a in zip(before, after, strict=True))


def test_values_of_both_sides_add_up_to_nothing():
    o = of_shares(0.6, 0.3, 0.1, 0.2, 0.05)
    turned = of_shares(0.4, 0.2, 0.05, 0.3, 0.1)
    for access in (OWN, CENTRE, OTHER):
        one, other = money_doubling(o, access, False, 0.68), money_doubling(turned, -access, False, 0.68)
        assert one.hold == pytest.approx(-other.hold)


def test_with_jacoby_gammons_count_only_after_a_double():
    o = of_shares(0.7, 0.5, 0.0, 0.0, 0.0)
    assert money_doubling(o, CENTRE, True, DEAD).hold == pytest.approx(0.4)
    assert money_doubling(o, CENTRE, False, DEAD).hold == pytest.approx(0.75)
    assert money_doubling(o, CENTRE, True, DEAD).take == pytest.approx(1.5)


def test_chances_to_win_a_match():
    chance = match_chance()
    assert chance(1, 1, False) == 0.5
    assert chance(3, 3, False) == pytest.approx(0.5)
    assert chance(0, 5, False) == 1
    assert chance(1, 0, True) == 0
    assert chance(1, 2, False) == pytest.approx(0.6875)  # loses two games, or one gammon
    assert chance(1, 2, True) == pytest.approx(0.5)  # the other doubles at once, and all hangs on this game
    for away in range(1, 20):
        for other in range(1, 20):
            assert chance(away, other, False) + chance(other, away, False) == pytest.approx(1)
            assert chance(away + 1, other, False) <= chance(away, other, False) + 1e-12
    assert chance(500, 500, False) == pytest.approx(0.5)
    assert 0.9 < chance(100, 400, False) <= 1


def test_who_needs_one_point_gains_nothing_by_doubling():
    for p in (0.3, 0.6, 0.9):
        d = MATCH(gammonless(p), 1, CENTRE, 1, 3, True, 0.68)
        assert min(d.take, d.drop) <= d.hold + 1e-9


def test_after_the_crawford_game_the_one_behind_doubles_at_once():
    d = MATCH(of_shares(0.5, 0.25, 0.0, 0.25, 0.0), 1, CENTRE, 2, 1, True, 0.68)
    assert min(d.take, d.drop) > d.hold
    assert takes(d)


def test_at_two_points_to_go_each_a_double_makes_the_cube_dead():
    """All hangs on this game then: the take point is 2-away 1-away against 2-away 3-away without this game's point."""
    chance = match_chance()
    least = 1 - chance(1, 2, False)
    for p in (least - 0.02, least + 0.02):
        assert takes(MATCH(gammonless(1 - p), 1, CENTRE, 2, 2, False, 0.68)) == (p > least)


# The side on roll has two checkers left, the other will finish with the next roll. Both are borne off by so many of the
# 36 rolls, for money: an underdog does not double, from half on it doubles, above three quarters the other drops.
@pytest.mark.long
@pytest.mark.parametrize(
    ("points", "rolls", "doubles", "answer"),
    [
        ((6, 1), 15, "roll", TAKE),
        ((5, 2), 19, "double", TAKE),
        ((3, 2), 25, "double", TAKE),
        ((4, 1), 29, "double", DROP),
    ],
)
def test_the_last_roll_is_doubled_by_its_chance(points, rolls, doubles, answer):
    game, search = zermelo.load("backgammon:cube=true"), zermelo.Expectiminimax(depth=1, compiled=False)
    home = [13, *(int(point in points) for point in range(1, 7))]
    state = game.initial()._replace(mine=side_of(home), theirs=side_of([14, 1]), stage=OFFER)
    assert winning(opinion(game).outcomes(state.mine, state.theirs)) == pytest.approx(rolls / 36)
    assert game.action_text(state, search.analyse(game, state).action) == doubles
    doubled = game.result(state, DOUBLE)
    assert doubled.stage == ANSWER
    assert search.analyse(game, doubled).action == answer
