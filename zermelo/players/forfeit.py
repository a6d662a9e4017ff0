"""How a player loses a game other than by the rules."""

from __future__ import annotations

from zermelo.game import ZermeloError


class Forfeit(ZermeloError):
    """Raised by a player to give up its game, which it loses. `ending` goes into the record."""

    def __init__(self, words: str, ending: str = "resignation") -> None:
        super().__init__(words)
        self.ending = ending


class EngineFault(Forfeit):
    """A player ran out of time, or an external engine crashed or made an illegal move; the record says so."""
