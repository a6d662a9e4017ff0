"""Modules that have moved: their old names work for one release, and warn."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "zermelo.compile.memory": "zermelo.compile.kernel.memory",
    "zermelo.evaluate.backgammon": "zermelo.experts.backgammon",
    "zermelo.evaluate.chess": "zermelo.experts.chess",
    "zermelo.evaluate.go": "zermelo.experts.go",
    "zermelo.evaluate.othello": "zermelo.experts.othello",
    "zermelo.evaluate.pacman": "zermelo.experts.pacman",
    "zermelo.evaluate.pig": "zermelo.experts.pig",
    "zermelo.evaluate.tic_tac_toe": "zermelo.experts.tic_tac_toe",
    "zermelo.evaluate.yahtzee": "zermelo.experts.yahtzee",
    "zermelo.hidden.best_response": "zermelo.hidden.equilibrium.best_response",
    "zermelo.hidden.dilemma": "zermelo.experts.prisoners_dilemma.engines",
    "zermelo.hidden.flat": "zermelo.hidden.equilibrium.flat",
    "zermelo.hidden.holdem": "zermelo.experts.holdem",
    "zermelo.hidden.hunter": "zermelo.experts.battleship.hunter",
    "zermelo.hidden.knowledge": "zermelo.knowledge",
    "zermelo.hidden.sequence_form": "zermelo.hidden.equilibrium.sequence_form",
    "zermelo.hidden.solution": "zermelo.hidden.equilibrium.solution",
    "zermelo.hidden.solve": "zermelo.solving.solve",
    "zermelo.hidden.strategy": "zermelo.hidden.equilibrium.strategy",
    "zermelo.players.blueprint": "zermelo.experts.holdem.blueprint",
    "zermelo.players.pubeval": "zermelo.experts.backgammon.pubeval.player",
    "zermelo.search.exact": "zermelo.solving",
    "zermelo.search.ghosts": "zermelo.experts.pacman.ghosts",
    "zermelo.show.analysis": "zermelo.show.reports.analysis",
    "zermelo.show.finding": "zermelo.show.reports.finding",
    "zermelo.show.match": "zermelo.show.reports.match",
    "zermelo.show.report": "zermelo.show.reports.report",
    "zermelo.show.rollout": "zermelo.show.reports.rollout",
    "zermelo.show.solution": "zermelo.show.reports.solution",
    "zermelo.show.table": "zermelo.show.reports.table",
    "zermelo.show.trace": "zermelo.show.reports.trace",
    "zermelo.solve.connect_four": "zermelo.experts.connect_four.perfect",
    "zermelo.solve.othello": "zermelo.experts.othello.endgames",
    "zermelo.solve.syzygy": "zermelo.experts.chess.syzygy",
}
RENAMED = {"zermelo.hidden.solution": {"Solving": "EquilibriumSolving"}}  # by old name of a module: old and new names


def new_name(name: str) -> str | None:
    """Where a module is now; None: it has not moved."""
    for old, new in MOVED.items():
        if name == old or name.startswith(f"{old}."):
            return new + name.removeprefix(old)
    return None


class MovedFinder(MetaPathFinder, Loader):
    """Finds a module that has moved by its old name. It is asked first: a checkout may keep the old, empty folder."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        is_moved = fullname.startswith("zermelo.") and new_name(fullname) is not None
        return ModuleSpec(fullname, self, is_package=True) if is_moved else None

    def exec_module(self, module: ModuleType) -> None:
        """Fills the old name with what the new one has."""
        new = new_name(module.__name__)
        assert new is not None
        warnings.warn(f"{module.__name__} is now {new}", DeprecationWarning, stacklevel=2)
        there = importlib.import_module(new)
        module.__doc__ = there.__doc__
        module.__dict__.update({name: value for name, value in vars(there).items() if not name.startswith("__")})
        module.__dict__.update({old: vars(there)[name] for old, name in RENAMED.get(module.__name__, {}).items()})
