"""`zermelo trace`: every step of a search on a small tree."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

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
from zermelo.hidden.information_sets import fusions, trace_open
from zermelo.search.trace.mcts import MCTSTrace, trace_mcts
from zermelo.search.trace.recorder import number
from zermelo.search.trace.trace import Trace

OPEN = "at these nodes the player to move sees the same, and would have to choose the same:"
SHOWN_SETS = 10


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
    if json:
        from zermelo.show.described import described

        print_json({**shown.to_json(), "tree": described(shown.picture())})
        return
    out = console()
    if isinstance(shown, MCTSTrace):
        _print_mcts(out, shown)
    else:
        _print_steps(out, shown)
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
        from zermelo.show.dot import dot as graph

        write_text(dot, graph(shown.picture()))


def _usual(game: Game) -> str:
    if not game.is_duel:
        return "maxn" if game.has_hidden else "mcts"
    return "expectiminimax" if game.has_chance else "alphabeta"


def _print_steps(out: Any, shown: Trace) -> None:
    width = len(str(len(shown.steps)))
    judged = "evaluated =" if shown.judged else "unknown: nothing evaluates it, so it counts as"
    for step in shown.steps:
        window = f"  α {number(step.alpha)}  β {number(step.beta)}" if shown.bounded else ""
        value = f" {step.worth}" if step.worth else ""
        words = {
            "enter": f"{step.player} {step.node}{window}",
            "leaf": f"leaf {step.node} ={value}",
            "depth": f"{step.player} {step.node} at the depth limit, {judged}{value}",
            "update": f"{step.player} {step.node} now{value}{window}",
            "prune": f"{step.player} {step.node} cut at{value}: {step.reason}",
            "back": f"{step.player} {step.node} is worth{value}",
        }[step.event]
        mark = "✂ " if step.event == "prune" else ""
        out.print(f"{step.number:>{width}}  {'  ' * step.depth}{mark}{words}", markup=False, soft_wrap=True)
    least = "" if shown.counted else "at least "
    skipped = f", {least}{shown.skipped} skipped" if shown.bounded else ""
    chosen = f", best action {shown.action}" if shown.action is not None and shown.known else ""
    worth = (
        f"worth {shown.worth} to {shown.whose}"
        if shown.known
        else "the value is unknown: it comes from the depth limit"
    )
    out.print(f"\n{worth}{chosen}; {shown.leaves} leaves visited{skipped}", markup=False)
    if shown.game.has_hidden:
        _print_sets(out, shown)


def _print_sets(out: Any, shown: Trace) -> None:
    """What is wrong with this search: it chooses by what the players do not see."""
    out.print(f"\nsearched as if nothing were hidden; {OPEN}", markup=False, soft_wrap=True)
    found = fusions(shown)
    for line in found[:SHOWN_SETS]:
        out.print(line, markup=False, soft_wrap=True)
    if len(found) > SHOWN_SETS:
        out.print(f"… and {len(found) - SHOWN_SETS} more", markup=False)


def _print_mcts(out: Any, shown: MCTSTrace) -> None:
    for one in shown.simulations:
        out.print(f"simulation {one.number}", markup=False)
        out.print(f"  selection   {' → '.join(one.selected) or 'the root'}", markup=False)
        out.print(f"  expansion   {one.expanded or 'none: the game is over here'}", markup=False)
        out.print(f"  playout     {', '.join(f'{u:g}' for u in one.utilities)}", markup=False)
        counts = "   ".join(f"{action}: {visits} visits, {mean:.2f}" for action, visits, mean in one.children)
        out.print(f"  backup      {counts}", markup=False, soft_wrap=True)
    out.print(f"\nmost visited: {shown.action}", markup=False)
