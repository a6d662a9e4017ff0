"""`expectiminimax`, one name for two algorithms: the book's, and the strong one for real games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.evaluate import Evaluator
from zermelo.game import Game
from zermelo.search.base import Session
from zermelo.search.options import whole
from zermelo.search.paired import Paired
from zermelo.search.star.bounds import reach_of
from zermelo.search.star.search import Star
from zermelo.search.textbook.expectiminimax import TextbookExpectiminimax
from zermelo.search.textbook.maxn import MaxN


@dataclass(frozen=True)
class Expectiminimax(Paired, TextbookExpectiminimax, Star):
    """Minimax with chance nodes, whose outcomes are weighted by their probabilities. The line ends where chance moves.

    The book's algorithm searches every outcome, and counts a throw as a ply. The strong one looks ahead by plies of
    choice, and adds cuts at chance nodes, a table and learnt ordering. It is used if the evaluator gives advice or its
    range, if one of its options is given, and in long games with a time or node limit; `plain` overrides this.
    Values of actions other than the best may then be upper bounds. Games for three or more players go through maxn.

    >>> import zermelo
    >>> game = zermelo.load("coin-flip:turns=1")
    >>> zermelo.Expectiminimax(plain=True).analyse(game).value
    0.0
    >>> flipped = game.result(game.initial(), game.read_action(game.initial(), "flip"))
    >>> game.to_move(flipped) == zermelo.CHANCE
    True
    """

    depth: int | None = whole(
        None,
        "plies to look ahead, a throw counting as one with plain=true only; by default to the end of the game, or as "
        "far as the budget allows",
        1,
        1000,
        visitor=60,
    )

    name: ClassVar[str] = "expectiminimax"
    plain_kind, strong_kind = TextbookExpectiminimax, Star
    either = ("lines",)  # the book's gives every action a value

    def check_served(self, game: Game) -> None:
        if not self._is_maxn(game):
            super().check_served(game)

    def helps(self, evaluator: Evaluator) -> bool:
        return super().helps(evaluator) or bool(reach_of(evaluator))

    def open(self, game: Game, megabytes: int | None = None) -> Session:
        return self._maxn().open(game) if self._is_maxn(game) else super().open(game, megabytes)

    def wanted(self, game: Game) -> dict[str, Any]:
        return self._maxn().wanted(game) if self._is_maxn(game) else super().wanted(game)

    def _is_maxn(self, game: Game) -> bool:
        """Does max^n search this game in its place?"""
        return game.players > 1 and not game.is_duel and not game.has_hidden

    def _maxn(self) -> MaxN:
        return MaxN(self.depth, self.time, self.nodes, self.evaluate, self.compiled)
