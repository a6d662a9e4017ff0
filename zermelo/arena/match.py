"""A match: engines against each other, with swapped sides and a seed."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from zermelo.arena.elo import Elo, elo
from zermelo.arena.openings import BALANCE, random_opening
from zermelo.arena.play import play
from zermelo.game import Game, State, ZermeloError
from zermelo.picture import drawn_by
from zermelo.players.player import as_players
from zermelo.records.game_record import GameRecord
from zermelo.records.matches import Played, Store
from zermelo.search.time.clock import Clock


@dataclass(frozen=True)
class Match:
    """The first engine's wins, draws and losses against the second."""

    game: Game
    engines: tuple[str, str]
    wins: int
    draws: int
    losses: int
    seed: int
    records: tuple[GameRecord, ...] = ()  # of the games that were played now, not of those read from a file
    faults: tuple[str, ...] = ()  # what went wrong: time, crashes, illegal moves

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Of the first engine: 1 for all games won, 0 for none."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def elo(self) -> Elo:
        return elo(self.wins, self.draws, self.losses)

    def to_json(self) -> dict[str, Any]:
        """The object that `match --json` prints; an infinite difference is null."""
        difference = self.elo
        return {
            "game": self.game.title,
            "engines": list(self.engines),
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "elo": _finite(difference.difference),
            "elo_low": _finite(difference.low),
            "elo_high": _finite(difference.high),
            "seed": self.seed,
            "faults": list(self.faults),
        }

    def _repr_svg_(self) -> str:
        return drawn_by("match_svg", self)

    def _repr_html_(self) -> str:
        return drawn_by("match_html", self)


def match(
    game: Game,
    engines: Sequence[Any],
    games: int = 10,
    seed: int = 0,
    opening: int = 0,
    start: State | None = None,
    progress: Callable[[Match], None] | None = None,
    *,
    past: Sequence[State] = (),
    openings: Sequence[Sequence[State]] = (),
    balance: int = BALANCE,
    clock: Clock | None = None,
    save: str | Path | None = None,
    resume: bool = False,
) -> Match:
    """Plays `games` games, the sides swapped after each.

    In a game for more players the first engine takes one seat after another and the second all the others.
    start, past: where every game begins, and the states before that, the oldest first.
    openings: paths of states (see zermelo.arena.openings), each played from every seat, again from the top when all
    are done; instead of `start`.
    opening: random plies to begin with, the same for both games of a pair, so that the games differ. Of `balance`
    openings the most even one is played.
    clock: what each player has for a game.
    save: a .jsonl file that gets each game when it is over; resume: go on after the games that are in it.
    progress: is told the score after every game.
    The players are closed at the end.
    """
    if len(engines) != 2:
        raise ZermeloError(f"a match is between two engines, not {len(engines)}")
    if game.players < 2:
        raise ZermeloError(f"a match needs two players, {game.name} has {game.players}")
    if games < 1:
        raise ZermeloError(f"a match has at least one game, not {games}")
    entrants = as_players(engines)
    for entrant in entrants:
        refusal = entrant.refusal(game)
        if refusal:
            raise ZermeloError(refusal)
    if not openings:
        openings = [[*past, game.initial() if start is None else start]]
    names = (str(entrants[0]), str(entrants[1]))
    store = None if save is None else Store(Path(save), game, names, seed)
    played = store.load(resume)[:games] if store else []
    records: list[GameRecord] = []
    try:
        for number in range(len(played), games):
            seat, pair = number % game.players, number // game.players
            if seat == 0 or not records:
                luck = random.Random(f"{seed} {pair} opening")
                path = random_opening(game, openings[pair % len(openings)], opening, luck, balance)
            noise = random.Random(f"{seed} {pair}")
            ours, theirs = (entrant.seeded(noise.getrandbits(32) + number) for entrant in entrants)
            players = [ours if p == seat else theirs for p in range(game.players)]
            record = play(game, players, path[-1], noise.getrandbits(32), clock=clock, past=path[:-1])
            records.append(record)
            played.append(Played(seat, record.utilities, record.fault))
            if store:
                store.append(record, seat, number + 1)
            if progress:
                progress(_score(game, names, seed, played))
    finally:
        for entrant in entrants:
            entrant.close()
    return replace(_score(game, names, seed, played), records=tuple(records))


def _score(game: Game, engines: tuple[str, str], seed: int, played: Sequence[Played]) -> Match:
    """The games that are over, counted for the first engine: it wins with more than every other player got."""
    margins = []
    for one in played:
        rivals = [utility for player, utility in enumerate(one.utilities) if player != one.seat]
        margins.append(one.utilities[one.seat] - max(rivals))
    return Match(
        game,
        engines,
        wins=sum(margin > 0 for margin in margins),
        draws=sum(margin == 0 for margin in margins),
        losses=sum(margin < 0 for margin in margins),
        seed=seed,
        faults=tuple(f"game {number}: {one.fault}" for number, one in enumerate(played, 1) if one.fault),
    )


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else round(value, 1) + 0.0  # never -0.0
