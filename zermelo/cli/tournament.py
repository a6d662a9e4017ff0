"""`zermelo tournament`: several engines against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.arena.openings import BALANCE
from zermelo.arena.play import LONGEST
from zermelo.arena.tournament.running import tournament
from zermelo.arena.tournament.schedules import KINDS
from zermelo.arena.tournament.standings import Tournament
from zermelo.cli import common
from zermelo.cli.match import read_clock
from zermelo.files.writing import check_writable
from zermelo.game import ZermeloError

RUNNING = 12  # lines of the running table


def run(
    game: common.GameName,
    engines: Annotated[
        list[str],
        typer.Argument(metavar="ENGINE", help="Three engines or more: alphabeta:depth=4, uci:stockfish, bots/anna.py."),
    ],
    kind: Annotated[
        str, typer.Option(help=f"{', '.join(KINDS)}: all meet; the first meets all; by points; or lose and be out.")
    ] = KINDS[0],
    games: Annotated[
        int | None, typer.Option(min=1, help="Games of each meeting; by default one from each seat.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Rounds of a Swiss tournament.")] = None,
    opening: Annotated[int, typer.Option(min=0, help="Random plies at the start, the same in all meetings.")] = 0,
    balance: common.Balance = BALANCE,
    openings: common.Openings = None,
    clock: common.GameClock = None,
    position: common.Position = None,
    moves: common.Moves = None,
    concurrency: common.Concurrency = None,
    longest: common.Longest = LONGEST,
    svg: Annotated[
        Path | None, common.file_option("Draw the ratings with error bars, and the results by opening, here.")
    ] = None,
    save: Annotated[Path | None, common.file_option("Add each game to this .sqlite record when it is over.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the same tournament in the file.")] = False,
    cluster: common.Cluster = None,
    seed: common.Seed = 0,
    json: common.Json = False,
) -> None:
    """Play a tournament: places, cross table, Elo with 95% intervals. Ctrl-C prints what was played so far."""
    rules = common.read_game(game)
    paths = common.read_beginnings(rules, openings, position, moves)
    if resume and save is None:
        raise ZermeloError("--resume continues a tournament in a file: name it with --save FILE.sqlite")
    time = None if clock is None else read_clock(clock, rules.players)
    if svg is not None:
        check_writable(svg)
    with common.progress("", None) as bar:

        def tell(so_far: Tournament) -> None:
            from zermelo.show.contests.standings import running_words

            bar.reach(so_far.games, max(so_far.planned, so_far.games))
            bar.show(lambda: running_words(so_far, RUNNING))

        found = tournament(
            rules,
            engines,
            kind,
            games,
            seed,
            opening,
            tell,
            rounds=rounds,
            openings=paths,
            balance=balance,
            clock=time,
            concurrency=concurrency,
            longest=longest,
            save=save,
            resume=resume,
            cluster=cluster,
        )
    if svg is not None and found.bouts:
        from zermelo.show.contests.ratings import tournament_svg

        common.write_text(svg, tournament_svg(found))
    if json:
        common.print_json(found.to_json())
    else:
        from zermelo.show.contests.standings import tournament_text

        out = common.console()
        out.print(tournament_text(found, out.width), markup=False, soft_wrap=True)
    if not found.is_complete:
        raise KeyboardInterrupt
