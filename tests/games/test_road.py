"""The two roads: solved with and without knowing the fork."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.game import CHANCE, ZermeloError
from zermelo.games.road import LEFT, READ, RIGHT, ROAD_A, ROAD_B
from zermelo.hidden.deals import deals
from zermelo.knowledge import at_start, known_by
from zermelo.show.text import text


def open_value(game, state):
    """What a traveller gets who sees everything."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    if game.to_move(state) == CHANCE:
        return sum(chance * open_value(game, game.result(state, side)) for side, chance in game.outcomes(state))
    return max(open_value(game, game.result(state, action)) for action in game.legal(state))


def averaged(game, past, state):
    """Each action's value if every deal were seen from then on, averaged: what determinization goes by."""
    found = deals(game, known_by(game, 0, state, past))
    return {
        action: sum(one.weight * open_value(game, game.result(one.state, action)) for one in found)
        for action in game.legal(state)
    }


def known_value(game, past, states):
    """What a traveller gets who knows only what it saw. states: [(state, weight)], which look alike."""
    first = states[0][0]
    if game.is_terminal(first):
        return sum(weight * game.utility(state, 0) for state, weight in states)
    if game.to_move(first) == CHANCE:
        return split(game, [(game.result(s, o), w * p) for s, w in states for o, p in game.outcomes(s)])
    return max(split(game, [(game.result(s, action), w) for s, w in states]) for action in game.legal(first))


def split(game, states):
    views = {}
    for state, weight in states:
        views.setdefault(game.view(state, 0), []).append((state, weight))
    return sum(known_value(game, (), alike) for alike in views.values())


def begun(spec, side=LEFT):
    game = zermelo.load(spec)
    return game, game.initial(), game.result(game.initial(), side)


def test_averaging_over_clairvoyance_takes_the_wrong_road():
    game, start, state = begun("road")
    assert averaged(game, [start], state) == {ROAD_A: 1.0, ROAD_B: 10.0}
    assert known_value(game, (), [(start, 1.0)]) == 1.0  # road A
    fork = game.result(state, ROAD_B)
    assert averaged(game, [start, state], fork) == {LEFT: -45.0, RIGHT: -45.0}


@pytest.mark.parametrize(("day", "side"), [(1, LEFT), (2, RIGHT)])
def test_on_the_first_two_days_the_fork_is_known(day, side):
    game, start, _ = begun(f"road:day={day}")
    assert game.outcomes(start) == [(side, 1.0)]
    assert known_value(game, (), [(start, 1.0)]) == open_value(game, start) == 10.0


@pytest.mark.parametrize(("price", "value"), [(0, 10.0), (2, 8.0), (8.5, 1.5), (9.5, 1.0)])
def test_the_sign_is_worth_its_price_or_not(price, value):
    game, start, state = begun(f"road:sign=true,price={price}")
    assert known_value(game, (), [(start, 1.0)]) == value
    fork = game.result(state, ROAD_B)
    values = averaged(game, [start, state], fork)
    assert values[READ] == 10.0 - price
    after = game.result(fork, READ)
    assert len(deals(game, known_by(game, 0, after, [start, state, fork]))) == 1


def test_the_view_hides_the_mountain_until_it_is_found():
    game, start, state = begun("road:sign=true")
    other = game.result(start, RIGHT)
    for action in (ROAD_B, ROAD_A):
        assert game.view(game.result(state, action), 0) == game.view(game.result(other, action), 0)
    assert len(deals(game, at_start(game, start)[0].seen(game, state))) == 2
    assert "10" not in text(game.scene(game.view(state, 0), 0))
    assert "mountain 10" in text(game.scene(game.view(game.read_state("mountain left"), 0), 0))


@pytest.mark.parametrize(
    ("spec", "position", "error"),
    [
        ("road", "fork ?", "chosen before the first step"),
        ("road", "moon left", "give a place"),
        ("road:day=1", "fork right", "on the other side"),
        ("road", "fork left read", "no sign"),
        ("road:sign=true", "start left read", "stands at the fork"),
    ],
)
def test_positions_that_cannot_be_are_refused(spec, position, error):
    with pytest.raises(ZermeloError, match=error):
        zermelo.load(spec).read_state(position)


@pytest.mark.parametrize("spec", ["road:day=4", "road:heap=20", "road:price=-1", "road:bus=5"])
def test_parameters_out_of_bounds_are_refused(spec):
    with pytest.raises(ZermeloError, match="must be"):
        zermelo.load(spec)
