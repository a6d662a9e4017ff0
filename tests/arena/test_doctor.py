"""The doctor: faults that it finds beyond the contract's laws."""

from __future__ import annotations

import zermelo


def test_a_pick_that_forgets_an_action_is_told():
    from dataclasses import replace

    from zermelo.arena.doctor import examine

    game = zermelo.load("breakthrough:rows=4,columns=2,ranks=1")
    assert all(finding.holds for finding in examine(game, seconds=1).findings)
    lazy = replace(game, pick=lambda state, fraction: game.legal(state)[0])
    broken = [finding.broken for finding in examine(lazy, seconds=1).findings if not finding.holds]
    assert broken == ["pick does not draw the actions uniformly"]
