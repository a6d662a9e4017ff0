"""Liar's dice: players see only their own dice and bid on all of them, until one is called a liar."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from zermelo.game import CHANCE, Game
from zermelo.picture import Cards, Hand

WIDTH = 4  # bits for the number of dice that show a face
RULES = ("reset-face", "reset-quantity")
ROLLED = "dice are rolled"


class LiarsDiceState(NamedTuple):
    first: int  # the first player's dice: how many show each face, four bits per face
    second: int
    rolled: int  # dice of both
    bid: int  # the last one; -1: none yet
    turns: int  # of the players
    called: int  # 1: the last bidder was called a liar


class LiarsDiceView(NamedTuple):
    mine: int
    yours: int  # the other's dice; -1: not shown yet
    bid: int
    turns: int
    called: int


def liars_dice(dice: int = 1, sides: int = 6, rule: str = "reset-face") -> Game:
    """Players see only their own dice.

    A bid says that among the dice of both, at least so many show a face; the highest face is wild and counts as any.
    The next player bids more or calls the bidder a liar, and the dice are shown: the bidder wins if the bid holds.

    dice (1 to 7): of each player.
    sides (2 to 12): of a die.
    rule (reset-face or reset-quantity): which bids are more: more dice of any face, or as many of a higher one; or any
        number of a higher face, or more of the same.
    """
    if not 1 <= dice <= 7:
        raise ValueError(f"dice must be 1 to 7, not {dice}")
    if not 2 <= sides <= 12:
        raise ValueError(f"sides must be 2 to 12, not {sides}")
    if rule not in RULES:
        raise ValueError(f"rule must be {' or '.join(RULES)}, not '{rule}'")
    both = 2 * dice
    bids = both * sides  # they are numbered in the order in which each is more than those before it
    call = bids  # the action
    is_by_face = rule == "reset-quantity"

    def initial():
        return LiarsDiceState(0, 0, 0, -1, 0, 0)

    def to_move(state):
        return CHANCE if state.rolled < both else state.turns % 2

    def chances(state):
        for face in range(sides):
            yield face, 1.0 / sides

    def actions(state):
        for bid in range(state.bid + 1, bids if state.bid < 0 else bids + 1):
            yield bid

    def result(state, action):
        if state.rolled < both:
            die = 1 << WIDTH * action
            if state.rolled < dice:
                return LiarsDiceState(state.first + die, 0, state.rolled + 1, -1, 0, 0)
            return LiarsDiceState(state.first, state.second + die, state.rolled + 1, -1, 0, 0)
        if action == call:
            return LiarsDiceState(state.first, state.second, state.rolled, state.bid, state.turns + 1, 1)
        return LiarsDiceState(state.first, state.second, state.rolled, action, state.turns + 1, 0)

    def is_terminal(state):
        return state.called == 1

    def quantity(bid):
        return (bid % both if is_by_face else bid // sides) + 1

    def face(bid):
        """From 0."""
        return bid // both if is_by_face else bid % sides

    def shown(state, number):
        """How many dice of both show a face."""
        mask = (1 << WIDTH) - 1
        return (state.first >> WIDTH * number & mask) + (state.second >> WIDTH * number & mask)

    def holds(state):
        """Is the last bid true?"""
        wild = sides - 1
        found = shown(state, wild)
        if face(state.bid) != wild:
            found += shown(state, face(state.bid))
        return found >= quantity(state.bid)

    def utility(state, player):
        caller = (state.turns - 1) % 2
        winner = 1 - caller if holds(state) else caller
        return 1.0 if player == winner else -1.0

    def view(state, player):
        mine, yours = (state.first, state.second) if player == 0 else (state.second, state.first)
        return LiarsDiceView(mine, yours if state.called else -1, state.bid, state.turns, state.called)

    def deal(knowledge, fraction):
        """Rolls the other's dice: any roll fits what was bid."""
        seen = knowledge.view
        number, theirs = int(fraction * sides**dice), 0
        for _ in range(dice):
            number, die = divmod(number, sides)
            theirs += 1 << WIDTH * die
        first, second = (seen.mine, theirs) if knowledge.player == 0 else (theirs, seen.mine)
        return LiarsDiceState(first, second, both, seen.bid, seen.turns, seen.called)

    def faces(word: int) -> str:
        """The dice in order: 2,5,5; -: none."""
        numbers = [number for number in range(sides) for _ in range(word >> WIDTH * number & (1 << WIDTH) - 1)]
        return ",".join(str(number + 1) for number in numbers) or "-"

    def bid_text(bid: int) -> str:
        return f"{quantity(bid)}x{face(bid) + 1}"

    def format_action(state, action):
        if state.rolled < both:
            return str(action + 1)
        return "liar" if action == call else bid_text(action)

    def format_state(state):
        last = bid_text(state.bid) if state.bid >= 0 else "-"
        text = f"{faces(state.first)} {faces(state.second)} {last} {state.turns}"
        return f"{text} liar" if state.called else text

    def parse_state(text):
        words = text.lower().split()
        is_called = words[4:] == ["liar"]
        if len(words) != 4 + is_called or not words[3].isascii() or not words[3].isdecimal():
            raise ValueError(
                "give the dice of both, the last bid (-: none), the turns taken and liar if that was called, such as "
                f"{','.join(['1'] * dice)} {','.join([str(sides)] * dice)} 1x{sides} 1"
            )
        first, second = read_dice(words[0]), read_dice(words[1])
        bid, turns = read_bid(words[2]), int(words[3])
        if first[1] < dice and (second[1] or bid >= 0):
            raise ValueError("the first player's dice are rolled first, and bids come after all dice")
        rolled = first[1] + second[1]
        made = turns - is_called  # bids so far: each is more than the last
        if (bid >= 0 and (rolled < both or not 1 <= made <= bid + 1)) or (bid < 0 and (turns or is_called)):
            raise ValueError("there is a turn for each bid and for liar, and a last bid that as many bids can reach")
        return LiarsDiceState(first[0], second[0], rolled, bid, turns, int(is_called))

    def read_dice(text: str) -> tuple[int, int]:
        """The word of dice that a person typed, and how many there are."""
        words = [] if text == "-" else text.split(",")
        if len(words) > dice or not all(word.isdecimal() and 1 <= int(word) <= sides for word in words):
            raise ValueError(f"up to {dice} dice from 1 to {sides} with commas between them, not '{text}'")
        return sum(1 << WIDTH * (int(word) - 1) for word in words), len(words)

    def read_bid(text: str) -> int:
        found = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text, re.ASCII)
        names = {} if text == "-" or not found else {bid_text(bid): bid for bid in range(bids)}
        if text != "-" and text not in names:
            raise ValueError(
                f"a bid is a number of dice up to {both} and a face up to {sides}, such as 1x2: not '{text}'"
            )
        return names.get(text, -1)

    def hand(word: int, player: int, is_active: bool) -> Hand:
        """The dice of a player; -1: they are not shown."""
        shown = ("",) * dice if word < 0 else tuple(faces(word).split(",")) if word else ()
        return Hand(f"player {player + 1}", shown, is_active, dice=True)

    def hands(first: int, second: int, seen: Any, told: str) -> Cards:
        last = f"the last bid: {bid_text(seen.bid)}" if seen.bid >= 0 else "no bid yet"
        mover = -1 if seen.called or told == ROLLED else seen.turns % 2
        both_hands = (hand(first, 0, mover == 0), hand(second, 1, mover == 1))
        return Cards(both_hands, f"{last}; {sides} is wild\n{told}")

    def picture(state):
        if is_terminal(state):
            told = f"liar! The bid {'holds' if holds(state) else 'does not hold'}"
        else:
            told = ROLLED if to_move(state) == CHANCE else f"player {to_move(state) + 1} bids or calls"
        return hands(state.first, state.second, state, told)

    def scene(seen, player):
        both = (seen.mine, seen.yours) if player == 0 else (seen.yours, seen.mine)
        told = "liar! The dice are shown" if seen.called else f"player {seen.turns % 2 + 1} bids or calls"
        return hands(*both, seen, told)

    def heard(before, after, player):
        if after.turns > before.turns:
            return before.turns % 2, "liar" if after.called else bid_text(after.bid)
        return CHANCE, faces(after.mine - before.mine)

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view, deal=deal,
        max_actions=max(bids, sides), max_plies=both + bids + 1, best_utility=1.0,
        label="Liar's Dice",
        summary="bid on all dice while you see only your own, or call the bidder a liar",
        format_action=format_action, format_state=format_state, parse_state=parse_state, picture=picture, scene=scene,
        heard=heard,
    )  # fmt: skip
