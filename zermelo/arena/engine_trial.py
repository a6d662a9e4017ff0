"""One short game with each engine that a game's traits allow: the doctor's last question."""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from zermelo.arena.play import play
from zermelo.compile.trust.guarded import Note, run_guarded
from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief
from zermelo.hidden.equilibrium.flat import TooLarge
from zermelo.players.engines import default_engine, engines
from zermelo.players.engines import engine as engine_of
from zermelo.players.player import SearchPlayer
from zermelo.search.base import Algorithm, Session
from zermelo.search.time.clock import Clock

PLIES = 12  # of a game, at most
SECONDS = 2.0  # that one game may take, at most
LOADING = 30.0  # seconds to import the engines
TOO_LARGE = "too large"
THINKING = 0.05  # seconds per move of the default engine
BUDGET = {"sims": 16, "nodes": 300, "depth": 2, "deals": 3, "iterations": 10, "seed": 0, "compiled": False}


@dataclass(frozen=True)
class EngineTrial:
    """How one engine played."""

    engine: str
    failure: str = ""  # how it failed; "": it did not
    is_tried: bool = True  # False: the time was up first

    def to_json(self) -> dict[str, Any]:
        """An entry of `engines` in what `check --json` prints."""
        return {"engine": self.engine, "tried": self.is_tried, "failure": self.failure}


def entrants(game: Game) -> list[Algorithm]:
    """The default engine, and a small budget of every other engine that serves the game."""
    default = default_engine(game, THINKING).with_options(seed=0)
    kinds = [kind for kind in engines().values() if kind.name != default.name and kind.game in ("", game.name)]
    others = [kind().with_options(**BUDGET) for kind in kinds]
    return [default, *(engine for engine in others if engine.refusal(game) is None)]


def try_engines(game: Game, until: float) -> tuple[EngineTrial, ...]:
    """Lets each engine play a game against itself, in a process with limits, until a time of `perf_counter`.

    The game's laws must hold. Only the default engine runs compiled, if its kernels are there: another engine's would
    take seconds to compile. One that has chosen nothing within its share of the time counts as not tried.
    """
    found: list[EngineTrial] = []
    playing = entrants(game)
    for number, engine in enumerate(playing):
        left = until - clock.perf_counter()
        share = min(SECONDS, left / 2 if number == 0 else 2 * left / (len(playing) - number), left)
        one = _tried(game, engine, share) if left > 0 else EngineTrial(engine.name, is_tried=False)
        found += [one] if one else []
    return tuple(found)


def _tried(game: Game, engine: Algorithm, seconds: float) -> EngineTrial | None:
    """How an engine played; None: the game is too large for it."""
    outcome = run_guarded(_played, game, str(engine), seconds, seconds=1.5 * seconds, same_compiler=False)
    if outcome.is_late:
        return EngineTrial(engine.name, is_tried=False)
    if outcome.value == TOO_LARGE:
        return None
    return EngineTrial(engine.name, outcome.failure or outcome.value)


class _Sound(SearchPlayer):
    """A search for a game whose laws were tried: they are not tried again."""

    def session(self, game: Game) -> Session:
        if self._session is None:
            self._session = self.algorithm.open(game)
        return self._session

    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        return self.session(game).choose(state, past, clock)


class _Enough(Exception):
    """The time is up."""


def _played(game: Game, typed: str, seconds: float, note: Note) -> str:
    """How an engine failed in a game against itself that may take so long; "": it did not, or TOO_LARGE."""
    note(typed, LOADING)
    engine = engine_of(typed)
    assert isinstance(engine, Algorithm)
    note(engine.name, 1.5 * seconds)
    until, moves = clock.perf_counter() + seconds, list[str]()

    def watch(before: State, mover: int, action: Action, after: State) -> None:
        moves.append(game.action_text(before, action))
        if mover != CHANCE and clock.perf_counter() > until:
            raise _Enough

    try:
        if engine.name != default_engine(game).name:
            game = replace(game, compiles=False)
        elif not engine.is_ready(game):
            game, engine = replace(game, compiles=False), engine.with_options(compiled=False)
        play(game, [_Sound(engine)] * game.players, seed=0, watch=watch, longest=PLIES)
    except _Enough:
        return ""
    except TooLarge:
        return TOO_LARGE
    except MemoryError:  # told by the one who watches this process
        raise
    except ZermeloError as error:
        return f"{brief(error, 200)}{_after(moves)}"
    except Exception as error:
        return f"{type(error).__name__}: {brief(error, 200)}{_after(moves)}"
    return ""


def _after(moves: Sequence[str]) -> str:
    """Where it failed, to follow the message."""
    return f" (after {brief(' '.join(moves), 120)})" if moves else " (at the start)"
