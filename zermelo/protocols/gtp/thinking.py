"""How `zermelo gtp` chooses a move: by search, with rules for when to pass or resign."""

from __future__ import annotations

import time as timer
from typing import Any

from zermelo.experts.go.life import judged, settled_lead
from zermelo.game import Action, Game, State
from zermelo.players.engines import default_engine
from zermelo.players.player import Player, as_player
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.task import Watch
from zermelo.search.time.deadline import Deadline

USUAL = 1.0  # seconds per move, if nothing else is said
HOPELESS = 0.05  # chance of winning
PATIENCE = 3  # hopeless moves in a row before it resigns


class GoThinker:
    """Chooses moves in one game after another, with a player that keeps its session."""

    def __init__(self, engine: Any = None, resign: float = 0.0) -> None:
        """engine: a search, by default a good one; resign: when the chance is below this PATIENCE times in a row."""
        self._player: Player | None = None if engine is None else as_player(engine)
        self._resign = resign
        self._dark = [0, 0]  # [player] hopeless moves in a row

    def player(self, game: Game) -> Player:
        """The player; by default a good search for the game."""
        if self._player is None:
            self._player = as_player(default_engine(game, USUAL))
        return self._player

    def refusal(self, game: Game) -> str | None:
        """Why the engine cannot play the game, in one sentence; None: it can."""
        return None if self._player is None else self._player.refusal(game)

    @property
    def explains(self) -> bool:
        """Can it analyse, or only choose?"""
        return self._player is None or self._player.explains

    def forget(self) -> None:
        """Starts a new game."""
        self._dark = [0, 0]

    def warm(self, game: Game) -> None:
        """Compiles what is needed before a clock runs."""
        self.player(game).new_game(game)

    def choose(
        self, game: Game, state: State, seconds: float | None, tell: Watch | None = None, every: float = 1.0
    ) -> Action | None:
        """The action to play; None: resign.

        seconds: what the clock allows; tell: gets the analysis so far, every `every` seconds and at the end.
        """
        passing = [*game.actions(state)][-1]
        if state.passes and _wins(game, state, passing):
            return passing  # it ends the game, and the board as it stands is won
        player = self.player(game)
        if not player.explains:
            return player.choose(game, state)
        watch = None if tell is None else seldom(tell, every)
        analysis = player.analyse(game, state, watch=watch, deadline=_within(seconds))
        if tell is not None:
            tell(analysis)
        if self._is_dark(game, state, analysis):
            return None
        if analysis.action == passing and not _wins(game, state, passing):
            others = [candidate for candidate in searched(analysis) if candidate.action != passing]
            if others and chance(game, others[0].value) > HOPELESS:
                return others[0].action  # a small search may not see that the other side passes too
        elif state.passes and chance(game, analysis.value) < HOPELESS and not _is_ahead(game, state):
            return passing  # lost, and the other side has passed
        return analysis.action

    def steady(self, game: Game, state: State) -> Action:
        """The action for a fixed seed: the same every time."""
        return self.player(game).seeded(0).choose(game, state)

    def clean_up(self, game: Game, state: State, seconds: float | None) -> Action:
        """A move towards capturing the other side's dead stones, as long as there are any; then a pass."""
        *_, passing = game.actions(state)
        rows = game.state_text(state).split()[0].split("/")
        theirs = "OX"[game.to_move(state)]
        dead = {
            cell for chain in judged(rows) if (chain.colour, chain.status) == (theirs, "dead") for cell in chain.stones
        }
        near = {(r + a, c + b) for r, c in dead for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        assert game.touches is not None
        useful = [action for action in game.legal(state) if near.intersection(game.touches(state, action))]
        if not useful:
            return passing
        player = self.player(game)
        if not player.explains:
            return useful[0]
        found = searched(player.analyse(game, state, deadline=_within(seconds)))
        rank = {candidate.action: number for number, candidate in enumerate(found)}
        return min(useful, key=lambda action: rank.get(action, len(rank)))

    def _is_dark(self, game: Game, state: State, analysis: Analysis) -> bool:
        player = game.to_move(state)
        hopeless = chance(game, analysis.value) < self._resign
        self._dark[player] = self._dark[player] + 1 if hopeless else 0
        return self._dark[player] >= PATIENCE


def seldom(tell: Watch, every: float) -> Watch:
    """Passes analyses on to `tell`, at most once every `every` seconds."""
    last = [timer.perf_counter()]

    def watch(so_far: Analysis) -> None:
        now = timer.perf_counter()
        if now - last[0] >= every:
            last[0] = now
            tell(so_far)

    return watch


def chance(game: Game, value: float) -> float:
    """A value as a chance of winning, 0 … 1."""
    return min(max(0.5 + 0.5 * (value - game.middle) / (game.reach or 1.0), 0.0), 1.0)


def searched(analysis: Analysis) -> list[Candidate]:
    """The candidates that were searched, best first."""
    return [c for c in analysis.ranked() if c.visits or c.visits is None or c.action == analysis.action]


def _within(seconds: float | None) -> Deadline | None:
    return None if seconds is None else Deadline(None, seconds)


def _wins(game: Game, state: State, passing: Action) -> bool:
    """Would passing win for the player to move if the game were scored then, with all stones alive?"""
    return game.utility(game.result(state, passing), game.to_move(state)) > 0


def _is_ahead(game: Game, state: State) -> bool:
    """Is the player to move ahead once dead stones are removed?"""
    lead = settled_lead(game, state)
    return (lead if game.to_move(state) == 0 else -lead) > 0
