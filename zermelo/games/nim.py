"""Nim with one pile: take 1 to `most` stones; whoever takes the last one wins (or loses, in misère)."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import Game
from zermelo.picture import Bar, Bars


class NimState(NamedTuple):
    stones: int
    player: int


def nim(stones: int = 21, most: int = 3, misere: bool = False) -> Game:
    """There is one pile of stones.

    Players take some of them in turn, at least one, and whoever takes the last one wins.

    stones (1 to 1000): in the pile at the start.
    most (1 to 100): that can be taken at once.
    misere: whoever takes the last stone loses.
    """
    if not 1 <= stones <= 1000:
        raise ValueError(f"stones must be 1 to 1000, not {stones}")
    if not 1 <= most <= 100:
        raise ValueError(f"most must be 1 to 100, not {most}")

    def initial():
        return NimState(stones, 0)

    def to_move(state):
        return state.player

    def actions(state):
        for n in range(1, min(most, state.stones) + 1):
            yield n

    def result(state, n):
        return NimState(state.stones - n, 1 - state.player)

    def is_terminal(state):
        return state.stones == 0

    def utility(state, player):
        took_last = state.player != player
        return 1.0 if took_last != misere else -1.0

    def ending(state):
        return "because the other took the last stone" if misere else "by taking the last stone"

    def picture(state):
        return Bars((Bar("stones", state.stones, stones),), caption=f"player {state.player + 1} to move")

    def parse_state(text):
        words = text.replace(",", " ").split()
        if len(words) not in (1, 2) or not all(word.isdigit() for word in words):
            raise ValueError("give the stones left and the player to move, such as 7,1")
        left, player = int(words[0]), int(words[1]) if len(words) == 2 else 0
        if left > stones or player > 1:
            raise ValueError(f"at most {stones} stones, player 0 or 1")
        return NimState(left, player)

    return Game(
        initial,
        to_move,
        actions,
        result,
        is_terminal,
        utility,
        label="Nim",
        summary=f"take 1 to {most} stones; the last one {'loses' if misere else 'wins'}",
        max_actions=most,
        max_plies=stones,
        best_utility=1.0,
        picture=picture,
        ending=ending,
        parse_state=parse_state,
    )
