"""AlphaZero's options, and those that every training of its kind of network has."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, cast

from zermelo.evaluate import trained_game
from zermelo.evaluate.encoding.sample import sample_of
from zermelo.evaluate.learned.file import Learned
from zermelo.evaluate.learned.residual import KIND
from zermelo.game import Game, ZermeloError, brief
from zermelo.learn.course import NETWORK, Learning
from zermelo.learn.on_device import DeviceMethod
from zermelo.learn.refusal import needs_open_duel
from zermelo.search.options import choice, number, whole
from zermelo.search.time.threads import available_cores

BY_DEVICE: dict[str, tuple[float, float]] = {  # the defaults on a CPU and on a GPU
    "channels": (32, 128),
    "blocks": (3, 8),
    "head": (16, 32),
    "hidden": (128, 256),
    "boards": (256, 8192),
    "groups": (1, 3),
    "batch": (256, 4096),
    "warm_up": (100, 300),
    "window": (200_000, 10_000_000),
    "first_window": (10_000, 400_000),
    "averaging": (0.99, 0.998),
    "reuse": (6.0, 4.0),
    "opened": (0.85, 0.95),
    "evenness": (1.0, 0.25),
    "skipped": (0.75, 0.95),
    "dull": (0.5, 0.2),
    "cache": (128, 512),
}
SHAPE = ("channels", "blocks", "head", "hidden")  # of a network
MOST_OPENINGS = 12  # random plies before a game, unless the options say more


@dataclass(frozen=True)
class Training(DeviceMethod):
    """What can be set of a network and of its training, whatever it learns from."""

    # Where the default is None, it depends on the device: see BY_DEVICE.
    channels: int = whole(None, "channels of the network; by default 32, on a GPU 128", 4, 1024)
    blocks: int = whole(None, "residual blocks of the network; by default 3, on a GPU 8", 1, 80)
    head: int = whole(None, "channels of its head; by default 16, on a GPU 32", 1, 1024)
    hidden: int = whole(None, "hidden units of its head; by default 128, on a GPU 256", 4, 4096)
    batch: int = whole(None, "positions per step of the learner; by default 256, on a GPU 4096", 1, 10**6)
    rate: float = number(2e-3, "learning rate; it falls to zero at the end of the budget", above=0, most=1)
    warm_up: int = whole(None, "steps until the full learning rate; by default 100, on a GPU 300", 1, 10**6)
    decay_from: float = number(0.35, "share of the budget after which the rate falls", 0, 0.99)
    averaging: float = number(None, "how slowly the averaged weights follow; by default 0.99, on a GPU 0.998", 0, 1)
    foretold: float = number(0.5, "how much it counts to foretell how the game ends, beside policy and value", 0, 100)
    device: str = choice("auto", ("auto", "cpu", "cuda"), "where the network runs; auto: on a GPU if there is one")


@dataclass(frozen=True)
class Options(Training):
    """What can be set; how a run begins is in `zermelo.learn.on_device`."""

    sims: int = whole(32, "simulations per move in self-play", 2, 10_000)
    late_sims: int = whole(None, "simulations in its second half; by default as many", 2, 10_000)
    boards: int = whole(None, "games that a group plays in step; by default 256, on a GPU 8192", 1, 10**6)
    groups: int = whole(None, "groups, so that trees and network overlap; by default 1, on a GPU 3", 1, 16)
    threads: int = whole(None, "threads; by default one per core that it may use, two fewer with a GPU", 1, 1024)
    reuse: float = number(None, "how often each position is used; by default 6, on a GPU 4", above=0, most=1000)
    window: int = whole(None, "positions kept in the end; by default 200,000, on a GPU 10 million", 100, 10**9)
    first_window: int = whole(None, "positions kept at first; by default 10,000, on a GPU 400,000", 100, 10**9)
    trace: float = number(0.96, "λ of the returns late in the budget; at first it is 1", 0, 1)
    slack: float = number(0.15, "a move that seems so much worse than the best begins a new return", 0, 2)
    openings: int = whole(None, "random plies before a game, at most; by default two thirds of a random game", 1, 1000)
    clear: float = number(0.9, "beyond this value a position is clear: it gets a quarter of the simulations", 0, 1)
    skipped: float = number(None, "share of clear openings that are not played; by default 0.75, on a GPU 0.95", 0, 1)
    dull: float = number(None, "how often a clear position is learned; by default 0.5, on a GPU 0.2", 0, 0.5)
    opened: float = number(None, "share of games that begin with random plies; by default 0.85, on a GPU 0.95", 0, 1)
    evenness: float = number(None, "1: openings of all lengths; less, on a GPU 0.25: rather long ones", above=0, most=1)
    noise: float = number(0.3, "how much chance there is in the moves of self-play", 0, 10)
    cache: int = whole(None, "evaluations kept per game, a power of two; by default 128, on a GPU 512", 1, 1 << 20)

    name: ClassVar[str] = "alphazero"
    source: ClassVar[str] = NETWORK
    by_device: ClassVar[Mapping[str, tuple[Any, Any]]] = BY_DEVICE

    def refusal(self, game: Game) -> str | None:
        if game.has_chance and needs_open_duel(game, self.name) is None:
            return f"{self.name} handles no chance, {game.name} has some: try --method td"
        return needs_open_duel(game, self.name)

    def begin_from(self, game: Game, seed: int, source: Any) -> Learning:
        learned = cast(Learned, source)
        learned.check_fits(game, trained_game(game))
        if learned.header.get("kind") != KIND:
            raise ZermeloError(
                f"{learned} was learned by {brief(learned.method)}: {self.name} begins with no such file"
            )
        shape = {name: learned.header["options"].get(name) for name in SHAPE}
        for name, value in shape.items():
            if getattr(self, name) not in (None, value):
                raise ZermeloError(f"{learned} has {name}={brief(str(value))}, not {getattr(self, name)}: leave it out")
        method = replace(self, **shape)
        return cast(
            Learning, self.run_class().begun_from(game, method.settled(game, self.device_in_use), seed, learned)
        )

    def settled(self, game: Game, device: str) -> Self:
        found = self.defaults(device)
        if self.late_sims is None:
            found["late_sims"] = self.sims
        if self.threads is None:
            found["threads"] = max(1, usual_threads() - 2 * (device == "cuda"))
        if self.openings is None:
            usual = sum(sample_of(game).lengths) / len(sample_of(game).lengths)
            found["openings"] = max(1, min(MOST_OPENINGS, int(usual * 2 / 3)))
        settled = replace(self, **found)
        if settled.cache & (settled.cache - 1):
            raise ZermeloError(f"alphazero: cache must be a power of two, not {settled.cache}")
        return settled


def usual_threads() -> int:
    """As many as this process may use cores, or as OMP_NUM_THREADS allows if those are fewer."""
    allowed = os.environ.get("OMP_NUM_THREADS", "")
    return min(available_cores(), max(1, int(allowed))) if allowed.isdecimal() else available_cores()
