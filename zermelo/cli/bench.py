"""`zermelo bench`: speed on this machine."""

from __future__ import annotations

import time as clock
from typing import Annotated, Any

import typer

from zermelo.cli.common import MOST_SECONDS, Json, print_json, progress, read_game, say_table
from zermelo.game import Game
from zermelo.players.auto import tree_search
from zermelo.search.base import Algorithm
from zermelo.search.mcts.search import MCTS

USUAL = ["tic-tac-toe", "connect-four", "nim", "pig", "castles"]


def run(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games to time; some of ours by default.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.05, max=MOST_SECONDS, help="Seconds per measurement.")] = 1.0,
    json: Json = False,
) -> None:
    """Measure how fast this machine searches: nodes and simulations per second."""
    chosen = [read_game(name) for name in games or USUAL]
    rows = []
    with progress("", 2 * len(chosen)) as bar:
        for game in chosen:
            for player in (tree_search(game, time=seconds), MCTS(time=seconds, seed=1, keep=False)):
                bar.say(f"{game.title} {player.name}")
                rows.append(_measure(game, player))
                bar.advance()
    if json:
        print_json({"rows": rows})
        return
    cells = [
        [
            *(row["game"], row["engine"], f"{row['per_second']:,.0f} {row['unit']}/s", f"{row['ready']:.2f} s"),
            "" if row["compiled"] else "interpreted",
        ]
        for row in rows
    ]
    say_table(["game", "engine", "speed", "first compile or load", ""], cells, texts=["game", "engine", ""])


def _measure(game: Game, player: Algorithm) -> dict[str, Any]:
    """Opens a session, which compiles or loads, then searches."""
    start = clock.perf_counter()
    session = player.open(game)
    ready = clock.perf_counter() - start
    analysis = session.analyse()
    done = analysis.simulations if analysis.simulations is not None else analysis.nodes
    return {
        "game": game.title,
        "engine": player.name,
        "per_second": done / max(analysis.seconds, 1e-9),
        "unit": "simulations" if analysis.simulations is not None else "nodes",
        "ready": max(0.0, ready),
        "compiled": analysis.compiled,
    }
