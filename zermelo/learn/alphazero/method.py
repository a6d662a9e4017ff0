"""AlphaZero as a method of learning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from zermelo.learn.alphazero.options import Options


@dataclass(frozen=True)
class AlphaZero(Options):
    """A network that guides a tree search, learned from games that the search plays against itself."""

    runs: ClassVar[str] = "zermelo.learn.alphazero.run"
