"""The parts of the grown alpha-beta: which of them serve a game, and which are asked for."""

from __future__ import annotations

from dataclasses import dataclass, fields

from zermelo.evaluate import Tactics
from zermelo.game import Game


@dataclass(frozen=True)
class PvsParts:
    """What the search does beyond alpha-beta. The first group never changes a value, the second may."""

    table: bool = True  # remembers positions
    scout: bool = True  # principal-variation search: tries to refute all actions but the first cheaply
    aspiration: bool = True  # begins each depth with a narrow window around the last value
    learning: bool = True  # killers, history and counter-moves order the actions

    null_move: bool = True  # cuts a position where even passing is good enough, after a shallower search
    reductions: bool = True  # late actions are searched less deeply
    futility: bool = True  # quiet actions near the horizon that cannot help are left out
    razoring: bool = True  # in a hopeless position near the horizon only noisy actions are searched
    quiescence: bool = True  # at the horizon, noisy actions are followed until it is quiet
    check_extensions: bool = True  # a forced answer costs no depth
    singular_extensions: bool = True  # nor does the only good action, once
    repetition: bool = True  # a position that came up before on the way here is a draw
    deeper: bool = True  # takes what the table knows from a deeper search

    def words(self) -> tuple[str, ...]:
        """The names of the parts that are on."""
        return tuple(f.name.replace("_", " ") for f in fields(self) if getattr(self, f.name) and f.name != "deeper")

    @property
    def proves(self) -> bool:
        """Is a forced win that it finds a proof? It is when no action of the loser was left out."""
        return not (self.null_move or self.reductions or self.futility or self.razoring)


UNSOUND = (
    "null_move",
    "reductions",
    "futility",
    "razoring",
    "quiescence",
    "check_extensions",
    "singular_extensions",
    "repetition",
    "deeper",
)


def suitable(game: Game, tactics: Tactics | None) -> PvsParts:
    """The parts that a game's traits and its evaluator's advice allow."""
    advice = tactics or Tactics()
    quiescence = advice.rank is not None or advice.forced is not None
    return PvsParts(
        null_move=advice.passed is not None,
        reductions=tactics is not None,
        futility=advice.margin > 0,
        razoring=advice.margin > 0 and quiescence,
        quiescence=quiescence,
        check_extensions=advice.forced is not None and advice.extends,
        singular_extensions=tactics is not None,
        repetition=game.reversible is not None,
    )
