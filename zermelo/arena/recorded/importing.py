"""Puts files of matches that were saved as .jsonl or .pgn into a record; each becomes a contest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from zermelo.arena.seats import seating
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.loading import load
from zermelo.records.archive.reading import start_of
from zermelo.records.archive.writing import Contest, Writing, writing
from zermelo.records.game_record import GameRecord
from zermelo.records.matches import READ, digest_of
from zermelo.records.reading import text_of
from zermelo.records.replay import actions_along

COMMON = ("game", "engines", "seed", "opening_plies", "balance", "clock", "longest")


def import_games(record: Path, file: Path, game: Game | None = None) -> int:
    """Adds the games of a file to a record, and returns how many; game: the rules of a .jsonl file of a user's game.

    Raises ZermeloError, before anything is added, where a line is damaged or a move is not legal.
    """
    suffix = file.suffix.lower()
    if suffix not in (".jsonl", ".pgn"):
        raise ZermeloError(f"files of matches are .jsonl or .pgn, not {file.name}")
    found = list(lines_of(file, game) if suffix == ".jsonl" else _pgn(file))
    if not found:
        raise ZermeloError(f"{file} has no games")
    with ExitStack() as stack:
        out: Writing | None = None
        before: Contest | None = None
        for contest, seats, opening, start, played in found:
            if contest != before:
                if out:
                    out.complete()
                stack.close()
                out, before = stack.enter_context(writing(record, contest, resume=False)), contest
                number = 0
            assert out is not None
            number += 1
            out.add(number, seats, opening, [start], played)
        if out:
            out.complete()
    return len(found)


Found = tuple[Contest, tuple[int, ...], int, State, GameRecord]


def lines_of(file: Path, given: Game | None) -> Iterator[Found]:
    """The games of a .jsonl file that a match has saved; given: the rules of a game of a user's."""
    games: dict[str, Game] = {}
    contests: dict[str, Contest] = {}
    openings: dict[str, int] = {}
    for number, line in enumerate(text_of(file).splitlines(), 1):
        place = f"{file}, line {number}"
        try:
            entry = json.loads(line)
            if entry["format"] not in READ:
                raise KeyError
            told = entry.get("digest")
            if told is not None and told != digest_of({k: v for k, v in entry.items() if k != "digest"}):
                raise ZermeloError(f"{place} was changed or damaged: its digest is wrong")
            title = entry["game"]
            if title not in games:
                games[title] = load(title) if given is None else given
            game = games[title]
            common = {name: entry[name] for name in COMMON}
            key = json.dumps(common)
            if key not in contests:
                conditions = {name: entry[name] for name in COMMON[3:]}
                contests[key] = Contest("match", game, tuple(entry["engines"]), entry["seed"], conditions)
            start = start_of(entry["start"], game)
            actions, end = actions_along(game, start, entry["moves"])
            seats = seating(len(entry["engines"]), game.players, entry["number"] - 1, sides=game.sides)
            if len(entry["utilities"]) != game.players:
                raise KeyError
            played = GameRecord(
                game, start, actions, end, tuple(map(float, entry["utilities"])), entry["ending"], entry["fault"]
            )
            yield contests[key], seats, openings.setdefault(entry["start"], len(openings)), start, played
        except ZermeloError as error:
            raise error if place in str(error) else ZermeloError(f"{place}: {error}") from None
        except (ValueError, KeyError, TypeError):
            raise ZermeloError(f"{place}: this is not a game of a match") from None


def _pgn(file: Path) -> Iterator[Found]:
    from zermelo.records.pgn import read_file

    games = list(read_file(file))
    names = tuple(dict.fromkeys(game.tags.get(side, "?") for game in games for side in ("White", "Black")))
    engines = names if len(names) > 1 else (*names, *names)
    event = games[0].tags.get("Event", "?") if games else "?"
    openings: dict[State, int] = {}
    for number, one in enumerate(games):
        if one.utilities is None:
            raise ZermeloError(f"{file}, game {number + 1} has no result: {brief(one.result)}")
        state: Any = one.start
        for action in one.actions:
            state = one.game.result(state, action)
        seats = tuple(engines.index(one.tags.get(side, "?")) for side in ("White", "Black"))
        ending = "over" if one.game.is_terminal(state) else one.tags.get("Termination", "adjudication")
        fault = one.tags.get("Fault", "")
        contest = Contest("match", one.game, engines, int(one.tags.get("MatchSeed", "0")), {"event": event})
        played = GameRecord(one.game, one.start, one.actions, state, one.utilities, ending, fault)
        yield (
            contest,
            seats if len(names) > 1 else (0, 1),
            openings.setdefault(one.start, len(openings)),
            one.start,
            played,
        )
