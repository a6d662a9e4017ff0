"""Plays a tournament: the meetings of its schedule, several games at once, all games of a number from one opening."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.arena.distant.table import DistantTable
from zermelo.arena.lanes import check_concurrency, side_by_side
from zermelo.arena.match import Lane, Pairing, clock_text, lane_count, pairings
from zermelo.arena.openings import BALANCE, opening_texts
from zermelo.arena.play import LONGEST
from zermelo.arena.recorded.keeping import contest_of
from zermelo.arena.tournament.guarded import guarded
from zermelo.arena.tournament.schedules import Bout, Meeting, schedule
from zermelo.arena.tournament.standings import Tournament
from zermelo.arguments import checked
from zermelo.cluster.address import crew_at
from zermelo.files.sqlite import is_sqlite
from zermelo.game import Game, State, ZermeloError
from zermelo.players.engines import player_of
from zermelo.players.own import is_file
from zermelo.players.player import Player
from zermelo.records.archive.writing import Kept, writing
from zermelo.records.game_record import GameRecord
from zermelo.records.matches import one_line
from zermelo.search.time.clock import Clock


class _Job(NamedTuple):
    meeting: Meeting
    number: int
    pairing: Pairing


class _Place:
    """Where games are played, one at a time: engines of its own, and the lane of the game in progress."""

    def __init__(self, game: Game, players: Sequence[Player], clock: Clock | None, longest: int) -> None:
        self.game, self.players, self.clock, self.longest = game, players, clock, longest
        self._lane: Lane | None = None
        self._is_stopped = False

    def play(self, job: _Job) -> tuple[GameRecord, float]:
        """The game and how many seconds it took. Raises InterruptedError if it was stopped."""
        if self._is_stopped:
            raise InterruptedError
        entrants = [self.players[engine] for engine in job.meeting.engines]
        self._lane = Lane(self.game, entrants, self.clock, longest=self.longest)
        begin = time.perf_counter()
        record = self._lane.play(job.pairing)
        return record, time.perf_counter() - begin

    def stop(self) -> None:
        """Ends the game that is being played in another thread."""
        self._is_stopped = True
        if self._lane:
            self._lane.stop()


class _DistantPlace:
    """The same on a cluster, for several games at once."""

    def __init__(self, table: DistantTable) -> None:
        self.table = table

    def play(self, job: _Job) -> tuple[GameRecord, float]:
        """The game and how many seconds it took there. Raises InterruptedError if it was stopped."""
        return self.table.play(job.pairing, job.meeting.engines)

    def stop(self) -> None:
        """Ends all games."""
        self.table.stop()


@checked
def tournament(
    game: Game,
    engines: Sequence[Any],
    kind: str = "round-robin",
    games: int | None = None,
    seed: int = 0,
    opening: int = 0,
    progress: Callable[[Tournament], None] | None = None,
    *,
    rounds: int | None = None,
    openings: Sequence[Sequence[State]] = (),
    balance: int = BALANCE,
    clock: Clock | None = None,
    concurrency: int | None = None,
    longest: int = LONGEST,
    names: Sequence[str] | None = None,
    save: str | Path | None = None,
    resume: bool = False,
    cluster: Any = None,
) -> Tournament:
    """Plays a tournament of several engines, and rates them.

    engines: as `match` takes them. In a game for n players, every n of them meet, in every seat in turn.
    kind: "round-robin": all meet. "gauntlet": the first meets each of the others. "swiss": in each of `rounds` rounds
    engines with about as many points meet. "knock-out": who loses is out, and a level tie is played again.
    games: of each meeting, by default one for each seat. opening, openings, balance, clock, concurrency, longest: as in
    `match`; games of one number begin alike in all meetings.
    A player from a user's file that crashes, makes an illegal move or runs out of time loses that game, which is told.
    progress: called with the results so far after every game. names: other names for the engines than their own.
    save: a .sqlite file, the record of many tournaments and matches (see docs/record.md), to which each game is added
    when it is over; resume: continue the one of the same engines and conditions that it holds.
    cluster: as in `match`.
    Ctrl-C ends the tournament early: it returns what was played, with `is_complete` False.
    The players are closed at the end. Raises ZermeloError where an engine cannot play the game.

    >>> import zermelo
    >>> found = zermelo.tournament(zermelo.load("nim"), ["minimax", "random", "random:seed=1"], seed=1)
    >>> found.standings[0].engine
    'minimax'
    """
    plan = schedule(kind, game, len(engines), games, rounds)
    check_concurrency("a tournament plays", concurrency, cluster)
    entrants = [guarded(player_of(one), clock is not None) for one in engines]
    for entrant in entrants:
        entrant.check_served(game)
    called = _named(engines, entrants) if names is None else tuple(map(str, names))
    if len(set(called)) < len(entrants) or len(called) != len(entrants):
        raise ZermeloError(f"{len(entrants)} engines have as many different names, not {', '.join(called)}")
    for entrant, name in zip(entrants, called, strict=True):
        entrant.name = name
    if not openings:
        openings = [[game.initial()]]
    if save is not None and not is_sqlite(Path(save)):
        raise ZermeloError(f"a tournament is saved to a .sqlite file, not to {Path(save).name}")
    played: list[Bout] = []
    records: list[GameRecord] = []
    kept = ExitStack()
    found = Tournament(game, called, kind, seed, (), plan.total, False)
    made: list[Player] = []

    def score(is_complete: bool) -> Tournament:
        return replace(found, bouts=tuple(played), records=tuple(records), is_complete=is_complete)

    try:
        saving = None
        if save is not None:
            words = {"opening_plies": opening, "balance": balance if opening else 1, "clock": clock_text(clock)}
            words |= {"longest": longest, "games": games, "rounds": rounds}
            contest = contest_of(kind, game, entrants, seed, openings, words)
            saving = kept.enter_context(writing(Path(save), contest, resume))
        known = deque(saving.kept if saving else ())
        crew = kept.enter_context(crew_at(cluster))
        table = DistantTable(crew, game, engines, clock, longest, called) if crew else None
        lanes = 1 if table else lane_count(game, entrants, plan.total, concurrency)
        for batch in iter(lambda: plan.coming(played), []):
            places: list[_Place | _DistantPlace] = []
            if crew and table:
                places += [_DistantPlace(table)] * crew.hands
            else:
                places.append(_Place(game, entrants, clock, longest))
            for _ in range(1, lanes):
                others = [entrant.another() for entrant in entrants]
                made += others
                places.append(_Place(game, others, clock, longest))

            def stop(these: Sequence[_Place | _DistantPlace] = tuple(places)) -> None:
                for place in these:
                    place.stop()

            jobs = list(_jobs(game, batch, seed, openings, opening, balance))
            while jobs and known:
                played.append(_again(jobs.pop(0), known.popleft(), game))
            with closing(side_by_side(jobs, [place.play for place in places], stop)) as results:
                for job, (record, seconds) in zip(jobs, results, strict=True):
                    played.append(_bout(job, record, seconds))
                    records.append(record)
                    if saving:
                        bout, group = played[-1], job.number // len(job.meeting.engines)
                        saving.add(
                            *(len(played), bout.seats, group, job.pairing.path, record),
                            fault=bout.fault,
                            round_=bout.round,
                            seconds=seconds,
                        )
                    if progress:
                        progress(score(False))
        if saving:
            saving.complete()
        return score(True)
    except KeyboardInterrupt:
        return score(False)
    finally:
        kept.close()
        for player in (*entrants, *made):
            player.close()


def _jobs(
    game: Game,
    batch: Sequence[Meeting],
    seed: int,
    openings: Sequence[Sequence[State]],
    opening: int,
    balance: int,
) -> Iterator[_Job]:
    """The games of some meetings: the first of each, then the second of each, and so on."""
    most = max(meeting.first + meeting.games for meeting in batch)
    players = len(batch[0].engines)
    begun = list(pairings(game, range(most), seed, openings, opening, balance, True, players))
    for number in range(most):
        for meeting in batch:
            if meeting.first <= number < meeting.first + meeting.games:
                group = number // players
                noise = random.Random(f"{seed} {meeting.round} {meeting.engines} {group}")
                seeds = tuple(noise.getrandbits(32) + number for _ in meeting.engines)
                yield _Job(meeting, number, replace(begun[number], seeds=seeds, luck=noise.getrandbits(32)))


def _bout(job: _Job, record: GameRecord, seconds: float) -> Bout:
    meeting = job.meeting
    return Bout(
        meeting.round,
        meeting.engines,
        job.number,
        tuple(meeting.engines[engine] for engine in job.pairing.seats),
        record.utilities,
        record.ending,
        one_line(record.fault),
        len(record.actions),
        seconds,
        _opening_of(job, record.game),
    )


def _opening_of(job: _Job, game: Game) -> str:
    """What the opening of a game is called."""
    path = job.pairing.path
    if len(path) > 1:
        return " ".join(opening_texts(game, path))
    is_usual = game.state_key(path[0]) == game.state_key(game.initial())
    return "" if is_usual else f"position {job.number // len(job.meeting.engines) + 1}"


def _again(job: _Job, kept: Kept, game: Game) -> Bout:
    """A game that the record holds. Raises ZermeloError where it is not the one that was to be played."""
    meeting = job.meeting
    if kept.seats != tuple(meeting.engines[engine] for engine in job.pairing.seats):
        raise ZermeloError(
            f"game {kept.number} of the record has other engines than the schedule: save to another file"
        )
    return Bout(
        *(meeting.round, meeting.engines, job.number, kept.seats, kept.utilities),
        *(kept.ending, kept.fault, kept.plies, kept.seconds, _opening_of(job, game)),
    )


def _named(engines: Sequence[Any], entrants: Sequence[Player]) -> tuple[str, ...]:
    """Names that differ: that of the file, with what follows, for an engine from a file; else the engine's text."""
    found: list[str] = []
    for given, entrant in zip(engines, entrants, strict=True):
        is_own = isinstance(given, str) and is_file(given)
        path, dot, rest = given.partition(".py") if is_own else ("", "", "")
        name = f"{Path(path).name}{dot}{rest}" if is_own else str(entrant)
        free = (name, *(f"{name} ({number})" for number in range(2, len(entrants) + 1)))
        found.append(next(one for one in free if one not in found))
    return tuple(found)
