"""A position that shows itself: printed as text, drawn in a notebook."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.arguments import check_state
from zermelo.game import Game, State
from zermelo.show.by_view import seen
from zermelo.show.svg import svg
from zermelo.show.text import text


@dataclass(frozen=True)
class Position:
    """A state with the game it belongs to; the last line of a notebook cell draws it.

    >>> import zermelo
    >>> game = zermelo.load("tic-tac-toe")
    >>> print(zermelo.Position(game, game.result(game.initial(), 4)))
    3  . . .
    2  . X .
    1  . . .
       a b c
    O to move
    """

    game: Game
    state: State
    viewer: int | None = None  # the player who looks at it; None: somebody who sees everything

    def __post_init__(self) -> None:
        check_state("Position(game, state, viewer)", self.state, self.game)

    def __str__(self) -> str:
        return text(seen(self.game, self.state, self.viewer))

    def _repr_svg_(self) -> str:
        return svg(seen(self.game, self.state, self.viewer))

    def _repr_html_(self) -> str:
        return f'<figure style="margin:0">{self._repr_svg_()}</figure>'
