"""The parts of principal-variation search, and which of them serve a game."""

from __future__ import annotations

from dataclasses import dataclass, fields

from zermelo.evaluate import Tactics
from zermelo.game import Game


@dataclass(frozen=True)
class SoundParts:
    """What the search adds to alpha-beta that never changes a value."""

    table: bool = True  # remembers positions
    scout: bool = True  # searches all actions but the first with a null window
    aspiration: bool = True  # begins each depth with a narrow window around the last value
    learning: bool = True  # orders actions by killers, history and counter-moves


@dataclass(frozen=True)
class PvsParts(SoundParts):
    """What the search adds to alpha-beta, with what may change a value."""

    null_move: bool = True  # cuts a position if a shallower search shows that even passing is good enough
    reductions: bool = True  # searches late actions less deeply
    futility: bool = True  # leaves out quiet actions near the horizon that cannot help
    razoring: bool = True  # in a hopeless position near the horizon, searches only noisy actions
    quiescence: bool = True  # at the horizon, searches noisy actions until the position is quiet
    check_extensions: bool = True  # searches a forced answer one ply deeper
    singular_extensions: bool = True  # searches an action one ply deeper if it is the only good one
    repetition: bool = True  # counts a position that came up before on the path as a draw
    deeper: bool = True  # uses table entries from deeper searches

    def words(self) -> tuple[str, ...]:
        """The names of the parts that are on."""
        return tuple(f.name.replace("_", " ") for f in fields(self) if getattr(self, f.name) and f.name != "deeper")

    @property
    def proves(self) -> bool:
        """Is a win found at some depth the quickest? It is if no action was left out or searched less deeply."""
        return not (self.null_move or self.reductions or self.futility or self.razoring)


UNSOUND = tuple(f.name for f in fields(PvsParts)[len(fields(SoundParts)) :])


def suitable(game: Game, tactics: Tactics | None) -> PvsParts:
    """The parts that a game's traits and its evaluator's tactics allow."""
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
