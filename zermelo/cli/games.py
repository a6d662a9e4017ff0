"""`zermelo games`: what can be played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from zermelo.cli.common import Json, console, print_json
from zermelo.game import Game, ZermeloError
from zermelo.loading import game_names, installed_games, load
from zermelo.show.reports.traits import traits


def _games() -> Iterator[tuple[str, Game]]:
    """The games of this package, and those of installed ones that can be loaded."""
    for name in game_names():
        yield name, load(name)
    for name in installed_games():
        try:
            yield name, load(name)
        except ZermeloError as error:
            typer.echo(f"zermelo: {error}", err=True)


def _report(name: str, game: Game) -> dict[str, Any]:
    return {
        "name": name,
        "summary": game.summary,
        "parameters": {parameter: _plain(default) for parameter, default in game.defaults.items()},
        "players": game.players,
        "zero_sum": game.zero_sum,
        "total": game.total if game.zero_sum else None,
        "chance": game.has_chance,
        "hidden": game.has_hidden,
        "max_actions": game.max_actions,
        "max_plies": game.max_plies,
    }


def run(json: Json = False) -> None:
    """List the games with their traits and parameters."""
    if json:
        print_json({"games": [_report(name, game) for name, game in _games()]})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "what it is", "traits", "parameters"):
        table.add_column(heading, overflow="fold", no_wrap=heading == "game")
    for name, game in _games():
        parameters = ", ".join(f"{p}={_short(v)}" for p, v in game.defaults.items())
        table.add_row(name, game.summary, ", ".join(traits(game)), parameters)
    console().print(table)


def _plain(default: Any) -> Any:
    """A default as JSON holds it; null for one that a person has to give."""
    return default if isinstance(default, bool | int | float | str) else None


def _short(value: Any) -> str:
    """A default as a person types it, shortened if it is long."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"{text[:9]}…" if len(text) > 10 else text
