"""What UCI and GTP players share."""

from __future__ import annotations

from dataclasses import replace

import pytest

import zermelo
from zermelo.players.engines import engine


@pytest.mark.parametrize(
    "spec", ["uci:sh", "uci:sh -c x,Hash=8,time=0.1,grace=3.0", "gtp:sh,time=2.0", "gtp:sh,grace=0.5"]
)
def test_an_engine_s_text_is_what_was_typed(spec):
    """A saved match knows its engines by their texts."""
    assert str(engine(spec)) == spec


@pytest.mark.parametrize(("spec", "name"), [("uci:sh", "chess"), ("gtp:sh", "othello"), ("gnubg:sh", "backgammon")])
def test_a_game_with_hidden_information_is_refused(spec, name):
    """Their protocols tell the engine every move and the whole position."""
    game = zermelo.load(name)
    hidden = replace(game, view=lambda state, player: 0)
    assert "needs perfect information" in engine(spec).refusal(hidden)
    assert engine(spec).refusal(game) is None
