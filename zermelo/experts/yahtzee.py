"""Yahtzee: the points, and what the open boxes usually bring; and the exact values by retrograde expectation."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from zermelo.compile.cache.tables import interpreted, kept_table
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.linear import Feature, Linear
from zermelo.game import ZermeloError
from zermelo.games.yahtzee.card import ALL_BOXES, BOXES, ENOUGH, UPPER_BOXES, YAHTZEE, Card, scorers, upper_sums
from zermelo.games.yahtzee.dice import ALL_LYING, FACES, FIRST_ROLL, NO_DICE, dice_tables
from zermelo.games.yahtzee.rules import YahtzeeState
from zermelo.installed import np

# What a box usually brings in perfect play, as is published, and what the bonus does
USUAL = np.array([2.1, 5.3, 8.6, 12.2, 15.7, 19.2, 21.7, 13.1, 22.6, 29.5, 32.7, 16.9, 22.0])
USUAL_BONUS = 23.8


def evaluator(players: int) -> Linear:
    """In points. With two players, the difference."""

    def prospects(card):
        """What the open boxes usually bring, and the bonus for the upper ones as a share of its usual part."""
        total, upper = 0.0, float(card.upper)
        for box in range(len(BOXES)):
            if not card.used >> box & 1:
                total += USUAL[box]
                upper += USUAL[box] if box < FACES else 0.0
        if card.upper < ENOUGH:
            total += USUAL_BONUS * min(1.4, max(0.0, (upper - 48.0) / 15.0))
        return total

    def points(state, player):
        ahead = float(state.first.points - state.second.points)
        return ahead if player == 0 else -ahead

    def open_boxes(state, player):
        ahead = prospects(state.first)
        if players == 2:
            ahead -= prospects(state.second)
        return ahead if player == 0 else -ahead

    return Linear((Feature("points", 1.0, points), Feature("open boxes", 1.0, open_boxes)), units="points")


def exact(players: int, compiled: bool) -> Callable[[YahtzeeState, int], float]:
    """value(state, player): the expected points, or difference in points, if everyone plays perfectly.

    Two players who play for the difference do not disturb each other: each plays as if alone.
    """
    if not compiled:
        raise ZermeloError("yahtzee's table would take hours in plain Python: leave compiled=false out")
    tables = dice_tables()
    table = kept_table("yahtzee", "optimal play", filler, new_table(), tables.more, tables.less, upper_sums(), 0)
    turn = interpreted(_turn_values)

    @lru_cache(maxsize=1024)
    def values_of(used: int, upper: int, lucky: int) -> Any:
        """What this card's player expects to gain yet, [rolls left, dice]."""
        values = np.zeros((4, ALL_LYING))
        turn(table, values, used, upper, lucky, tables.more, tables.less)
        return values

    def to_come(card: Card, rolls: int, dice: int) -> float:
        if card.used == ALL_BOXES:
            return 0.0
        return float(values_of(card.used, card.upper, card.lucky)[rolls, dice])

    def value(state: YahtzeeState, player: int) -> float:
        worth = 0.0
        for who, card in ((0, state.first), (1, state.second))[:players]:
            rolls, dice = (state.rolls, state.dice) if who == state.player else (3, NO_DICE)
            expected = card.points + to_come(card, rolls, dice)
            worth += expected if who == player else -expected
        return worth

    return value


def new_table() -> Any:
    """[used boxes, points in the upper boxes, is the Yahtzee box filled with 50?]: what the rest of the card brings."""
    return np.zeros((ALL_BOXES + 1, ENOUGH + 1, 2))


def filler(jit: Callable[..., Any]) -> Callable[..., Any]:
    """fill(table, more, less, sums, least): the values of all cards that have the boxes of `least` filled.

    Fuller cards are larger numbers, so the table is filled from its end.
    """
    turn_values = _turn_values(jit)

    @jit
    def fill(table, more, less, sums, least):
        values = np.zeros((4, ALL_LYING))
        for used in range(ALL_BOXES - 1, -1, -1):
            if used & least != least:
                continue
            for upper in range(ENOUGH + 1):
                if not sums[used & UPPER_BOXES, upper]:
                    continue
                for lucky in range(2 if used >> YAHTZEE & 1 else 1):
                    turn_values(table, values, used, upper, lucky, more, less)
                    table[used, upper, lucky] = values[3, NO_DICE]

    return fill


def _turn_values(jit: Callable[..., Any]) -> Callable[..., Any]:
    """turn_values(table, values, used, upper, lucky, more, less): fills values[rolls left, dice] of one turn.

    Dice that lie are worth the mean over one more of them, and what may be kept is all of them or less by one: so each
    step takes six additions or comparisons per die.
    """
    open_boxes, filled = scorers()
    open_boxes, filled = jit(open_boxes), jit(filled)

    @jit
    def turn_values(table, values, used, upper, lucky, more, less):
        kept = np.zeros(ALL_LYING)  # the best that can be kept of these dice
        for rolls in range(3):
            for dice in range(FIRST_ROLL, ALL_LYING):
                best = -1.0
                if rolls == 0:
                    boxes = open_boxes(used, dice)
                    for box in range(len(BOXES)):
                        if boxes >> box & 1:
                            after, points, luck, gained = filled(used, upper, lucky, dice, box)
                            best = max(best, gained + table[after, points, luck])
                else:
                    best = max(values[0, dice], kept[dice])
                values[rolls, dice] = best
            # values[rolls + 1, dice] with fewer than five dice: so many rolls are left, and the next is in the air
            for dice in range(FIRST_ROLL - 1, -1, -1):
                mean = 0.0
                for face in range(FACES):
                    after = more[dice, face]
                    mean += values[rolls, after] if after >= FIRST_ROLL else values[rolls + 1, after]
                values[rolls + 1, dice] = mean / FACES
            for dice in range(ALL_LYING):
                best = values[rolls + 1, dice] if dice < FIRST_ROLL else 0.0
                for face in range(FACES):
                    if less[dice, face] >= 0:
                        best = max(best, kept[less[dice, face]])
                kept[dice] = best

    return turn_values


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        evaluator=partial(evaluator, **parameters), exact=lambda compiled: exact(**parameters, compiled=compiled)
    )
