"""Tells a game in the terminal as it goes on; one with hidden information only as far as each person may see it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from zermelo.by_value import same
from zermelo.game import CHANCE, Action, Game, State
from zermelo.hidden.news import HIDDEN, News
from zermelo.numerals import may_be_plural
from zermelo.show.by_view import Witness
from zermelo.show.text import text
from zermelo.show.touch import marking, touched

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what was scrolled off it, and the cursor back to the top


class Narrator:
    """Prints positions and moves. Several people get a curtain between their turns where something is hidden."""

    def __init__(self, game: Game, people: Sequence[int] = ()) -> None:
        """people: the players who sit at the keyboard. Where there is none, everything is shown."""
        self.game = game
        self.is_secret = game.has_hidden and bool(people)
        self._people = list(people) if self.is_secret else []
        self._witnesses: dict[int, Witness] = {}
        self._told = dict.fromkeys(self._people, 0)  # how many of the moves that it noticed a person has read about
        self._has_curtain = len(self._people) > 1
        self._reader = None if self._has_curtain or not self._people else self._people[0]  # who looks at the screen

    def begin(self, state: State) -> None:
        """Shows the position where the game begins, or begins again."""
        joined = not same(state, self.game.initial())
        self._witnesses = {player: Witness(self.game, player, state, joined) for player in self._people}
        if not self.is_secret:
            print(text(self.game.describe(state)))
        elif self._reader is not None:
            print(text(self._witnesses[self._reader].sight(state).picture))

    def watch(self, before: State, mover: int, action: Action, after: State) -> None:
        """Tells of a move. Whoever does not look at the screen is told when its turn comes."""
        if not self.is_secret:
            self._say(News(mover, self.game.action_text(before, action)))
            print(text(marking(self.game.describe(after), touched(self.game, before, action))))
            return
        for player, witness in self._witnesses.items():
            if witness.follow(before, action, after) and player == self._reader:
                self._show(player, after)

    def turn(self, state: State, player: int) -> None:
        """Hands the keyboard to a person, and tells it what happened since its last turn. Raises EOFError."""
        if not self._has_curtain or player == self._reader:
            return
        self._clear()
        input(f"pass the keyboard to {self.game.player_name(player)}, who presses Enter ")
        self._clear()
        self._reader = player
        self._show(player, state, is_old=True)

    def _show(self, player: int, state: State, is_old: bool = False) -> None:
        """Tells a person of the moves that it has not read about, and shows what it sees now.

        is_old: is what it sees not known to be new?
        """
        sight = self._witnesses[player].sight(state)
        unread = sight.news[self._told[player] :]
        self._told[player] = len(sight.news)
        for one in unread:
            self._say(one)
        if not unread and not is_old:  # the picture shows as much as the person may see
            self._say(News(CHANCE, HIDDEN))
        print(text(marking(sight.picture, sight.touched)))

    def end(self, state: State) -> None:
        """Reveals everything."""
        if not self.is_secret:
            return
        if self._has_curtain:
            self._clear()
        print("\nthe game is over, and everything is open:")
        print(text(self.game.describe(state)))

    def _say(self, move: News) -> None:
        name = self.game.player_name(move.mover) if move.mover >= 0 else ""
        if move.text == HIDDEN:
            words = f"{name}: a move" if may_be_plural(name) else f"{name} moves"
            print(f"\n{words}" if name else "\nsomething happens")
        elif move.mover == CHANCE:
            print(f"\nchance: {move.text}")
        else:
            print(f"\n{name}: {move.text}" if may_be_plural(name) else f"\n{name} plays {move.text}")

    def _clear(self) -> None:
        print(CLEAR if sys.stdout.isatty() else "-" * 40, end="" if sys.stdout.isatty() else "\n")
