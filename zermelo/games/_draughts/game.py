"""A game of the family: how it ends, how it is written and how it is drawn, around moves of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game import Game, State, game_from_fill
from zermelo.games._draughts.pdn import Notation
from zermelo.games._draughts.rules import key, reversible, sides, to_move
from zermelo.games._named import named
from zermelo.picture import Arranging, Board
from zermelo.picture.arranging import Cells


def family_game(
    *,
    kind: Callable[..., State],
    initial: Callable[[], State],
    fill: Callable[[State, Any], int],
    most: int,
    unpack: Callable[[int], tuple[int, int, int]],
    result: Callable[[State, int], State],
    is_blocked: Callable[[State], bool],
    board: int,
    notation: Notation,
    flies: bool,
    label: str,
    summary: str,
) -> Game:
    """The game with these moves.

    kind: makes a state of its five fields. most: actions of a position. unpack: the captured pieces, the start and the
    end of an action. is_blocked: can the player to move not move? board: the bits that are squares. flies: do kings go
    over any distance?
    """
    patience = notation.patience

    def adjudicated(state: State) -> bool:
        """Is it a draw, after so many plies without a capture or a man's move?"""
        return state.quiet >= patience

    def is_terminal(state: State) -> bool:
        """Is it a draw, or can the player to move not move?"""
        return adjudicated(state) or is_blocked(state)

    def utility(state: State, player: int) -> float:
        """Who cannot move has lost; any other end is a draw."""
        if is_blocked(state):
            return -1.0 if state.player == player else 1.0
        return 0.0

    def ending(state: State) -> str:
        """How a finished game was won or drawn."""
        if not is_blocked(state):
            return f"after {patience} plies without a capture or a man's move"
        return "because the other side has no move left" if state[0] and state[1] else "by taking all pieces"

    def format_action(state: State, action: int) -> str:
        """As in PDN: 11-15, 15x22, and by all its squares, 2x9x18, where another capture has the same two ends."""
        captured, origin, target = unpack(action)
        if not captured:
            return notation.write_step(origin, target)
        buffer = [0] * most
        others = [unpack(other) for other in buffer[: fill(state, buffer)]]
        return notation.write_capture(unpack(action), others, sides(state, board)[2], _flies(state, origin))

    def format_state(state: State) -> str:
        """As in PDN, B:W21,K25:B1,K3, and with :H12 after 12 plies without a capture or a man's move."""
        return notation.write_position(state)

    def parse_state(text: str) -> State:
        """The position that `format_state` wrote. Raises ValueError."""
        return kind(*notation.read_position(text))

    def picture(state: State) -> Board:
        """The board with the player to move below it."""
        return notation.draw(state, is_terminal(state))

    def touches(state: State, action: int) -> tuple[tuple[int, int], ...]:
        """Where the piece stands, and where it goes or each of its jumps ends."""
        captured, origin, target = unpack(action)
        if not captured:
            return notation.cells((origin, target))
        return notation.cells(notation.route(unpack(action), sides(state, board)[2], _flies(state, origin)))

    def _flies(state: State, origin: int) -> bool:
        return flies and bool(state.kings >> origin & 1)

    def written(state: State, cells: Cells, mover: int) -> str:
        """As `format_state` writes it, without the quiet plies."""
        return notation.write_cells(cells, mover)

    return game_from_fill(
        fill,
        max_actions=most,
        initial=initial,
        to_move=to_move,
        result=result,
        key=key,
        reversible=reversible,
        label=label,
        summary=summary,
        best_utility=1.0,
        player_names=notation.colours,
        arranging=Arranging(("●", "○", "⛃", "⛁"), written),
        **named(is_terminal, utility, adjudicated),
        **named(format_action, format_state, parse_state, picture, touches, ending),
    )
