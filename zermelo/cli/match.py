"""`zermelo match`: engines against each other."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from zermelo.arena.match import Match, match
from zermelo.cli.common import (
    GameName,
    Json,
    Moves,
    Position,
    Seed,
    console,
    print_json,
    progress,
    read_game,
    read_position,
)
from zermelo.protocols.engine import engine


def run(
    game: GameName,
    first: Annotated[str, typer.Argument(metavar="A", help="An engine, such as alphabeta:depth=4.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another, such as mcts:sims=1000.")],
    games: Annotated[int, typer.Option(min=1, help="How many; the sides are swapped after each.")] = 10,
    opening: Annotated[int, typer.Option(min=0, help="Random plies to begin with, the same for both sides.")] = 0,
    position: Position = None,
    moves: Moves = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Play engines against each other: score and Elo difference with its 95% interval."""
    rules = read_game(game)
    state = read_position(rules, position, moves)
    players = [engine(first), engine(second)]
    with progress("", games) as bar:

        def tell(so_far: Match) -> None:
            bar.say(f"+{so_far.wins} ={so_far.draws} -{so_far.losses}")
            bar.advance()

        result = match(rules, players, games, seed, opening, state, tell)
    if json:
        print_json(result.to_json())
        return
    out, elo = console(), result.elo
    out.print(f"{result.engines[0]} against {result.engines[1]}, {rules.title}, {result.games} games", markup=False)
    out.print(f"+{result.wins} ={result.draws} -{result.losses}, a score of {result.score:.1%}", markup=False)
    out.print(f"Elo {_number(elo.difference)}, 95% between {_number(elo.low)} and {_number(elo.high)}", markup=False)


def _number(value: float) -> str:
    return f"{round(value):+d}" if math.isfinite(value) else ("+∞" if value > 0 else "-∞")
