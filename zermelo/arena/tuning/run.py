"""Plays the games that a method of tuning asks for, saves them, and says what was found."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.arena.distant.table import DistantTable
from zermelo.arena.lanes import check_concurrency, side_by_side
from zermelo.arena.match import Lane, Pairing, lane_count, pairings
from zermelo.arena.openings import BALANCE
from zermelo.arena.play import LONGEST
from zermelo.arena.statistics.counts import Counts, counts_of
from zermelo.arena.tuning.bayes import Bayes
from zermelo.arena.tuning.file import read_rounds, write_rounds
from zermelo.arena.tuning.method import Estimate, Method, Trial
from zermelo.arena.tuning.result import Round, Tuning
from zermelo.arena.tuning.space import Space, read_space
from zermelo.arena.tuning.spsa import CHAINS, Spsa
from zermelo.arguments import checked
from zermelo.cluster.address import crew_at
from zermelo.cluster.crew import Crew
from zermelo.files.locks import locked
from zermelo.game import Game, State, ZermeloError
from zermelo.players.engines import player_of
from zermelo.players.player import Player
from zermelo.records.game_record import GameRecord

METHODS: dict[str, tuple[type[Method], int, int]] = {  # with the trials of a round, and the games of a trial
    "spsa": (Spsa, CHAINS, 4),
    "bayes": (Bayes, 1, 40),
}
GAMES = 2000
OPENING = 2  # random plies, so that the games differ
SAVE_EVERY = 10.0  # seconds


class Job(NamedTuple):
    """One game of a trial."""

    engines: tuple[str, str]
    pairing: Pairing


@checked
def tune(
    game: Game,
    engine: str,
    over: Sequence[str],
    method: str = "spsa",
    games: int = GAMES,
    seed: int = 0,
    opening: int = OPENING,
    progress: Callable[[Tuning], None] | None = None,
    *,
    each: int | None = None,
    openings: Sequence[Sequence[State]] = (),
    balance: int = BALANCE,
    concurrency: int | None = None,
    longest: int = LONGEST,
    save: str | Path | None = None,
    resume: bool = False,
    cluster: Any = None,
) -> Tuning:
    """Tunes options of an engine in games against itself.

    engine: its text, with a budget and without the options that are tuned: "mcts:sims=1000".
    over: "exploration=0.1..4:log" for each option: between which values, and :log where equal factors matter; the name
    alone takes the range that the option declares (`zermelo engines ENGINE` tells it).
    method: "spsa" lets the engine play itself a little to both sides of where it stands, and goes towards the winner,
    in four chains; "bayes" plays against the engine as it is and keeps a Gaussian process of the score (zermelo[tune]).
    games: how many in all. each: of one trial, two for each opening; by default 4 for spsa and 40 for bayes.
    opening, openings, balance, concurrency, longest: as in `match`.
    save: a file that the run is kept in; resume: go on with it, as if there had been no break.
    cluster: as in `match`.
    progress: called after every round. Ctrl-C ends the run early: it returns what was found, with is_complete False.
    Raises ZermeloError where the engine cannot play the game, or the options cannot be tuned.

    >>> import zermelo
    >>> game = zermelo.load("nim:stones=9")
    >>> found = zermelo.tune(game, "mcts:sims=20", ["exploration"], games=32, seed=1)
    >>> sorted(found.values), len(found.rounds)
    (['exploration'], 2)
    """
    if game.players != 2:
        raise ZermeloError(f"an engine is tuned in games for two, and {game.name} is for {game.players}")
    if method not in METHODS:
        raise ZermeloError(f"a method of tuning is {' or '.join(METHODS)}, not '{method}'")
    kind, trials, usual = METHODS[method]
    each = usual if each is None else each
    if each < 2 or each % 2:
        raise ZermeloError(f"each trial has two games for every opening: an even number of games, not {each}")
    rounds = games // (trials * each)
    if rounds < 1:
        raise ZermeloError(f"a round of {method} has {trials * each} games: give more than {games} games")
    check_concurrency("tuning plays", concurrency, cluster)
    space = read_space(engine, over, player_of(engine))
    tuner = kind(len(space.dimensions), rounds, each, seed)
    starts = openings or [[game.initial()]]
    conditions = _conditions(game, space, method, seed, rounds, each, opening, balance, longest, starts)
    path = None if save is None else Path(save)
    with locked(path) if path else nullcontext(), crew_at(cluster) as crew:
        played = _kept(path, conditions, tuner, resume) if path else []

        def coming(trial: int) -> Iterator[Pairing]:
            return pairings(game, range(trial * each, (trial + 1) * each), seed, starts, opening, balance)

        with closing(_Table(game, space, coming, seed, trials * each, concurrency, longest, crew)) as table:
            return _advance(game, space, tuner, table.play, played, path, conditions, progress)


def _advance(
    game: Game,
    space: Space,
    tuner: Method,
    play: Callable[[int, Sequence[Trial]], list[Counts]],
    played: list[Round],
    path: Path | None,
    conditions: dict[str, Any],
    progress: Callable[[Tuning], None] | None,
) -> Tuning:
    """Plays round after round. Ctrl-C ends it."""
    saved = time.monotonic()
    try:
        while tuner.round < tuner.rounds:
            trials = tuple(tuner.ask())
            results = tuple(play(tuner.round, trials))
            tuner.tell(trials, results)
            played.append(Round(trials, results))
            if path and time.monotonic() - saved >= SAVE_EVERY:
                write_rounds(path, conditions, played)
                saved = time.monotonic()
            if progress:
                progress(described(game, space, tuner, played))
    except KeyboardInterrupt:
        del played[tuner.round :]
    if path:
        write_rounds(path, conditions, played)
    return described(game, space, tuner, played)


def _kept(path: Path, conditions: dict[str, Any], tuner: Method, resume: bool) -> list[Round]:
    """The rounds that a file holds. Raises ZermeloError."""
    if not path.exists():
        return []
    if not resume:
        raise ZermeloError(f"{path} exists: go on with it with --resume, or name another file with --save")
    return read_rounds(path, conditions, tuner)


def described(game: Game, space: Space, tuner: Method, played: Sequence[Round]) -> Tuning:
    """What is known after these rounds."""
    found = tuner.found()
    intervals = {
        one.name: Estimate(*(one.at(place) for place in estimate))
        for one, estimate in zip(space.dimensions, found.options if found else (), strict=False)
    }
    path: list[tuple[dict[str, float], ...]] = []
    scores = []
    for step in tuner.course():
        if isinstance(step, tuple):  # a place that was tried, and its score
            path.append((space.values(step[0]),))
            scores.append(step[1])
        else:
            path.append(tuple(space.values(place) for place in step))
    elo = found.elo if found else None
    return Tuning(
        *(game, space, tuner.name, tuner.seed, tuple(played), tuner.rounds),
        *(intervals, elo, tuple(path), tuple(scores)),
    )


class _Table:
    """Plays the games of a round, several at once."""

    def __init__(
        self,
        game: Game,
        space: Space,
        coming: Callable[[int], Iterator[Pairing]],
        seed: int,
        together: int,
        concurrency: int | None,
        longest: int,
        crew: Crew | None,
    ) -> None:
        """coming: the games of a trial by its number; together: games of a round."""
        self.game, self.space, self.coming, self.seed, self.longest = game, space, coming, seed, longest
        middle = space.text(space.values([0.5] * len(space.dimensions)))
        entrants = [player_of(middle), player_of(space.engine)]
        for entrant in entrants:
            entrant.check_served(game)
        self._seats: list[_Seat | _DistantSeat] = []
        if crew:
            self._seats += [_DistantSeat(crew, game, longest) for _ in range(min(crew.hands, together))]
        else:
            self._seats += [_Seat(game, longest) for _ in range(lane_count(game, entrants, together, concurrency))]
        for entrant in entrants:
            entrant.close()

    def play(self, round_: int, trials: Sequence[Trial]) -> list[Counts]:
        """The results of the trials of a round."""
        jobs = [job for number, trial in enumerate(trials) for job in self._jobs(round_ * len(trials) + number, trial)]
        for seat in self._seats:
            seat.clear()
        points: list[float] = []
        with closing(side_by_side(jobs, [seat.play for seat in self._seats], self._stop)) as results:
            points.extend(results)
        each = len(jobs) // len(trials)
        return [counts_of(points[first : first + each], in_pairs=True) for first in range(0, len(points), each)]

    def _jobs(self, number: int, trial: Trial) -> Iterator[Job]:
        """The games of a trial. A whole number between two is rounded up or down for each pair of games."""
        for pairing in self.coming(number):
            luck = random.Random(f"{self.seed} {pairing.number // 2} rounding")
            texts = [
                self.space.engine if place is None else self.space.text(self.space.values(place, luck))
                for place in trial
            ]
            yield Job((texts[0], texts[1]), pairing)

    def _stop(self) -> None:
        for seat in self._seats:
            seat.stop()

    def close(self) -> None:
        """Closes all players."""
        for seat in self._seats:
            seat.clear()


class _Seat:
    """Plays one game at a time, between engines that it keeps for a round."""

    def __init__(self, game: Game, longest: int) -> None:
        self.game, self.longest = game, longest
        self._players: dict[str, Player] = {}
        self._lane: Lane | None = None

    def play(self, job: Job) -> float:
        """The points of the first engine."""
        entrants = [self._player(text) for text in job.engines]
        self._lane = Lane(self.game, entrants, longest=self.longest)
        record = self._lane.play(job.pairing)
        return _points(record, job.pairing)

    def _player(self, text: str) -> Player:
        if text not in self._players:
            self._players[text] = player_of(text)
        return self._players[text]

    def stop(self) -> None:
        if self._lane:
            self._lane.stop()

    def clear(self) -> None:
        """Closes the players."""
        for player in self._players.values():
            player.close()
        self._players.clear()


class _DistantSeat:
    """The same on a cluster."""

    def __init__(self, crew: Crew, game: Game, longest: int) -> None:
        self.crew, self.game, self.longest = crew, game, longest
        self._tables: dict[tuple[str, str], DistantTable] = {}

    def play(self, job: Job) -> float:
        """The points of the first engine."""
        if job.engines not in self._tables:
            self._tables[job.engines] = DistantTable(self.crew, self.game, job.engines, None, self.longest)
        return _points(self._tables[job.engines].play(job.pairing)[0], job.pairing)

    def stop(self) -> None:
        for table in list(self._tables.values()):
            table.stop()

    def clear(self) -> None:
        """Forgets what the last round's games had in common."""
        self._tables.clear()


def _points(record: GameRecord, pairing: Pairing) -> float:
    ours, theirs = (record.utilities[pairing.seats.index(engine)] for engine in (0, 1))
    return 0.5 + (ours > theirs) / 2 - (ours < theirs) / 2


def _conditions(
    game: Game,
    space: Space,
    method: str,
    seed: int,
    rounds: int,
    each: int,
    opening: int,
    balance: int,
    longest: int,
    openings: Sequence[Sequence[State]],
) -> dict[str, Any]:
    """All that the results depend on."""
    texts = "\n\n".join("\n".join(map(game.state_text, path)) for path in openings)
    return {
        "game": game.title,
        "engine": space.engine,
        "over": [str(one) for one in space.dimensions],
        "method": method,
        "seed": seed,
        "rounds": rounds,
        "games_of_a_trial": each,
        "opening_plies": opening,
        "balance": balance if opening else 1,
        "longest": longest,
        "openings": hashlib.sha256(texts.encode("utf-8", "backslashreplace")).hexdigest()[:16],
    }
