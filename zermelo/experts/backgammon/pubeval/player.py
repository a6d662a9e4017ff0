"""Pubeval as a player of backgammon: `pubeval:weights=FILE`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from zermelo.experts.backgammon.pubeval.opinion import best_turn, read_weights, tabulated
from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.games.backgammon.state import PLAY
from zermelo.players.player import Player
from zermelo.search.time.clock import Clock


def pubeval_player(spec: str) -> PubevalPlayer:
    """The player that `weights=FILE` names. Raises ZermeloError."""
    name, _, file = spec.partition("=")
    if name != "weights" or not file:
        raise ZermeloError(f"pubeval needs the file with its weights, pubeval:weights=FILE; not '{brief(spec)}'")
    return PubevalPlayer(Path(file))


class PubevalPlayer(Player):
    """Plays the turn after which the score is highest, the first of several. It never doubles, and takes any double."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._table = tabulated(read_weights(path)).tolist()

    def refusal(self, game: Game) -> str | None:
        return None if game.name == "backgammon" else f"pubeval plays backgammon, not {game.name}: try auto"

    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        if state.stage != PLAY:
            return 0  # roll, or take
        return best_turn(state.mine, state.theirs, state.dice, game.legal(state), self._table)

    def __str__(self) -> str:
        return f"pubeval:weights={self.path}"
