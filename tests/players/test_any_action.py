"""Every engine plays games whose actions are any hashable values."""

from __future__ import annotations

from functools import cache

import pytest
from any_action import ONE_OR_TWO, pile

import zermelo
from zermelo.laws import trial
from zermelo.players.engines import engines
from zermelo.players.player import as_player

SMALL = {"sims": 12, "depth": 2, "deals": 2, "iterations": 5, "nodes": 200, "seed": 1, "compiled": False}
TRAITS = {"open": {}, "chance": {"has_card": True}, "hidden": {"has_card": True, "hides_it": True}}


@pytest.fixture(autouse=True)
def _untried(monkeypatch):
    """The laws hold, and trying them takes most of the time."""
    for place in ("zermelo.players.player.broken_law", "zermelo.search.base.broken_law"):
        monkeypatch.setattr(place, lambda game: None)


@cache
def general_engines():
    """A small budget of each engine that is not for one game only."""
    return [kind().with_options(**SMALL) for kind in engines().values() if not kind.game]


@pytest.mark.parametrize("traits", TRAITS)
@pytest.mark.parametrize("kind", ONE_OR_TWO)
def test_every_engine_plays_with_any_kind_of_action(kind, traits):
    game = pile(ONE_OR_TWO[kind], **TRAITS[traits])
    start, past = game.initial(), []
    if game.has_chance:
        start, past = game.result(start, game.outcomes(start)[0][0]), [start]
    served = [as_player(one) for one in general_engines() if one.refusal(game) is None]
    assert len(served) > 4
    for player in served:
        record = zermelo.play(game, [player, player], seed=1)
        assert game.is_terminal(record.end)
        if player.explains:
            analysis = player.analyse(game, start, past)
            assert analysis.action in game.legal(start)
            assert {one.action for one in analysis.candidates} == set(game.legal(start))
            assert f"{game.action_text(start, analysis.action)} is" in str(analysis)
            assert analysis.to_json()["action"] == str(analysis.action)


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("traits", TRAITS)
def test_with_other_than_two_players_too(players, traits):
    game = pile(ONE_OR_TWO["nothing"], players=players, **TRAITS[traits])
    for engine in general_engines():
        if engine.refusal(game) is None:
            assert game.is_terminal(zermelo.play(game, [engine] * players, seed=1).end)


def test_where_chance_is_to_move_there_is_no_choice():
    game = pile(ONE_OR_TWO["nothing"], has_card=True)
    drawn = zermelo.analyse(game, player=zermelo.Expectiminimax(depth=3, compiled=False))
    assert drawn.is_chance
    assert drawn.to_json()["action"] is None
    chosen = zermelo.analyse(game, game.result(game.initial(), None), zermelo.Expectiminimax(depth=3, compiled=False))
    assert not chosen.is_chance
    assert chosen.best.action == chosen.action


def test_the_laws_are_tried_on_any_kind_of_action():
    for labels in ONE_OR_TWO.values():
        for parts in TRAITS.values():
            found = trial.try_laws(pile(labels, **parts), 3, 0, 5.0)
            assert [(one.law, one.broken) for one in found.findings if not one.holds] == []
