"""AlphaZero as a method of learning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.learn.alphazero.options import Options


@dataclass(frozen=True)
class AlphaZero(Options):
    """A network that guides a tree search, learned from games that the search plays against itself."""

    def imported(self) -> Any:
        from zermelo.learn.alphazero.run import Run

        return Run
