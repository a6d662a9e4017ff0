"""`expectiminimax`, one name for two algorithms: the book's, and the strong one for real games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from zermelo.game import Game, ZermeloError
from zermelo.search.base import Session
from zermelo.search.options import options_of, switch, whole
from zermelo.search.star.bounds import reach_of
from zermelo.search.star.search import Star
from zermelo.search.textbook.expectiminimax import TextbookExpectiminimax
from zermelo.search.textbook.maxn import MaxN

SHORT = 16  # plies: for games this short the book's algorithm is enough
# Options that do not tell which algorithm is meant; the book's gives every action a value, whatever `lines` says
COMMON = ("depth", "time", "nodes", "evaluate", "compiled", "keep", "seed", "lines")


@cache
def _strong_options() -> tuple[tuple[str, Any], ...]:
    """The options that only the strong algorithm has, with their defaults."""
    return tuple((name, option.default) for name, option in options_of(Star).items() if name not in COMMON)


@dataclass(frozen=True)
class Expectiminimax(TextbookExpectiminimax, Star):
    """Minimax with chance nodes, whose outcomes are weighted by their probabilities. The line ends where chance moves.

    The book's algorithm searches every outcome, and counts a throw as a ply. The strong one looks ahead by plies of
    choice, and adds cuts at chance nodes, a table and learnt ordering. It is used if the evaluator gives advice or its
    range, if one of its options is given, and in long games with a time or node limit; `plain` overrides this.
    Values of actions other than the best may then be upper bounds. Games for three or more players go through maxn.
    """

    depth: int | None = whole(
        None,
        "plies to look ahead, a throw counting as one with plain=true only; by default to the end of the game, or as "
        "far as the budget allows",
        1,
        1000,
        visitor=60,
    )
    plain: bool | None = switch(
        None, "true: the book's algorithm; false: the strong one; by default the one that suits the game", visitor=True
    )

    name: ClassVar[str] = "expectiminimax"

    def __post_init__(self) -> None:
        super().__post_init__()
        given = [name for name, default in _strong_options() if getattr(self, name) not in (default, False, "none")]
        if self.plain and given:
            raise ZermeloError(f"expectiminimax: plain=true is the book's algorithm, which has no {', '.join(given)}")

    def check_served(self, game: Game) -> None:
        if not self._is_maxn(game):
            super().check_served(game)

    def _is_maxn(self, game: Game) -> bool:
        """Does max^n search this game in its place?"""
        return game.players > 1 and not game.is_duel and not game.has_hidden

    def is_plain(self, game: Game) -> bool:
        """Is the book's algorithm used for this game?"""
        if self.plain is not None:
            return self.plain
        if any(getattr(self, name) != default for name, default in _strong_options()):
            return False
        evaluator = self.evaluator(game)
        if evaluator is not None and (evaluator.tactics is not None or reach_of(evaluator)):
            return False
        limited = self.time is not None or self.nodes is not None
        return not (limited and game.compiles and (game.max_plies is None or game.max_plies > SHORT))

    def open(self, game: Game, megabytes: int | None = None) -> Session:
        if self._is_maxn(game):
            return MaxN(self.depth, self.time, self.nodes, self.evaluate, self.compiled).open(game)
        if self.is_plain(game):
            return TextbookExpectiminimax.open(self, game, megabytes)
        return Star.open(self, game, megabytes)

    def wanted(self, game: Game) -> dict[str, Any]:
        if self._is_maxn(game):
            return MaxN(self.depth, self.time, self.nodes, self.evaluate, self.compiled).wanted(game)
        return TextbookExpectiminimax.wanted(self, game) if self.is_plain(game) else Star.wanted(self, game)
