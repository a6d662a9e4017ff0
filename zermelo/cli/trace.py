"""`zermelo trace`: every step of a search on a small tree."""

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
    read_game,
    read_position,
    write_text,
)
from zermelo.game import Game, ZermeloError
from zermelo.hidden.information_sets import trace_open
from zermelo.search.trace.mcts import MCTSTrace, trace_mcts
from zermelo.search.trace.trace import Trace, usual_algorithm


def run(
    game: GameName = "tree",
    algorithm: Annotated[
        str, typer.Option("--algorithm", "-a", help="minimax, alphabeta, expectimax, expectiminimax, maxn or mcts.")
    ] = "",
    depth: Annotated[int | None, typer.Option(min=1, max=1000, help="Plies to look ahead.")] = None,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations to run, for mcts.")] = 10,
    strict: Annotated[bool, typer.Option("--strict", help="Cut at v > β only, not at v ≥ β.")] = False,
    position: Position = None,
    moves: Moves = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the searched tree into this file.")] = None,
    dot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the searched tree into this file, for Graphviz.")
    ] = None,
    tree: Annotated[bool, typer.Option("--tree", help="Also print the searched tree.")] = False,
    why: Annotated[
        str | None, typer.Option(metavar="NODE", help="Say only why this branch was cut; 2.1 is action 1 after 2.")
    ] = None,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Show every step of a search on a small tree: alpha, beta, values, and the reason for each cut."""
    rules = read_game(game)
    state = read_position(rules, position, moves)
    algorithm = algorithm or _usual(rules)
    shown: Trace | MCTSTrace
    if algorithm == "mcts":
        shown = trace_mcts(rules, state, simulations, seed)
    else:
        shown = trace_open(rules, algorithm, state, depth, strict)
    _write(shown, svg, dot)
    if why is not None:
        if isinstance(shown, MCTSTrace):
            raise ZermeloError("mcts cuts nothing, so there is no --why: trace alphabeta")
        answer = shown.why(why)
        if json:
            print_json({"game": rules.title, "algorithm": algorithm, "node": why, "why": answer})
        else:
            console().print(answer, markup=False, soft_wrap=True)
        return
    if json:
        from zermelo.show.described import described

        print_json({**shown.to_json(), "tree": described(shown.picture())})
        return
    out = console()
    out.print(str(shown), markup=False, soft_wrap=True)
    if tree:
        from zermelo.show.text import text

        out.print()
        out.print(text(shown.picture()), markup=False, soft_wrap=True)


def _write(shown: Trace | MCTSTrace, svg: Path | None, dot: Path | None) -> None:
    """Draws the tree into the files that were named."""
    if svg and dot and svg.absolute() == dot.absolute():
        raise ZermeloError(f"--svg and --dot both name {svg}: give each a file of its own")
    if svg:
        from zermelo.show.svg import svg as draw

        write_text(svg, draw(shown.picture()))
    if dot:
        from zermelo.show.trees.dot import dot as graph

        write_text(dot, graph(shown.picture()))


def _usual(game: Game) -> str:
    return "mcts" if game.players > 1 and not game.is_duel and not game.has_hidden else usual_algorithm(game)
