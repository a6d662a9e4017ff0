"""A user's file: a game whose secrets have numbers and names that occur nowhere else, so that they can be searched for.

Chance deals each of two players a card. The first may think, which the other does not notice, hides something left or
right, which the other notices without seeing where, and the second says where it is.
"""

from __future__ import annotations

import re

SMUGGLER = """\
from typing import NamedTuple
from zermelo import CHANCE, Game

class SmugglerState(NamedTuple):
    first: int  # the first player's card; 0: not dealt
    second: int
    thoughts: int
    place: int  # 0: not hidden yet
    guess: int

class FirstView(NamedTuple):
    card: int
    thoughts: int
    place: int
    guess: int

class SecondView(NamedTuple):
    card: int
    guess: int

PLACES = {81001: "hide-left", 81002: "hide-right"}

def smuggler() -> Game:
    def initial():
        return SmugglerState(0, 0, 0, 0, 0)
    def to_move(state):
        return CHANCE if not state.second else 0 if not state.place else 1
    def chances(state):
        for card in (1, 2, 3):
            yield (71000 if not state.first else 72000) + card, 1 / 3
    def actions(state):
        if state.place:
            yield from (1, 2)
        else:
            yield from PLACES
            if state.thoughts < 2:
                yield 81000
    def result(state, action):
        if not state.first:
            return state._replace(first=action)
        if not state.second:
            return state._replace(second=action)
        if state.place:
            return state._replace(guess=action)
        if action == 81000:
            return state._replace(thoughts=state.thoughts + 1)
        return state._replace(place=action)
    def is_terminal(state):
        return state.guess > 0
    def utility(state, player):
        found = state.place == 81000 + state.guess
        return 1.0 if (player == 1) == found else -1.0
    def view(state, player):
        if player:
            return SecondView(state.second, state.guess)
        return FirstView(state.first, state.thoughts, state.place, state.guess)
    def format_action(state, action):
        if not state.second:
            return f"card-{action}"
        return "say-" + "left right".split()[action - 1] if state.place else PLACES.get(action, "think-81000")
    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view,
        format_action=format_action, compiles=False, best_utility=1.0, max_plies=6,
    )
"""
SECRETS = (re.compile(r"72\d\d\d"), re.compile(r"71\d\d\d|81\d\d\d|hide-|think-"))  # [viewer], what it must not see
OWN = tuple(reversed(SECRETS))  # [viewer], what it may see
