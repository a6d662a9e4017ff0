"""The results of a tournament: places, the cross table, ratings, pairs of games, and what went wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from zermelo.arena.elo import Elo
from zermelo.arena.frames import Frame, frame_of
from zermelo.arena.mean import Mean, mean_of
from zermelo.arena.score import counts_points, finite_mean, is_scored
from zermelo.arena.statistics.counts import Counts, counts_of
from zermelo.arena.statistics.ratings import Comparison, Ratings, rate
from zermelo.arena.tournament.schedules import Bout, KnockOut, byes_of
from zermelo.game import Game
from zermelo.picture import drawn_by
from zermelo.records.game_record import GameRecord
from zermelo.records.matches import Played


@dataclass(frozen=True)
class Standing:
    """How one engine did."""

    engine: str
    place: int  # from 1; shared by those who did equally well
    games: int
    points: float  # a game won counts 1, a drawn one 1/2; with a bye in a Swiss tournament
    wins: int
    draws: int
    losses: int
    elo: Elo  # over the mean of all, with the 95% interval
    superiority: float | None  # how likely it is better than the next one; None: there is none
    mean: Mean  # what it got per game
    faults: int  # games that it lost by its own fault


@dataclass(frozen=True)
class Tournament:
    """The games of a tournament, and what they say about the engines.

    >>> import zermelo
    >>> found = zermelo.tournament(zermelo.load("nim"), ["random", "minimax"], games=4, seed=1)
    >>> found.points_between(1, 0), found.standings[0].wins
    (4.0, 4)
    """

    game: Game
    engines: tuple[str, ...]
    kind: str
    seed: int
    bouts: tuple[Bout, ...]
    planned: int  # games, as far as was known at the beginning
    is_complete: bool
    records: tuple[GameRecord, ...] = ()  # of the games that were played in this run

    @property
    def games(self) -> int:
        return len(self.bouts)

    @property
    def is_scored(self) -> bool:
        """Were the games worth more than won, drawn and lost?"""
        played = [Played(0, bout.utilities) for bout in self.bouts]
        return is_scored(played, counts_points(self.game), self.game.middle)

    @cached_property
    def ratings(self) -> Ratings:
        """Elo by maximum likelihood; in a game for more players, each pair of engines in a game is compared."""
        found = []
        for number, bout in enumerate(self.bouts):
            got = dict(zip(bout.seats, bout.utilities, strict=True))
            for one, other in combinations(bout.engines, 2):
                points = 0.5 + (got[one] > got[other]) / 2 - (got[one] < got[other]) / 2
                found.append(Comparison(one, other, points, number))
        return rate(len(self.engines), found)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """How each engine did, the best first: by points, or by rating where not all had the same opponents."""
        found = []
        for engine, name in enumerate(self.engines):
            own = [bout for bout in self.bouts if engine in bout.seats]
            each = [bout.points(engine) for bout in own]
            got = [bout.utilities[bout.seats.index(engine)] for bout in own]
            lost = sum(bool(bout.fault) and point == 0 for bout, point in zip(own, each, strict=True))
            counts = tuple(each.count(one) for one in (1.0, 0.5, 0.0))
            found.append((engine, name, math.fsum(each) + self._byes(engine), counts, mean_of(got), lost))
        reached, ratings = self._rounds_reached(), self.ratings
        keys = [(reached[engine], points, ratings.elos[engine]) for engine, _, points, *_ in found]
        if self.kind == "gauntlet":
            keys = [(0, 0.0, ratings.elos[engine]) for engine, *_ in found]
        order = sorted(range(len(found)), key=lambda one: keys[one], reverse=True)
        standings = []
        for at, one in enumerate(order):
            engine, name, points, (wins, draws, losses), mean, lost = found[one]
            coming = order[at + 1] if at + 1 < len(order) else None
            standings.append(
                Standing(
                    name,
                    1 + sum(keys[other][:2] > keys[one][:2] for other in order) if self.kind != "gauntlet" else at + 1,
                    wins + draws + losses,
                    points,
                    wins,
                    draws,
                    losses,
                    ratings.interval(engine),
                    None if coming is None else ratings.superiority(engine, coming),
                    mean,
                    lost,
                )
            )
        return tuple(standings)

    def counts_between(self, one: int, other: int) -> tuple[int, int, int]:
        """The games that one engine won, drew and lost against another; of more players, by who got more."""
        margins = []
        for bout in self.bouts:
            if one in bout.seats and other in bout.seats:
                got = dict(zip(bout.seats, bout.utilities, strict=True))
                margins.append(got[one] - got[other])
        return sum(m > 0 for m in margins), sum(m == 0 for m in margins), sum(m < 0 for m in margins)

    def points_between(self, one: int, other: int) -> float:
        """The points of one engine against another."""
        won, drawn, _ = self.counts_between(one, other)
        return won + drawn / 2

    def pairs_between(self, one: int, other: int) -> Counts | None:
        """Pairs of games with one opening by the first engine's points; None in a game for more than two players."""
        if self.game.players != 2:
            return None
        bouts: dict[tuple[int, int], list[float]] = {}
        for bout in self.bouts:
            if set(bout.engines) == {one, other}:
                bouts.setdefault((bout.round, bout.number // 2), []).append(bout.points(one))
        whole = [points for pair in bouts.values() if len(pair) == 2 for points in pair]
        return counts_of(whole, in_pairs=True)

    @property
    def openings(self) -> dict[str, tuple[int, ...]]:
        """The games of each opening: how many each seat won, in their order, and last how many nobody won alone."""
        found: dict[str, list[int]] = {}
        for bout in self.bouts:
            counts = found.setdefault(bout.opening, [0] * (self.game.players + 1))
            best = [seat for seat, got in enumerate(bout.utilities) if got == max(bout.utilities)]
            counts[best[0] if len(best) == 1 else -1] += 1
        return {opening: tuple(counts) for opening, counts in found.items()}

    @property
    def faults(self) -> tuple[str, ...]:
        """What went wrong, game by game: crashes, illegal moves, lost time, games without an end."""
        return tuple(f"game {number}: {bout.fault}" for number, bout in enumerate(self.bouts, 1) if bout.fault)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What should be known about the places: level ties, what was assumed for the ratings."""
        found = []
        if self.kind == "knock-out":
            for ties in KnockOut(len(self.engines), self._games_each).ties(self.bouts):
                for round_, pair, winner, _ in ties:
                    if winner is not None and self._is_level(round_, pair):
                        found.append(
                            f"round {round_}: {self.engines[winner]} goes on, as named first, after a level tie"
                        )
        if self.bouts and self.ratings.is_assumed:
            found.append("half a game of each pair was added for the ratings: somebody never lost or never won")
        return tuple(found)

    def _is_level(self, round_: int, pair: Sequence[int]) -> bool:
        own = [bout for bout in self.bouts if bout.round == round_ and bout.engines == tuple(pair)]
        return sum(bout.points(pair[0]) - bout.points(pair[1]) for bout in own) == 0

    @property
    def _games_each(self) -> int:
        return max(1, self.planned // max(1, len(self.engines) - 1))

    def _byes(self, engine: int) -> float:
        if self.kind != "swiss" or len(self.engines) % 2 == 0:
            return 0.0
        games = max((bout.number for bout in self.bouts), default=-1) + 1
        return float(games * byes_of(self.bouts, len(self.engines)).count(engine))

    def _rounds_reached(self) -> list[int]:
        """How far each came in a knock-out, whose winner came a round further; else 0."""
        reached = [0] * len(self.engines)
        if self.kind == "knock-out":
            for ties in KnockOut(len(self.engines), self._games_each).ties(self.bouts):
                for round_, pair, winner, _ in ties:
                    for one in pair:
                        reached[one] = round_ + (winner == one)
        return reached

    def to_records(self) -> list[dict[str, Any]]:
        """A row for each engine, the best first."""
        return [
            {
                "place": one.place,
                "engine": one.engine,
                "games": one.games,
                "points": one.points,
                "wins": one.wins,
                "draws": one.draws,
                "losses": one.losses,
                "elo": one.elo.difference,
                "elo_low": one.elo.low,
                "elo_high": one.elo.high,
                "superiority": one.superiority,
                "utility": one.mean.value,
                "utility_low": one.mean.low,
                "utility_high": one.mean.high,
                "faults": one.faults,
            }
            for one in self.standings
        ]

    def to_frame(self) -> Frame:
        """`to_records` as a table of pandas. Raises ZermeloError if pandas is not installed."""
        return frame_of(self.to_records())

    def to_json(self) -> dict[str, Any]:
        """The object that `tournament --json` prints; what is infinite or unknown is null."""
        rows = [
            {name: finite_mean(value) if isinstance(value, float) else value for name, value in row.items()}
            for row in self.to_records()
        ]
        pairings = []
        for one, other in combinations(range(len(self.engines)), 2):
            won, drawn, lost = self.counts_between(one, other)
            if won + drawn + lost:
                pairs = self.pairs_between(one, other)
                row = {"engines": [self.engines[one], self.engines[other]], "wins": won, "draws": drawn, "losses": lost}
                row["superiority"] = round(self.ratings.superiority(one, other), 6)
                pairings.append({**row, **({} if pairs is None else {"pairs": list(pairs.numbers)})})
        return {
            "game": self.game.title,
            "kind": self.kind,
            "engines": list(self.engines),
            "games": self.games,
            "complete": self.is_complete,
            "seed": self.seed,
            "standings": rows,
            "pairings": pairings,
            "draws_of_equals": round(self.ratings.draws, 6),
            "remarks": list(self.remarks),
            "faults": list(self.faults),
        }

    def __str__(self) -> str:
        return drawn_by("tournament_text", self)

    def __repr__(self) -> str:
        state = "" if self.is_complete else ", not complete"
        return f"<Tournament of {self.game.title}: {len(self.engines)} engines, {self.games} games{state}>"

    def _repr_svg_(self) -> str:
        return drawn_by("tournament_svg", self)
