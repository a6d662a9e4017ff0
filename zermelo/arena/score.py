"""The score of a match: what each engine won, and what it got on average."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.arena.elo import Elo, elo
from zermelo.arena.frames import Frame, frame_of
from zermelo.arena.mean import Mean, mean_of
from zermelo.arena.seats import seating, together
from zermelo.arena.statistics.sprt import SprtState
from zermelo.game import Game
from zermelo.picture import drawn_by
from zermelo.records.game_record import GameRecord
from zermelo.records.matches import Played


@dataclass(frozen=True)
class Result:
    """How one engine did. A game is won by getting more than everybody else, drawn by getting as much as the best."""

    engine: str
    wins: int
    draws: int
    losses: int
    mean: Mean  # what it got per game and seat


@dataclass(frozen=True)
class Match:
    """The first engine's wins, draws and losses against the others, and what every engine got.

    >>> import zermelo
    >>> match = zermelo.match(zermelo.load("nim"), ["minimax", "random"], games=4, seed=1)
    >>> match.games, match.wins + match.draws + match.losses
    (4, 4)
    """

    game: Game
    engines: tuple[str, ...]
    wins: int
    draws: int
    losses: int
    seed: int
    records: tuple[GameRecord, ...] = ()  # of the games played in this run, not of those read from a file
    faults: tuple[str, ...] = ()  # what went wrong: time, crashes, illegal moves, games without an end
    means: tuple[Mean, ...] = (mean_of(()), mean_of(()))  # what each engine got, over its seats and the games
    is_scored: bool = False  # were the games worth more than won, drawn and lost, so that the means say something?
    swapped: bool = True  # did the engines change sides?
    duplicate: bool = False  # are the means' intervals over deals, each played from every seat, and not over games?
    played: tuple[Played, ...] = ()  # every game, also those that were read from a file
    swing: Mean | None = None  # what the first engine won per deal in duplicate, as the game counts it: see Game.swing
    sprt: SprtState | None = None  # where the test stands that the match was played for

    @property
    def utilities(self) -> tuple[float, ...]:
        """What each engine got on average."""
        return tuple(mean.value for mean in self.means)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses if self.is_between_two else len(self.played)

    @property
    def is_between_two(self) -> bool:
        """Is it one engine against another? Then the score of the first determines that of the second."""
        return len(self.engines) == 2 and self.game.players > 1

    @property
    def score(self) -> float:
        """The first engine's score: 1 if it won all games, 0 if it lost all."""
        counted = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / counted if counted else 0.5

    @property
    def elo(self) -> Elo:
        return elo(self.wins, self.draws, self.losses)

    @property
    def standings(self) -> tuple[Result, ...]:
        """How each engine did, the best mean first."""
        found = [
            Result(
                name, *counts(self.played, len(self.engines), engine, self.swapped, self.game.sides), self.means[engine]
            )
            for engine, name in enumerate(self.engines)
        ]
        return tuple(sorted(found, key=lambda one: -one.mean.value))

    @property
    def difference(self) -> Mean | None:
        """In a game for one, how much more the first of two engines got from the same luck; None: not of two."""
        if self.game.players > 1 or len(self.engines) != 2:
            return None
        results = [one.utilities[0] for one in self.played]
        return mean_of([ours - theirs for ours, theirs in zip(results[0::2], results[1::2], strict=False)])

    def to_json(self) -> dict[str, Any]:
        """The object that `match --json` prints; an infinite difference is null."""
        elo = self.elo
        scored: dict[str, Any] = {"wins": self.wins, "draws": self.draws, "losses": self.losses, "score": self.score}
        rated = {
            "elo": _finite(elo.difference),
            "elo_low": _finite(elo.low),
            "elo_high": _finite(elo.high),
        }
        standings = [
            {"engine": one.engine, "wins": one.wins, "draws": one.draws, "losses": one.losses, **_mean_json(one.mean)}
            for one in self.standings
        ]
        difference = self.difference
        return {
            "game": self.game.title,
            "engines": list(self.engines),
            "games": self.games,
            **(scored if self.is_between_two else {"standings": standings}),
            "utilities": [round(utility, 6) for utility in self.utilities],
            "utilities_low": [finite_mean(mean.low) for mean in self.means],
            "utilities_high": [finite_mean(mean.high) for mean in self.means],
            **(rated if self.is_between_two else {}),
            **({} if self.swing is None else {"swing": {"counts": self.game.swing_name, **_spread_json(self.swing)}}),
            **({} if difference is None else {"difference": _mean_json(difference)}),
            "seed": self.seed,
            **({"duplicate": True} if self.duplicate else {}),
            **({} if self.sprt is None else {"sprt": _sprt_json(self.sprt)}),
            "faults": list(self.faults),
        }

    def to_records(self) -> list[dict[str, Any]]:
        """A row for each seat of each game: who had it, what it got, and how the game ended.

        plies and ending are None where a game was read from a file.
        """
        rows, fresh = [], len(self.played) - len(self.records)
        for number, one in enumerate(self.played):
            record = self.records[number - fresh] if number >= fresh else None
            seats = seating(len(self.engines), self.game.players, number, self.swapped, self.game.sides)
            for seat, engine in enumerate(seats):
                rows.append(
                    {
                        "game": number + 1,
                        "seat": seat,
                        "player": self.game.player_name(seat),
                        "engine": self.engines[engine],
                        "utility": one.utilities[seat],
                        "plies": None if record is None else len(record.actions),
                        "ending": None if record is None else record.ending,
                        "fault": one.fault,
                    }
                )
        return rows

    def to_frame(self) -> Frame:
        """`to_records` as a table of pandas. Raises ZermeloError if pandas is not installed."""
        return frame_of(self.to_records())

    def __str__(self) -> str:
        return drawn_by("match_text", self)

    def __repr__(self) -> str:
        return drawn_by("match_line", self)

    def _repr_svg_(self) -> str:
        return drawn_by("match_svg", self)

    def _repr_html_(self) -> str:
        return drawn_by("match_html", self)


def tally(
    game: Game,
    engines: tuple[str, ...],
    seed: int,
    played: Sequence[Played],
    swap: bool = True,
    duplicate: bool = False,
) -> Match:
    """The score of the finished games."""
    faults = tuple(f"game {number}: {one.fault}" for number, one in enumerate(played, 1) if one.fault)
    tables = together(len(engines), game.players, swap, game.sides)
    return Match(
        game,
        engines,
        *counts(played, len(engines), 0, swap, game.sides),
        seed=seed,
        faults=faults,
        means=means_of(played, tables if duplicate else 1, len(engines), swap, game.sides),
        is_scored=is_scored(played, counts_points(game), game.middle),
        swapped=swap,
        duplicate=duplicate,
        played=tuple(played),
        swing=swing_of(game, played) if duplicate and len(engines) == 2 else None,
    )


def swing_of(game: Game, played: Sequence[Played]) -> Mean | None:
    """What the first engine won per deal that both sides have played at two tables, as the game counts it."""
    if game.swing is None or len(game.teams) != 2:
        return None
    won = [one.utilities[one.seat] for one in played]
    return mean_of([float(game.swing(first + second)) for first, second in zip(won[0::2], won[1::2], strict=False)])


def means_of(
    played: Sequence[Played], joined: int = 1, engines: int = 2, swap: bool = True, sides: Sequence[int] = ()
) -> tuple[Mean, ...]:
    """What each engine got on average; that of several seats in a game is their mean.

    joined: games in a row whose mean counts as one result.
    """
    results: list[list[float]] = [[] for _ in range(engines)]
    for number, one in enumerate(played):
        for engine, seats in enumerate(_seats(one, number, engines, swap, sides)):
            if seats:
                results[engine].append(math.fsum(one.utilities[seat] for seat in seats) / len(seats))
    return tuple(mean_of(_joined(own, joined)) for own in results)


def _seats(one: Played, number: int, engines: int, swap: bool, sides: Sequence[int]) -> list[list[int]]:
    """The seats that each engine had in a game of this number."""
    players = len(one.utilities)
    seats = seating(engines, players, number, swap, sides)
    if engines == 2 and sides:
        seats = tuple(0 if side == sides[one.seat] else 1 for side in sides)
    elif engines == 2 and players > 1:
        seats = tuple(0 if seat == one.seat else 1 for seat in range(players))
    return [[seat for seat in range(players) if seats[seat] == engine] for engine in range(engines)]


def _joined(results: Sequence[float], together: int) -> list[float]:
    """The means of consecutive groups of results; the last group may be smaller."""
    parts = [results[first : first + together] for first in range(0, len(results), together)]
    return [math.fsum(part) / len(part) for part in parts]


def counts_points(game: Game) -> bool:
    """Does the game say that its results are more than won, drawn and lost?"""
    return game.points is not None or not game.is_duel


def is_scored(played: Sequence[Played], counts_points: bool, middle: float) -> bool:
    """Are the results more than won, drawn and lost, because the game says so or because they show it?

    middle: the game's.
    """
    return counts_points or len({abs(utility - middle) for one in played for utility in one.utilities} - {0.0}) > 1


def counts(
    played: Sequence[Played], engines: int = 2, engine: int = 0, swap: bool = True, sides: Sequence[int] = ()
) -> tuple[int, int, int]:
    """An engine's wins, draws and losses; it wins if it got more than every other player.

    In a game for one, those who had the same luck are compared, as soon as all have played.
    """
    if played and len(played[0].utilities) == 1:
        rounds = [played[first : first + engines] for first in range(0, len(played), engines)]
        whole = [[one.utilities[0] for one in games] for games in rounds if len(games) == engines]
        margins = [own[engine] - max(own[:engine] + own[engine + 1 :]) for own in whole]
    else:
        margins = [_margin(one, number, engines, engine, swap, sides) for number, one in enumerate(played)]
    return sum(margin > 0 for margin in margins), sum(margin == 0 for margin in margins), sum(m < 0 for m in margins)


def points_of(
    one: Played, number: int, engines: int = 2, engine: int = 0, swap: bool = True, sides: Sequence[int] = ()
) -> float:
    """An engine's points in a game of this number, for more than one player: 1 if it won, 1/2 for a draw, 0."""
    margin = _margin(one, number, engines, engine, swap, sides)
    return 0.5 + (margin > 0) / 2 - (margin < 0) / 2


def _margin(one: Played, number: int, engines: int, engine: int, swap: bool, sides: Sequence[int]) -> float:
    """How much more an engine got than the best of the others."""
    mine = _seats(one, number, engines, swap, sides)[engine]
    rivals = [utility for seat, utility in enumerate(one.utilities) if seat not in mine]
    return max(one.utilities[seat] for seat in mine) - max(rivals)


def _sprt_json(state: SprtState) -> dict[str, Any]:
    test = state.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": test.model,
        "pairs": bool(test.pairs),
        "counts": list(state.counts.numbers),
        "llr": round(state.llr, 4),
        "lower": round(test.lower, 4),
        "upper": round(test.upper, 4),
        "accepted": state.decision or None,
    }


def _mean_json(mean: Mean) -> dict[str, Any]:
    return {"utility": round(mean.value, 6), "low": finite_mean(mean.low), "high": finite_mean(mean.high)}


def _spread_json(mean: Mean) -> dict[str, Any]:
    return {"mean": round(mean.value, 6), "low": finite_mean(mean.low), "high": finite_mean(mean.high)}


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else round(value, 1) + 0.0  # never -0.0


def finite_mean(value: float) -> float | None:
    """An end of a mean's interval as JSON holds it: null where it is infinite."""
    return None if math.isinf(value) else round(value, 6)
