"""Modules that have moved are found by their old names, with a warning."""

from __future__ import annotations

import importlib
import sys

import pytest

from zermelo.moved import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_the_old_name_works_and_warns(old):
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} is now {MOVED[old]}"):
        found = importlib.import_module(old)
    new = importlib.import_module(MOVED[old])
    assert {name for name in vars(new) if not name.startswith("__")} <= set(vars(found))
    sys.modules.pop(old)


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
