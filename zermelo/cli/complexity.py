"""`zermelo complexity`: how large a game's tree is, and what alpha-beta visits of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
    write_text,
)
from zermelo.experiments.complexity import GAMES, NODES, Complexity, complexity
from zermelo.game import Game, State


def run(
    game: GameName,
    depth: Annotated[int | None, typer.Option(min=1, max=1000, help="Plies to count; by default what fits.")] = None,
    nodes: Annotated[int, typer.Option(min=2, max=10_000_000, help="The largest tree that is counted.")] = NODES,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="Random games, for b and m of whole games.")] = GAMES,
    position: Position = None,
    moves: Moves = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the plot into this file.")] = None,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Measure a game's tree: b, m, b^m, and the leaves by depth for the best, a random and the worst order."""
    rules = read_game(game)
    state = read_position(rules, position, moves)
    found = _measured(rules, state, depth, nodes, games, seed)
    if svg:
        from zermelo.show.measured.complexity import complexity_svg

        write_text(svg, complexity_svg(found))
    if json:
        print_json(found.to_json())
    else:
        console().print(str(found), markup=False, soft_wrap=True)


def _measured(game: Game, state: State, depth: int | None, nodes: int, games: int, seed: int) -> Complexity:
    """What is measured, with its progress in the terminal."""
    with progress("counting", 100) as bar:
        shown = 0

        def tell(what: str, done: int, total: int) -> None:
            nonlocal shown
            bar.say(what)
            bar.advance(max(0, 100 * done // total) - shown)
            shown = 100 * done // total

        return complexity(game, state, depth, nodes, games, seed, tell)
