"""Many positions, here and on a crew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from crews import lossy

import zermelo
from zermelo.game import ZermeloError

NIM = zermelo.load("nim")
STATES = [NIM.read_state(f"{stones},{player}") for stones, player in ((4, 0), (5, 0), (7, 1))]


@pytest.mark.parametrize("method", [None, "proof"])
def test_findings_are_the_same_though_answers_are_lost(method):
    crew = lossy(2)
    here, there = (zermelo.solve_all(NIM, STATES, method, cluster=one) for one in (None, crew))
    assert [replace(one, seconds=0.0) for one in there] == [replace(one, seconds=0.0) for one in here]
    assert [one.value for one in here] == [-1.0, 1.0, 1.0]
    assert all(one.line for one in there) or method
    assert crew.done > len(STATES)


def test_one_position_is_not_for_a_cluster():
    with pytest.raises(ZermeloError, match="a cluster solves many of them: solve_all"):
        zermelo.solve(NIM, cluster=lossy())
    with pytest.raises(ZermeloError, match="the game is over"):
        zermelo.solve_all(NIM, [NIM.read_state("0,0")], cluster=lossy())
