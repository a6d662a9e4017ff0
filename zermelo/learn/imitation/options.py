"""The options of learning from games that others have played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, cast

from zermelo.game import Game, ZermeloError
from zermelo.learn.alphazero.method import AlphaZero
from zermelo.learn.alphazero.options import BY_DEVICE as ALPHAZERO
from zermelo.learn.course import GAMES, Learning, Played
from zermelo.learn.on_device import DeviceMethod
from zermelo.search.options import choice, number, whole

SAME = ("channels", "blocks", "head", "hidden", "batch", "rate", "warm_up", "decay_from", "averaging", "device")
BY_DEVICE = {name: pair for name, pair in ALPHAZERO.items() if name in SAME}


@dataclass(frozen=True)
class Options(DeviceMethod):
    """What can be set; how a run begins is in `zermelo.learn.on_device`."""

    # Where the default is None, it depends on the device: see BY_DEVICE.
    channels: int = whole(None, "channels of the network; by default 32, on a GPU 128", 4, 1024)
    blocks: int = whole(None, "residual blocks of the network; by default 3, on a GPU 8", 1, 80)
    head: int = whole(None, "channels of its head; by default 16, on a GPU 32", 1, 1024)
    hidden: int = whole(None, "hidden units of its head; by default 128, on a GPU 256", 4, 4096)
    batch: int = whole(None, "positions per step; by default 256, on a GPU 4096", 1, 10**6)
    rate: float = number(2e-3, "learning rate; it falls to zero at the end of the budget", above=0, most=1)
    warm_up: int = whole(None, "steps until the full learning rate; by default 100, on a GPU 300", 1, 10**6)
    decay_from: float = number(0.35, "share of the budget after which the rate falls", 0, 0.99)
    averaging: float = number(None, "how slowly the averaged weights follow; by default 0.99, on a GPU 0.998", 0, 1)
    held: float = number(0.1, "share of the games that are not learned from: the network is measured by them", 0, 0.9)
    device: str = choice("auto", ("auto", "cpu", "cuda"), "where the network runs; auto: on a GPU if there is one")

    name: ClassVar[str] = "imitation"
    source: ClassVar[str] = GAMES
    by_device: ClassVar[Mapping[str, tuple[Any, Any]]] = BY_DEVICE

    def refusal(self, game: Game) -> str | None:
        found = AlphaZero().refusal(game)
        return found and found.replace(AlphaZero.name, self.name)

    def settled(self, game: Game, device: str) -> Self:
        return replace(self, **self.defaults(device))

    def learner_options(self, positions: int) -> AlphaZero:
        """The options of AlphaZero's learner, for this many positions that are all learned from all the time."""
        window = max(100, positions)
        return AlphaZero(**{name: getattr(self, name) for name in SAME}, window=window, first_window=window)

    def begin(self, game: Game, seed: int) -> Learning:
        raise ZermeloError(f"{self.name} learns from games that others have played: name their files with --from")

    def begin_from(self, game: Game, seed: int, source: Any) -> Learning:
        games = cast("list[Played]", source)
        run = self.run_class()
        return cast(Learning, run.begun(game, self.settled(game, self.device_in_use), seed, games))
