"""Coin flip: in each turn take one point for sure, or flip a coin for two. The most points win.

The coin's mean is the sure point: what is right depends on who is ahead. That is what chance nodes are for.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import CHANCE, Game
from zermelo.games._named import named
from zermelo.picture import Bar, Bars

TAKE, FLIP = 0, 1
TAILS, HEADS = 0, 1


class CoinFlipState(NamedTuple):
    first: int
    second: int
    ply: int  # turns taken
    flipping: int  # 1 while the coin is in the air


def coin_flip(turns: int = 3, heads: int = 2) -> Game:
    """In each turn a player takes a sure point or flips a coin, which brings more or nothing.

    After all turns, who has more points wins.

    turns (1 to 20): of each player.
    heads (1 to 100): points that a lucky flip brings.
    """
    if not 1 <= turns <= 20:
        raise ValueError(f"turns must be 1 to 20, not {turns}")
    if not 1 <= heads <= 100:
        raise ValueError(f"heads must be 1 to 100, not {heads}")

    def initial():
        return CoinFlipState(0, 0, 0, 0)

    def to_move(state):
        return CHANCE if state.flipping else state.ply & 1

    def actions(state):
        yield TAKE
        yield FLIP

    def chances(state):
        yield TAILS, 0.5
        yield HEADS, 0.5

    def result(state, action):
        if not state.flipping and action == FLIP:
            return CoinFlipState(state.first, state.second, state.ply, 1)
        gain = action * heads if state.flipping else 1
        if state.ply & 1:
            return CoinFlipState(state.first, state.second + gain, state.ply + 1, 0)
        return CoinFlipState(state.first + gain, state.second, state.ply + 1, 0)

    def is_terminal(state):
        return state.ply == 2 * turns

    def utility(state, player):
        lead = state.first - state.second if player == 0 else state.second - state.first
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def format_action(state, action):
        return ("tails", "heads")[action] if state.flipping else ("take", "flip")[action]

    def parse_state(text):
        words = text.replace(",", " ").split()
        if len(words) not in (3, 4) or not all(word.isdigit() for word in words):
            raise ValueError("give both scores and the turns taken, such as 1,2,3")
        first, second, ply, *flipping = map(int, words)
        taken = (ply + 1) // 2, ply // 2
        if ply > 2 * turns or first > taken[0] * heads or second > taken[1] * heads:
            raise ValueError(f"there are {2 * turns} turns, and at most {heads} points in each")
        if any(flag > 1 for flag in flipping) or (ply == 2 * turns and 1 in flipping):
            raise ValueError("the coin is in the air (1) or not (0), and lies still when the game is over")
        return CoinFlipState(first, second, ply, flipping[0] if flipping else 0)

    def picture(state):
        mover = state.ply & 1
        bars = (
            Bar("player 1", state.first, turns * heads, mover == 0),
            Bar("player 2", state.second, turns * heads, mover == 1),
        )
        caption = "the coin is in the air" if state.flipping else f"turn {state.ply // 2 + 1} of {turns}"
        return Bars(bars, caption="the game is over" if is_terminal(state) else caption)

    return Game(
        label="Coin flip",
        summary="a sure point or a flip for two",
        max_actions=2,
        max_plies=4 * turns,
        best_utility=1.0,
        **named(initial, to_move, actions, result, is_terminal, utility, chances),
        **named(format_action, parse_state, picture),
    )
