"""`alphabeta`, one name for two algorithms: the book's, and the strong one for real games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from zermelo.game import Game
from zermelo.search.paired import Paired
from zermelo.search.pvs.search import PVS
from zermelo.search.textbook.alphabeta import TextbookAlphaBeta


@dataclass(frozen=True)
class AlphaBeta(Paired, TextbookAlphaBeta, PVS):
    """Alpha-beta search: minimax's decision without the branches that cannot matter.

    The book's algorithm tries the actions in the game's order, to the depth asked for. The strong one adds a table,
    learnt ordering, selective depth and threads. It is used if the evaluator gives advice (chess, checkers, Othello),
    if one of its options is given, and in long games with a time or node limit; `plain` overrides this.
    Values of actions other than the best may be upper bounds.

    >>> import zermelo
    >>> tree = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
    >>> zermelo.AlphaBeta(plain=True).analyse(tree).value
    3.0
    """

    name: ClassVar[str] = "alphabeta"
    plain_kind, strong_kind = TextbookAlphaBeta, PVS

    def is_plain(self, game: Game) -> bool:
        if self.plain is None and (self.strict or self.count_skipped):
            return True
        return super().is_plain(game)

    def with_lines(self, lines: int) -> Self:
        return self if self.plain else self.with_options(lines=lines)
