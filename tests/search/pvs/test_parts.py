"""The parts of principal-variation search: which of them a game's advice allows, and what they prove."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from search.pvs.descent import descent

from zermelo.evaluate import Tactics
from zermelo.search.pvs.parts import UNSOUND, PvsParts, suitable

SOUND = replace(PvsParts(), **dict.fromkeys(UNSOUND, False))


@pytest.mark.parametrize("part", ["null_move", "reductions", "futility", "razoring"])
def test_a_part_that_leaves_actions_out_proves_no_quickest_win(part):
    assert SOUND.proves
    assert not replace(SOUND, **{part: True}).proves
    others = [field.name for field in fields(PvsParts) if field.name not in ("null_move", "reductions", "futility")]
    assert replace(SOUND, **{name: name != "razoring" for name in others}).proves


def test_what_each_advice_allows():
    game, opinion = descent(1)
    advice = opinion.tactics

    def allowed(tactics):
        parts = suitable(game, tactics)
        return {name for name in UNSOUND if getattr(parts, name)}

    always = {"repetition", "deeper"}
    assert allowed(None) == always
    given = always | {"reductions", "singular_extensions"}
    assert allowed(Tactics()) == given
    assert allowed(Tactics(rank=advice.rank)) == given | {"quiescence"}
    assert allowed(Tactics(forced=advice.forced)) == given | {"quiescence", "check_extensions"}
    assert allowed(Tactics(forced=advice.forced, extends=False)) == given | {"quiescence"}
    assert allowed(Tactics(margin=1.0)) == given | {"futility"}
    assert allowed(Tactics(margin=1.0, rank=advice.rank)) == given | {"futility", "razoring", "quiescence"}
    assert allowed(Tactics(passed=advice.passed)) == given | {"null_move"}
    assert "repetition" not in {
        name for name in UNSOUND if getattr(suitable(replace(game, reversible=None), None), name)
    }
