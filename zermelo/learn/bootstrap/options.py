"""The options of learning a sparse network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from zermelo.evaluate import written_opinion
from zermelo.evaluate.encoding.sample import sample_of
from zermelo.game import Game
from zermelo.learn.on_device import DeviceMethod
from zermelo.learn.refusal import needs_open_duel
from zermelo.search.options import choice, number, whole
from zermelo.search.time.threads import available_cores

BY_DEVICE: dict[str, tuple[int, int]] = {  # the defaults on a CPU and on a GPU
    "width": (32, 128),
    "nodes": (60, 500),
    "generations": (8, 5),
    "window": (2_000_000, 40_000_000),
    "batch": (4_096, 16_384),
    "rated": (24, 48),
}
MOST_OPENING = 8  # random plies, unless the options say more
PLAIN, OWN = "plain", "own"  # what the first games are played by
TASKS = 4  # of a block, per thread: those that are quickly done with play more


@dataclass(frozen=True)
class Options(DeviceMethod):
    """What can be set; how a run begins is in `zermelo.learn.on_device`."""

    # Where the default is None, it depends on the device (see BY_DEVICE), on the machine or on the game.
    width: int = whole(None, "width of the network, a multiple of 8; by default 32, on a GPU 128", 8, 1024)
    kings: int = whole(0, "kinds of places of the own king, each with inputs of its own; 0: as usual", 0, 64)
    nodes: int = whole(
        None, "nodes per move: no further depth begins after so many; by default 60, on a GPU 500", 10, 10**7
    )
    opening: int = whole(None, "random plies at the start, or one more; by default 8, in short games fewer", 0, 100)
    start: str = choice(
        PLAIN,
        (PLAIN, OWN),
        "who plays the first games: a plain count if one is known, or the own evaluation",
    )
    generations: int = whole(
        None, "networks that are learned one after another within the budget; by default 8, on a GPU 5", 1, 1000
    )
    newest: int = whole(
        3, "positions of so many generations are kept, older ones until later ones outnumber them", 1, 1000
    )
    window: int = whole(None, "positions that are kept, at most; by default 2 million, on a GPU 40", 1000, 10**9)
    epochs: float = number(8.0, "how often each position is used to train a network", above=0, most=1000)
    mix: float = number(0.9, "share of the search's value in what is learned; the rest is the game's result", 0, 1)
    rate: float = number(2e-3, "learning rate at its highest", above=0, most=1)
    batch: int = whole(None, "positions per step; by default 4096, on a GPU 16384", 16, 10**6)
    rated: int = whole(None, "pairs of games that rate a generation; by default 24, on a GPU 48", 0, 10**5)
    sharing: int = whole(4, "games that a thread plays with one table before it is emptied", 1, 1000)
    table: int = whole(8, "megabytes of a thread's table", 1, 1000)
    tasks: int = whole(None, "times `sharing` games make a block; by default four per thread", 1, 10**5)
    threads: int = whole(None, "threads that play; by default one per core that the process may use", 1, 1024)
    device: str = choice("auto", ("auto", "cpu", "cuda"), "where it is trained; auto: on a GPU if there is one")

    name: ClassVar[str] = "bootstrap"
    needs_torch: ClassVar[bool] = False
    by_device: ClassVar[Mapping[str, tuple[Any, Any]]] = BY_DEVICE

    def refusal(self, game: Game) -> str | None:
        if game.has_chance and needs_open_duel(game, self.name) is None:
            return f"{self.name} learns for alpha-beta, and {game.name} has chance in it: try --method td"
        refused = needs_open_duel(game, self.name)
        if refused is None and self.start == OWN and written_opinion(game) is None:
            return f"{game.name} has no evaluation to begin with: leave start=own out, and it begins from nothing"
        return refused

    def settled(self, game: Game, device: str) -> Self:
        threads = self.threads or available_cores()
        found = self.defaults(device) | {"threads": threads, "tasks": self.tasks or TASKS * threads}
        if self.opening is None:
            lengths = sample_of(game).lengths
            found["opening"] = max(1, min(MOST_OPENING, sum(lengths) // (4 * len(lengths)))) if lengths else 1
        return replace(self, **found)
