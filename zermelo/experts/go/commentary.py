"""Whose the points of a Go board will be, who leads by how much, and what a move does wrong, in words."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.evaluate.commentary import Commentary, Ownership, Reason
from zermelo.experts.go.ownership import owners
from zermelo.game import Action, Game, State
from zermelo.games.go.text import taken_by

PLAYOUTS = 400
OPENING = 0.25  # of the points have stones: until then a move at the edge gains little
LOOKED_AT = 6  # plies of a line


def commentary() -> Commentary:
    """What can be said of a position."""
    return Commentary(ownership=ownership, reasons=reasons)


def ownership(game: Game, state: State) -> Ownership:
    """Whose the points are at the end of quick games, and the lead that follows; prisoners count as points do."""
    black, white = owners(_rows(game, state), PLAYOUTS)
    difference = black - white
    lead = float(difference.sum()) - state.komi / 2
    return Ownership(tuple(tuple(float(one) for one in row) for row in difference), lead)


def _rows(game: Game, state: State) -> list[str]:
    """The board from the top; X, O or . for each point."""
    return game.state_text(state).split()[0].split("/")


def reasons(game: Game, states: Sequence[State], actions: Sequence[Action]) -> list[Reason]:
    """Stones that are taken, a pass, and moves where there is nothing to gain."""
    found = []
    player, last = states[0].player, states[min(LOOKED_AT, len(states) - 1)]
    before, after = taken_by(int(states[0].prisoners)), taken_by(int(last.prisoners))
    lost = after[1 - player] - before[1 - player] - (after[player] - before[player])
    if lost > 0:
        found.append(Reason("stones", float(lost), f"loses {lost} stone{'' if lost == 1 else 's'}"))
    name = game.action_text(states[0], actions[0])
    if name == "pass":
        return [*found, Reason("pass", 0.5, "gives the move away")]
    rows, there = _rows(game, states[0]), game.describe(states[1])
    marked = next(iter(getattr(there, "marked", ())), None)
    taken = sum(row.count("X") + row.count("O") for row in rows)
    points = len(rows) * len(rows[0])
    if marked is not None and taken < OPENING * points:
        row, column = marked
        if row in (0, len(rows) - 1) or column in (0, len(rows[0]) - 1):
            found.append(Reason("edge", 0.2, "is on the first line, where there is little to gain so early"))
    return found
