"""What may be shown to one player of a game with hidden information: its view, and the moves that it is told of.

A viewer is a player's number, or None for somebody who may see everything: a game without secrets is shown so, and so
is one that is over. Nothing here looks at a state except through the viewer's view and its own actions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from zermelo.by_value import same
from zermelo.game import CHANCE, Action, Game, State
from zermelo.hidden.knowledge import is_seen, is_turn_of, view_of
from zermelo.picture import Board, Cell, Lines, Picture, Points, guessed
from zermelo.show.touch import touched, touches

HIDDEN = "…"  # a move that a player notices without seeing which it was


def viewer_at(game: Game, state: State) -> int | None:
    """Whose view a position is shown in if nobody says: the mover's in a game with hidden information.

    None, all of it, where the game is over or chance is to move.
    """
    if not game.has_hidden or game.is_terminal(state) or game.to_move(state) == CHANCE:
        return None
    return game.to_move(state)


def seen(game: Game, state: State, viewer: int | None) -> Picture:
    """What a position looks like to a viewer."""
    if viewer is None or not game.has_hidden:
        return game.describe(state)
    shown = view_of(game, state, viewer)
    if game.scene:
        return game.scene(shown, viewer)
    is_turn = is_turn_of(game, state, viewer)
    caption = (
        "the game is over" if game.is_terminal(state) else f"{game.player_name(viewer)} to move" if is_turn else ""
    )
    first = view_of(game, game.initial(), viewer)
    return guessed(shown, first, viewer if is_turn else None, caption) or Lines((view_text(shown), caption))


def view_text(view: Any) -> str:
    """A view as text, for a game that does not draw it."""
    names = getattr(view, "_fields", None)
    return ", ".join(f"{name} {part}" for name, part in zip(names, view, strict=True)) if names else str(view)


def told(game: Game, state: State, action: Action, viewer: int | None) -> str | None:
    """How a viewer is told of an action, or outcome of chance, in a state.

    Its text where the viewer sees which it was, else HIDDEN; None where it notices nothing: neither does its view
    change, nor is it its turn then.
    """
    if viewer is None or not game.has_hidden:
        return game.action_text(state, action)
    following = game.result(state, action)
    is_own = game.to_move(state) == viewer
    looks_alike = same(view_of(game, state, viewer), view_of(game, following, viewer))
    if not is_own and looks_alike and not is_turn_of(game, following, viewer):
        return None
    return game.action_text(state, action) if is_seen(game, state, action, viewer) else HIDDEN


def cells_to_touch(game: Game, state: State, actions: Sequence[Action], viewer: int | None) -> list[tuple[Cell, ...]]:
    """The cells that a viewer touches for its own actions, as `show.touch` gives them.

    What an action changes cannot be looked at where that is hidden, so without the game's `touches` the cells are
    those that an action names: as (row, column), or by the labels of the board in its text.
    """
    if viewer is None or not game.has_hidden:
        return touches(game, state, actions)
    picture = seen(game, state, viewer)
    if game.touches is not None and isinstance(picture, Board | Points):
        return [tuple((int(row), int(column)) for row, column in game.touches(state, one)) for one in actions]
    if not isinstance(picture, Board):
        return [() for _ in actions]
    places = set(picture.places())
    labels = {
        f"{picture.columns[column]}{picture.rows[row]}".lower(): (row, column)
        for row, column in places
        if row < len(picture.rows) and column < len(picture.columns)
    }
    return [_named(game.action_text(state, action), action, places, labels) for action in actions]


def cells_touched(game: Game, state: State, action: Action, viewer: int | None) -> tuple[Cell, ...]:
    """The cells of an action that was played, where the viewer may know them: all of them, or those of its own."""
    if viewer is None or not game.has_hidden:
        return touched(game, state, action)
    return cells_to_touch(game, state, [action], viewer)[0] if game.to_move(state) == viewer else ()


def _named(text: str, action: Action, places: set[Cell], labels: dict[str, Cell]) -> tuple[Cell, ...]:
    """The one or two cells that an action names; none if it names something else."""
    if isinstance(action, tuple) and action in places:
        return (action,)
    found = [labels[word] for word in re.findall(r"[^\W\d_]+\d+", text.lower()) if word in labels]
    return tuple(found) if len(found) in (1, 2) else ()
