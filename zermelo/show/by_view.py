"""What may be shown to one player of a game with hidden information: one function of what that player knows.

A viewer is a player's number, or None for somebody who may see everything: a game without secrets is shown so, and so
is one that is over. Nothing here looks at a state except through the viewer's view and its own actions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from zermelo.evaluate import commentary_of
from zermelo.game import CHANCE, Action, Game, State
from zermelo.hidden.news import News, news
from zermelo.knowledge import Knowledge, is_turn_of, view_of
from zermelo.picture import Board, Cards, Cell, Lines, Picture, Points, guessed
from zermelo.show.touch import named_card, touched, touches


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
    is_over = game.is_terminal(state)
    return _picture(game, view_of(game, state, viewer), viewer, is_turn_of(game, state, viewer), is_over)


def _picture(game: Game, shown: Any, viewer: int, is_turn: bool, is_over: bool = False) -> Picture:
    """What a viewer's view looks like."""
    if game.scene:
        picture, told = game.scene(shown, viewer), commentary_of(game).told
        if told is None or not isinstance(picture, Cards):
            return picture
        return replace(picture, caption="\n".join([picture.caption, *told(game, shown)]))
    caption = "the game is over" if is_over else f"{game.player_name(viewer)} to move" if is_turn else ""
    first = view_of(game, game.initial(), viewer)
    return guessed(shown, first, viewer if is_turn else None, caption) or Lines((view_text(shown), caption))


def view_text(view: Any) -> str:
    """A view as text, for a game that does not draw it."""
    names = getattr(view, "_fields", None)
    return ", ".join(f"{name} {part}" for name, part in zip(names, view, strict=True)) if names else str(view)


@dataclass(frozen=True)
class Choice:
    """One of a player's own actions, as it is shown."""

    text: str
    cells: tuple[Cell, ...]  # to touch for it


@dataclass(frozen=True)
class Sight:
    """All that one player is shown at some point of a game that goes on."""

    picture: Picture
    news: tuple[News, ...]  # the moves that it noticed, its own among them
    is_turn: bool
    choices: tuple[Choice, ...]  # what it can play, where it is to move
    touched: tuple[Cell, ...]  # the cells of the last move, if that was its own
    unlisted: int = 0  # how many more it can play


def sight(game: Game, knowledge: Knowledge, own: Sequence[Choice], choices: Sequence[Choice]) -> Sight:
    """What a player is shown: a function of what it knows, and of how its own actions are written.

    own: those that it has played. choices: those that it can play now, if it is to move. Within what a player can know
    its actions are the same, and shown alike: that is a law of the contract, which `zermelo check` tries.
    """
    noticed = tuple(news(game, knowledge, [one.text for one in own]))
    is_own = bool(noticed) and noticed[-1].mover == knowledge.player
    return Sight(
        _picture(game, knowledge.view, knowledge.player, knowledge.is_turn),
        noticed,
        knowledge.is_turn,
        tuple(choices) if knowledge.is_turn else (),
        own[-1].cells if is_own and own else (),
    )


class Witness:
    """Follows a game as one of its players sees it."""

    def __init__(self, game: Game, player: int, state: State, joined: bool = False) -> None:
        """state: where the player begins to look. joined: is that not the start of the game?"""
        self.game = game
        self.knowledge = Knowledge(player, joined).seen(game, state)
        self._own: tuple[Choice, ...] = ()

    def follow(self, state: State, action: Action, following: State) -> bool:
        """Takes in a move from one state to the next. Has the player noticed anything?"""
        before, player = self.knowledge, self.knowledge.player
        if self.game.to_move(state) == player:
            self._own = (*self._own, *_choices(self.game, state, [action], player))
            self.knowledge = before.done(action)
        self.knowledge = self.knowledge.seen(self.game, following)
        return self.knowledge is not before

    def sight(self, state: State, most: int | None = None) -> Sight:
        """What the player is shown. state: where the game is. most: choices that are shown."""
        player, is_turn = self.knowledge.player, self.knowledge.is_turn
        if not is_turn:
            return sight(self.game, self.knowledge, self._own, ())
        legal = self.game.legal(state)
        offered = foremost(self.game, state, legal, most, player)
        shown = sight(self.game, self.knowledge, self._own, _choices(self.game, state, offered, player))
        return replace(shown, unlisted=len(legal) - len(offered))


def _choices(game: Game, state: State, actions: Sequence[Action], player: int) -> list[Choice]:
    cells = cells_to_touch(game, state, actions, player)
    return [Choice(game.action_text(state, action), some) for action, some in zip(actions, cells, strict=True)]


def foremost(game: Game, state: State, actions: list[Action], most: int | None, viewer: int | None) -> list[Action]:
    """The first of a state's actions, which a viewer is offered, and those of the last that touch no cell.

    So passing is offered, and exchanging tiles, where words alone would fill the list. None: all actions.
    """
    if most is None or len(actions) <= most:
        return actions
    last = actions[max(most, len(actions) - most) :]
    cells = cells_to_touch(game, state, last, viewer)
    return [*actions[:most], *(action for action, some in zip(last, cells, strict=True) if not some)]


def cells_to_touch(game: Game, state: State, actions: Sequence[Action], viewer: int | None) -> list[tuple[Cell, ...]]:
    """The cells that a viewer touches for its own actions, as `show.touch` gives them.

    What an action changes cannot be looked at where that is hidden, so without the game's `touches` the cells are
    those that an action names: as (row, column), by the labels of the board in its text, or as a card that is held.
    """
    if viewer is None or not game.has_hidden:
        return touches(game, state, actions)
    picture = seen(game, state, viewer)
    if game.touches is not None and isinstance(picture, Board | Points | Cards):
        return [tuple((int(row), int(column)) for row, column in game.touches(state, one)) for one in actions]
    if isinstance(picture, Cards):
        return [named_card(picture, game.action_text(state, action)) for action in actions]
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
