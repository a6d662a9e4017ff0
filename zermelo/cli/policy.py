"""`zermelo policy`: what to do in every state that can arise, for all sides."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.common import GameName, Json, Moves, Position, print_json, progress, read_game, read_position, say
from zermelo.experiments.policy import MOST, policy
from zermelo.laws.trial import require_laws


def run(
    game: GameName,
    position: Position = None,
    moves: Moves = None,
    states: Annotated[int, typer.Option(min=1, max=100_000_000, help="The most states that are valued.")] = MOST,
    rows: Annotated[int, typer.Option(min=1, help="Rows to print for each player; --json has all.")] = 100,
    json: Json = False,
) -> None:
    """Tabulate the minimax policy of every side: the best action in each state that can arise."""
    rules = read_game(game)
    require_laws(rules)
    state = read_position(rules, position, moves)
    with progress("valuing states", states) as bar:
        found = policy(rules, state, states, bar.reach)
    if json:
        print_json(found.to_json())
        return
    from zermelo.show.measured.policy import policy_text

    say(policy_text(found, rows))
