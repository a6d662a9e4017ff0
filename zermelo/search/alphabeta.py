"""`alphabeta`, one name for two algorithms: the book's, and the strong one for real games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self

from zermelo.game import Game, ZermeloError
from zermelo.search.base import Session
from zermelo.search.options import options_of, switch
from zermelo.search.pvs.search import PVS
from zermelo.search.textbook.alphabeta import TextbookAlphaBeta

SHORT = 16  # plies: for games this short the book's algorithm is enough
# Options that do not tell which algorithm is meant
COMMON = ("depth", "time", "nodes", "evaluate", "compiled", "keep", "seed")


@cache
def _strong_options() -> tuple[tuple[str, Any], ...]:
    """The options that only the strong algorithm has, with their defaults."""
    return tuple((name, option.default) for name, option in options_of(PVS).items() if name not in COMMON)


@dataclass(frozen=True)
class AlphaBeta(TextbookAlphaBeta, PVS):
    """Alpha-beta search: minimax's decision without the branches that cannot matter.

    The book's algorithm tries the actions in the game's order, to the depth asked for. The strong one adds a table,
    learnt ordering, selective depth and threads. It is used if the evaluator gives advice (chess, checkers, Othello),
    if one of its options is given, and in long games with a time or node limit; `plain` overrides this.
    Values of actions other than the best may be upper bounds.
    """

    plain: bool | None = switch(
        None, "true: the book's algorithm; false: the strong one; by default the one that suits the game", visitor=True
    )

    name: ClassVar[str] = "alphabeta"

    def __post_init__(self) -> None:
        super().__post_init__()
        given = [name for name, default in _strong_options() if getattr(self, name) not in (default, False, "none")]
        if self.plain and given:
            raise ZermeloError(f"alphabeta: plain=true is the book's algorithm, which has no {', '.join(given)}")

    def is_plain(self, game: Game) -> bool:
        """Is the book's algorithm used for this game?"""
        if self.plain is not None:
            return self.plain
        if self.strict or self.count_skipped:
            return True
        if any(getattr(self, name) != default for name, default in _strong_options()):
            return False
        evaluator = self.evaluator(game)
        if evaluator is not None and evaluator.tactics is not None:
            return False
        limited = self.time is not None or self.nodes is not None
        return not (limited and game.compiles and (game.max_plies is None or game.max_plies > SHORT))

    def with_lines(self, lines: int) -> Self:
        return self if self.plain else self.with_options(lines=lines)

    def open(self, game: Game, megabytes: int | None = None) -> Session:
        if self.is_plain(game):
            return TextbookAlphaBeta.open(self, game, megabytes)
        return PVS.open(self, game, megabytes)

    def wanted(self, game: Game) -> dict[str, Any]:
        return TextbookAlphaBeta.wanted(self, game) if self.is_plain(game) else PVS.wanted(self, game)
