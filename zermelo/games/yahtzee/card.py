"""The score card: thirteen boxes, what each scores, the bonuses and the joker.

A Yahtzee that comes after the Yahtzee box was filled is a joker: it goes into the upper box of its face if that is
open, else into any lower box, where it counts as a full house or straight too, else it is lost in an upper box. It
brings 100 points more if the Yahtzee box has 50.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from zermelo.games.yahtzee.dice import ALL_LYING, DICE, FACES, LYING
from zermelo.installed import np

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = ("three of a kind", "four of a kind", "full house", "small straight", "large straight", "yahtzee", "chance")
BOXES = (*UPPER, *LOWER)
THREE, FOUR, FULL_HOUSE, SMALL, LARGE, YAHTZEE, ANYTHING = range(FACES, len(BOXES))
UPPER_BOXES, ALL_BOXES = (1 << FACES) - 1, (1 << len(BOXES)) - 1
ENOUGH, UPPER_BONUS, YAHTZEE_BONUS = 63, 35, 100  # points in the upper boxes that bring a bonus, and the bonuses
MOST = 1575  # points of one player: thirteen Yahtzees


class Card(NamedTuple):
    used: int  # a bit for each box that is filled
    upper: int  # points in the upper boxes, at most 63
    lucky: int  # 1: the Yahtzee box has 50
    points: int  # with bonuses


EMPTY_CARD = Card(0, 0, 0, 0)


@cache
def plain_scores() -> Any:
    """What five dice score in each box without the joker, [462, 13]; 0 for fewer dice."""
    return np.array([[_score(dice, box) for box in range(len(BOXES))] for dice in LYING], np.int64)


@cache
def yahtzee_faces() -> Any:
    """[462]: the face that five equal dice show, less 1; -1: they are not five equal ones."""
    return np.array([dice[0] - 1 if len(dice) == DICE and len(set(dice)) == 1 else -1 for dice in LYING], np.int64)


def _score(dice: tuple[int, ...], box: int) -> int:
    if len(dice) < DICE:
        return 0
    counts = sorted((dice.count(face) for face in set(dice)), reverse=True)
    runs = "".join(str(face) for face in sorted(set(dice)))
    if box < FACES:
        return (box + 1) * dice.count(box + 1)
    if box in (THREE, FOUR):
        return sum(dice) if counts[0] >= (3 if box == THREE else 4) else 0
    if box == FULL_HOUSE:
        return 25 if counts == [3, 2] else 0
    if box == SMALL:
        return 30 if any(run in runs for run in ("1234", "2345", "3456")) else 0
    if box == LARGE:
        return 40 if runs in ("12345", "23456") else 0
    if box == YAHTZEE:
        return 50 if counts == [DICE] else 0
    return sum(dice)


def scorers() -> tuple[Callable[..., int], Callable[..., tuple[int, int, int, int]]]:
    """The rules of the card for five dice.

    Returns open_boxes(used, dice), the boxes that they may fill, as bits, and
    filled(used, upper, lucky, dice, box) -> (used, upper, lucky, points gained).
    """
    scores, faces = plain_scores(), yahtzee_faces()
    joker_scores = np.array([0] * FULL_HOUSE + [25, 30, 40, 0, 0], np.int64)
    assert len(scores) == ALL_LYING

    def open_boxes(used, dice):
        free = ALL_BOXES & ~used
        face = faces[dice]
        if face < 0 or not used >> YAHTZEE & 1:
            return free
        if free >> face & 1:
            return 1 << face
        lower = free & ~UPPER_BOXES
        return lower if lower else free

    def filled(used, upper, lucky, dice, box):
        plain = int(scores[dice, box])
        gained = plain
        is_yahtzee = faces[dice] >= 0
        if is_yahtzee and used >> YAHTZEE & 1:
            gained = max(gained, int(joker_scores[box]))
            gained += YAHTZEE_BONUS * lucky
        if box < FACES and upper < ENOUGH:
            upper = min(ENOUGH, upper + plain)
            gained += UPPER_BONUS if upper == ENOUGH else 0
        if box == YAHTZEE and is_yahtzee:
            lucky = 1
        return used | 1 << box, upper, lucky, gained

    return open_boxes, filled


@cache
def upper_sums() -> Any:
    """[64 sets of upper boxes, 64]: can so many points, at most 63, be in these boxes?"""
    can = np.zeros((UPPER_BOXES + 1, ENOUGH + 1), np.bool_)
    can[0, 0] = True
    for boxes in range(UPPER_BOXES + 1):
        for box in range(FACES):
            if not boxes >> box & 1:
                for points in np.flatnonzero(can[boxes]):
                    for count in range(DICE + 1):
                        can[boxes | 1 << box, min(ENOUGH, int(points) + (box + 1) * count)] = True
    return can
