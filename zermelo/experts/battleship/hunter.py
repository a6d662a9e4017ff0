"""Plays Battleship: draws fleets that fit what it knows, and shoots where it expects to miss least until all are sunk.

Most shots go where most fleets have a ship. Another is better if it tells more about where the last ships are: those
that are nearly as likely to hit are compared by what follows (see shots.py).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from zermelo.experts.battleship.shots import cover, misses, ships_on
from zermelo.game import Action, Game, State
from zermelo.games.battleship import BattleshipState, battleship
from zermelo.games.battleship.evidence import fleets_for
from zermelo.games.battleship.layout import NOWHERE, layout_of
from zermelo.knowledge import Knowledge, known_by, known_further
from zermelo.search.base import Opener, Session
from zermelo.search.options import whole
from zermelo.search.time.clock import Clock

GAME = battleship.__name__
MARGIN = 0.03  # misses by which a shot must be better than the likeliest hit; less is within the noise of the drawing


@dataclass(frozen=True)
class Hunter(Opener):
    """Plays Battleship: draws fleets that fit what it knows, and shoots where it expects to miss least in all."""

    fleets: int = whole(4000, "how many fleets are drawn for a shot", 1, 1_000_000, visitor=10_000)
    shots: int = whole(6, "how many shots are compared by what follows, the likeliest to hit first", 1, 128)
    seed: int | None = whole(None, "makes the drawing repeatable", None)

    name: ClassVar[str] = "hunter"
    explains: ClassVar[bool] = False
    game: ClassVar[str] = GAME

    def refusal(self, game: Game) -> str | None:
        if game.name == GAME and isinstance(game.initial(), BattleshipState):
            return None
        return f"hunter plays {GAME} only, not {game.name}: try random"


class HunterSession(Session, of=Hunter):
    """One game, and the random numbers."""

    algorithm: Hunter
    instead = ""

    def __init__(self, algorithm: Hunter, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.seed = secrets.randbits(62) if algorithm.seed is None else algorithm.seed
        given = game.parameters
        self._layout = layout_of(given["rows"], given["columns"], given["ships"], given["touching"])
        self._last: tuple[int, State, Knowledge] | None = None  # where on the path it was asked last, and what it knew

    def new_game(self) -> None:
        """Forgets the last game."""
        self._last = None

    def choose(self, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        """Places ships at random, and shoots where it expects to miss least until all ships are sunk."""
        return self.aim(self._known(self.game.to_move(state), (*past, state)))

    def aim(self, known: Knowledge) -> Action:
        """The action of a player who knows this."""
        game, view, noise = self.game, known.view, random.Random(f"{self.seed} {known.key}")
        if game.players == 2 and NOWHERE in view.ships:
            assert game.deal is not None
            return noise.choice(game.legal(game.deal(known, noise.random())))
        seed, shots = noise.getrandbits(53), int(view.shots)
        places = fleets_for(game, known, self.algorithm.fleets, seed)
        words = cover(self._layout, places)
        hits = ships_on(self._layout, words)
        free = [cell for cell in range(self._layout.cells) if not shots >> cell & 1]
        noise.shuffle(free)
        likely = sorted(free, key=lambda cell: -hits[cell])[: self.algorithm.shots]
        if hits[likely[0]] == len(places) or len(likely) == 1:
            return likely[0]
        costs = misses(self._layout, places, words, shots, likely) / len(places)
        costs[0] -= MARGIN
        return likely[int(costs.argmin())]

    def _known(self, player: int, path: tuple[State, ...]) -> Knowledge:
        """What the player knows at the end of the path, from where it was asked last if the game went on from there."""
        known = None
        if self._last is not None:
            length, state, before = self._last
            if length <= len(path) and path[length - 1] is state and before.player == player:
                known = known_further(self.game, before, path[length - 1 :])
        if known is None:
            known = known_by(self.game, player, path[-1], path[:-1])
        self._last = len(path), path[-1], known
        return known
