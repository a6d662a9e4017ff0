"""`zermelo games`: what can be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import typer

from zermelo.cli.common import Json, print_json, say_table
from zermelo.game import Game, ZermeloError
from zermelo.installed import NotInstalled
from zermelo.loading import game_names, installed_games, load, problem_names
from zermelo.show.reports.traits import traits
from zermelo.show.words import called

T = TypeVar("T")


def _listed(about: Callable[[str, Game], T]) -> Iterator[T]:
    """What is said about each game and problem; why one cannot be had is told on stderr."""
    installed = list(installed_games())
    for name in (*game_names(), *problem_names(), *installed):
        try:
            yield about(name, load(name))
        except ZermeloError as error:
            if name not in installed and not isinstance(error, NotInstalled):
                raise
            typer.echo(f"zermelo: {error}" if name in installed else f"{name}: {error}", err=True)


def _report(name: str, game: Game) -> dict[str, Any]:
    return {
        "name": name,
        "label": called(game),
        "summary": game.summary,
        "parameters": {parameter: _plain(default) for parameter, default in game.defaults.items()},
        "players": game.players,
        "sides": list(game.sides) or None,
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
        print_json({"games": list(_listed(_report))})
        return
    headings = ["game", "what it is", "traits", "parameters"]
    say_table(headings, _listed(_row), texts=headings, whole=["game"])


def _row(name: str, game: Game) -> tuple[str, ...]:
    parameters = ", ".join(f"{p}={_short(v)}" for p, v in game.defaults.items())
    return name, f"{called(game)}: {game.summary}", ", ".join(traits(game)), parameters


def _plain(default: Any) -> Any:
    """A default as JSON holds it; null for one that a person has to give."""
    return default if isinstance(default, bool | int | float | str) else None


def _short(value: Any) -> str:
    """A default as a person types it, shortened if it is long."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"{text[:9]}…" if len(text) > 10 else text
