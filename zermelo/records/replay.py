"""A recorded game played again, move by move: is it a game by the rules, and did it end as it says?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief
from zermelo.records import endings


@dataclass(frozen=True)
class Replay:
    """Where a recorded game came to, by the rules."""

    game: Game
    end: State
    ending: str  # OVER, REPETITION or TOO_LONG; "": it could have gone on
    utilities: tuple[float, ...]  # if nobody was at fault

    def fault_of(self, ending: str, utilities: Sequence[float], fault: str, longest: int) -> str:
        """What is wrong with what a record says about its end; "": nothing."""
        expected, words = self.utilities, endings.too_long(longest) if self.ending == endings.TOO_LONG else ""
        if self.ending != ending:
            if self.ending or ending in (endings.OVER, endings.REPETITION, endings.TOO_LONG):
                return f"its ending: {brief(ending)}, and its moves lead to {self.ending or 'no end'}"
            mover = self.game.to_move(self.end)
            if mover == CHANCE:
                return f"its ending: {brief(ending)}, and no player was to move"
            expected, words = endings.forfeited_utilities(self.game, mover), fault
        if tuple(utilities) != expected:
            shown = ", ".join(f"{utility:g}" for utility in utilities)
            return f"its utilities: {brief(shown)}, not {', '.join(f'{utility:g}' for utility in expected)}"
        if fault != words:
            return f"its fault: {brief(fault) or 'none'}, not {words or 'none'}"
        return ""


def replayed(game: Game, path: Sequence[State], moves: Sequence[str | Action], longest: int) -> Replay:
    """Plays moves from the end of a path on; those that are written are read as the game writes them.

    Raises ZermeloError, which names the move, where one is not legal or comes after the end.
    """
    state, ending = path[-1], ""
    keys = [game.state_key(earlier) for earlier in path[:-1]] if game.reversible else []
    for number, move in enumerate((*moves, None)):
        if game.reversible:
            keys.append(game.state_key(state))
        is_over, legal = _look(game, state)
        if is_over:
            ending = endings.OVER
        elif number >= longest:
            ending = endings.TOO_LONG
        elif number and endings.is_repeated(game, state, keys):
            ending = endings.REPETITION
        if number == len(moves):
            break
        if ending:
            raise ZermeloError(f"move {number + 1} comes after its end ({ending})")
        action = _action(game, state, move, legal)
        if action is None:
            raise ZermeloError(f"move {number + 1}: '{brief(move)}' is not legal at {brief(game.state_text(state))}")
        state = game.result(state, action)
    return Replay(
        game,
        state,
        ending,
        endings.utilities_of(game, state) if ending == endings.OVER else endings.drawn_utilities(game),
    )


def actions_along(game: Game, start: State, moves: Sequence[str]) -> tuple[tuple[Action, ...], State]:
    """The actions that are written so from a state on, and the last state. Raises ZermeloError that names the move."""
    actions, state = list[Action](), start
    for number, move in enumerate(moves, 1):
        action = _action(game, state, move, _look(game, state)[1])
        if action is None:
            raise ZermeloError(f"move {number}: '{brief(move)}' is not legal at {brief(game.state_text(state))}")
        actions.append(action)
        state = game.result(state, action)
    return tuple(actions), state


def _look(game: Game, state: State) -> tuple[bool, list[Action]]:
    """Whether the game is over, and what can be played; asked once where a game answers both together."""
    if game.adjudicated is None or game.has_chance:
        return bool(game.is_terminal(state)), game.moves(state)
    legal = [] if game.adjudicated(state) else list(game.actions(state))
    return not legal, legal


def _action(game: Game, state: State, move: str | Action, legal: list[Action]) -> Action | None:
    """The legal move that is written so; None: there is none."""
    if not isinstance(move, str):
        return move if move in legal else None
    try:
        named = game.parse_action(state, move) if game.parse_action else None  # quicker than to write all of them
    except ValueError:
        named = None
    if named is not None and named in legal and game.action_text(state, named) == move:
        return named
    return next((action for action in legal if game.action_text(state, action) == move), None)
