"""Information sets in a searched tree, and where a search that sees everything chooses differently within one."""

from __future__ import annotations

from collections import Counter

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.information_sets import fusions, trace_open
from zermelo.show.text import text

KUHN = zermelo.load("kuhn-poker")


def test_kuhn_poker_has_twelve_sets_of_two():
    shown = trace_open(KUHN, "expectiminimax")
    assert Counter(Counter(shown.alike.values()).values()) == {2: 12}
    names = [node.name for node in shown.nodes()]
    first = {names[node] for node, number in shown.alike.items() if number == 0}
    assert first == {"J.Q", "J.K"}  # the first player sees its own card alone
    assert shown.to_json()["information_sets"][0] == ["J.Q", "J.K"]
    for node in shown.nodes():
        assert (node.number in shown.alike) == (node.kind in ("max", "min"))


def test_a_search_that_sees_everything_chooses_by_what_is_hidden():
    assert fusions(trace_open(KUHN, "expectiminimax")) == [
        "⟨4⟩ player 2: bet at J.Q.bet, pass at K.Q.bet",
        "⟨9⟩ player 1: bet at Q.J.pass.bet, pass at Q.K.pass.bet",
    ]


def test_from_the_middle_only_what_is_seen_there_is_known():
    shown = trace_open(KUHN, "expectiminimax", KUHN.read_state("KJ p"))
    assert shown.alike == {}
    assert [node.name for node in shown.nodes()][:2] == ["root", "pass"]


def test_a_game_without_secrets_has_no_sets():
    shown = trace_open(zermelo.load("nim:stones=3"), "minimax")
    assert shown.alike == {}
    assert "information_sets" not in shown.to_json()
    assert "⟨" not in text(shown.picture())


def test_drawings_frame_the_sets():
    picture = trace_open(KUHN, "expectiminimax").picture()
    assert text(picture).count("⟨1⟩") == 2
    with pytest.raises(ZermeloError, match="needs perfect information"):
        zermelo.trace(KUHN, "expectiminimax")
