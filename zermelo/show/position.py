"""A position that shows itself: printed as text, drawn in a notebook."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.game import Game, State
from zermelo.show.svg import svg
from zermelo.show.text import text


@dataclass(frozen=True)
class Position:
    """A state with the game it belongs to; the last line of a notebook cell draws it."""

    game: Game
    state: State

    def __str__(self) -> str:
        return text(self.game.describe(self.state))

    def _repr_svg_(self) -> str:
        return svg(self.game.describe(self.state))

    def _repr_html_(self) -> str:
        return f'<figure style="margin:0">{self._repr_svg_()}</figure>'
