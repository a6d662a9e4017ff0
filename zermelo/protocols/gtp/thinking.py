"""How `zermelo gtp` thinks: a search for one move, when to pass or resign, and what an analysis tells."""

from __future__ import annotations

import time as timer
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

from zermelo.evaluate.go.life import judged, settled_lead
from zermelo.game import Action, Game, State
from zermelo.protocols.engine import default_engine
from zermelo.search.analysis import Analysis, Candidate

USUAL = 1.0  # seconds a move where nobody says how long
HOPELESS = 0.05  # of winning
PATIENCE = 3  # moves in a row that look hopeless before one resigns
SLICE = 0.25  # seconds after which an analysis hears that it is to stop

Tell = Callable[[Analysis], None]


class Thinker:
    """An engine with its memory, for one game after another."""

    def __init__(self, engine: Any = None, resign: float = 0.0) -> None:
        """engine: a search, by default a good one; resign: below this chance of winning, PATIENCE times in a row."""
        self._engine, self._resign = engine, resign
        self._limit = None if engine is None else getattr(engine, "time", None)
        self._dark = [0, 0]  # a player's moves in a row that looked hopeless

    def refusal(self, game: Game) -> str | None:
        """Why the engine cannot play, in one sentence."""
        refusal = getattr(self._engine, "refusal", None)
        return None if refusal is None else refusal(game)

    @property
    def analyses(self) -> bool:
        """Can it say what it thinks of each move?"""
        return self._engine is None or hasattr(self._engine, "analyse")

    def forget(self) -> None:
        """A new game begins."""
        self._dark = [0, 0]

    def warm(self, game: Game, state: State) -> None:
        """Compiles what has to be, before a clock runs."""
        if self.analyses:
            _changed(self._for(game, None), sims=1, time=None, nodes=None, depth=1, keep=False).analyse(game, state)

    def choose(
        self, game: Game, state: State, seconds: float | None, tell: Tell | None = None, every: float = 1.0
    ) -> Any:
        """The action to play, or None: resign.

        seconds: what the clock allows; tell: is given the analysis so far, again and again `every` so many seconds.
        """
        passing = [*game.actions(state)][-1]
        if state.passes and _wins(game, state, passing):
            return passing  # it ends the game, and is won by the board as it stands
        engine = self._for(game, seconds)
        if not hasattr(engine, "analyse"):
            return engine(game, state)
        if tell is not None and getattr(engine, "time", None):
            analysis = self._sliced(engine, game, state, tell, every)
        else:
            analysis = engine.analyse(game, state)
            if tell is not None:
                tell(analysis)
        if self._is_dark(game, state, analysis):
            return None
        if analysis.action == passing and not _wins(game, state, passing):
            others = [candidate for candidate in ranked(analysis) if candidate.action != passing]
            if others and chance(game, others[0].value) > HOPELESS:
                return others[0].action  # small searches may not see that the other side passes too
        elif state.passes and chance(game, analysis.value) < HOPELESS and not _is_ahead(game, state):
            return passing  # lost, and the other side thinks so too
        return analysis.action

    def steady(self, game: Game, state: State) -> Action:
        """The same action each time it is asked."""
        engine = _changed(self._for(game, None), seed=0, keep=False)
        return engine(game, state)

    def clean_up(self, game: Game, state: State, seconds: float | None) -> Action:
        """The move that goes after the other side's dead stones, as long as there are any; then a pass."""
        *_, passing = game.actions(state)
        rows = game.state_text(state).split()[0].split("/")
        theirs = "OX"[game.to_move(state)]
        dead = {
            cell for chain in judged(rows) if (chain.colour, chain.status) == (theirs, "dead") for cell in chain.stones
        }
        near = {(r + a, c + b) for r, c in dead for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        assert game.touches is not None
        useful = [action for action in game.legal(state) if near.intersection(game.touches(state, action))]
        engine = self._for(game, seconds)
        if not useful:
            return passing
        if not hasattr(engine, "analyse"):
            return useful[0]
        rank = {candidate.action: number for number, candidate in enumerate(ranked(engine.analyse(game, state)))}
        return min(useful, key=lambda action: rank.get(action, len(rank)))

    def slices(self, game: Game) -> Any:
        """A search that can be asked again and again about a position, a short while each time."""
        return _changed(self._for(game, None), time=SLICE, sims=None, nodes=None, early=False)

    def _sliced(self, engine: Any, game: Game, state: State, tell: Tell, every: float) -> Analysis:
        """An analysis that is told while it grows."""
        begin = told = timer.perf_counter()
        small = _changed(engine, time=min(SLICE, engine.time), early=False)
        while True:
            analysis = small.analyse(game, state)
            now = timer.perf_counter()
            over = now - begin + small.time > engine.time
            if over or now - told >= every:
                tell(analysis)
                told = now
            if over:
                return analysis

    def _for(self, game: Game, seconds: float | None) -> Any:
        """The engine for so many seconds, or for its own."""
        if self._engine is None:
            self._engine = default_engine(game, USUAL)
        engine = self._engine
        if seconds is not None and _has(engine, "time"):
            return _changed(engine, time=seconds if self._limit is None else min(seconds, self._limit))
        return engine

    def _is_dark(self, game: Game, state: State, analysis: Analysis) -> bool:
        player = game.to_move(state)
        hopeless = chance(game, analysis.value) < self._resign
        self._dark[player] = self._dark[player] + 1 if hopeless else 0
        return self._dark[player] >= PATIENCE


def chance(game: Game, value: float) -> float:
    """The chance of winning that a value means, 0 … 1."""
    return min(max(0.5 + 0.5 * value / (game.best_utility or 1.0), 0.0), 1.0)


def ranked(analysis: Analysis) -> list[Candidate]:
    """The candidates, the choice first and others that were not looked at left out."""
    seen = [c for c in analysis.candidates if c.visits or c.visits is None or c.action == analysis.action]
    return sorted(seen, key=lambda c: (c.action != analysis.action, -(c.visits or 0), -c.value))


def _wins(game: Game, state: State, passing: Action) -> bool:
    """Would two passes, or the second one, win for who is to move, all stones alive?"""
    return game.utility(game.result(state, passing), game.to_move(state)) > 0


def _is_ahead(game: Game, state: State) -> bool:
    """Is who is to move ahead when the dead stones are off the board?"""
    lead = settled_lead(game, state)
    return (lead if game.to_move(state) == 0 else -lead) > 0


def _has(engine: Any, name: str) -> bool:
    return is_dataclass(engine) and any(field.name == name and field.init for field in fields(engine))


def _changed(engine: Any, **options: Any) -> Any:
    """The engine with other options, of those that it has; one that keeps a tree goes on with it."""
    change = getattr(engine, "within", None) or partial(replace, engine)
    return change(**{name: value for name, value in options.items() if _has(engine, name)})
