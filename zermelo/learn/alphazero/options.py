"""AlphaZero's options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from zermelo.evaluate.learned.file import Learned
from zermelo.game import Game, ZermeloError
from zermelo.learn.course import Learning, Method
from zermelo.search.options import choice, number, whole

if TYPE_CHECKING:
    from zermelo.learn.alphazero.run import Run

NEEDS_TORCH = "alphazero needs PyTorch: pip install 'zermelo[learn]'"


@dataclass(frozen=True)
class AlphaZero(Method):
    """A network that guides a tree search, learned from games that the search plays against itself."""

    channels: int = whole(64, "channels of the network", 4, 1024)
    blocks: int = whole(4, "residual blocks of the network", 1, 80)
    head: int = whole(32, "channels of its head", 1, 1024)
    hidden: int = whole(128, "hidden units of its head", 4, 4096)
    sims: int = whole(32, "simulations per move in self-play", 2, 10_000)
    late_sims: int = whole(0, "simulations in the second half of the budget; 0: as many", 0, 10_000)
    games: int = whole(256, "games that a group plays in step", 1, 10**6)
    groups: int = whole(1, "groups of games; with several, trees and network work at the same time", 1, 16)
    threads: int = whole(0, "threads for the trees; 0: one per core", 0, 1024)
    batch: int = whole(256, "positions per step of the learner", 1, 10**6)
    rate: float = number(2e-3, "learning rate; it falls to zero at the end of the budget", above=0, most=1)
    warm_up: int = whole(100, "steps until the full learning rate", 1, 10**6)
    decay_from: float = number(0.35, "share of the budget after which the rate falls", 0, 0.99)
    reuse: float = number(6.0, "how often each position is used", above=0, most=1000)
    window: int = whole(200_000, "positions kept at the end of the budget", 100, 10**9)
    first_window: int = whole(20_000, "positions kept at the beginning", 100, 10**9)
    averaging: float = number(0.995, "how slowly the average of the weights follows", 0, 1)
    trace: float = number(0.96, "λ of the returns after the first quarter of the budget; before, it falls from 1", 0, 1)
    slack: float = number(0.15, "a move that seems so much worse than the best begins a new return", 0, 2)
    openings: int = whole(0, "random plies before a game, at most; 0: two thirds of a random game, up to 14", 0, 1000)
    opened: float = number(0.85, "share of games that begin with random plies", 0, 1)
    cache: int = whole(256, "evaluations kept per game; a power of two", 1, 1 << 20)
    device: str = choice("auto", ("auto", "cpu", "cuda"), "where the network runs; auto: on a GPU if there is one")

    name: ClassVar[str] = "alphazero"

    def refusal(self, game: Game) -> str | None:
        if game.has_hidden or game.has_chance or not game.is_duel:
            return f"alphazero learns games for two with perfect information and without chance; {game.name} is not one"
        return None

    def begin(self, game: Game, seed: int) -> Learning:
        return run_class()(game, self, seed)

    def resume(self, game: Game, learned: Learned) -> Learning:
        return run_class().resumed(game, self, learned)


def run_class() -> type[Run]:
    """The class of a run. Raises ZermeloError where PyTorch is missing."""
    try:
        import torch  # noqa: F401
    except ImportError:
        raise ZermeloError(NEEDS_TORCH) from None
    from zermelo.learn.alphazero.run import Run

    return Run
