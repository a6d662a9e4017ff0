"""`zermelo tune`: an engine's options, in games against itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from zermelo.arena.openings import BALANCE, read_openings
from zermelo.arena.play import LONGEST
from zermelo.arena.tuning.result import Tuning
from zermelo.arena.tuning.run import GAMES, METHODS, OPENING, tune
from zermelo.cli import common
from zermelo.files.writing import check_writable
from zermelo.game import ZermeloError


def run(
    game: common.GameName,
    engine: Annotated[
        str, typer.Argument(metavar="ENGINE", help="With a budget, without what is tuned: mcts:sims=1000.")
    ],
    over: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTION=LOW..HIGH",
            help="An option and its range, :log after it where equal factors matter; the name alone takes the usual "
            "range. May be repeated.",
        ),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            help=f"{' or '.join(METHODS)}: steps towards the winner of two neighbours, or a Gaussian process of the "
            "score against the engine as it is."
        ),
    ] = next(iter(METHODS)),
    games: Annotated[int, typer.Option(min=1, help="How many in all.")] = GAMES,
    each: Annotated[
        int | None, typer.Option(min=2, help="Games of each trial, two for every opening; by default 4 or 40.")
    ] = None,
    opening: Annotated[int, typer.Option(min=0, help="Random plies at the start, the same for both sides.")] = OPENING,
    balance: common.Balance = BALANCE,
    openings: common.Openings = None,
    concurrency: common.Concurrency = None,
    longest: common.Longest = LONGEST,
    svg: Annotated[Path | None, common.file_option("Draw the course of the run here.")] = None,
    save: Annotated[Path | None, common.file_option("Keep the run in this file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the file.")] = False,
    cluster: common.Cluster = None,
    seed: common.Seed = 0,
    json: common.Json = False,
) -> None:
    """Tune options of an engine in games against itself. Ctrl-C tells what was found so far."""
    rules = common.read_game(game)
    if resume and save is None:
        raise ZermeloError("--resume goes on with a run in a file: name it with --save FILE")
    paths = read_openings(rules, openings) if openings is not None else []
    if svg is not None:
        check_writable(svg)
    with common.progress("", games) as bar:

        def tell(found: Tuning) -> None:
            from zermelo.show.contests.tuning import running_words

            bar.say(running_words(found))
            bar.reach(found.games)

        found = tune(
            rules,
            engine,
            over or [],
            method,
            games,
            seed,
            opening,
            tell if sys.stderr.isatty() else None,
            each=each,
            openings=paths,
            balance=balance,
            concurrency=concurrency,
            longest=longest,
            save=save,
            resume=resume,
            cluster=cluster,
        )
    if svg is not None:
        from zermelo.show.contests.tuning import tuning_svg

        common.write_text(svg, tuning_svg(found))
    if json:
        common.print_json(found.to_json())
    else:
        from zermelo.show.contests.tuning import tuning_text

        common.say(tuning_text(found))
    if not found.is_complete:
        raise KeyboardInterrupt
