"""`zermelo trace`: every step of a search on a small tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zermelo.cli import common
from zermelo.experiments.ordering import ordered
from zermelo.figures import figure
from zermelo.game import Game, ZermeloError
from zermelo.hidden.information_sets import trace_open
from zermelo.loading import FIGURE
from zermelo.measures.chances import read_model
from zermelo.picture import Tree
from zermelo.problem import Problem
from zermelo.search.single.names import single_name
from zermelo.search.single.trace import SingleTrace, trace_single
from zermelo.search.textbook.expectimax import Expectimax
from zermelo.search.trace.mcts import MCTSTrace, trace_mcts
from zermelo.search.trace.moment import LIT, Moment
from zermelo.search.trace.pseudocode import VALUE
from zermelo.search.trace.trace import Trace, usual_algorithm

if TYPE_CHECKING:
    from rich.console import Console


def run(
    game: common.GameName = "tree",
    algorithm: Annotated[
        str,
        typer.Option(
            "--algorithm",
            "-a",
            help="minimax, alphabeta, expectimax, expectiminimax, maxn or mcts; of a problem astar, greedy, idastar, …",
        ),
    ] = "",
    depth: Annotated[
        int | None,
        typer.Option(min=1, max=1000, help="Plies to look ahead; to the end, or those that a figure draws."),
    ] = None,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations to run, for mcts.")] = 10,
    exploration: Annotated[
        float | None, typer.Option(metavar="C", help="UCB1's constant for results from 0 to 1, for mcts; √½.")
    ] = None,
    opponent: Annotated[
        str,
        typer.Option(metavar="MODEL", help="What the others do, for expectimax: random, 0.8*minimax2+0.2*random, …"),
    ] = "",
    order: Annotated[
        str, typer.Option(metavar="ORDER", help="Search the best, the worst or a random action first.")
    ] = "",
    strict: Annotated[bool, typer.Option("--strict", help="Cut at v > β only, not at v ≥ β.")] = False,
    pseudocode: Annotated[
        bool, typer.Option("--pseudocode", "-p", help="Print the pseudocode, and beside each step its line.")
    ] = False,
    notation: Annotated[
        str, typer.Option(help="Where the pseudocode of alpha-beta cuts: value, at v ≥ β; window, at α ≥ β.")
    ] = VALUE,
    step: Annotated[
        int | None,
        typer.Option(metavar="N", help="Show only this step: its line of the pseudocode, and the tree then."),
    ] = None,
    position: common.Position = None,
    moves: common.Moves = None,
    utility: common.Utility = None,
    svg: Annotated[Path | None, common.file_option("Draw the searched tree into this file.")] = None,
    dot: Annotated[Path | None, common.file_option("Write the searched tree into this file, for Graphviz.")] = None,
    tree: Annotated[bool, typer.Option("--tree", help="Also print the searched tree.")] = False,
    levels: Annotated[
        bool, typer.Option("--levels", help="Also print the values level by level, from the leaves up.")
    ] = False,
    why: Annotated[
        str | None, typer.Option(metavar="NODE", help="Say only why this branch was cut; 2.1 is action 1 after 2.")
    ] = None,
    seed: common.Seed = 1,
    json: common.Json = False,
) -> None:
    """Show every step of a search on a small tree: alpha, beta, values, and the reason for each cut.

    --pseudocode prints the book's lines too, and beside each step the one that it executes.
    """
    rules = common.read_game(game, utility)
    state = common.read_position(rules, position, moves)
    if opponent and algorithm not in ("", Expectimax.name):
        raise ZermeloError(f"--opponent is for expectimax, and {algorithm} has none: --algorithm expectimax")
    if opponent:
        algorithm = Expectimax.name
    drawn_by, plies = _as_drawn(game)
    algorithm, depth = algorithm or drawn_by, depth or plies
    if order:
        rules = ordered(rules, order, state, depth, seed)
    shown: Trace | MCTSTrace | SingleTrace
    if single_name(algorithm) or (isinstance(rules, Problem) and not algorithm):
        shown = trace_single(rules, state, algorithm or None)
        algorithm = shown.algorithm
    elif (algorithm := algorithm or _usual(rules)) == "mcts":
        shown = trace_mcts(rules, state, simulations, seed, exploration)
    else:
        model = read_model(opponent or "random")
        shown = trace_open(rules, algorithm, state, depth, strict, notation=notation, opponent=model)
    if isinstance(shown, SingleTrace) and (step is not None or pseudocode):
        raise ZermeloError(f"{algorithm} has no pseudocode here: leave out --step and --pseudocode")
    moment = None if step is None or isinstance(shown, SingleTrace) else shown.at(step)
    _write((moment or shown).picture(), svg, dot)
    if why is not None:
        if not isinstance(shown, Trace):
            raise ZermeloError(f"{algorithm} cuts nothing, so there is no --why: trace alphabeta")
        answer = shown.why(why)
        common.tell(
            json, lambda: {"game": rules.title, "algorithm": algorithm, "node": why, "why": answer}, lambda: answer
        )
        return
    if json:
        from zermelo.show.described import described

        common.print_json({**shown.to_json(), "tree": described((moment or shown).picture())})
        return
    out = common.console()
    if moment is not None:
        _show(moment, out)
        return
    out.print(_text(shown, pseudocode), markup=False, soft_wrap=True)
    if levels and isinstance(shown, Trace):
        from zermelo.show.trees.levels import levels_text

        out.print()
        out.print(levels_text(shown), markup=False, soft_wrap=True)
    if tree:
        from zermelo.show.text import text

        out.print()
        out.print(text(shown.picture()), markup=False, soft_wrap=True)


def _as_drawn(game: str) -> tuple[str, int | None]:
    """The search and the plies by which a figure is drawn, if the game is one; ("", None) if not."""
    kind, _, rest = game.partition(":")
    return figure(rest.partition(":")[0].strip()).searched if kind.strip() == FIGURE else ("", None)


def _text(shown: Trace | MCTSTrace | SingleTrace, coded: bool) -> str:
    from zermelo.show.reports.trace import mcts_text, trace_text

    if isinstance(shown, SingleTrace):
        return str(shown)
    return mcts_text(shown, coded) if isinstance(shown, MCTSTrace) else trace_text(shown, coded)


def _show(moment: Moment, out: Console) -> None:
    """One step; on a terminal its line of the pseudocode is lit."""
    for line in str(moment).splitlines():
        out.print(line, style="reverse" if line.startswith(LIT) else None, markup=False, soft_wrap=True)


def _write(picture: Tree, svg: Path | None, dot: Path | None) -> None:
    """Draws the tree into the files that were named."""
    if svg and dot and svg.absolute() == dot.absolute():
        raise ZermeloError(f"--svg and --dot both name {svg}: give each a file of its own")
    if svg:
        from zermelo.show.svg import svg as draw

        common.write_text(svg, draw(picture))
    if dot:
        from zermelo.show.trees.dot import dot as graph

        common.write_text(dot, graph(picture))


def _usual(game: Game) -> str:
    is_typed = game.annotations is not None  # so it is small
    several = game.players > 1 and not game.is_duel and not game.has_hidden
    return "mcts" if several and not is_typed else usual_algorithm(game)
