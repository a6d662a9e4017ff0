"""The task of a worker: one game. Games and engines are kept from one task to the next."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from zermelo.arena.play import play
from zermelo.arena.tournament.guarded import guarded
from zermelo.cluster.games import compiling, game_of, kept, path_of, places_of_moves
from zermelo.cluster.travel import there
from zermelo.game import Game, ZermeloError
from zermelo.players.engines import player_of
from zermelo.players.player import Player
from zermelo.search.time.clock import Clock


def played(arguments: Mapping[str, Any], _: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Plays one game; the record has moves by their place among those of each state. Raises ZermeloError."""
    game = game_of(arguments["game"])
    path = path_of(game, arguments["start"])
    has_clock = arguments["clock"] is not None
    entrants = [_player(game, one, arguments["guarded"], has_clock) for one in arguments["engines"]]
    seeded = [entrant.seeded(seed) for entrant, seed in zip(entrants, arguments["seeds"], strict=True)]
    seats = [seeded[engine] for engine in arguments["seats"]]
    clock = None
    if has_clock:
        told = arguments["clock"]
        clock = Clock(tuple(told["left"]), tuple(told["increment"]), told["actions_to_go"], told["overhead"])
    begin = time.perf_counter()
    record = play(game, seats, path[-1], arguments["luck"], None, clock, path[:-1], arguments["longest"])
    return {
        "moves": places_of_moves(game, record.start, record.actions),
        "utilities": list(record.utilities),
        "ending": record.ending,
        "fault": record.fault,
        "times": list(record.times),
        "evaluations": list(record.evaluations),
        "seconds": time.perf_counter() - begin,
    }, {}


def _player(game: Game, told: Mapping[str, Any], is_guarded: bool, has_clock: bool) -> Player:
    """The engine that a task names."""

    def make() -> Player:
        player = player_of(there(told["text"]))
        refusal = player.refusal(game)
        if refusal:
            raise ZermeloError(refusal)
        name = told["text"].partition(",")[0].partition("=")[0]
        kept("ready", [game.title, name], lambda: _compiled(game, player, name))
        return guarded(player, has_clock) if is_guarded else player

    found = kept("player", [game.title, told["text"], is_guarded, has_clock], make, Player.close)
    if told["name"]:
        found.name = told["name"]
    return found


def _compiled(game: Game, player: Player, name: str) -> bool:
    """Compiles what an engine needs, unless another worker of this machine has: then it is read."""
    with compiling(game, name):
        player.seeded(0).most_games(game, 1)
    return True
