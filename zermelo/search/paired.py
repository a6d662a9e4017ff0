"""One name for two algorithms: the book's, and the strong one for real games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from zermelo.evaluate import Evaluator
from zermelo.game import Game, ZermeloError
from zermelo.search.base import Session, TreeSearch
from zermelo.search.options import options_of, switch

SHORT = 16  # plies: for games this short the book's algorithm is enough
# Options that do not tell which algorithm is meant
COMMON = ("depth", "time", "nodes", "evaluate", "compiled", "keep", "seed")


@dataclass(frozen=True)
class Paired(TreeSearch):
    """A search that is the book's algorithm or the strong one, whichever suits the game.

    The strong one is used if the evaluator helps it, if one of its options is given, and in long games with a time or
    node limit; `plain` overrides this. A subclass derives from both algorithms too, which it names.
    """

    plain: bool | None = switch(
        None, "true: the book's algorithm; false: the strong one; by default the one that suits the game", visitor=True
    )

    plain_kind: ClassVar[type[TreeSearch]]  # the book's algorithm
    strong_kind: ClassVar[type[TreeSearch]]
    either: ClassVar[tuple[str, ...]] = ()  # options of the strong algorithm that the book's can do without

    def __post_init__(self) -> None:
        super().__post_init__()
        given = [
            name for name, default in self._strong_options() if getattr(self, name) not in (default, False, "none")
        ]
        if self.plain and given:
            raise ZermeloError(f"{self.name}: plain=true is the book's algorithm, which has no {', '.join(given)}")

    def helps(self, evaluator: Evaluator) -> bool:
        """Does an evaluator tell the strong algorithm more than values?"""
        return evaluator.tactics is not None

    def is_plain(self, game: Game) -> bool:
        """Is the book's algorithm used for this game?"""
        if self.plain is not None:
            return self.plain
        if any(getattr(self, name) != default for name, default in self._strong_options()):
            return False
        evaluator = self.evaluator(game)
        if evaluator is not None and self.helps(evaluator):
            return False
        limited = self.time is not None or self.nodes is not None
        return not (limited and game.compiles and (game.max_plies is None or game.max_plies > SHORT))

    def open(self, game: Game, megabytes: int | None = None) -> Session:
        return self._chosen(game).open(self, game, megabytes)

    def wanted(self, game: Game) -> dict[str, Any]:
        wanted = self._chosen(game).wanted(self, game)
        assert wanted is not None
        return wanted

    def _chosen(self, game: Game) -> type[TreeSearch]:
        return self.plain_kind if self.is_plain(game) else self.strong_kind

    @classmethod
    @cache
    def _strong_options(cls) -> tuple[tuple[str, Any], ...]:
        """The options that only the strong algorithm has, with their defaults."""
        common = (*COMMON, *cls.either)
        return tuple(
            (name, option.default) for name, option in options_of(cls.strong_kind).items() if name not in common
        )
