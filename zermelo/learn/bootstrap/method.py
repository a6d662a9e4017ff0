"""Learning a sparse network as a method of `zermelo learn`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.learn.bootstrap.options import Options


@dataclass(frozen=True)
class Bootstrap(Options):
    """A small network as alpha-beta's evaluation, learned from games that alpha-beta plays against itself."""

    def imported(self) -> Any:
        from zermelo.learn.bootstrap.run import Run

        return Run
