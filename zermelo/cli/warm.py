"""`zermelo warm`: compiles games in advance."""

from __future__ import annotations

import time as clock
from typing import Annotated

import typer

from zermelo.cli.common import EngineName, Json, print_json, progress, read_game
from zermelo.compile.kernel.prepare import prepare
from zermelo.game import Game, ZermeloError
from zermelo.loading import game_names
from zermelo.players.engines import default_engine, engine
from zermelo.search.base import Algorithm


def run(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games to compile; all of ours by default.")
    ] = None,
    engine_name: EngineName = None,
    json: Json = False,
) -> None:
    """Compile searches in advance, so that the first move comes without delay."""
    chosen = [read_game(name) for name in games or game_names()]
    search = None if engine_name is None else engine(engine_name)
    if search is not None and not isinstance(search, Algorithm):
        raise ZermeloError(f"{search} is no search of ours: there is nothing to compile")
    rows = []
    with progress("", len(chosen)) as bar:
        for game in chosen:
            algorithm = search or default_engine(game)
            bar.say(f"{game.title} for {algorithm.name}")
            start, was_ready = clock.perf_counter(), algorithm.is_ready(game)
            refusal = algorithm.refusal(game)
            if refusal and games:
                raise ZermeloError(refusal)
            if not refusal:
                algorithm.open(game)
                seconds = clock.perf_counter() - start
                rows.append(
                    {
                        "game": game.title,
                        "engine": algorithm.name,
                        "compiled": not was_ready,
                        "seconds": seconds,
                        "reason": _reason(algorithm, game),
                    }
                )
            bar.advance()
    if json:
        print_json({"rows": rows})
        return
    for row in rows:
        how = f"compiled in {row['seconds']:.1f} s" if row["compiled"] else "already compiled"
        how = f"runs interpreted, {row['reason']}" if row["reason"] else how
        typer.echo(f"{row['game']} for {row['engine']}: {how}")


def _reason(algorithm: Algorithm, game: Game) -> str:
    """Why a search that was opened runs interpreted; "": it does not, or compiles nothing."""
    wanted = algorithm.wanted(game)
    return prepare(**wanted).reason if wanted else ""
