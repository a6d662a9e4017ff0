"""A match: engines against each other, with swapped sides and a seed."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.arena.elo import Elo, elo
from zermelo.arena.play import Record, play, seeded
from zermelo.game import CHANCE, Game, State, ZermeloError


@dataclass(frozen=True)
class Match:
    """The first engine's wins, draws and losses against the second."""

    game: Game
    engines: tuple[str, str]
    wins: int
    draws: int
    losses: int
    seed: int
    records: tuple[Record, ...] = ()

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
        }


def match(
    game: Game,
    engines: Sequence[Any],
    games: int = 10,
    seed: int = 0,
    opening: int = 0,
    start: State | None = None,
    progress: Callable[[Match], None] | None = None,
) -> Match:
    """Plays `games` games, the sides swapped after each.

    opening: random plies to begin with, the same for both games of a pair, so that the games differ.
    In a game for more players the first engine takes one seat after another and the second all the others.
    progress: is told the score after every game.
    """
    if len(engines) != 2:
        raise ZermeloError(f"a match is between two engines, not {len(engines)}")
    if game.players < 2:
        raise ZermeloError(f"a match needs two players, {game.name} has {game.players}")
    if games < 1:
        raise ZermeloError(f"a match has at least one game, not {games}")
    wins = draws = losses = 0
    records = []
    names = (str(engines[0]), str(engines[1]))
    for number in range(games):
        seat, pair = number % game.players, number // game.players
        noise = random.Random(f"{seed} {pair}")
        first = _opening(game, start, opening, noise)
        ours, theirs = (seeded(engine, noise.getrandbits(32) + number) for engine in engines)
        players = [ours if p == seat else theirs for p in range(game.players)]
        record = play(game, players, first, seed=noise.getrandbits(32))
        records.append(record)
        best = max(u for p, u in enumerate(record.utilities) if p != seat)
        own = record.utilities[seat]
        wins, draws, losses = wins + (own > best), draws + (own == best), losses + (own < best)
        if progress:
            progress(Match(game, names, wins, draws, losses, seed))
    return Match(game, names, wins, draws, losses, seed, tuple(records))


def _opening(game: Game, start: State | None, plies: int, noise: random.Random) -> State:
    """A position some random plies on, with something left to play."""
    if start is not None and game.is_terminal(start):
        raise ZermeloError(f"the game is over at {game.state_text(start)}: there is nothing to play")
    for _ in range(100):
        state = game.initial() if start is None else start
        for _ in range(plies):
            if game.is_terminal(state):
                break
            if game.to_move(state) == CHANCE:
                outcomes, chances = zip(*game.outcomes(state), strict=True)
                state = game.result(state, noise.choices(outcomes, chances)[0])
            else:
                state = game.result(state, noise.choice(game.legal(state)))
        if not game.is_terminal(state):
            return state
    raise ZermeloError(f"{game.name} is over within {plies} random plies: take a shorter opening")


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else round(value, 1) + 0.0  # never -0.0
