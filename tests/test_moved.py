"""Modules that have moved are found by their old names, with a warning."""

from __future__ import annotations

import importlib
import importlib.util
import sys

import pytest

from zermelo.moved import MOVED, new_name

# Modules that the guides named before they moved
DOCUMENTED = (
    *("zermelo.compile.memory", "zermelo.evaluate.pacman", "zermelo.hidden.best_response", "zermelo.hidden.flat"),
    *("zermelo.hidden.holdem.hands", "zermelo.hidden.holdem.training", "zermelo.hidden.knowledge"),
    *("zermelo.hidden.sequence_form", "zermelo.hidden.solution", "zermelo.hidden.solve", "zermelo.hidden.strategy"),
    *("zermelo.search.exact.finding", "zermelo.solve.connect_four", "zermelo.solve.othello"),
    "zermelo.solve.syzygy.probe",
    *(f"zermelo.show.{name}" for name in ("analysis", "finding", "match", "report", "rollout", "solution", "table")),
    "zermelo.show.trace",
)


@pytest.mark.parametrize("old", MOVED)
def test_the_old_name_works_and_warns(old):
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} is now {MOVED[old]}"):
        found = importlib.import_module(old)
    new = importlib.import_module(MOVED[old])
    assert {name for name in vars(new) if not name.startswith("__")} <= set(vars(found))
    sys.modules.pop(old)


@pytest.mark.parametrize("old", DOCUMENTED)
def test_whatever_a_guide_named_has_its_old_name(old):
    new = new_name(old)
    assert new is not None
    assert importlib.util.find_spec(new) is not None


def test_what_was_documented_is_found():
    with pytest.warns(DeprecationWarning, match=r"is now zermelo\.experts"):
        from zermelo.solve.connect_four import ConnectFourSolver
    from zermelo.experts.connect_four.perfect import ConnectFourSolver as Now

    assert ConnectFourSolver is Now
    with pytest.warns(DeprecationWarning, match=r"is now zermelo\.experts"):
        from zermelo.hidden.holdem.hands import strengths
    assert strengths.__module__ == "zermelo.experts.holdem.hands"
    with pytest.warns(DeprecationWarning, match=r"is now zermelo\.hidden\.equilibrium\.solution"):
        from zermelo.hidden.solution import Solving
    assert Solving.__name__ == "EquilibriumSolving"


def test_other_names_are_not_found():
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("zermelo.solve.nothing")
