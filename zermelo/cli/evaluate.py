"""`zermelo evaluate`: what the evaluation says of one position, term by term."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.common import GameName, Json, Moves, Position, read_game, read_position, tell
from zermelo.experiments.static import static_evaluation
from zermelo.game import Game, ZermeloError, brief
from zermelo.players.engines import engine
from zermelo.search.base import read_evaluate


def run(
    game: GameName,
    position: Position = None,
    moves: Moves = None,
    player: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="For whom, by name or number from 0; else who is to move.")
    ] = None,
    evaluation: Annotated[
        str | None, typer.Option("--evaluate", metavar="WHICH", help="fitted, or a file that `zermelo learn` wrote.")
    ] = None,
    json: Json = False,
) -> None:
    """Evaluate one position without a search: its value, and what each term of the evaluation adds."""
    rules = read_game(game)
    state = read_position(rules, position, moves)
    try:
        chosen = None if evaluation is None else read_evaluate(evaluation, engine)
    except ValueError as error:
        raise ZermeloError(f"--evaluate: {error}") from None
    found = static_evaluation(rules, state, _seat(rules, player), chosen)
    tell(json, found.to_json, lambda: str(found))


def _seat(game: Game, typed: str | None) -> int | None:
    """The player that a person named."""
    if typed is None:
        return None
    names = [game.player_name(player) for player in range(game.players)]
    for player, name in enumerate(names):
        if typed.strip().lower() in (name.lower(), str(player)):
            return player
    raise ZermeloError(f"{game.name} has no player '{brief(typed)}'; it has {', '.join(names)}")
