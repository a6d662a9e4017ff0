"""`zermelo complexity`: how large a game's tree is, and what alpha-beta visits of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli import common
from zermelo.experiments.complexity import GAMES, NODES, Complexity, complexity
from zermelo.game import Game, State


def run(
    game: common.GameName,
    depth: Annotated[int | None, typer.Option(min=1, max=1000, help="Plies to count; by default what fits.")] = None,
    nodes: Annotated[int, typer.Option(min=2, max=10_000_000, help="The largest tree that is counted.")] = NODES,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="Random games, for b and m of whole games.")] = GAMES,
    position: common.Position = None,
    moves: common.Moves = None,
    svg: Annotated[Path | None, common.file_option("Draw the plot into this file.")] = None,
    seed: common.Seed = 1,
    json: common.Json = False,
) -> None:
    """Measure a game's tree: b, m, b^m, and the leaves by depth for the best, a random and the worst order."""
    rules = common.read_game(game)
    state = common.read_position(rules, position, moves)
    found = _measured(rules, state, depth, nodes, games, seed)
    if svg:
        from zermelo.show.measured.complexity import complexity_svg

        common.write_text(svg, complexity_svg(found))
    common.tell(json, found.to_json, lambda: str(found))


def _measured(game: Game, state: State, depth: int | None, nodes: int, games: int, seed: int) -> Complexity:
    """What is measured, with its progress in the terminal."""
    with common.progress("counting", 100) as bar:

        def tell(what: str, done: int, total: int) -> None:
            bar.say(what)
            bar.reach(100 * done // total)

        return complexity(game, state, depth, nodes, games, seed, tell)
