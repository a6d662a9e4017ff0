"""The record of a game that was played, whatever it is then written as."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.game import Action, Game, State


@dataclass(frozen=True)
class GameRecord:
    """A game that was played: every action and outcome of chance, the last state, and what each player got."""

    game: Game
    start: State
    actions: tuple[Action, ...]
    end: State
    utilities: tuple[float, ...]
    ending: str = "over"  # by the rules; else repetition, too long, time, crash, resignation, illegal move by …
    fault: str = ""  # what a player did wrong, in words

    def texts(self) -> list[str]:
        """The actions as the players write them."""
        texts, state = [], self.start
        for action in self.actions:
            texts.append(self.game.action_text(state, action))
            state = self.game.result(state, action)
        return texts
