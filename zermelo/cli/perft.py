"""`zermelo perft`: counts action sequences."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.common import Cluster, GameName, Json, Moves, Position, console, print_json, read_game, read_position
from zermelo.search.perft import perft


def run(
    game: GameName,
    depth: Annotated[int, typer.Option(min=0, max=1000, help="Length of the sequences in plies.")],
    position: Position = None,
    moves: Moves = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also show the count below each first action.")] = False,
    cluster: Cluster = None,
    json: Json = False,
) -> None:
    """Count the action sequences of exactly N plies."""
    rules = read_game(game)
    state = read_position(rules, position, moves)
    counted = perft(rules, state, depth, cluster=cluster)
    parts = {rules.action_text(state, action): count for action, count in counted.divided}
    if json:
        report = {
            "game": rules.title,
            "position": rules.state_text(state),
            "depth": depth,
            "leaves": counted.leaves,
            "seconds": round(counted.seconds, 6),
        }
        print_json({**report, "divide": parts} if divide else report)
        return
    out = console()
    if divide:
        for name, count in parts.items():
            out.print(f"{name}: {count:,}", markup=False)
    rate = counted.leaves / max(counted.seconds, 1e-9)
    out.print(f"{counted.leaves:,} sequences of {depth} plies in {counted.seconds:.3f} s ({rate:,.0f} per second)")
