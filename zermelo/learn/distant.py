"""The task of a worker: the games of a lane of self-play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.cluster.games import compiling, game_of, kept
from zermelo.learn.lanes import Lanes, fill, taken
from zermelo.learn.methods import method_named


def played(arguments: Mapping[str, Any], arrays: Mapping[str, Any]) -> tuple[None, dict[str, Any]]:
    """Runs a lane's kernel once; what it has changed. Raises ZermeloError."""
    game, method, settings = game_of(arguments["game"]), arguments["method"], arguments["settings"]

    def make() -> Lanes:
        with compiling(game, f"learning {method}"):
            return method_named(method).lanes_of(game, settings, 1)

    lanes = kept("lanes", [game.title, method, settings], make, Lanes.close)
    fill(lanes[0], arrays)
    lanes.run()
    return None, taken(lanes[0], lanes.travel.back)
