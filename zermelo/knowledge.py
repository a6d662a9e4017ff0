"""What a player knows in a game with hidden information: everything that it has seen and done, in order.

A game says what a player sees now, `view(state, player)`. Its views are recorded here as a game goes on, with its own
actions, so that a player never forgets anything (perfect recall). A view that is the same as the last one tells nothing
new and is not recorded, except where the player is to move: how many moves others made in secret stays their secret,
unless the view has a counter. A player is told when it is its turn.

States in which a player is to move and knows the same are an information set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from itertools import pairwise
from typing import Any

from zermelo.bits import as_word, blended, mix
from zermelo.by_value import same
from zermelo.game import Action, Game, State, ZermeloError, brief

SAW, DID = "saw", "did"
_TURN, _ACTION = 0x5DEECE66D, 0x2545F4914F6CDD1D  # what tells these from a view, in keys
_ALL = 0xFFFFFFFFFFFFFFFF
TEXT, TUPLE = 1 << 40, 1 << 41  # what tells these from each other, in the hashes of actions


def key_seen(key: int, word: int, is_turn: bool) -> int:
    """The key of what a player knows when it sees something. word: the hash of the view."""
    return mix(key ^ word ^ (_TURN if is_turn else 0))


def key_done(key: int, word: int) -> int:
    """The key of what a player knows when it acts. word: the action's number, or the hash of another value."""
    return mix(key ^ mix(word ^ _ACTION))


def action_word(action: Action) -> int:
    """An action as a number, for `key_done`: a whole number itself, and a hash of any other value.

    Compiled code has its own (compile/numba/intrinsics/actions.py), which gives the same.
    """
    return action if isinstance(action, int) and action.bit_length() <= 64 else _word(action)


def _word(part: Any) -> int:
    """The hash of an action that is not a word itself, or of a part of one."""
    if isinstance(part, int) and part.bit_length() > 64:
        return mix(mix(part & _ALL) ^ ~_word(part >> 64))
    if isinstance(part, float):
        return mix(as_word(part + 0.0))  # -0.0 is 0.0
    if isinstance(part, Enum):
        return _word(part.value)
    if isinstance(part, str):
        word = start_word(TEXT, len(part))
        for character in part:
            word = mix(word ^ mix(ord(character)))
        return word
    if is_dataclass(part):
        part = tuple(getattr(part, field.name) for field in fields(part))
    if not isinstance(part, tuple):
        return blended(part)
    word = start_word(TUPLE, len(part))
    for inner in part:
        word = mix(word ^ _word(inner))
    return word


def start_word(kind: int, length: int) -> int:
    """The first word of the hash of a text or a tuple with this many parts, so that zeros do not hash to 0."""
    return mix(kind + length)


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What one player knows at some point of a game. Two are equal if the player saw and did the same."""

    player: int
    joined: bool = False  # did the player join in the middle of the game, not knowing what was before?
    key: int = 0  # 64 bits, equal for equal knowledge
    before: Knowledge | None = None  # what was known before the last entry; None: there is no entry
    kind: str = ""  # of the last entry: SAW or DID
    what: Any = None  # the view or the action
    is_turn: bool = False  # is the player to move now?
    view: Any = None  # the latest
    word: int = 0  # the hash of that
    depth: int = 0  # how many entries there are

    @property
    def entries(self) -> tuple[tuple[str, Any], ...]:
        """What the player saw and did, the oldest first: (SAW, view) and (DID, action)."""
        found, here = [], self
        while here.before is not None:
            found.append((here.kind, here.what))
            here = here.before
        return tuple(reversed(found))

    @property
    def chain(self) -> list[Knowledge]:
        """What was known after each entry, from the beginning (without entries) to now."""
        found, here = [self], self
        while here.before is not None:
            here = here.before
            found.append(here)
        return found[::-1]

    def seen(self, game: Game, state: State) -> Knowledge:
        """What is known after looking at a state."""
        return self.saw(view_of(game, state, self.player), is_turn_of(game, state, self.player))

    def saw(self, shown: Any, is_turn: bool) -> Knowledge:
        """What is known after seeing something; itself where that tells nothing new."""
        if self.depth and not is_turn and same(shown, self.view):
            return self
        word = blended(shown)
        key = key_seen(self.key, word, is_turn)
        return Knowledge(self.player, self.joined, key, self, SAW, shown, is_turn, shown, word, self.depth + 1)

    def done(self, action: Action) -> Knowledge:
        """What is known after the player's own action; what it sees then is yet to come."""
        key = key_done(self.key, action_word(action))
        return Knowledge(self.player, self.joined, key, self, DID, action, False, self.view, self.word, self.depth + 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Knowledge):
            return NotImplemented
        one: Knowledge | None = self
        another: Knowledge | None = other
        while one is not another:
            if one is None or another is None or one._label != another._label or not same(one.what, another.what):
                return False
            one, another = one.before, another.before
        return True

    def __hash__(self) -> int:
        return self.key

    @property
    def _label(self) -> tuple[Any, ...]:
        return self.player, self.joined, self.depth, self.key, self.kind, self.is_turn


def view_of(game: Game, state: State, player: int) -> Any:
    """What a player sees of a state: the state itself in a game without secrets."""
    return game.view(state, player) if game.view else state


def is_turn_of(game: Game, state: State, player: int) -> bool:
    """Is the player to move?"""
    return not game.is_terminal(state) and game.to_move(state) == player


def at_start(game: Game, state: State | None = None) -> tuple[Knowledge, ...]:
    """What each player knows where a game begins."""
    state = game.initial() if state is None else state
    return tuple(Knowledge(player).seen(game, state) for player in range(game.players))


def after(
    game: Game, known: Sequence[Knowledge], state: State, action: Action, following: State | None = None
) -> tuple[Knowledge, ...]:
    """What each player knows after an action or an outcome of chance in a state.

    following: the state after it, if that was computed already.
    """
    mover = game.to_move(state)
    if following is None:
        following = game.result(state, action)
    return tuple(
        (one.done(action) if one.player == mover else one).seen(game, following)  # chance is no player
        for one in known
    )


def known_by(game: Game, player: int, state: State, past: Sequence[State] = ()) -> Knowledge:
    """What a player knows in a state. past: the states before it, the oldest first.

    Where they do not go back to the start of the game, the player joined it there and knows nothing of what was before.
    Raises ZermeloError if the states do not follow one another.
    """
    path = (*past, state)
    return known_further(game, Knowledge(player, joined=not same(path[0], game.initial())).seen(game, path[0]), path)


def known_further(game: Game, known: Knowledge, path: Sequence[State]) -> Knowledge:
    """What a player knows at the end of a path, given what it knew at its beginning."""
    for before, following in pairwise(path):
        if game.to_move(before) == known.player:
            known = known.done(_action_between(game, before, following))
        known = known.seen(game, following)
    return known


def _action_between(game: Game, before: State, following: State) -> Action:
    """The first action that leads from a state to the next: others that do so are not told apart."""
    for action in game.moves(before):
        if same(game.result(before, action), following):
            return action
    where = brief(game.state_text(before))
    raise ZermeloError(f"no action of {game.name} leads from {where} to {brief(game.state_text(following))}")
