"""The game and the states that a request is about.

Those of the last requests are kept: a visitor's next request is usually about the same game, one move later.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict, deque
from dataclasses import dataclass
from functools import cache

from zermelo.game import Game, State, ZermeloError
from zermelo.loading import load
from zermelo.user_files import files_read
from zermelo.web.secret import OFF
from zermelo.web.worker.debugging.trace_report import trace_game
from zermelo.web.worker.tell import Request

MOST_KEPT = 32  # games, and paths of states


@dataclass(frozen=True)
class Path:
    """The states of a game from its first, each reached by the legal move with an index."""

    key: str  # of the game and its first state
    played: list[int]
    states: list[State]  # one more than moves

    def shared(self, played: list[int]) -> int:
        """How many moves both have in common at the beginning."""
        for ply, (mine, theirs) in enumerate(zip(self.played, played, strict=False)):
            if mine != theirs:
                return ply
        return min(len(self.played), len(played))


def game_of(request: Request) -> Game:
    """The game of a request. A user's file is run again only if it, or one that it imports, has changed."""
    key, games = _game_key(request), _games()
    if key not in games:
        tree = request.get("tree")
        game = trace_game(tree) if tree is not None else load(request["spec"], **request["parameters"])
        key = _game_key(request)  # now it is known which files the user's file imports
        games[key] = game
        if len(games) > MOST_KEPT:
            games.popitem(last=False)
    games.move_to_end(key)
    return games[key]


def path_of(game: Game, request: Request) -> list[State]:
    """The states of an open game up to the one that the request is about."""
    key, played = f"{_game_key(request)} {request['start']}", request["played"]
    known = [path for path in _paths() if path.key == key]
    if known:
        best = max(known, key=lambda path: path.shared(played))
    else:
        best = Path(key, [], [game.initial() if request["start"] is None else game.read_state(request["start"])])
    count = best.shared(played)
    states = best.states[: count + 1]
    for index in played[count:]:
        moves = game.moves(states[-1])
        if index >= len(moves):
            raise ZermeloError(f"{game.name} does not give the same moves twice; `zermelo check` says more")
        states.append(game.result(states[-1], moves[index]))
    keep_path(request, played, states)
    return list(states)


def open_path(game: Game, request: Request) -> list[State]:
    """The same for a job that tells all of it. Raises ZermeloError where something is hidden from the visitor."""
    if game.has_hidden and not request.get("open"):
        raise ZermeloError(OFF)
    return path_of(game, request)


def keep_path(request: Request, played: list[int], states: list[State]) -> None:
    """Keeps the states of a request's game for the next request."""
    key, paths = f"{_game_key(request)} {request['start']}", _paths()
    for path in [path for path in paths if path.key == key and path.shared(played) == len(path.played)]:
        paths.remove(path)  # a part of this one
    paths.append(Path(key, list(played), list(states)))


def _game_key(request: Request) -> str:
    """What makes a request's game: its spec and parameters, or its tree, and when the user's file was written.

    So are the files that it imported, once it was run.
    """
    written = list[int]()
    if request.get("own"):
        files = files_read(request["spec"].partition(".py")[0] + ".py")
        written = [os.stat(file).st_mtime_ns for file in files if os.path.exists(file)]
    return json.dumps([request.get("spec"), request["parameters"], request.get("tree"), written], sort_keys=True)


@cache
def _games() -> OrderedDict[str, Game]:
    """The games, the last to be used at the end; as long-lived as the process."""
    return OrderedDict()


@cache
def _paths() -> deque[Path]:
    """The paths, the newest at the right; as long-lived as the process."""
    return deque(maxlen=MOST_KEPT)
