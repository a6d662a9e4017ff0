"""A run of learning: begun or resumed, continued block by block, measured and saved as it goes.

A method is a frozen dataclass of options derived from `Method`; a run in progress is a `Learning`. A block of games is
the least that a method does at once: between two blocks the whole state of the run is its header and its arrays, so
that a run that was killed and resumed ends as one that was not.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from zermelo.bits import mix
from zermelo.cluster.address import crew_at
from zermelo.cluster.crew import Crew
from zermelo.evaluate import trained_game
from zermelo.evaluate.learned.file import Learned, new_header, read_learned, write_learned
from zermelo.files.locks import locked
from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.learn.curve import point
from zermelo.learn.lanes import Lanes
from zermelo.search.options import check_options, options_of

SAVE_EVERY = 10.0  # seconds
SAVING = 0.05  # the share of the time that saving takes, at most
SPENT = "spent"  # in the header of a run for a time that is not over: the share of the time that is spent
GAMES, NETWORK = "games", "network"  # what a run may begin with: games that others have played, a learned file


@dataclass(frozen=True)
class Played:
    """A game that somebody has played, to learn from."""

    start: State
    actions: Sequence[Action]
    utilities: Sequence[float]  # what each player got


@dataclass(frozen=True)
class Method(ABC):
    """A way to learn: a record of options, declared with the functions of `zermelo.search.options`."""

    name: ClassVar[str] = ""
    source: ClassVar[str] = ""  # what it may begin with, GAMES or NETWORK; "": with nothing

    def __post_init__(self) -> None:
        check_options(self.name, self)

    @abstractmethod
    def refusal(self, game: Game) -> str | None:
        """Why it cannot learn this game, in one sentence; None: it can."""

    @abstractmethod
    def begin(self, game: Game, seed: int) -> Learning:
        """A run from nothing."""

    def begin_from(self, game: Game, seed: int, source: Any) -> Learning:
        """A run from what its `source` names: a list of `Played`, or a `Learned`. Raises ZermeloError."""
        raise NotImplementedError

    @abstractmethod
    def resume(self, game: Game, learned: Learned) -> Learning:
        """A run that goes on where a file ends; its options are those of the file. Raises ZermeloError."""

    @classmethod
    def lanes_of(cls, game: Game, settings: Mapping[str, Any], count: int) -> Lanes:
        """Lanes of self-play, for methods whose games are played in such. settings: as `Lanes.spread` sends them."""
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        """The options as a header keeps them."""
        return {name: getattr(self, name) for name in options_of(type(self))}

    def with_options(self, options: Mapping[str, Any]) -> Self:
        """The method with the options of a header. Raises ZermeloError where it has no such options."""
        known = options_of(type(self))
        unknown = [name for name in options if name not in known]
        if unknown:
            raise ZermeloError(f"{self.name} has no option '{brief(unknown[0])}': it was learned by another version")
        return type(self)(**options)


class Learning(ABC):
    """A run in progress."""

    can_spread: ClassVar[bool] = False  # are its games played on a cluster?

    def __init__(self, game: Game, method: Method, header: Mapping[str, Any]) -> None:
        self.game, self.method = game, method
        self.header: dict[str, Any] = dict(header)  # see zermelo.evaluate.learned.file.new_header
        self.progress = 0.0  # the share of the budget that is spent, for what changes in the course of a run
        self.left: float | None = None  # seconds of it when `advance` is called; None: only games count

    @property
    def games(self) -> int:
        """How many games were played since the run began."""
        return int(self.header["games"])

    @abstractmethod
    def advance(self) -> None:
        """Plays and learns from one block of games, and counts them in the header.

        A budget of games ends with the block that reaches it.
        """

    @abstractmethod
    def arrays(self) -> dict[str, Any]:
        """Everything that is learned, and all that the run needs to go on."""

    def spread(self, crew: Crew) -> None:
        """Plays on a cluster from now on, if the run `can_spread`. Raises ZermeloError where the game cannot travel."""
        raise NotImplementedError

    def due(self) -> bool:
        """Is a measurement due? Asked after each block. It depends on nothing but the header."""
        return False

    def measure(self) -> dict[str, float]:
        """The next point of the curve: numbers by name, such as {"score against random": 0.93}."""
        return {}

    def newest(self) -> dict[str, float]:
        """What is known of the run as it stands, for whoever watches: by default the last point of the curve."""
        curve = self.header["curve"]
        return {name: value for name, value in curve[-1].items() if name != "games"} if curve else {}

    def lacking(self) -> str:
        """Why nothing was learned yet, in a clause; "": something was. Asked when the budget is spent."""
        return ""

    def finish(self) -> None:  # noqa: B027  (most methods have nothing left to do)
        """Completes the header when the budget is spent: `strength`, `trained_on`."""

    def told(self) -> str:
        """What was learned, in words or as a table; "": nothing to say."""
        return ""

    def keep(self, path: Path) -> None:  # noqa: B027  (most methods have everything in their file)
        """Writes what lies beside the run's file, before that file itself is written. Raises ZermeloError."""

    def close(self) -> None:  # noqa: B027  (most methods hold nothing)
        """Releases threads, processes and devices."""


@dataclass(frozen=True)
class Budget:
    """How long to learn: whichever ends first; a run with neither would not end."""

    games: int | None = None  # since the beginning of the run, not since it was resumed
    seconds: float | None = None  # from now on, compiling included

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise ZermeloError(f"a run lasts a number of seconds above 0, not {self.seconds}")

    def spent(self, games: int, seconds: float, before: float = 0.0) -> float:
        """The share of it that is spent, 0 to 1; before: what of the time was spent when a run is resumed."""
        by_time = before + (1.0 - before) * seconds / self.seconds if self.seconds else 0.0
        return min(1.0, max(games / self.games if self.games else 0.0, by_time))


Watch = Callable[[Learning, float], None]  # (run, seconds since this process took it up), after each block


def learn(
    run: Learning | Callable[[], Learning],
    path: Path,
    budget: Budget,
    watch: Watch | None = None,
    every: float = SAVE_EVERY,
    cluster: str | Crew | None = None,
) -> Learning:
    """Continues a run until its budget is spent, saves it on the way and at the end, and returns it.

    run: what to continue, or a function that begins or resumes it, called when no other process can write its file.
    every: seconds between two times when it is saved, more where saving takes long; 0: after each block. Ctrl-C ends
    the run; what was saved last stays. cluster: "local:4" or the address of a Ray cluster, whose workers play the lanes
    of a block; what is learned is the same.
    Raises ZermeloError, also where another process is at the same file, or nothing was learned.
    """
    if budget.games is None and budget.seconds is None:
        raise ZermeloError("learning needs a budget: games, seconds, or both")
    with locked(path):
        start = time.monotonic()
        learning = run if isinstance(run, Learning) else run()
        try:
            if cluster is not None and not learning.can_spread:
                raise ZermeloError(
                    f"{learning.method.name} learns on one machine: on a cluster, --method td, samuel or alphazero"
                )
            with crew_at(cluster) as crew:
                if crew is not None:
                    learning.spread(crew)
                _continue(learning, path, budget, watch, every, start)
        finally:
            learning.close()
    return learning


def _continue(learning: Learning, path: Path, budget: Budget, watch: Watch | None, every: float, start: float) -> None:
    saved, pause = time.monotonic(), every
    found = learning.header.pop(SPENT, 0.0)
    before = found if isinstance(found, float) and 0.0 <= found <= 1.0 else 0.0
    while budget.games is None or learning.games < budget.games:
        learning.progress = budget.spent(learning.games, time.monotonic() - start, before)
        learning.left = None if budget.seconds is None else budget.seconds - (time.monotonic() - start)
        learning.advance()
        if learning.due():
            learning.header["curve"] = [*learning.header["curve"], point(learning.games, learning.measure())]
        now = time.monotonic()
        if watch:
            watch(learning, now - start)
        if budget.seconds is not None and now - start >= budget.seconds:
            break
        if now - saved >= pause:
            if budget.seconds is not None:  # games tell by themselves how far the run has come
                learning.header[SPENT] = learning.progress
            save(learning, path)
            saved = time.monotonic()
            pause = max(every, (saved - now) / SAVING) if every else 0.0
    learning.header.pop(SPENT, None)
    lacking = learning.lacking()
    if not lacking:
        learning.finish()
    save(learning, path)
    if lacking:
        raise ZermeloError(
            f"nothing was learned: {lacking}; the run is kept in {path}: go on with --resume and a larger budget"
        )


def save(learning: Learning, path: Path) -> None:
    """Writes a run into its file, and what lies beside it. Raises ZermeloError."""
    learning.keep(path)
    write_learned(path, learning.header, learning.arrays())


def begin(game: Game, method: Method, seed: int, source: Any = None) -> Learning:
    """A new run, from nothing or from what the method's `source` names.

    Raises ZermeloError where the method cannot learn the game.
    """
    refusal = method.refusal(game)
    if refusal:
        raise ZermeloError(refusal)
    return method.begin(game, seed) if source is None else method.begin_from(game, seed, source)


def resume(game: Game, kind: type[Method], path: Path) -> Learning:
    """The run in a file, to go on with. Raises ZermeloError where it is another game's or another method's."""
    learned = read_learned(path)
    learned.check_fits(game, trained_game(game))
    if learned.method != kind.name:
        raise ZermeloError(f"{path} was learned by {brief(learned.method)}, not by {kind.name}")
    return kind().with_options(learned.header["options"]).resume(game, learned)


def header_of(method: Method, game: Game, seed: int) -> dict[str, Any]:
    """The header of a run that begins."""
    return new_header(game, method.name, method.options(), seed)


def noise_of(*parts: int) -> int:
    """Where a random sequence begins: one of its own for each seed, block and lane."""
    word = 0
    for part in parts:
        word = mix(word ^ mix(part))
    return word
