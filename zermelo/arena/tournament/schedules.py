"""Who meets whom in a tournament, given what has been played so far.

A schedule depends on the results alone, so that a tournament can be resumed from them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from zermelo.game import Game, ZermeloError

KINDS = ("round-robin", "gauntlet", "swiss", "knock-out")
REPLAYS = 5  # of a tie of a knock-out; then the one who was named first goes on
TRIES = 20_000  # steps in the search for pairs of a Swiss round that have not met


@dataclass(frozen=True)
class Meeting:
    """Games between the same engines, one after another."""

    round: int  # from 1
    engines: tuple[int, ...]
    first: int  # the number of its first game among those of these engines in this round
    games: int


@dataclass(frozen=True)
class Bout:
    """A game of a tournament that is over."""

    round: int
    engines: tuple[int, ...]  # of the meeting, in its order
    number: int  # among the games of the meeting, from 0
    seats: tuple[int, ...]  # the engine in each seat
    utilities: tuple[float, ...]  # of each seat
    ending: str
    fault: str
    plies: int
    seconds: float
    opening: str = ""  # the moves before the engines took over, or the number of the position; "": there were none

    def points(self, engine: int) -> float:
        """1 for the one who got more than all others, 1/2 for as much as the best of them, 0."""
        seat = self.seats.index(engine)
        rest = max(utility for place, utility in enumerate(self.utilities) if place != seat)
        return 0.5 + (self.utilities[seat] > rest) / 2 - (self.utilities[seat] < rest) / 2


class Schedule(Protocol):
    """Who plays next."""

    def coming(self, played: Sequence[Bout]) -> list[Meeting]:
        """The meetings that follow, which can be played in any order; none: the tournament is over.

        played: all games of the meetings that were given before.
        """

    @property
    def total(self) -> int:
        """How many games there will be, as far as is known."""


def schedule(kind: str, game: Game, engines: int, games: int | None, rounds: int | None) -> Schedule:
    """The schedule of this kind. Raises ZermeloError where there can be none."""
    if kind not in KINDS:
        raise ZermeloError(f"a tournament is {', '.join(KINDS[:-1])} or {KINDS[-1]}, not '{kind}'")
    if game.players == 1:
        raise ZermeloError(f"{game.name} is a game for one, whose players do not meet: try a match, of any number")
    if game.players > 2 and kind != "round-robin":
        raise ZermeloError(f"{game.name} has {game.players} players: its tournaments are round-robin")
    if engines < max(2, game.players):
        raise ZermeloError(f"a tournament of {game.name} has {max(2, game.players)} engines or more, not {engines}")
    if rounds is not None and kind != "swiss":
        raise ZermeloError(f"rounds are for a Swiss tournament, and this one is {kind}")
    games = game.players if games is None else games
    if games < 1:
        raise ZermeloError(f"a meeting has at least one game, not {games}")
    if kind == "swiss":
        return Swiss(engines, games, rounds)
    if kind == "knock-out":
        return KnockOut(engines, games)
    groups = list(combinations(range(engines), game.players))
    return AtOnce([group for group in groups if kind == "round-robin" or group[0] == 0], games)


@dataclass(frozen=True)
class AtOnce:
    """All meetings are known before the first: round-robin, where all meet, and gauntlet, where one meets all."""

    groups: Sequence[tuple[int, ...]]
    games: int

    def coming(self, played: Sequence[Bout]) -> list[Meeting]:
        return [] if played else [Meeting(1, group, 0, self.games) for group in self.groups]

    @property
    def total(self) -> int:
        return len(self.groups) * self.games


class Swiss:
    """In each round engines with about as many points meet, none of them twice if that is possible."""

    def __init__(self, engines: int, games: int, rounds: int | None) -> None:
        """rounds: by default as many as find a single winner, and two more. Raises ZermeloError if too many."""
        most = engines - 1 + engines % 2
        self.rounds = min(most, math.ceil(math.log2(engines)) + 2) if rounds is None else rounds
        if not 1 <= self.rounds <= most:
            raise ZermeloError(f"a Swiss tournament of {engines} engines has 1 to {most} rounds, not {self.rounds}")
        self.engines, self.games = engines, games

    def coming(self, played: Sequence[Bout]) -> list[Meeting]:
        done = max((bout.round for bout in played), default=0)
        if done == self.rounds:
            return []
        byes = byes_of(played, self.engines)
        points = [float(self.games * byes.count(one)) for one in range(self.engines)]
        for bout in played:
            for one in bout.engines:
                points[one] += bout.points(one)
        met = {frozenset(bout.engines) for bout in played}
        order = sorted(range(self.engines), key=lambda one: (-points[one], one))
        free = next((one for one in reversed(order) if one not in byes), order[-1]) if self.engines % 2 else None
        waiting = [one for one in order if one != free]
        if not done:  # the first half meets the second
            half = len(waiting) // 2
            pairs = list(zip(waiting[:half], waiting[half:], strict=True))
        else:
            pairs = _paired(waiting, met)
        return [Meeting(done + 1, pair, 0, self.games) for pair in pairs]

    @property
    def total(self) -> int:
        return self.rounds * (self.engines // 2) * self.games


class KnockOut:
    """Who loses a tie is out. A tie that is level is played again; those named first meet those named last."""

    def __init__(self, engines: int, games: int) -> None:
        self.engines, self.games = engines, games

    def coming(self, played: Sequence[Bout]) -> list[Meeting]:
        for ties in self.ties(played):
            waiting = []
            for round_, pair, winner, count in ties:
                if winner is None:
                    more = self.games if not count else 2
                    waiting.append(Meeting(round_, pair, count, more))
            if waiting:
                return waiting
        return []

    def ties(self, played: Sequence[Bout]) -> Iterator[list[tuple[int, tuple[int, int], int | None, int]]]:
        """The ties round by round: the round, who meets, who has won (None: nobody yet), and the games played."""
        bouts: dict[tuple[int, tuple[int, ...]], list[Bout]] = {}
        for bout in played:
            bouts.setdefault((bout.round, bout.engines), []).append(bout)
        alive: list[int | None] = [one if one < self.engines else None for one in _bracket(self.engines)]
        round_ = 0
        while len(alive) > 1:
            round_ += 1
            ties, after = [], list[int | None]()
            for one, other in zip(alive[::2], alive[1::2], strict=True):
                if one is None or other is None:
                    after.append(other if one is None else one)
                    continue
                pair = (min(one, other), max(one, other))
                games = bouts.get((round_, pair), [])
                ties.append((round_, pair, self._winner(pair, games), len(games)))
                after.append(ties[-1][2])
            yield ties
            if any(winner is None for _, _, winner, _ in ties):
                return
            alive = after

    def _winner(self, pair: tuple[int, int], bouts: Sequence[Bout]) -> int | None:
        lead = sum(bout.points(pair[0]) - bout.points(pair[1]) for bout in bouts)
        if len(bouts) < self.games or (lead == 0 and len(bouts) < self.games + 2 * REPLAYS):
            return None
        return pair[0] if lead >= 0 else pair[1]

    @property
    def total(self) -> int:
        return (self.engines - 1) * self.games


def byes_of(played: Sequence[Bout], engines: int) -> list[int]:
    """Who had no opponent in a Swiss tournament, round by round, where the number of engines is odd."""
    rounds: dict[int, set[int]] = {}
    for bout in played:
        rounds.setdefault(bout.round, set(range(engines))).difference_update(bout.engines)
    return [one for absent in rounds.values() for one in absent]


def _paired(waiting: Sequence[int], met: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Pairs of neighbours in the order of points, of whom none have met, where a search of some steps finds such."""
    tries = TRIES

    def pairs(left: tuple[int, ...]) -> list[tuple[int, int]] | None:
        nonlocal tries
        if not left:
            return []
        for place in range(1, len(left)):
            tries -= 1
            if tries < 0:
                return None
            if frozenset((left[0], left[place])) not in met:
                rest = pairs(left[1:place] + left[place + 1 :])
                if rest is not None:
                    return [(left[0], left[place]), *rest]
        return None

    found = pairs(tuple(waiting))
    return found if found is not None else list(zip(waiting[::2], waiting[1::2], strict=True))


def _bracket(engines: int) -> list[int]:
    """The places of a knock-out: the first two can meet only in the last tie; numbers that no engine has are free."""
    order = [0]
    while len(order) < engines:
        order = [one for place in order for one in (place, 2 * len(order) - 1 - place)]
    return order
