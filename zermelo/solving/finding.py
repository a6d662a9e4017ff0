"""What solving a position has found: its value, or the bounds that are proved so far."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.game import Action, Game, State
from zermelo.picture import drawn_by


@dataclass(frozen=True)
class Finding:
    """The value lies between `low` and `high`, to the player to move, or to player 0 where chance is to move.

    >>> import zermelo
    >>> finding = zermelo.solve(zermelo.load("tic-tac-toe"))
    >>> finding.low, finding.high
    (0.0, 0.0)
    """

    game: Game
    state: State
    method: str  # its name, as a person types it
    why: str  # why this method
    low: float | None = None  # a utility; None: not known
    high: float | None = None
    distance: int | None = None  # plies to the end if both play perfectly, if known
    line: tuple[Action, ...] = ()  # best play by both, as far as it was followed
    nodes: int = 0
    seconds: float = 0.0
    states: int | None = None  # that the position leads to, if they were listed
    classes: int | None = None  # the same if symmetric states count once
    values: tuple[float, ...] = ()  # to each player, if there are not two or the game is not zero-sum
    remarks: tuple[str, ...] = ()  # what else was proved
    reason: str = ""  # why it ran interpreted; "": in compiled code, or nothing was to be compiled

    @property
    def value(self) -> float | None:
        """The true value; None: not known yet."""
        return self.low if self.low is not None and self.low == self.high else None

    @property
    def is_solved(self) -> bool:
        """Is the value known?"""
        return self.value is not None

    @property
    def player(self) -> int:
        """Whose value it is."""
        return max(self.game.to_move(self.state), 0)

    def __str__(self) -> str:
        return drawn_by("finding_text", self)

    def __repr__(self) -> str:
        return f"<Finding of {self.game.title}: {drawn_by('finding_words', self)}>"
