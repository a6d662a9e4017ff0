"""Castles: three lords, each in turn fires at one of the other two. The last castle standing takes all.

The coalition problem in small: the two weaker lords do best to fire at the strongest, until it is not.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import Game
from zermelo.games._named import named
from zermelo.picture import Bar, Bars


class CastlesState(NamedTuple):
    red: int  # stones left in the wall; 0: fallen
    green: int
    blue: int
    player: int


def castles(red: int = 3, green: int = 2, blue: int = 2) -> Game:
    """Three players fire at each other's castles in turn.

    Each shot takes one stone from a wall; who has no wall left is out. The last one standing gets 2, the others lose 1.

    red, green, blue (1 to 20): stones of the wall at the start.
    """
    walls = (red, green, blue)
    if not all(1 <= wall <= 20 for wall in walls):
        raise ValueError(f"every wall has 1 to 20 stones, not {', '.join(map(str, walls))}")
    names = ("red", "green", "blue")

    def initial():
        return CastlesState(red, green, blue, 0)

    def wall(state, player):
        return state.red if player == 0 else state.green if player == 1 else state.blue

    def to_move(state):
        return state.player

    def actions(state):
        for target in range(3):
            if target != state.player and wall(state, target) > 0:
                yield target

    def result(state, target):
        after = CastlesState(
            state.red - (target == 0), state.green - (target == 1), state.blue - (target == 2), state.player
        )
        player = (state.player + 1) % 3
        while wall(after, player) == 0:
            player = (player + 1) % 3
        return CastlesState(after.red, after.green, after.blue, player)

    def is_terminal(state):
        return (state.red > 0) + (state.green > 0) + (state.blue > 0) == 1

    def utility(state, player):
        return 2.0 if wall(state, player) > 0 else -1.0

    def parse_state(text):
        words = text.replace(",", " ").split()
        if len(words) != 4 or not all(word.isdigit() for word in words):
            raise ValueError("give the three walls and the player to move, such as 3,2,2,0")
        state = CastlesState(*map(int, words))
        if state.player > 2 or not any(state[:3]) or wall(state, state.player) == 0:
            raise ValueError("the player to move is 0, 1 or 2 and still stands")
        if any(now > first for now, first in zip(state[:3], walls, strict=True)):
            raise ValueError(f"no wall is higher than at the start: {red}, {green}, {blue}")
        return state

    def picture(state):
        most = max(walls)
        return Bars(tuple(Bar(names[p], wall(state, p), most, state.player == p, names[p]) for p in range(3)))

    return Game(
        label="Castles",
        summary="three players: whom do you fire at?",
        players=3,
        max_actions=2,
        max_plies=sum(walls) - 1,
        best_utility=2.0,
        player_names=names,
        format_action=lambda state, target: names[target],
        **named(initial, to_move, actions, result, is_terminal, utility),
        **named(parse_state, picture),
    )
