"""What dice score, and the rules of the joker."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.games.yahtzee.card import BOXES, FACES, plain_scores, upper_sums
from zermelo.games.yahtzee.dice import DICE, FIRST_ROLL, LYING, NUMBER, dice_tables


@pytest.mark.parametrize(
    ("dice", "scores"),
    [
        ("11234", [2, 2, 3, 4, 0, 0, 0, 0, 0, 30, 0, 0, 11]),
        ("12345", [1, 2, 3, 4, 5, 0, 0, 0, 0, 30, 40, 0, 15]),
        ("13456", [1, 0, 3, 4, 5, 6, 0, 0, 0, 30, 0, 0, 19]),
        ("22333", [0, 4, 9, 0, 0, 0, 13, 0, 25, 0, 0, 0, 13]),
        ("44446", [0, 0, 0, 16, 0, 6, 22, 22, 0, 0, 0, 0, 22]),
        ("66666", [0, 0, 0, 0, 0, 30, 30, 30, 0, 0, 0, 50, 30]),
    ],
)
def test_scores(dice, scores):
    assert list(plain_scores()[NUMBER[tuple(map(int, dice))]]) == scores


def after(position, moves):
    """The state after moves, separated by commas."""
    game = zermelo.load("yahtzee")
    state = game.read_state(position)
    for move in filter(None, moves.split(",")):
        state = game.result(state, game.read_action(state, move))
    return game, state


def boxes(position):
    game, state = after(position, "")
    return [name for name in (game.action_text(state, action) for action in game.legal(state)) if name in BOXES]


def test_the_first_yahtzee_may_go_anywhere():
    assert boxes("44444 0 1 -------------,0,0") == list(BOXES)


def test_a_joker_must_go_into_its_upper_box():
    assert boxes("44444 0 1 -----------Y-,0,50") == ["fours"]
    _, state = after("44444 0 1 -----------Y-,0,50", "fours")
    assert (state.first.points, state.first.upper) == (50 + 20 + 100, 20)


def test_a_joker_then_counts_as_anything_below():
    position = "44444 0 1 ---x-------Y-,12,62"
    assert boxes(position) == [box for box in BOXES[FACES:] if box != "yahtzee"]
    for box, gained in (("full house", 25), ("small straight", 30), ("large straight", 40), ("chance", 20)):
        assert after(position, box)[1].first.points == 62 + 100 + gained


def test_after_a_yahtzee_box_of_0_there_is_a_joker_without_a_bonus():
    position = "44444 0 1 ---x-------x-,12,12"
    assert after(position, "large straight")[1].first.points == 12 + 40


def test_a_joker_that_fits_nowhere_is_lost_in_an_upper_box():
    position = "44444 0 1 --xxxxxxxxxYx,12,62"
    assert boxes(position) == ["ones", "twos"]
    assert after(position, "ones")[1].first.points == 62 + 100


def test_63_points_above_bring_35_once():
    _, state = after("66666 0 1 xxxxx--------,45,45", "sixes")
    assert (state.first.upper, state.first.points) == (63, 45 + 30 + 35)
    _, state = after("11111 0 1 -xxxxx-------,63,120", "ones")
    assert (state.first.upper, state.first.points) == (63, 125)


def test_every_way_that_dice_lie_is_numbered_once():
    assert (len(LYING), len(set(LYING)), len(LYING) - FIRST_ROLL) == (462, 462, 252)
    assert all(len(dice) == DICE for dice in LYING[FIRST_ROLL:])


def test_what_falls_is_as_likely_as_by_counting_all_throws():
    from itertools import product

    tables = dice_tables()
    for lying in ((), (3,), (1, 1, 6), (2, 3, 4, 5)):
        number = NUMBER[lying]
        part = slice(tables.fallen_starts[number], tables.fallen_starts[number + 1])
        found = dict(zip(tables.fallen[part].tolist(), tables.shares[part], strict=True))
        counted = {}
        for others in product(range(1, 7), repeat=DICE - len(lying)):
            roll = NUMBER[tuple(sorted(lying + others))]
            counted[roll] = counted.get(roll, 0) + 1 / 6 ** len(others)
        assert found == pytest.approx(counted)


def test_upper_sums():
    sums = upper_sums()
    assert list(sums[1].nonzero()[0]) == [0, 1, 2, 3, 4, 5]
    assert list(sums[0b100001].nonzero()[0])[:8] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert sums[0b111111, 63]
    assert not sums[0b100000, 5]
