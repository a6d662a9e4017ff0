"""`zermelo transform`: what other utilities do to decisions."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.common import GameName, Json, Moves, Position, progress, read_game, read_position, tell
from zermelo.experiments.transform import MOST, transformation
from zermelo.laws.trial import require_laws


def run(
    game: GameName,
    formula: Annotated[
        str,
        typer.Argument(
            metavar="FORMULA", help="What a utility x becomes: 2*x+1, x**3, sqrt(x+1), square, scale 10, or 3=9, 12=1."
        ),
    ],
    position: Position = None,
    moves: Moves = None,
    states: Annotated[int, typer.Option(min=1, max=100_000_000, help="The most states that are valued.")] = MOST,
    json: Json = False,
) -> None:
    """Turn a game's utilities into others, and compare the decisions: which functions change them, and which cannot."""
    rules = read_game(game)
    require_laws(rules)
    state = read_position(rules, position, moves)
    with progress("valuing states", 2 * states) as bar:
        found = transformation(rules, formula, state, states, lambda valued: bar.advance(1000))
    tell(json, found.to_json, lambda: str(found))
