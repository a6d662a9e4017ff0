"""What a move of Othello does wrong, in words: corners and mobility."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.evaluate.commentary import Commentary, Reason
from zermelo.evaluate.odds import Odds
from zermelo.game import Action, Game, State

CORNER, MOBILITY = 10.0, 1.0  # weights
FEW = 2  # moves that are few
LATE = 5  # plies of a line in which a corner that falls is the move's fault


def odds(size: int) -> Odds | None:
    """How often games on the usual board are won; smaller ones are solved."""
    return Odds(lead=8.25, drawn=0.446) if size == 8 else None


def commentary(size: int) -> Commentary:
    """What can be said of a move on a board of this size."""
    corners = {0, size - 1, size * (size - 1), size * size - 1}

    def reasons(game: Game, states: Sequence[State], actions: Sequence[Action]) -> list[Reason]:
        found = []
        player = states[0].player
        for ply, (state, action) in enumerate(zip(states, actions[: LATE + 1], strict=False)):
            if state.player != player and action in corners:
                soon = "" if ply == 1 else " soon"
                found.append(
                    Reason("corner", CORNER / ply, f"gives up the corner {game.action_text(state, action)}{soon}")
                )
        if len(states) > 2 and not game.is_terminal(states[1]):
            left = _moves(game, states[2]) if states[2].player == player else None
            if left is not None and left <= FEW and not game.is_terminal(states[2]):
                words = {0: "no move", 1: "only one move"}.get(left, f"only {left} moves")
                found.append(Reason("mobility", MOBILITY * (FEW + 1 - left), f"leaves you {words} after the answer"))
        return found

    return Commentary(reasons=reasons)


def _moves(game: Game, state: State) -> int:
    """How many moves there are that are no pass."""
    legal = game.legal(state)
    return 0 if len(legal) == 1 and game.action_text(state, legal[0]) == "pass" else len(legal)
