"""Deals for searches that play as if a deal were known: listed where there are few, else drawn."""

from __future__ import annotations

import random
import secrets

from zermelo.game import Game
from zermelo.hidden.deals import Deal, Model, TooManyDeals
from zermelo.hidden.particles import LOOKS, Particles, thinned
from zermelo.knowledge import Knowledge


class Dealer:
    """Gives states that fit what a player knows, and keeps what it needs for that during a game."""

    def __init__(self, game: Game, seed: int | None = None, model: Model | None = None, looks: int = LOOKS) -> None:
        """model: how the others are taken to play; by default uniformly.

        looks: states that are looked at, for one move, to list all that fit.
        """
        self.game, self.model, self.looks = game, model, looks
        self.seed = secrets.randbits(62) if seed is None else seed
        self._particles: dict[int, Particles] = {}  # by player
        self._is_dealt = False  # does the game's own `deal` draw them, since there are too many to list?

    def forget(self) -> None:
        """Begins another game."""
        self._particles.clear()

    def draw(self, knowledge: Knowledge, count: int) -> list[Deal]:
        """At most so many states that fit what a player knows; their weights add up to 1.

        All of them, if there are no more and they can be listed. Equal knowledge and an equal seed give the same, in a
        game that was followed from the same move on.
        """
        noise = random.Random(f"{self.seed} {knowledge.key}")
        if self._is_dealt:
            return self._dealt(knowledge, count, noise)
        try:
            found = self._of(knowledge.player).at(knowledge, thins=self.game.deal is None)
        except TooManyDeals:
            self._is_dealt = True
            return self._dealt(knowledge, count, noise)
        return thinned(found, count, noise)

    def _of(self, player: int) -> Particles:
        """The states that fit what a player knows."""
        if player not in self._particles:
            noise = random.Random(f"{self.seed} {player}")
            self._particles[player] = Particles(self.game, noise, self.model, looks=self.looks)
        return self._particles[player]

    def _dealt(self, knowledge: Knowledge, count: int, noise: random.Random) -> list[Deal]:
        """So many deals by the game's `deal`. What the others saw before is not known: they know what they see."""
        game, deals = self.game, []
        assert game.deal is not None
        for _ in range(count):
            state = game.deal(knowledge, noise.random())
            known = tuple(
                knowledge if player == knowledge.player else Knowledge(player, joined=True).seen(game, state)
                for player in range(game.players)
            )
            deals.append(Deal(state, known, 1.0 / count))
        return deals
