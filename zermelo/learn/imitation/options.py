"""The options of learning from games that others have played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self, cast

from zermelo.game import Game, ZermeloError
from zermelo.learn.alphazero.method import AlphaZero
from zermelo.learn.alphazero.options import BY_DEVICE as ALPHAZERO
from zermelo.learn.alphazero.options import Training
from zermelo.learn.course import GAMES, Learning, Played
from zermelo.search.options import number

SAME = [field.name for field in fields(Training)]
BY_DEVICE = {name: pair for name, pair in ALPHAZERO.items() if name in SAME}


@dataclass(frozen=True)
class Options(Training):
    """What can be set; how a run begins is in `zermelo.learn.on_device`."""

    held: float = number(0.1, "share of the games that are not learned from: the network is measured by them", 0, 0.9)

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
