"""Yahtzee for one or two: roll five dice up to three times, keeping what you like, and fill one of thirteen boxes."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.bits import lowest, without_lowest
from zermelo.game import CHANCE, Game
from zermelo.games._named import named
from zermelo.games.yahtzee.card import (
    ALL_BOXES,
    BOXES,
    EMPTY_CARD,
    ENOUGH,
    MOST,
    UPPER_BONUS,
    UPPER_BOXES,
    YAHTZEE,
    Card,
    scorers,
    upper_sums,
)
from zermelo.games.yahtzee.dice import DICE, FACES, FIRST_ROLL, LYING, NO_DICE, NUMBER, dice_tables, dice_text
from zermelo.picture import Board, die_cell

ROLLS = 3  # in a turn
KEEPING = len(BOXES)  # action KEEPING + n keeps the dice whose number is n; smaller actions fill a box


class YahtzeeState(NamedTuple):
    dice: int  # the number of those that lie on the table (see dice.py); chance rolls the others
    rolls: int  # left in this turn, with the one in the air
    player: int
    first: Card  # of the first player
    second: Card  # of the second, empty where there is none


def yahtzee(players: int = 1) -> Game:
    """A turn is a roll of five dice, up to two more rolls of those not kept, and one of thirteen boxes to fill.

    Each box counts points for other dice. One player plays for points, two for the difference in points. The rules are
    the official ones, jokers included.

    players (1 to 2): at the table.
    """
    if players not in (1, 2):
        raise ValueError(f"players must be 1 or 2, not {players}")
    tables = dice_tables()
    kept, kept_starts = tables.kept, tables.kept_starts
    fallen, shares, fallen_starts = tables.fallen, tables.shares, tables.fallen_starts
    open_boxes, filled = scorers()

    def initial():
        return YahtzeeState(NO_DICE, ROLLS, 0, EMPTY_CARD, EMPTY_CARD)

    def card_of(state, player):
        return state.first if player == 0 else state.second

    def to_move(state):
        return CHANCE if state.dice < FIRST_ROLL else state.player

    def actions(state):
        last = kept_starts[state.dice + 1] if state.rolls else kept_starts[state.dice]
        for place in range(kept_starts[state.dice], last):
            yield KEEPING + int(kept[place])
        boxes = open_boxes(card_of(state, state.player).used, state.dice)
        while boxes:
            yield lowest(boxes)
            boxes = without_lowest(boxes)

    def chances(state):
        for place in range(fallen_starts[state.dice], fallen_starts[state.dice + 1]):
            yield int(fallen[place]), shares[place]

    def result(state, action):
        if state.dice < FIRST_ROLL:
            return YahtzeeState(action, state.rolls - 1, state.player, state.first, state.second)
        if action >= KEEPING:
            return YahtzeeState(action - KEEPING, state.rolls, state.player, state.first, state.second)
        card = card_of(state, state.player)
        used, upper, lucky, gained = filled(card.used, card.upper, card.lucky, state.dice, action)
        after = Card(used, upper, lucky, card.points + gained)
        if state.player == 1:
            return YahtzeeState(NO_DICE, ROLLS, 0, state.first, after)
        return YahtzeeState(NO_DICE, ROLLS, players - 1, after, state.second)

    def is_terminal(state):
        return card_of(state, players - 1).used == ALL_BOXES

    def utility(state, player):
        return float(card_of(state, player).points - card_of(state, 1 - player).points)

    def format_action(state, action):
        if state.dice < FIRST_ROLL:
            rolled = list(LYING[action])
            for die in LYING[state.dice]:
                rolled.remove(die)
            return dice_text(tuple(rolled))
        return BOXES[action] if action < KEEPING else f"keep {dice_text(LYING[action - KEEPING])}"

    def cards_of(state):
        return (state.first, state.second)[:players]

    def format_state(state):
        cards = " ".join(_card_text(card) for card in cards_of(state))
        return f"{dice_text(LYING[state.dice])} {state.rolls} {state.player + 1} {cards}"

    def parse_state(text):
        words = text.split()
        if len(words) != 3 + players or not (words[1].isdecimal() and words[2].isdecimal()):
            raise ValueError(
                f"give the dice (- for none), the rolls left, the player and a card each: {format_state(initial())}"
            )
        dice = tuple(sorted(int(die) if die.isdecimal() else 0 for die in words[0] if words[0] != "-"))
        if dice not in NUMBER:
            raise ValueError(f"dice are up to {DICE} digits from 1 to {FACES}, or -, not '{words[0]}'")
        rolls, player = int(words[1]), int(words[2]) - 1
        if not (0 if len(dice) == DICE else 1) <= rolls <= (ROLLS - 1 if dice else ROLLS):
            raise ValueError(f"with dice {words[0]} there cannot be {rolls} rolls left")
        if not 0 <= player < players:
            raise ValueError(f"the player is 1{' or 2' if players == 2 else ''}, not {words[2]}")
        first, second = (*(_read_card(word) for word in words[3:]), EMPTY_CARD)[:2]
        if players == 2 and first.used.bit_count() - second.used.bit_count() != player:
            raise ValueError("the first player has filled as many boxes as the second, or one more and is not to move")
        return YahtzeeState(NUMBER[dice], rolls, player, first, second)

    def picture(state):
        def mark(card, box):
            return "50" if box == YAHTZEE and card.lucky else "✓" if card.used >> box & 1 else ""

        cells = [[mark(card, box) for card in cards_of(state)] for box in range(len(BOXES))]
        sums = [[str(card.upper) for card in cards_of(state)], [str(card.points) for card in cards_of(state)]]
        told = f"{state.rolls or 'no'} roll{'' if state.rolls == 1 else 's'} left"
        if is_terminal(state):
            told = "the game is over"
        elif state.dice < FIRST_ROLL:
            told = "the others are rolled" if state.dice else "the dice are rolled"
        return Board(
            cells=tuple(map(tuple, cells + sums)),
            rows=(*BOXES, "upper boxes", "points"),
            columns=tuple(str(player + 1) for player in range(players)) if players > 1 else (),
            shape="sheet",
            dice=LYING[state.dice],
            offers=tuple(offers(state)) if not is_terminal(state) and state.dice >= FIRST_ROLL else (),
            caption=told,
        )

    def offers(state):
        """What the dice would score in each box that they may fill."""
        card = card_of(state, state.player)
        boxes = open_boxes(card.used, state.dice)
        for box in range(len(BOXES)):
            if boxes >> box & 1:
                gained = filled(card.used, card.upper, card.lucky, state.dice, box)[3]
                yield (box, state.player), str(int(gained))

    def touches(state, action):
        """The box to fill, or the dice to keep and then the cup."""
        if state.dice < FIRST_ROLL:
            return ()
        if action < KEEPING:
            return ((action, state.player),)
        kept, places = list(LYING[action - KEEPING]), []
        for place, die in enumerate(LYING[state.dice]):
            if die in kept:
                kept.remove(die)
                places.append(die_cell(place))
        return (*places, die_cell(DICE))

    return Game(
        label="Yahtzee",
        summary="roll, keep and fill thirteen boxes",
        players=players,
        zero_sum=players == 2,
        max_actions=252,
        max_plies=players * len(BOXES) * 2 * ROLLS,
        best_utility=float(MOST),
        points="points",
        player_names=("player",) if players == 1 else (),
        **named(initial, to_move, actions, result, is_terminal, utility, chances),
        **named(format_action, format_state, parse_state, picture, touches),
    )


def _card_text(card: Card) -> str:
    """The boxes (x: filled, Y: the Yahtzee box with 50), the points in the upper boxes, and all points."""
    boxes = ["x" if card.used >> box & 1 else "-" for box in range(len(BOXES))]
    if card.lucky:
        boxes[YAHTZEE] = "Y"
    return f"{''.join(boxes)},{card.upper},{card.points}"


def _read_card(word: str) -> Card:
    boxes, *numbers = word.split(",")
    if len(boxes) != len(BOXES) or set(boxes) - set("x-Y") or len(numbers) != 2 or not all(map(str.isdecimal, numbers)):
        raise ValueError(
            f"a card is {len(BOXES)} boxes as - or x, the points in the upper ones, and all points, such as "
            f"{_card_text(EMPTY_CARD)}, not '{word}'"
        )
    used = sum(1 << box for box, mark in enumerate(boxes) if mark != "-")
    if "Y" in boxes.replace("Y", "", boxes[YAHTZEE] == "Y"):
        raise ValueError("only the Yahtzee box, the twelfth, can be Y: filled with 50")
    upper, points = map(int, numbers)
    if upper > ENOUGH or not upper_sums()[used & UPPER_BOXES, upper]:
        raise ValueError(f"the upper boxes filled cannot have {upper} points (from {ENOUGH} on, say {ENOUGH})")
    lucky = int(boxes[YAHTZEE] == "Y")
    least = upper + (UPPER_BONUS if upper == ENOUGH else 0) + 50 * lucky
    if not least <= points <= MOST:
        raise ValueError(f"with these boxes there are {least} to {MOST} points, not {points}")
    return Card(used, upper, lucky, points)
