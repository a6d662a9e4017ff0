"""Limited strength: a player that searches less, and does not always play the best action that it found."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from zermelo.game import Action, Game, State
from zermelo.players.auto import Auto
from zermelo.players.engines import default_engine
from zermelo.players.player import Player, SearchPlayer
from zermelo.search.advantage import advantage
from zermelo.search.analysis import Analysis
from zermelo.search.base import Algorithm
from zermelo.search.options import options_of
from zermelo.search.task import Limits, Watch
from zermelo.search.time.clock import Clock
from zermelo.search.time.deadline import Deadline

WEAKEST, STRONGEST = 800, 2400  # Elo
FEW = 0.01  # of the visits to the action that was visited most: what has fewer has been given up by the search
SURE = 0.99  # the advantage from which an action counts as a win, which is never missed


@dataclass(frozen=True)
class Strength:
    """How much a player searches, and how far from the best action it may stray."""

    nodes: int | None  # for alpha-beta
    depth: int  # for searches that value every action anyway
    sims: int  # for Monte Carlo tree search
    stray: float  # an action whose advantage is less by this much is chosen 1/e times as often as the best
    candidates: int = 8  # actions to choose from
    time: float | None = None  # seconds

    def choose(self, advantages: Sequence[float], noise: random.Random) -> int:
        """The index of the action to play, given the advantage of each, from 0 (lost) to 1 (won)."""
        best = max(advantages)
        if best > SURE or not self.stray:
            return advantages.index(best)
        weights = [math.exp((worth - best) / self.stray) for worth in advantages]
        return noise.choices(range(len(advantages)), weights)[0]

    def algorithm(self, game: Game) -> Algorithm:
        """The search of a player of this strength."""
        if not self.stray and self.time is not None:
            return default_engine(game, self.time)
        seconds = self.time or 1.0
        search = default_engine(game, seconds) if game.has_hidden else Auto(time=seconds).choice(game).search
        known = options_of(type(search))
        if "sims" in known:
            return search.with_options(sims=self.sims)
        if "lines" in known:
            lines = self.candidates if self.stray else 1
            return search.with_options(nodes=self.nodes, time=self.time, lines=lines)
        return search.with_options(depth=self.depth)


LEVELS = {
    "beginner": Strength(120, 1, 300, 0.16),
    "easy": Strength(900, 1, 1_000, 0.07),
    "medium": Strength(8_000, 2, 4_000, 0.025),
    "hard": Strength(None, 3, 10**7, 0.0, time=0.3),
    "full": Strength(None, 4, 10**7, 0.0, time=1.0),
}


def strength(elo: int) -> Strength:
    """The strength for a rating; a higher one searches more and strays less."""
    part = (min(max(elo, WEAKEST), STRONGEST) - WEAKEST) / (STRONGEST - WEAKEST)
    return Strength(
        nodes=round(400 * 250**part),
        depth=1 + round(3 * part),
        sims=round(300 * 250**part),
        stray=0.1 * (1 - part) + 0.001,
        candidates=round(8 - 4 * part),
    )


def shares_at_stake(values: Sequence[float]) -> list[float]:
    """How good each action is in a game for one, where no value means won or lost: between the worst and the best.

    The best one gets SURE, so that it can be missed.
    """
    low, high = min(values), max(values)
    return [SURE * (value - low) / (high - low) if high > low else SURE for value in values]


class LimitedPlayer(Player):
    """A player of a given strength, for any game."""

    explains = True

    def __init__(
        self,
        strength: Strength,
        megabytes: int | None = None,
        seed: int | None = None,
        compiled: bool | None = None,
    ) -> None:
        """compiled: False runs its searches interpreted."""
        self.strength, self.megabytes, self.compiled = strength, megabytes, compiled
        self._noise = random.Random(seed)
        self._search: SearchPlayer | None = None

    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        deadline = Deadline(*clock.allot(game.to_move(state))) if clock else None
        return self.pick(self.analyse(game, state, past, deadline=deadline))

    def analyse(
        self,
        game: Game,
        state: State | None = None,
        past: Sequence[State] = (),
        watch: Watch | None = None,
        deadline: Deadline | None = None,
        limits: Limits | None = None,
    ) -> Analysis:
        """What its search finds; `pick` chooses the action to play."""
        return self._searcher(game).analyse(game, state, past, watch, deadline, limits)

    def _searcher(self, game: Game) -> SearchPlayer:
        """The player's search for this game."""
        algorithm = self.strength.algorithm(game).with_options(compiled=self.compiled)
        if self._search is None or self._search.algorithm != algorithm:
            self._search = SearchPlayer(algorithm, self.megabytes)
        return self._search

    def pick(self, thought: Analysis) -> Action:
        """The action to play, which is not always the best found."""
        if not self.strength.stray:
            return thought.action
        seen = [c for c in thought.ranked() if c.bound == "exact" and math.isfinite(c.value)]
        if thought.simulations is not None:  # a mean over few playouts is unreliable
            enough = FEW * max((c.visits or 0 for c in seen), default=0)
            seen = [c for c in seen if (c.visits or 0) >= enough][: self.strength.candidates]
        if not seen:
            return thought.action
        if thought.game.players == 1:
            return seen[self.strength.choose(shares_at_stake([c.value for c in seen]), self._noise)].action
        advantages = [advantage(thought.game, c.value, thought.exact or thought.is_utility(c)) for c in seen]
        if max(advantages) > SURE:
            return thought.action
        return seen[self.strength.choose(advantages, self._noise)].action

    def new_game(self, game: Game) -> None:
        self._searcher(game).new_game(game)

    def seeded(self, seed: int) -> LimitedPlayer:
        return LimitedPlayer(self.strength, self.megabytes, seed, self.compiled)

    def most_games(self, game: Game, cores: int) -> int:
        return self._searcher(game).most_games(game, cores)

    def another(self) -> LimitedPlayer:
        return LimitedPlayer(self.strength, self.megabytes)

    def stop(self) -> bool:
        search = self._search
        return search is not None and search.stop()

    def close(self) -> None:
        self._search = None

    def __str__(self) -> str:
        name = next((name for name, level in LEVELS.items() if level == self.strength), "")
        given = {name: value for name, value in asdict(self.strength).items() if value is not None}
        return name or "limited:" + ",".join(f"{name}={value:g}" for name, value in given.items())
