"""Games and positions as tasks name them, and what a worker keeps of them from one task to the next."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from zermelo.cluster.travel import Sources, here, sent_name, there
from zermelo.compile.cache.folder import cache_folder
from zermelo.evaluate.learned.fingerprint import rules_digest
from zermelo.files.owned import disown, own_file
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.loading import load, loaded_from

KEPT = 32  # games, and things of each kind, that a thread of a worker holds
WAIT = 0.05  # seconds between two looks whether another worker has compiled

Thing = TypeVar("Thing")


class Told(NamedTuple):
    """A game as tasks name it."""

    arguments: dict[str, Any]  # its text, parameters, and a digest of its rules
    files: list[Path]  # of a user, where it comes from

    @property
    def sources(self) -> Sources:
        """The files that travel with it."""
        return Sources.of_files(self.files)


def told_game(game: Game) -> Told:
    """A game as tasks name it. Raises ZermeloError where it cannot travel."""
    source = loaded_from(game)
    text, parameters, files = game.title, dict[str, Any](), list[Path]()
    if source is not None:
        parameters = dict(source.parameters)
        text = f"{sent_name(source.file)}:{source.name}" if source.file else source.name
        files = [Path(source.file)] if source.file else []
    rules = rules_digest(game)
    if not files:
        try:
            is_same = rules_digest(load(text, **parameters)) == rules
        except ZermeloError:
            is_same = False
        if not is_same:
            raise ZermeloError(f"{game.title} was made here: on a cluster, load it by its name or from its file")
    if not all(isinstance(value, bool | int | float | str) for value in parameters.values()):
        raise ZermeloError(f"parameters of {game.title} are no numbers or texts, which alone travel to a cluster")
    return Told({"text": text, "parameters": parameters, "rules": rules}, files)


def game_of(told: Mapping[str, Any]) -> Game:
    """The game that a task names, in a worker. Raises ZermeloError where it has other rules here."""

    def make() -> Game:
        game = load(there(told["text"]), **told["parameters"])
        if rules_digest(game) != told["rules"]:
            raise ZermeloError(f"{game.title} has other rules on a machine of the cluster than here")
        return game

    return kept("game", [told["text"], sorted(told["parameters"].items())], make)


# --- positions --------------------------------------------------------------------------------------------------------


def told_path(game: Game, path: Sequence[State]) -> dict[str, Any]:
    """A position with the moves that lead to it, as tasks name it. Raises ZermeloError."""
    first = path[0]
    text = None
    if game.state_key(first) != game.state_key(game.initial()):
        text = game.state_text(first)
        if game.state_key(game.read_state(text)) != game.state_key(first):
            raise ZermeloError(f"the position {brief(text)} cannot be told to another machine")
    return {"text": text, "moves": places_of(game, list(path))}


def path_of(game: Game, told: Mapping[str, Any]) -> list[State]:
    """The states of an opening, from where it begins."""
    state = game.initial() if told["text"] is None else game.read_state(told["text"])
    path = [state]
    for place in told["moves"]:
        path.append(game.result(path[-1], list(game.moves(path[-1]))[place]))
    return path


def places_of(game: Game, path: Sequence[State]) -> list[int]:
    """The place of each move of a path among those of its state. Raises ZermeloError where none leads on."""
    found = []
    for state, after in pairwise(path):
        key = game.state_key(after)
        moves = list(game.moves(state))
        place = next((n for n, move in enumerate(moves) if game.state_key(game.result(state, move)) == key), None)
        if place is None:
            raise ZermeloError(
                f"no move of {game.name} leads from {game.state_text(state)} to {game.state_text(after)}"
            )
        found.append(place)
    return found


def places_of_moves(game: Game, state: State, moves: Sequence[Any]) -> list[int]:
    """The place of each action, or outcome of chance, among the moves of its state."""
    found = []
    for move in moves:
        found.append(list(game.moves(state)).index(move))
        state = game.result(state, move)
    return found


def moves_of(game: Game, state: State, places: Sequence[int]) -> tuple[list[Any], State]:
    """The actions, and outcomes of chance, at these places among the moves of each state; and where they end."""
    found = []
    for place in places:
        found.append(list(game.moves(state))[place])
        state = game.result(state, found[-1])
    return found, state


# --- what a worker keeps ----------------------------------------------------------------------------------------------


def kept(kind: str, key: Any, make: Callable[[], Thing], drop: Callable[[Thing], None] = lambda one: None) -> Thing:
    """What was made before for this key, which is plain JSON, by this thread and of the same users' files.

    drop: ends one that is not used any more.
    """
    shelf = _shelves().of(kind)
    place = f"{here()} {json.dumps(key)}"
    if place not in shelf:
        shelf[place] = make()
        if len(shelf) > KEPT:
            drop(shelf.popitem(last=False)[1])
    shelf.move_to_end(place)
    found: Thing = shelf[place]
    return found


class _Shelves(threading.local):
    """What one thread of a worker keeps."""

    def __init__(self) -> None:
        self._things: dict[str, OrderedDict[str, Any]] = {}

    def of(self, kind: str) -> OrderedDict[str, Any]:
        return self._things.setdefault(kind, OrderedDict())


@cache
def _shelves() -> _Shelves:
    return _Shelves()


@contextmanager
def compiling(game: Game, what: str) -> Iterator[None]:
    """While no other worker of this machine compiles the same: what one has compiled, the others read.

    A cache folder that cannot be written is done without.
    """
    key = sha256(f"{here()} {game.title} {what}".encode()).hexdigest()[:32]
    path = cache_folder() / "cluster" / f"{key}.lock"
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        while (number := own_file(path)) is None:
            time.sleep(WAIT)
    except OSError:
        yield
        return
    try:
        yield
    finally:
        disown(number, path)
