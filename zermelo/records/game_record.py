"""The record of a game that was played, whatever it is then written as."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.game import Action, Game, State


@dataclass(frozen=True)
class GameRecord:
    """A game that was played: every action and outcome of chance, the last state, and what each player got.

    >>> import zermelo
    >>> record = zermelo.play(zermelo.load("nim:stones=5"), ["minimax", "minimax"])
    >>> record.texts(), record.result
    (['1', '1', '3'], 'Player 1 wins by taking the last stone')
    """

    game: Game
    start: State
    actions: tuple[Action, ...]
    end: State
    utilities: tuple[float, ...]
    ending: str = "over"  # by the rules; else repetition, too long, time, crash, resignation, illegal move by …
    fault: str = ""  # what went wrong, in words: a player's fault, or that the game did not end
    times: tuple[float, ...] = field(default=(), compare=False)  # seconds of each action; (): not known
    evaluations: tuple[float | None, ...] = field(default=(), compare=False)  # what each action's player thought of it

    @property
    def result(self) -> str:
        """How the game ended, in words: "White wins by checkmate", "draw by repetition"."""
        if self.ending == "over":
            return self.game.ending_text(self.end)
        if self.fault:
            return f"{self.game.result_text(self.utilities)}: {self.fault}"
        how = {"repetition": "by repetition", "resignation": "by resignation"}.get(self.ending, f"({self.ending})")
        return self.game.result_text(self.utilities, how)

    def __str__(self) -> str:
        return f"{self.result} after {len(self.actions)} plies: {' '.join(self.texts())}"

    def texts(self) -> list[str]:
        """The actions as the players write them."""
        texts, state = [], self.start
        for action in self.actions:
            texts.append(self.game.action_text(state, action))
            state = self.game.result(state, action)
        return texts
