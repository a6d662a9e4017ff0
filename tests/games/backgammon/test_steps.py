"""A turn checker by checker: every order that leads to a legal turn is open, and nothing else."""

from __future__ import annotations

import random

import pytest
from games.backgammon import twin
from games.backgammon.positions import random_sides, side

import zermelo
from zermelo.games.backgammon.board import START, counts_of, side_of
from zermelo.games.backgammon.state import ANSWER, NOBODY, PLAY, BackgammonState
from zermelo.picture import point_cell
from zermelo.show.steps import half_turns
from zermelo.show.touch import touched

GAME = zermelo.load("backgammon")


def rolled(mine, theirs, dice, player=0):
    """A state in which a player has rolled; mine, theirs: counts as the twin has them."""
    return BackgammonState(side_of(mine), side_of(theirs), player, PLAY, dice, 1, NOBODY, 0, 0, 0)


def offered(state, *moves):
    """The (from, to) that may follow some moves; None if these make a whole turn. Places as the player counts."""
    places = {point_cell(state.player, place): place for place in range(26)}
    turns = half_turns(GAME, state)
    here = turns[0]
    for start, end in moves:
        cells = point_cell(state.player, start), point_cell(state.player, end)
        here = next(turns[after] for *step, after in here.steps if tuple(step) == cells)
    return None if here.action is not None else {(places[start], places[end]) for start, end, _ in here.steps}


def sequences(turns, number=0):
    """Every sequence of moves that makes a whole turn, with its action."""
    if turns[number].action is not None:
        return {((), turns[number].action)}
    return {
        (((start, end), *rest), action)
        for start, end, after in turns[number].steps
        for rest, action in sequences(turns, after)
    }


def twins_sequences(mine, theirs, dice, ends):
    """The same by plain recursion: the moves, and the position that they lead to, where it is one of the ends."""
    if (tuple(mine), tuple(theirs)) in ends:
        return {((), (tuple(mine), tuple(theirs)))}
    return {
        (((origin, target), *rest), end)
        for place, die in enumerate(dice)
        for origin, target in twin.steps(mine, theirs, die)
        for rest, end in twins_sequences(
            *twin.step(mine, theirs, origin, target), [*dice[:place], *dice[place + 1 :]], ends
        )
    }


@pytest.mark.parametrize("player", [0, 1])
def test_every_order_that_leads_to_a_legal_turn_is_open_and_no_other(player):
    noise = random.Random(player)
    tried = 0
    while tried < 30:
        mine, theirs = random_sides(noise)
        high, low = sorted((noise.randint(1, 6), noise.randint(1, 6)), reverse=True)
        if high == low and len([count for count in mine if count]) > 5:
            continue  # the twin goes through every order
        tried += 1
        state = rolled(mine, theirs, 10 * high + low, player)
        turns, actions = half_turns(GAME, state), GAME.legal(state)
        if actions == [0]:
            assert turns == []
            continue
        dice = [high] * 4 if high == low else [high, low]
        wanted = {
            (tuple((point_cell(player, start), point_cell(player, end)) for start, end in moves), end_position)
            for moves, end_position in twins_sequences(mine, theirs, dice, twin.results(mine, theirs, high, low))
        }
        after = [GAME.result(state, action) for action in actions]
        ends = [(tuple(counts_of(one.theirs)), tuple(counts_of(one.mine))) for one in after]
        over = [GAME.is_terminal(one) for one in after]
        if any(over):  # the winner's checkers are those of who does not move then
            assert {action for _, action in sequences(turns)} == set(range(len(actions)))
            continue
        assert {(moves, ends[action]) for moves, action in sequences(turns)} == wanted, (mine, theirs, high, low)


def test_a_checker_runs_by_either_die_first():
    state = rolled(counts_of(START), counts_of(START), 21)
    assert {(24, 22), (24, 23)} <= offered(state)
    assert (22, 21) in offered(state, (24, 22))
    assert (23, 21) in offered(state, (24, 23))
    assert offered(state, (24, 23), (23, 21)) is None


def test_doubles_are_four_moves():
    state = rolled(counts_of(START), counts_of(START), 11)
    moves = [(6, 5), (8, 7), (6, 5)]
    for count in range(4):
        assert offered(state, *moves[:count])
    assert offered(state, *moves, (8, 7)) is None


def test_checkers_on_the_bar_come_first():
    state = rolled(side(bar=2, p6=5, p8=3, p13=5), side(p6=5, p8=3, p13=5, p24=2), 43)
    assert offered(state) == {(25, 21), (25, 22)}
    assert offered(state, (25, 21)) == {(25, 22)}


def test_a_die_that_keeps_the_other_from_being_played_is_not_offered():
    # 10/4 is open, but then no checker can play the 1: points 3 and 19 are closed
    state = rolled(side(p20=1, p10=1), side(p22=2, p6=2), 61)
    assert offered(state) == {(10, 9), (20, 14)}
    assert offered(state, (10, 9)) == {(20, 14)}


def test_the_larger_die_is_played_if_only_one_can_be():
    # 20/15 and 20/14 are open, and the other die is then closed
    state = rolled(side(p20=1), side(p16=2, p5=2), 65)
    assert offered(state) == {(20, 14)}
    assert offered(state, (20, 14)) is None


def test_bearing_off_waits_for_the_last_checker_to_come_home():
    state = rolled(side(p8=1, p6=2, p5=2), side(p1=2), 62)
    assert (6, 0) not in offered(state)
    assert (6, 0) in offered(state, (8, 6))


def test_the_cells_of_a_turn_are_pairs():
    state = rolled(counts_of(START), counts_of(START), 65, player=1)
    cells = touched(GAME, state, GAME.read_action(state, "24/18 13/8"))
    assert [point_cell(1, place) for place in (24, 18, 13, 8)] == list(cells)
    assert touched(GAME, GAME.initial(), 65) == ()


def test_there_is_nothing_to_move_when_a_cube_is_offered():
    state = rolled(counts_of(START), counts_of(START), 0)._replace(stage=ANSWER)
    assert half_turns(zermelo.load("backgammon", cube=True), state) == []
