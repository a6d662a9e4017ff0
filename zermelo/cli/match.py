"""`zermelo match`: engines against each other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from zermelo.arena.match import GAMES, MOST_GAMES, match
from zermelo.arena.openings import BALANCE
from zermelo.arena.play import LONGEST
from zermelo.arena.score import Match
from zermelo.arena.seats import check_engines
from zermelo.cli import common
from zermelo.game import ZermeloError, brief
from zermelo.numerals import signed
from zermelo.players.engines import engine
from zermelo.search.time.clock import Clock


def run(
    game: common.GameName,
    engines: Annotated[
        list[str],
        typer.Argument(
            metavar="ENGINE",
            help="Two engines, or one for each seat: alphabeta:depth=4, mcts:sims=1000, uci:stockfish, or your own, "
            "mybot.py:flat,sims=50.",
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            help=f"How many; the sides are swapped after each. By default {GAMES}, or all openings of the file; "
            "with --sprt at most so many.",
        ),
    ] = None,
    opening: Annotated[int, typer.Option(min=0, help="Random plies at the start, the same for both sides.")] = 0,
    balance: common.Balance = BALANCE,
    openings: Annotated[
        Path | None, common.file_option("Openings, each played twice: positions or moves, one per line; EPD; or .pgn.")
    ] = None,
    clock: common.GameClock = None,
    position: common.Position = None,
    moves: common.Moves = None,
    save: Annotated[
        Path | None,
        common.file_option("Add each game to this .sqlite record, or .jsonl or .pgn file, when it is over."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue after the games in the file.")] = False,
    concurrency: common.Concurrency = None,
    longest: common.Longest = LONGEST,
    swap: Annotated[
        bool, typer.Option("--swap/--no-swap", help="Swap sides after each game, or leave A in the first seat.")
    ] = True,
    duplicate: Annotated[
        bool,
        typer.Option(
            "--duplicate", help="Intervals over deals: each is played from every seat, so that luck cancels out."
        ),
    ] = False,
    boards: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Duplicate, for games with partners: so many deals, each at two tables with sides exchanged.",
        ),
    ] = None,
    rated: Annotated[
        int | None,
        typer.Option(metavar="N", help="The rating of the second of two engines; that of the first is told."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="TEST",
            help="Play until the test elo0=0,elo1=5 is decided; also alpha=0.05, beta=0.05, model=normalized, logistic "
            "or bayesian, and pairs=false to count games and not pairs.",
        ),
    ] = None,
    cluster: common.Cluster = None,
    seed: common.Seed = 0,
    json: common.Json = False,
) -> None:
    """Play engines against each other: score and Elo difference, or mean results, with 95% intervals."""
    rules = common.read_game(game)
    if resume and save is None:
        raise ZermeloError("--resume continues the games of a file: name it with --save FILE.jsonl")
    if rated is not None and len(engines) != 2:
        raise ZermeloError("--rated is the rating of the second of two engines: name two")
    paths = common.read_beginnings(rules, openings, position, moves)
    if boards is not None and openings is None and position is None and moves is None:
        paths = []  # each deal begins as its number says
    if boards is not None:
        if games is not None or not swap:
            raise ZermeloError("--boards says how many games there are, two each: leave --games and --no-swap out")
        if len(rules.teams) != 2 or rules.players < 3 or len(engines) != 2:
            raise ZermeloError(f"--boards is for two engines in a game of two sides with partners, not {rules.title}")
        games, duplicate = 2 * boards, True
    time = None if clock is None else read_clock(clock, rules.players)
    count = games or (MOST_GAMES if sprt is not None else rules.players * len(paths) if openings is not None else GAMES)
    check_engines(rules, engines)
    players = list(engines) if cluster else [engine(name) for name in engines]
    with common.progress("", None if sprt is not None and games is None else count) as bar:
        if resume and save is not None and save.exists():
            bar.say(f"checking the games in {save.name}")

        def tell(so_far: Match) -> None:
            means = ", ".join(f"{one.engine} {signed(one.mean.value, rules.scale)}" for one in so_far.standings)
            words = f"+{so_far.wins} ={so_far.draws} -{so_far.losses}" if so_far.is_between_two else means
            if so_far.sprt:
                words += f", LLR {so_far.sprt.llr:+.2f} of {so_far.sprt.test.lower:.2f} … {so_far.sprt.test.upper:+.2f}"
            bar.say(words)
            bar.reach(so_far.games)

        result = match(
            rules,
            players,
            count,
            seed,
            opening,
            None,
            tell,
            openings=paths,
            balance=balance,
            clock=time,
            save=save,
            resume=resume,
            concurrency=concurrency,
            longest=longest,
            swap=swap,
            duplicate=duplicate,
            sprt=sprt,
            cluster=cluster,
        )
    if json:
        common.print_json(result.to_json())
        return
    from zermelo.show.reports.match import match_text, rating_words

    common.say(match_text(result))
    if rated is not None:
        common.say(rating_words(result, rated))


def read_clock(text: str, players: int) -> Clock:
    """Every player's clock: `10+0.1`, `60` or `40/60`. Raises ZermeloError."""
    number = r"\d{1,9}(?:\.\d*)?|\.\d+"
    found = re.fullmatch(rf"(?:(?P<actions>\d{{1,6}})/)?(?P<left>{number})(?:\+(?P<increment>{number}))?", text.strip())
    left = float(found["left"]) if found else 0.0
    if not found or not 0 < left <= common.MOST_SECONDS or found["actions"] == "0":
        allowed = "SECONDS, SECONDS+INCREMENT or MOVES/SECONDS, such as 10+0.1"
        raise ZermeloError(f"--clock reads {allowed}, not '{brief(text)}'")
    actions = int(found["actions"]) if found["actions"] else None
    return Clock((left,) * players, (float(found["increment"] or 0),) * players, actions)
