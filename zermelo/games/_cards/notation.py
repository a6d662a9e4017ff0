"""Positions of a poker game as text: the cards and the betting in the order in which they came, "Js Qh rc Kd c"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from zermelo.game import CHANCE, Action, State, brief

FOLD, CALL, RAISE = 0, 1, 2
LETTERS = "fcr"  # fold, call (or check), raise (or bet)

_TOKEN = re.compile(r"\?|[2-9TJQKA][cdhs]|f|c|r[0-9]*|.")


def read_position(
    text: str,
    start: State,
    to_move: Callable[[State], int],
    moves: Callable[[State], Iterable[Action]],
    name: Callable[[State, Action], str],
    result: Callable[[State, Action], State],
) -> State:
    """The position after the cards and turns of a text.

    moves: what `result` takes in a state; none when the game is over. name: each of them as it is written in positions.
    A question mark is a card that is not dealt yet. Raises ValueError.
    """
    state, is_waiting = start, False
    for word in text.split():
        for token in _TOKEN.findall(word):
            names = {name(state, move): move for move in moves(state)}
            is_chance = bool(names) and to_move(state) == CHANCE
            if token == "?" and is_chance:
                is_waiting = True
            elif is_waiting:
                raise ValueError(f"nothing can follow a card that is not dealt yet, but {brief(token)} does")
            elif token not in names:
                raise ValueError(_wrong(token, list(names), is_chance))
            else:
                state = result(state, names[token])
    return state


def _wrong(token: str, names: list[str], is_chance: bool) -> str:
    """Why a token cannot be here. names: what could be."""
    if not names:
        return f"the game is over before {brief(token)}"
    if is_chance:
        return f"a card that is not dealt yet should be here, such as {names[0]}, not {brief(token)}"
    return f"a turn should be here, one of {', '.join(names)}, not {brief(token)}"
