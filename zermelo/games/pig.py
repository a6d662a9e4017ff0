"""Pig: roll the die and collect, or hold and keep it; a 1 loses the turn's points. First to the goal wins."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import CHANCE, Game
from zermelo.games._named import named
from zermelo.picture import Bar, Bars

ROLL, HOLD = 0, 1
MOST = 10**15  # points that are read: more are not drawn exactly, and come of no game


class PigState(NamedTuple):
    first: int  # points kept by the first player
    second: int
    turn: int  # points of this turn, at risk
    player: int
    rolling: int  # 1 while the die is in the air


def pig(goal: int = 100, sides: int = 6) -> Game:
    """Roll a die as often as you like in a turn; each roll adds to the turn's points.

    A 1 loses them and ends the turn; hold to keep them. The first to reach the goal wins. The game has no bound on its
    length: a player may roll 1 for ever.

    goal (1 to 1000): points that win.
    sides (2 to 100): of the die.
    """
    if not 1 <= goal <= 1000:
        raise ValueError(f"goal must be 1 to 1000, not {goal}")
    if not 2 <= sides <= 100:
        raise ValueError(f"sides must be 2 to 100, not {sides}")

    def initial():
        return PigState(0, 0, 0, 0, 0)

    def to_move(state):
        return CHANCE if state.rolling else state.player

    def actions(state):
        yield ROLL
        if state.turn > 0:
            yield HOLD

    def chances(state):
        for pips in range(1, sides + 1):
            yield pips, 1.0 / sides

    def result(state, action):
        if state.rolling:
            if action == 1:
                return PigState(state.first, state.second, 0, 1 - state.player, 0)
            return PigState(state.first, state.second, state.turn + action, state.player, 0)
        if action == ROLL:
            return PigState(state.first, state.second, state.turn, state.player, 1)
        if state.player == 0:
            return PigState(state.first + state.turn, state.second, 0, 1, 0)
        return PigState(state.first, state.second + state.turn, 0, 0, 0)

    def is_terminal(state):
        return state.first >= goal or state.second >= goal

    def utility(state, player):
        winner = 0 if state.first >= goal else 1
        return 1.0 if player == winner else -1.0

    def format_action(state, action):
        return str(action) if state.rolling else ("roll", "hold")[action]

    def parse_state(text):
        words = text.replace(",", " ").split()
        if len(words) not in (4, 5) or not all(word.isdigit() for word in words):
            raise ValueError("give both scores, the turn's points and the player to move, such as 12,30,5,0")
        first, second, turn, player, *rolling = map(int, words)
        if player > 1 or any(flag > 1 for flag in rolling) or min(first, second) >= goal:
            raise ValueError("the player is 0 or 1, and only one of them can have reached the goal")
        if max(first, second, turn) > MOST:
            raise ValueError(f"nobody has more than {MOST} points")
        return PigState(first, second, turn, player, rolling[0] if rolling else 0)

    def picture(state):
        bars = (
            Bar("player 1", state.first, goal, state.player == 0),
            Bar("player 2", state.second, goal, state.player == 1),
            Bar("this turn", state.turn, goal),
        )
        return Bars(bars, caption="the die rolls" if state.rolling else "")

    return Game(
        label="Pig",
        summary="roll or hold: dice and nerve",
        max_actions=max(2, sides),
        best_utility=1.0,
        **named(initial, to_move, actions, result, is_terminal, utility, chances),
        **named(format_action, parse_state, picture),
    )
