"""Who plays a game in AIMA's style, and for what: nothing says so, and it is found by playing a little."""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

NOBODY = "the other player"  # where only one ever moves
FAR = 60  # states near the start that are looked at
GAMES, PLIES = 3, 60  # that are played at random
SECONDS, PATIENCE = 0.5, 3.0  # after which no more is tried, and after which a call that does not return is left alone


@dataclass(frozen=True)
class Steps:
    """What is needed of a game to play it: functions of its own states."""

    first: Callable[[], Any]  # a copy of the start
    mover: Callable[[Any], Any]
    is_over: Callable[[Any], bool]
    following: Callable[[Any], Sequence[Callable[[], Any]]]  # for each action what makes the next state, chance drawn
    utility: Callable[[Any, Any], float]  # of a state where the game is over, to a player


@dataclass
class Trial:
    """What was seen while playing."""

    seen: list[Any] = field(default_factory=list)  # to move somewhere
    last: list[Any] = field(default_factory=list)  # to move where a game is over
    sizes: set[float] = field(default_factory=set)  # of utilities other than 0

    @property
    def players(self) -> tuple[Any, ...]:
        """The players, in the order of their first turns; at least two. Those seen only at an end come last."""
        found = self.seen + [name for name in self.last if name not in self.seen]
        if len(self.seen) > 1:
            return tuple(self.seen)
        return tuple(found[:2]) if len(found) > 1 else (*found, NOBODY) if found else ("player 1", NOBODY)

    @property
    def is_for_points(self) -> bool:
        """Is more at stake in some games than in others?"""
        return len(self.sizes) > 1


def tried(steps: Steps) -> Trial:
    """What is seen of a game in a few short games, and near the start.

    An error of the game's functions ends it: whoever calls the function next is told.
    """
    trial = Trial()
    _patiently(lambda: _try(steps, trial))
    return trial


def _patiently(work: Callable[[], None]) -> None:
    """Works in a thread that is left alone if it does not return; here where no thread can be started."""
    thread = threading.Thread(target=work, daemon=True)
    try:
        thread.start()
    except RuntimeError:
        work()
        return
    thread.join(PATIENCE)


def _try(steps: Steps, trial: Trial) -> None:
    end = time.monotonic() + SECONDS
    try:
        for game in range(GAMES):
            _play(steps, random.Random(game), trial, end)
        _look_around(steps, trial, end)
    except Exception:
        return


def _play(steps: Steps, choice: random.Random, trial: Trial, end: float) -> None:
    """Plays one game at random, for a while."""
    state = steps.first()
    for _ in range(PLIES):
        if _meet(steps, state, trial) or time.monotonic() > end:
            return
        ways = steps.following(state)
        if not ways:
            return
        state = choice.choice(ways)()


def _look_around(steps: Steps, trial: Trial, end: float) -> None:
    """Looks at the states nearest to the start."""
    waiting = deque([steps.first()])
    for _ in range(FAR):
        if not waiting or time.monotonic() > end:
            return
        state = waiting.popleft()
        if not _meet(steps, state, trial):
            waiting.extend(way() for way in steps.following(state))


def _meet(steps: Steps, state: Any, trial: Trial) -> bool:
    """Notes who is to move, or what the end is worth. Is the game over?"""
    is_over, mover = bool(steps.is_over(state)), steps.mover(state)
    known = trial.last if is_over else trial.seen
    if mover is not None and mover not in known:
        known.append(mover)
    if is_over and trial.seen:
        worth = abs(float(steps.utility(state, trial.seen[0])))
        trial.sizes.update({worth} - {0.0})
    return is_over
