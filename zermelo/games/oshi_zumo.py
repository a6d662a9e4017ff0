"""Oshi-Zumo: players bid coins in secret, and the higher bid pushes the wrestler one step towards the other side."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import Game
from zermelo.picture import Board


class OshiZumoState(NamedTuple):
    first: int  # coins of the first player
    second: int
    place: int  # of the wrestler: 0 is off the first player's side, size + 1 the middle
    turns: int
    bid: int  # of the first player in this turn; -1: none yet


class OshiZumoView(NamedTuple):
    first: int
    second: int
    place: int
    turns: int


def oshi_zumo(coins: int = 50, size: int = 3, minimum: int = 1, horizon: int = 1000) -> Game:
    """A wrestler stands in the middle of a row.

    Both players bid coins in secret and pay what they bid; the higher bid pushes the wrestler one place towards the
    other's side. Who pushes him off the other's side wins. When the coins are spent, or after many turns, the one wins
    on whose side the wrestler is not; in the middle it is a draw.

    coins (1 to 500): of each player at the start.
    size (1 to 20): places on each side of the middle.
    minimum (0 to 500): the least bid of who has as many coins; who has fewer bids all of them.
    horizon (1 to 10,000): turns after which the game is over.
    """
    if not 1 <= coins <= 500:
        raise ValueError(f"coins must be 1 to 500, not {coins}")
    if not 1 <= size <= 20:
        raise ValueError(f"size must be 1 to 20, not {size}")
    if not 0 <= minimum <= coins:
        raise ValueError(f"minimum must be 0 to {coins}, the coins of a player, not {minimum}")
    if not 1 <= horizon <= 10_000:
        raise ValueError(f"horizon must be 1 to 10,000 turns, not {horizon}")
    middle, end = size + 1, 2 * size + 2

    def initial():
        return OshiZumoState(coins, coins, middle, 0, -1)

    def to_move(state):
        return 0 if state.bid < 0 else 1

    def actions(state):
        purse = state.first if state.bid < 0 else state.second
        for bid in range(min(minimum, purse), purse + 1):
            yield bid

    def result(state, action):
        if state.bid < 0:
            return OshiZumoState(state.first, state.second, state.place, state.turns, action)
        push = (state.bid > action) - (state.bid < action)
        return OshiZumoState(state.first - state.bid, state.second - action, state.place + push, state.turns + 1, -1)

    def is_terminal(state):
        if state.bid >= 0:
            return False
        is_off = state.place == 0 or state.place == end
        return is_off or state.turns >= horizon or (state.first == 0 and state.second == 0)

    def utility(state, player):
        ahead = (state.place > middle) - (state.place < middle)
        return float(ahead if player == 0 else -ahead)

    def view(state, player):
        return OshiZumoView(state.first, state.second, state.place, state.turns)

    def format_state(state):
        text = f"{state.first} {state.second} {state.place} {state.turns}"
        return text if state.bid < 0 else f"{text} {state.bid}"

    def parse_state(text):
        words = text.replace(",", " ").split()
        if len(words) not in (4, 5) or not all(word.isascii() and word.isdecimal() for word in words):
            raise ValueError(
                "give the coins of both, the wrestler's place, the turns played and the first player's bid if there is "
                f"one, such as {format_state(initial())}"
            )
        first, second, place, turns, *bids = (int(word) for word in words)
        if max(first, second) > coins or place > end or turns > horizon or abs(place - middle) > turns:
            raise ValueError(
                f"up to {coins} coins, places from 0 to {end} and as many pushes as turns, at most {horizon}"
            )
        state = OshiZumoState(first, second, place, turns, -1)
        if bids and (is_terminal(state) or bids[0] not in list(actions(state))):
            raise ValueError(f"the first player cannot bid {bids[0]}")
        return result(state, bids[0]) if bids else state

    def drawn(seen, told):
        cells = tuple("W" if place == seen.place else "" for place in range(end + 1))
        return Board((cells,), columns=("1", *("" for _ in range(end - 1)), "2"), caption="\n".join(told))

    def purses(seen):
        return f"coins: {seen.first} and {seen.second}; turn {seen.turns + 1}"

    def picture(state):
        if is_terminal(state):
            return drawn(state, [f"coins: {state.first} and {state.second}", "the game is over"])
        told = [] if state.bid < 0 else [f"player 1 has bid {state.bid}"]
        return drawn(state, [purses(state), *told, f"player {to_move(state) + 1} bids"])

    def scene(seen, player):
        is_over = is_terminal(OshiZumoState(seen.first, seen.second, seen.place, seen.turns, -1))
        return drawn(seen, [purses(seen), "the game is over" if is_over else "both bid, and then see the bids"])

    def heard(before, after, player):
        return 1, str(before.second - after.second)  # both bids are seen after the second

    return Game(
        initial, to_move, actions, result, is_terminal, utility, view=view,
        max_actions=coins + 1, max_plies=2 * horizon if minimum == 0 else 2 * min(horizon, 2 * coins), best_utility=1.0,
        label="Oshi-Zumo",
        summary="bid coins in secret to push the wrestler off the other's side",
        format_state=format_state, parse_state=parse_state, picture=picture, scene=scene, heard=heard,
        touches=lambda state, action: [],
    )  # fmt: skip
