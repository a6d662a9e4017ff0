"""A blueprint as a player of hold'em: `blueprint:file=FILE`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from zermelo.experts.holdem.training import Blueprint, load_blueprint
from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.games._cards.deck import cards_in
from zermelo.players.player import Player
from zermelo.search.time.clock import Clock


def blueprint_player(spec: str) -> BlueprintPlayer:
    """The player that `file=FILE` names. Raises ZermeloError."""
    name, _, file = spec.partition("=")
    if name != "file" or not file:
        raise ZermeloError(
            f"blueprint needs the file that training has saved, blueprint:file=FILE; not '{brief(spec)}'"
        )
    return BlueprintPlayer(Path(file))


class BlueprintPlayer(Player):
    """Plays as a blueprint says, at random where that mixes. It looks at nothing but what the mover sees."""

    def __init__(self, source: Path | Blueprint, seed: int | None = None) -> None:
        """source: a blueprint, or the file of one, which is read for the first game."""
        self.source, self.seed = source, seed
        self._noise = random.Random(seed)
        self._blueprint = None if isinstance(source, Path) else source

    def shares(self, game: Game, state: State) -> list[float]:
        """The probability of each legal action, in the game's order. Raises ZermeloError if the file is not for it."""
        blueprint = self._blueprint_for(game)
        assert game.view is not None
        seen = game.view(state, game.to_move(state))
        board = [*cards_in(seen.flop), *(card for card in (seen.turn, seen.river) if card >= 0)]
        hand = blueprint.abstraction.hand(seen.own, board, blueprint.compiled)
        return [float(share) for share in blueprint.shares(seen.turns, hand)]

    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        return self._noise.choices(game.legal(state), self.shares(game, state))[0]

    def refusal(self, game: Game) -> str | None:
        try:
            self._blueprint_for(game)
        except ZermeloError as error:
            return f"blueprint: {error}"
        return None

    def new_game(self, game: Game) -> None:
        self._blueprint_for(game)

    def seeded(self, seed: int) -> BlueprintPlayer:
        return BlueprintPlayer(self._blueprint or self.source, seed if self.seed is None else self.seed)

    def _blueprint_for(self, game: Game) -> Blueprint:
        """Raises ZermeloError if there is none for this game."""
        if self._blueprint is None:
            assert isinstance(self.source, Path)
            self._blueprint = load_blueprint(self.source, game)
        if self._blueprint.game.title != game.title:
            raise ZermeloError(f"this one is for {self._blueprint.game.title}, not for {game.title}")
        return self._blueprint

    def __str__(self) -> str:
        return f"blueprint:file={self.source}" if isinstance(self.source, Path) else "blueprint"
