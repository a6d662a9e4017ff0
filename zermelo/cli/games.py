"""`zermelo games`: what can be played."""

from __future__ import annotations

from typing import Any

from zermelo.cli.common import Json, console, print_json
from zermelo.loading import factory_of, game_names, load, parameters_of
from zermelo.show.traits import traits


def _report(name: str) -> dict[str, Any]:
    game = load(name)
    return {
        "name": name,
        "summary": game.summary,
        "parameters": parameters_of(factory_of(name)),
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
        print_json({"games": [_report(name) for name in game_names()]})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "what it is", "traits", "parameters"):
        table.add_column(heading, overflow="fold", no_wrap=heading == "game")
    for name in game_names():
        game = load(name)
        parameters = ", ".join(f"{p}={_short(v)}" for p, v in parameters_of(factory_of(name)).items())
        table.add_row(name, game.summary, ", ".join(traits(game)), parameters)
    console().print(table)


def _short(value: Any) -> str:
    """A default as a person types it, shortened if it is long."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"{text[:9]}…" if len(text) > 10 else text
