"""Limited strength: a player that searches less, and does not always play the best action that it found."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

from zermelo.evaluate import commentary_of, expert_of
from zermelo.game import CHANCE, Action, Game, State
from zermelo.players.auto import Auto
from zermelo.players.engines import default_engine, engines
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
MOST_REPLIES = 500  # that a careful player looks at
DECISION, MOVE = 0.5, 3.0  # stakes that count as a won game
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
    careful: bool = False  # does it never play what loses at once, where something else does not?

    def choose(self, advantages: Sequence[float], noise: random.Random) -> int:
        """The index of the action to play, given the advantage of each, from 0 (lost) to 1 (won)."""
        best = max(advantages)
        if best > SURE or not self.stray:
            return advantages.index(best)
        weights = [math.exp((worth - best) / self.stray) for worth in advantages]
        return noise.choices(range(len(advantages)), weights)[0]

    def algorithm(self, game: Game) -> Algorithm:
        """The search of a player of this strength."""
        expert = expert_of(game)
        own = next(
            (expert.levels[name] for name, level in LEVELS.items() if level == self and name in expert.levels), None
        )
        if own is not None:
            return engines()[expert.usual]().with_options(**own)
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
    "medium": Strength(8_000, 2, 4_000, 0.025, careful=True),
    "hard": Strength(None, 3, 10**7, 0.0, time=0.3),
    "full": Strength(None, 4, 10**7, 0.0, time=1.0),
}


MEASURED = {
    "easy": (191, 68),
    "medium": (406, 68),
    "hard": (280, 36),
    "full": (39, 18),
}  # Elo over the level below, games


def level_words() -> dict[str, str]:
    """How strong each level is, in words: benchmarks/levels.py measures it."""
    names = list(LEVELS)
    words = {names[0]: "The weakest: it looks ahead a little, and often strays from what it finds best."}
    for below, name in pairwise(names):
        difference, games = MEASURED[name]
        words[name] = f"About {round(difference, -1)} Elo above {below}, measured over {games} games of four kinds."
    return words


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


def loses_at_once(game: Game, state: State, action: Action) -> bool:
    """Does an action lose by itself, or to the very next one? Where something is hidden, nobody may look."""
    if game.has_hidden or game.players == 1:
        return False
    mover = game.to_move(state)
    after = game.result(state, action)
    if game.is_terminal(after):
        return game.utility(after, mover) < game.middle
    if game.to_move(after) in (CHANCE, mover):
        return False
    replies = (game.result(after, reply) for reply in game.legal(after)[:MOST_REPLIES])
    return any(game.is_terminal(end) and game.utility(end, mover) < game.middle for end in replies)


def _first_besides(thought: Analysis, blunders: Collection[Action]) -> Action:
    """The best action that is no blunder, of those that the search ranked and then of the others."""
    if thought.action not in blunders:
        return thought.action
    ranked = [candidate.action for candidate in thought.ranked()]
    others = (action for action in [*ranked, *thought.game.legal(thought.state)] if action not in blunders)
    return next(others, thought.action)


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
        if not self.strength.careful:
            return self._picked(thought)
        blunders: set[Action] = set()
        while True:
            action = self._picked(thought, blunders)
            if action in blunders or not loses_at_once(thought.game, thought.state, action):
                return action
            blunders.add(action)

    def _picked(self, thought: Analysis, blunders: Collection[Action] = ()) -> Action:
        """The action to play; one of the blunders only if there is nothing else."""
        if not self.strength.stray:
            return thought.action
        seen = [c for c in thought.ranked() if c.bound == "exact" and math.isfinite(c.value)]
        if thought.simulations is not None:  # a mean over few playouts is unreliable
            enough = FEW * max((c.visits or 0 for c in seen), default=0)
            seen = [c for c in seen if (c.visits or 0) >= enough][: self.strength.candidates]
        seen = [c for c in seen if c.action not in blunders]
        if not seen:
            return _first_besides(thought, blunders)
        if thought.game.players == 1:
            return seen[self.strength.choose(shares_at_stake([c.value for c in seen]), self._noise)].action
        advantages = self._advantages(thought, [(c.value, thought.exact or thought.is_utility(c)) for c in seen])
        if max(advantages) > SURE and thought.action not in blunders:
            return thought.action
        return seen[self.strength.choose(advantages, self._noise)].action

    def _advantages(self, thought: Analysis, values: Sequence[tuple[float, bool]]) -> list[float]:
        """The advantage of each action; a utility counts by what is at stake, where the game's expert tells that.

        A decision that comes again and again, such as whether to double, is made with more care than a move.
        """
        game, known = thought.game, commentary_of(thought.game)
        if known.stake is None:
            return [advantage(game, value, is_utility) for value, is_utility in values]
        is_decision = bool(known.choices and known.choices(game, thought.state))
        usual = known.stake(game, thought.state) * (DECISION if is_decision else MOVE)
        best = max(value for value, _ in values)
        return [0.5 + 0.5 * (value - best) / usual for value, _ in values]

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
        given = {
            name: value for name, value in asdict(self.strength).items() if value is not None and value is not False
        }
        return name or "limited:" + ",".join(f"{name}={value:g}" for name, value in given.items())
