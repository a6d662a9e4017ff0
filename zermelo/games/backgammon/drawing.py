"""The board as `show/` draws it, with the dice, the cube, the score and the pips."""

from __future__ import annotations

from zermelo.games.backgammon.board import BAR, OFF, counts_of, pips
from zermelo.games.backgammon.state import ANSWER, NAMES, OVER, BackgammonState, Terms
from zermelo.picture import Points


def drawn(state: BackgammonState, terms: Terms, doing: str) -> Points:
    """The position with black's home below, its points numbered as the player to move counts.

    doing: what happens next, such as "black to move".
    """
    sides = (state.mine, state.theirs) if state.player == 0 else (state.theirs, state.mine)
    first, second = (counts_of(side) for side in sides)
    lines = ["pips: " + ", ".join(f"{name} {pips(side)}" for name, side in zip(NAMES, sides, strict=True))]
    if terms.length:
        lines.append(f"match to {terms.length}: black {state.first}, white {state.second}")
    return Points(
        tuple(first[point] - second[BAR - point] for point in range(1, BAR)),
        bar=(first[BAR], second[BAR]),
        off=(first[OFF], second[OFF]),
        dice=_dice(state.dice),
        numbered=0 if state.stage == OVER else state.player,
        cube=state.cube if terms.cube else 0,
        owner=state.owner,
        offered=2 * state.cube if state.stage == ANSWER else 0,
        score=(state.first, state.second) if terms.length else None,
        length=terms.length,
        details=tuple(lines),
        caption=f"Crawford game, {doing}" if state.crawford and doing else doing,
    )


def _dice(dice: int) -> tuple[int, ...]:
    high, low = divmod(dice, 10)
    return ((high,) * 4 if high == low else (high, low)) if dice else ()
