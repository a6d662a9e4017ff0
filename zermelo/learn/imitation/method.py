"""Learning from games that others have played, as a method of `zermelo learn`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.learn.imitation.options import Options


@dataclass(frozen=True)
class Imitation(Options):
    """A network that plays as others did, learned from records of their games."""

    def imported(self) -> Any:
        from zermelo.learn.imitation.run import Run

        return Run
