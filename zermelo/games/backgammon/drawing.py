"""The board as `show/` draws it, with the dice, the cube, the score and the pips."""

from __future__ import annotations

from zermelo.game import State
from zermelo.games.backgammon.board import BAR, OFF, counts_of, pips
from zermelo.picture import Points

NAMES = ("white", "black")


def drawn(state: State, length: int, has_cube: bool, doing: str) -> Points:
    """The position from white's side; doing: what happens next, such as "white to play"."""
    sides = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
    white, black = (counts_of(side) for side in sides)
    lines = ["pips: " + ", ".join(f"{name} {pips(side)}" for name, side in zip(NAMES, sides, strict=True))]
    if has_cube:
        lines.append(f"cube: {state.cube}, {NAMES[state.owner]}'s" if state.owner >= 0 else f"cube: {state.cube}")
    if length:
        crawford = ", Crawford game" if state.crawford else ""
        lines.append(f"match to {length}: white {state.first}, black {state.second}{crawford}")
    return Points(
        tuple(white[point] - black[BAR - point] for point in range(1, BAR)),
        bar=(white[BAR], black[BAR]),
        off=(white[OFF], black[OFF]),
        dice=_dice(state.dice),
        caption="\n".join([*lines, doing] if doing else lines),
    )


def _dice(dice: int) -> tuple[int, ...]:
    high, low = divmod(dice, 10)
    return ((high,) * 4 if high == low else (high, low)) if dice else ()
