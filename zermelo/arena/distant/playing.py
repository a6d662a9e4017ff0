"""The task of a worker: one game. Games and engines are kept from one task to the next."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple

from zermelo.arena.play import play
from zermelo.arena.tournament.guarded import guarded
from zermelo.cluster.travel import here, there
from zermelo.compile.cache.folder import cache_folder
from zermelo.evaluate.learned.fingerprint import rules_digest
from zermelo.files.owned import disown, own_file
from zermelo.game import Game, State, ZermeloError
from zermelo.loading import load
from zermelo.players.engines import player_of
from zermelo.players.player import Player
from zermelo.search.time.clock import Clock

KEPT = 32  # engines that a worker holds
WAIT = 0.05  # seconds between two looks whether another worker has compiled


def played(arguments: Mapping[str, Any], _: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Plays one game; the record has moves by their place among those of each state. Raises ZermeloError."""
    desk = _desk()
    game = desk.game(arguments["game"])
    path = path_of(game, arguments["start"])
    has_clock = arguments["clock"] is not None
    entrants = [desk.player(game, one, arguments["guarded"], has_clock) for one in arguments["engines"]]
    seeded = [entrant.seeded(seed) for entrant, seed in zip(entrants, arguments["seeds"], strict=True)]
    seats = [seeded[engine] for engine in arguments["seats"]]
    clock = None
    if has_clock:
        told = arguments["clock"]
        clock = Clock(tuple(told["left"]), tuple(told["increment"]), told["actions_to_go"], told["overhead"])
    begin = time.perf_counter()
    record = play(game, seats, path[-1], arguments["luck"], None, clock, path[:-1], arguments["longest"])
    return {
        "moves": _places(game, record.start, record.actions),
        "utilities": list(record.utilities),
        "ending": record.ending,
        "fault": record.fault,
        "times": list(record.times),
        "evaluations": list(record.evaluations),
        "seconds": time.perf_counter() - begin,
    }, {}


class _Named(NamedTuple):
    """Under what a worker keeps something: the files that it comes from, and its text."""

    files: str
    text: str


class _Desk(threading.local):
    """What one thread of a worker keeps."""

    def __init__(self) -> None:
        self._games: OrderedDict[_Named, Game] = OrderedDict()
        self._players: OrderedDict[tuple[_Named, _Named, bool, bool], Player] = OrderedDict()
        self._ready: set[str] = set()

    def game(self, told: Mapping[str, Any]) -> Game:
        """The game that a task names. Raises ZermeloError where it has other rules here."""
        key = _Named(here(), f"{told['text']} {sorted(told['parameters'].items())}")
        if key not in self._games:
            game = load(there(told["text"]), **told["parameters"])
            if rules_digest(game) != told["rules"]:
                raise ZermeloError(f"{game.title} has other rules on a machine of the cluster than here")
            self._games[key] = game
            if len(self._games) > KEPT:
                self._games.popitem(last=False)
        return self._games[key]

    def player(self, game: Game, told: Mapping[str, Any], is_guarded: bool, has_clock: bool) -> Player:
        """The engine that a task names."""
        key = (_Named(here(), game.title), _Named(here(), told["text"]), is_guarded, has_clock)
        if key not in self._players:
            player = player_of(there(told["text"]))
            refusal = player.refusal(game)
            if refusal:
                raise ZermeloError(refusal)
            self._prepare(game, player, told["text"])
            self._players[key] = guarded(player, has_clock) if is_guarded else player
            if len(self._players) > KEPT:
                self._players.popitem(last=False)[1].close()
        self._players.move_to_end(key)
        if told["name"]:
            self._players[key].name = told["name"]
        return self._players[key]

    def _prepare(self, game: Game, player: Player, text: str) -> None:
        """Compiles what an engine needs, unless another worker of this machine is at it: then it is read from there."""
        key = sha256(f"{here()} {game.title} {text.partition(',')[0].partition('=')[0]}".encode()).hexdigest()[:32]
        if key not in self._ready:
            with _alone(key):
                player.seeded(0).most_games(game, 1)
            self._ready.add(key)


@cache
def _desk() -> _Desk:
    return _Desk()


@contextmanager
def _alone(key: str) -> Iterator[None]:
    """While no other worker of this machine is here; a cache folder that cannot be written is done without."""
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


def path_of(game: Game, told: Mapping[str, Any]) -> list[State]:
    """The states of an opening, from where it begins."""
    state = game.initial() if told["text"] is None else game.read_state(told["text"])
    path = [state]
    for place in told["moves"]:
        path.append(game.result(path[-1], list(game.moves(path[-1]))[place]))
    return path


def places_of(game: Game, path: list[State]) -> list[int]:
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


def _places(game: Game, state: State, actions: tuple[Any, ...]) -> list[int]:
    """The place of each action, or outcome of chance, among the moves of its state."""
    found = []
    for action in actions:
        found.append(list(game.moves(state)).index(action))
        state = game.result(state, action)
    return found
