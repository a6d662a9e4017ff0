"""Tells a game in the terminal as it goes on; one with hidden information only as far as each person may see it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from zermelo.game import CHANCE, Action, Game, State, may_be_plural
from zermelo.show.by_view import HIDDEN, cells_touched, seen, told
from zermelo.show.text import text
from zermelo.show.touch import marking

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what was scrolled off it, and the cursor back to the top
HIDDEN_WORDS = "something happens"  # the picture after it shows as much as the person may see


class Narrator:
    """Prints positions and moves. Several people get a curtain between their turns where something is hidden."""

    def __init__(self, game: Game, people: Sequence[int] = ()) -> None:
        """people: the players who sit at the keyboard. Where there is none, everything is shown."""
        self.game = game
        self.is_secret = game.has_hidden and bool(people)
        self._viewers: list[int | None] = [*people] if self.is_secret else [None]
        self._unread = {viewer: list[str]() for viewer in self._viewers}
        self._has_curtain = len(self._viewers) > 1
        self._reader = None if self._has_curtain else self._viewers[0]  # who looks at the screen

    def begin(self, state: State) -> None:
        """Shows the position where the game begins, or begins again."""
        if not self._has_curtain:
            print(text(seen(self.game, state, self._reader)))

    def watch(self, before: State, mover: int, action: Action, after: State) -> None:
        """Tells of a move. Whoever does not look at the screen is told when its turn comes."""
        for viewer in self._viewers:
            words = told(self.game, before, action, viewer)
            if words is None:
                continue
            line = f"\n{self._move_words(mover, words)}"
            if self._has_curtain and viewer != self._reader:
                self._unread[viewer].append(line)
                continue
            print(line)
            cells = cells_touched(self.game, before, action, viewer)
            print(text(marking(seen(self.game, after, viewer), cells)))

    def turn(self, state: State, player: int) -> None:
        """Hands the keyboard to a person, and tells it what happened since its last turn. Raises EOFError."""
        if not self._has_curtain or player == self._reader:
            return
        self._clear()
        input(f"pass the keyboard to {self.game.player_name(player)}, who presses Enter ")
        self._clear()
        self._reader = player
        for line in self._unread[player]:
            print(line)
        self._unread[player].clear()
        print(text(seen(self.game, state, player)))

    def end(self, state: State) -> None:
        """Reveals everything."""
        if not self.is_secret:
            return
        if self._has_curtain:
            self._clear()
        print("\nthe game is over, and everything is open:")
        print(text(self.game.describe(state)))

    def _move_words(self, mover: int, words: str) -> str:
        if words == HIDDEN:
            return HIDDEN_WORDS
        name = self.game.player_name(mover)
        return f"{name}: {words}" if mover == CHANCE or may_be_plural(name) else f"{name} plays {words}"

    def _clear(self) -> None:
        print(CLEAR if sys.stdout.isatty() else "-" * 40, end="" if sys.stdout.isatty() else "\n")
