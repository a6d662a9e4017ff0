"""`zermelo record`: the record of matches and tournaments."""

from __future__ import annotations

from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli import common
from zermelo.files.sqlite import is_sqlite
from zermelo.game import Game, ZermeloError
from zermelo.records.archive.reading import Filters, Record, record

LISTED = 50  # games


class Use(StrEnum):
    """What is done with the record."""

    list = "list"
    games = "games"
    replay = "replay"
    export = "export"
    take = "import"


def run(
    use: Annotated[
        Use,
        typer.Argument(
            metavar="list|games|replay|export|import",
            help="list: matches and tournaments. games: those that the options find. replay: one game, by its number. "
            "export: games to OTHER. import: the games of OTHER, saved by a match.",
        ),
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record, a .sqlite file.")],
    other: Annotated[
        str | None,
        typer.Argument(
            metavar="[OTHER]",
            help="replay: the game's number. export: OUT.pgn, .sgf, .pbn, .lin, .mat, .json, .csv. "
            "import: a .jsonl or .pgn file.",
        ),
    ] = None,
    contest: Annotated[int | None, typer.Option(min=1, help="Games of this match or tournament.")] = None,
    engine: Annotated[str | None, typer.Option(metavar="TEXT", help="Games of an engine whose name has this.")] = None,
    against: Annotated[str | None, typer.Option(metavar="TEXT", help="And of another whose name has this.")] = None,
    result: Annotated[str | None, typer.Option(help="What --engine did: won, drawn or lost.")] = None,
    ending: Annotated[str | None, typer.Option(help="How they ended: over, time, crash, illegal, repetition.")] = None,
    opening: Annotated[int | None, typer.Option(min=0, help="Games of this opening, from 0.")] = None,
    faults: Annotated[bool, typer.Option("--faults", help="Only games in which something went wrong.")] = False,
    least: Annotated[int | None, typer.Option(min=0, help="Games of so many plies or more.")] = None,
    most: Annotated[int | None, typer.Option(min=0, help="Games of so many plies or fewer.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many games.")] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The rules, where the record's name does not load them.")
    ] = None,
    json: common.Json = False,
) -> None:
    """List, filter, replay, export and import the games of matches and tournaments that --save has kept."""
    rules = None if game is None else common.read_game(game)
    if use in (Use.replay, Use.export, Use.take) and other is None:
        raise ZermeloError(f"zermelo record {use.value} FILE also takes {_wanted(use)}")
    if use in (Use.list, Use.games) and other is not None:
        raise ZermeloError(f"zermelo record {use.value} takes one file, and options, not '{other}' as well")
    if use == Use.take:
        _import(file, Path(str(other)), rules, json)
        return
    found = record(file)
    filters = Filters(contest, engine, against, result, ending, opening, faults, least, most, None, limit)
    if use == Use.list:
        _list(found, json)
    elif use == Use.games:
        _games(found, filters, json)
    elif use == Use.replay:
        _replay(found, str(other), rules, json)
    else:
        _export(found, filters, Path(str(other)), rules, json)


def _wanted(use: Use) -> str:
    return {Use.replay: "the game's number", Use.export: "a file to write", Use.take: "a file to read"}[use]


def _list(found: Record, json: bool) -> None:
    contests = found.contests()
    if json:
        common.print_json({"contests": contests})
        return
    from zermelo.show.contests.record import contests_text

    common.say(contests_text(contests))


def _games(found: Record, filters: Filters, json: bool) -> None:
    if json:
        common.print_json({"games": list(found.rows(filters))})
        return
    from zermelo.show.contests.record import games_text

    count = found.count(**{name: getattr(filters, name) for name in Filters.__dataclass_fields__})
    rows = list(islice(found.rows(filters), LISTED if filters.limit is None else filters.limit))
    common.say(games_text(rows, count))


def _replay(found: Record, text: str, rules: Game | None, json: bool) -> None:
    if not text.isdecimal():
        raise ZermeloError(f"a game is named by its number in the record, not '{text}': see zermelo record games")
    row: dict[str, Any] = (found.games(game=int(text)) or [{}])[0]
    played = found.replay(int(text), rules)
    if json:
        common.print_json(row)
        return
    from zermelo.show.contests.record import replay_text

    common.say(replay_text(row, played))


def _export(found: Record, filters: Filters, out: Path, rules: Game | None, json: bool) -> None:
    from zermelo.loading import load
    from zermelo.records.archive.exporting import NEEDS_RULES, export

    rows = list(found.rows(filters))
    if rules is None and rows and out.suffix.lower() in NEEDS_RULES:
        titles = sorted({row["game"] for row in rows})
        if len(titles) > 1:
            raise ZermeloError(f"these are games of {' and '.join(titles)}: choose one contest with --contest")
        rules = load(titles[0])
    files = export(rows, rules, out)
    if json:
        common.print_json({"games": len(rows), "files": list(map(str, files))})
        return
    names = str(files[0]) if len(files) == 1 else f"{files[0]} … {files[-1]}"
    common.console().print(f"{len(rows):,} {'game' if len(rows) == 1 else 'games'} in {names}", markup=False)


def _import(file: Path, other: Path, rules: Game | None, json: bool) -> None:
    from zermelo.arena.recorded.importing import import_games

    if not is_sqlite(file):
        raise ZermeloError(f"a record is a .sqlite file, not {file.name}")
    count = import_games(file, other, rules)
    if json:
        common.print_json({"games": count})
    else:
        common.console().print(f"{count:,} {'game' if count == 1 else 'games'} of {other} in {file}", markup=False)
