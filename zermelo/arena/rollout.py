"""Rollouts: what actions are worth, by playing on from each of them many times.

Most of the spread between such games is luck. At every throw the evaluation says how much better or worse than the
average of all throws it was; what luck brought is 0 on average, so subtracting it changes no mean, and narrows the
interval. By how much it is subtracted is fitted to the games, so that the evaluation's units do not matter.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.arena.mean import Mean, mean_of
from zermelo.arena.play import play
from zermelo.arguments import checked
from zermelo.evaluate import opinion
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.picture import drawn_by
from zermelo.players.engines import player_of
from zermelo.search.base import Session, check_choice
from zermelo.search.expectiminimax import Expectiminimax

CANDIDATES = 5  # actions that are rolled out, where the caller names none
FEWEST = 10  # games from which on the luck of the games is subtracted


@dataclass(frozen=True)
class RolledOut:
    """An action, and the results of the games played on from it, to the player who chooses."""

    action: Action
    results: tuple[float, ...]
    luck: tuple[float, ...] = ()  # what luck brought that player in each game; empty: not known

    @property
    def plain(self) -> Mean:
        """The mean result as it was played."""
        return mean_of(self.results)

    @property
    def mean(self) -> Mean:
        """The mean result without the luck, as far as that is known."""
        return mean_of(_without_luck(self.results, self.luck))


@dataclass(frozen=True)
class Rollout:
    """Actions in one position, the best first.

    >>> import zermelo
    >>> rolled = zermelo.rollout(zermelo.load("bins"), games=10, player="random:seed=1", seed=1)
    >>> isinstance(rolled, zermelo.Rollout), rolled.games
    (True, 10)
    """

    game: Game
    state: State
    engine: str
    actions: tuple[RolledOut, ...]
    plies: int | None  # after which the evaluation ended a game; None: all went to the end
    seed: int

    def __str__(self) -> str:
        return drawn_by("rollout_text", self)

    @property
    def games(self) -> int:
        """How many games each action got."""
        return min(len(one.results) for one in self.actions)

    def to_json(self) -> dict[str, Any]:
        """What `zermelo analyse --rollout --json` prints under `rollout`."""
        return {
            "engine": self.engine,
            "games": self.games,
            "plies": self.plies,
            "seed": self.seed,
            "actions": [
                {
                    "action": self.game.action_text(self.state, one.action),
                    "equity": one.mean.value,
                    "low": _finite(one.mean.low),
                    "high": _finite(one.mean.high),
                    "plain": one.plain.value,
                    "plain_low": _finite(one.plain.low),
                    "plain_high": _finite(one.plain.high),
                }
                for one in self.actions
            ],
        }


def check_rollout(game: Game, state: State, games: int) -> None:
    """Raises ZermeloError if no action of this state can be rolled out so often."""
    if not game.is_terminal(state) and game.to_move(state) == CHANCE:
        raise ZermeloError("chance is to move, so there are no actions to roll out: play an outcome first")
    check_choice(game, state)
    if games < 2:
        raise ZermeloError(f"a rollout needs at least 2 games of each action, not {games}")


@checked
def rollout(
    game: Game,
    player: Any,
    state: State | None = None,
    past: Sequence[State] = (),
    *,
    games: int = 100,
    actions: Sequence[Action] | None = None,
    plies: int | None = None,
    seed: int | None = None,
    watch: Callable[[Rollout], None] | None = None,
) -> Rollout:
    """Plays each action out this many times, the player in all seats, and tells what it brings who chooses.

    player: a search, a player, or a function strategy(game, state) -> action.
    past: the states before this one, the oldest first.
    actions: which; by default the player's CANDIDATES best, or all if it does not compare them.
    plies: of choice, after which the evaluation values a game that is not over; None: every game goes to its end.
    seed: the same seed gives the same throws; the games of different actions with one number share theirs.
    watch: called after each round of games with all until then.
    Ctrl-C ends it with the rounds that are whole, if there are two.
    Raises ZermeloError where there is nothing to choose, or nothing to value a game with before its end.

    >>> import zermelo
    >>> print(zermelo.rollout(zermelo.load("bins"), games=10, player="random:seed=1", seed=1))
    rollout: 10 games of each action by random:seed=1, to the end
    action  utility  95% interval
    C           +15    +15 to +15
    B            +1      +1 to +1
    A           -50    -50 to -50
    """
    state = game.initial() if state is None else state
    check_rollout(game, state, games)
    if plies is not None and plies < 1:
        raise ZermeloError(f"a game is played on for at least 1 ply, not {plies}")
    evaluator = opinion(game)
    if plies is not None and evaluator is None:
        raise ZermeloError(f"no evaluation of {game.name} is known, so its games must be played to their ends")
    seed = random.randrange(1 << 31) if seed is None else seed
    mover, seat = game.to_move(state), player_of(player)
    chosen = _chosen(game, seat, state, past) if actions is None else list(actions)
    meter = _LuckMeter(game, mover) if evaluator is not None and _has_luck(game) else None
    results: list[list[float]] = [[] for _ in chosen]
    lucks: list[list[float]] = [[] for _ in chosen]

    def so_far(rounds: int) -> Rollout:
        rolled = [
            RolledOut(action, tuple(result[:rounds]), tuple(luck[:rounds]) if meter else ())
            for action, result, luck in zip(chosen, results, lucks, strict=True)
        ]
        best_first = sorted(rolled, key=lambda one: -one.mean.value)
        return Rollout(game, state, str(seat), tuple(best_first), plies, seed)

    rounds = 0
    try:
        for number in range(games):
            throws = random.Random(f"{seed} {number}").getrandbits(32)
            for place, action in enumerate(chosen):
                after = game.result(state, action)
                result, luck = _one_game(game, seat.seeded(throws), mover, after, (*past, state), plies, throws, meter)
                results[place].append(result)
                lucks[place].append(luck)
            rounds = number + 1
            if watch:
                watch(so_far(rounds))
    except KeyboardInterrupt:
        if rounds < 2:
            raise
    return so_far(rounds)


class _Ended(Exception):
    """A game has been played on for as many plies as it should."""


class _LuckMeter:
    """Values throws: by how much an outcome was better for a player than the average of all."""

    def __init__(self, game: Game, player: int) -> None:
        self._session: Session = Expectiminimax(depth=1, plain=False).open(game)
        self._sign = 1.0 if player == 0 else -1.0

    def luck(self, state: State, outcome: Action) -> float:
        found = self._session.analyse(state)
        (worth,) = [one.value for one in found.candidates if one.action == outcome]
        return self._sign * (worth - found.value)


def _has_luck(game: Game) -> bool:
    """Does chance move, in a game whose value to one player says it all?"""
    return game.has_chance and (game.is_duel or game.players == 1)


def _chosen(game: Game, player: Any, state: State, past: Sequence[State]) -> list[Action]:
    """The player's best actions, or all if it does not compare them."""
    if not player.explains:
        return list(game.legal(state))
    found = player.analyse(game, state, past)
    return [one.action for one in found.ranked()[:CANDIDATES]]


def _one_game(
    game: Game,
    player: Any,
    mover: int,
    state: State,
    past: Sequence[State],
    plies: int | None,
    seed: int,
    meter: _LuckMeter | None,
) -> tuple[float, float]:
    """The result of one game for the player who chose at its start, and how lucky that player was."""
    here, left, luck = state, plies, 0.0

    def watch(before: State, who: int, action: Action, after: State) -> None:
        nonlocal here, left, luck
        here = after
        if who == CHANCE:
            luck += meter.luck(before, action) if meter else 0.0
        elif left is not None:
            left -= 1
            if left == 0 and not game.is_terminal(after):
                raise _Ended

    try:
        record = play(game, [player] * game.players, state, seed, watch, past=past)
    except _Ended:
        evaluator = opinion(game)
        assert evaluator is not None
        return game.middle + float(evaluator.function(here, mover)) / evaluator.win, luck
    return record.utilities[mover], luck


def _without_luck(results: Sequence[float], luck: Sequence[float]) -> list[float]:
    """The results less their luck, times the factor that leaves the least spread."""
    if len(luck) != len(results) or len(results) < FEWEST:
        return list(results)
    mean, average = math.fsum(results) / len(results), math.fsum(luck) / len(luck)
    spread = math.fsum((one - average) ** 2 for one in luck)
    if spread == 0.0:
        return list(results)
    together = math.fsum((r - mean) * (one - average) for r, one in zip(results, luck, strict=True))
    factor = together / spread
    return [result - factor * one for result, one in zip(results, luck, strict=True)]


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
