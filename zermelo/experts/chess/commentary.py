"""What a move of chess does wrong, in words: the men that it loses."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.evaluate.commentary import Commentary, Reason
from zermelo.game import Action, Game, State
from zermelo.games.chess.text import piece_at, square_name

NAMES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen"}
WORTH = {"p": 1.0, "n": 3.0, "b": 3.0, "r": 5.0, "q": 9.0}
LOOKED_AT = 6  # plies of a line
LEAST = 1.0  # pawns lost in all


def commentary() -> Commentary:
    """What can be said of a move."""
    return Commentary(reasons=reasons)


def reasons(game: Game, states: Sequence[State], actions: Sequence[Action]) -> list[Reason]:
    """The men that the answers take, and what is taken for them."""
    lost: list[tuple[str, int]] = []
    gained: list[str] = []
    for ply, (state, move) in enumerate(zip(states, actions[:LOOKED_AT], strict=False)):
        taken = _taken(state, move)
        if taken:
            (lost.append(taken) if ply % 2 else gained.append(taken[0]))
    balance = sum(WORTH[kind] for kind, _ in lost) - sum(WORTH[kind] for kind in gained)
    if balance < LEAST or not lost:
        return []
    open_losses = list(lost)
    for kind in gained:  # a man that was taken for one of the same worth is an exchange
        same = next((one for one in open_losses if WORTH[one[0]] == WORTH[kind]), None)
        if same:
            open_losses.remove(same)
    kind, square = max(open_losses or lost, key=lambda one: WORTH[one[0]])
    rest = WORTH[kind] - balance
    back = max((g for g in gained if WORTH[g] <= rest + 1e-9), key=lambda g: WORTH[g], default="") if rest > 0 else ""
    instead = f" for a {NAMES[back]}" if back else ""
    return [Reason("loses", balance, f"loses the {NAMES[kind]} on {square_name(square)}{instead}")]


def _taken(state: State, move: Action) -> tuple[str, int] | None:
    """The kind of man that a move takes, and where it stood."""
    start, target = int(move) & 63, int(move) >> 6 & 63
    there = piece_at(state, target).lower()
    if there:
        return (there, target) if there in NAMES else None
    if piece_at(state, start).lower() == "p" and start % 8 != target % 8:
        return "p", target % 8 + 8 * (start // 8)
    return None
