"""Learning a sparse network as a method of `zermelo learn`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from zermelo.evaluate.learned.file import Learned
from zermelo.game import Game
from zermelo.learn.bootstrap.options import Options
from zermelo.learn.course import Learning
from zermelo.learn.pytorch import load_torch

if TYPE_CHECKING:
    from zermelo.learn.bootstrap.run import Run


@dataclass(frozen=True)
class Bootstrap(Options):
    """A small network as alpha-beta's evaluation, learned from games that alpha-beta plays against itself."""

    def begin(self, game: Game, seed: int) -> Learning:
        made = run_class()
        return made(game, self.settled(game, made.device_of(self.device)), seed)

    def resume(self, game: Game, learned: Learned) -> Learning:
        return run_class().resumed(game, self, learned)


def run_class() -> type[Run]:
    """The class of a run. Raises ZermeloError where PyTorch is missing."""
    load_torch("bootstrap")
    from zermelo.learn.bootstrap.run import Run

    return Run
