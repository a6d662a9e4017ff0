"""Determinization: the average over deals, the votes, and where it goes wrong."""

from __future__ import annotations

import pytest
from hidden.roads import BUS, HEAP, MOUNTAIN, RIGHT, A, B, Road, at_the_start, roads

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.determinized import Determinized, open_game
from zermelo.players.engines import engine
from zermelo.search.task import Limits

EXACT = zermelo.Expectiminimax(compiled=False)
KUHN = zermelo.load("kuhn-poker")


def kuhn_path(*texts):
    return [KUHN.initial(), *map(KUHN.read_state, texts)]


def test_it_takes_the_road_to_the_bus():
    """In each deal the mountain is in sight, so road B seems to be worth as much; at the fork either way is a guess."""
    game = roads()
    *past, state = at_the_start(game)
    found = Determinized(search=EXACT).analyse(game, state, past)
    assert found.action == B
    assert {one.action: (one.value, one.votes) for one in found.candidates} == {A: (HEAP, 0), B: (MOUNTAIN, 2)}
    fork = Road(RIGHT, 1, 0)
    at_the_fork = Determinized(search=EXACT).analyse(game, fork, [*past, Road(RIGHT, 0, 0)])
    assert at_the_fork.value == (MOUNTAIN + BUS) / 2
    assert [one.votes for one in at_the_fork.candidates] == [1, 1]


def test_it_never_pays_to_know():
    game = roads(price=2.0)
    *past, state = [*at_the_start(game), Road(2, 1, 0)]
    found = Determinized(search=EXACT).analyse(game, state, past)
    assert found.best.value == MOUNTAIN - 2.0  # the sign, which it would read if it saw that both ways are a guess
    assert {one.action: one.votes for one in found.candidates}[4] == 0  # no deal wants to read it


def test_values_are_averages_over_the_deals():
    *past, state = kuhn_path("Q?", "QJ", "QJ p", "QJ pb")
    found = Determinized(search=EXACT).analyse(KUHN, state, past)
    assert {one.action: (one.value, one.votes) for one in found.candidates} == {0: (-1.0, 1), 1: (0.0, 1)}
    assert found.to_json()["candidates"][0]["votes"] == 1
    assert found.model == "2 deals, each as if it were seen"
    only = Determinized(search=EXACT).open(KUHN).analyse(state, past, limits=Limits(only=[0]))
    assert (only.action, only.value) == (0, -1.0)


def test_a_state_is_searched_once_whatever_the_others_know(monkeypatch):
    """The marks of the other came in one order or the other: two deals with the same marks."""
    game = zermelo.load("blind-tic-tac-toe")
    path = [game.initial()]
    for cell in (0, 8, 1, 7):
        path.append(game.result(path[-1], cell))
    session = Determinized(search=zermelo.Minimax(depth=1, compiled=False), seed=1).open(game)
    asked, analyse = [], session.inner.analyse

    def noted(state, deadline=None, limits=None):
        if limits.only is None:
            asked.append(state)
        return analyse(state, deadline=deadline, limits=limits)

    monkeypatch.setattr(session.inner, "analyse", noted)
    found = session.analyse(path[-1], path[:-1])
    assert len(asked) == len(set(asked)) < sum(one.votes for one in found.candidates)


@pytest.mark.parametrize(
    "spec", ["minimax:compiled=false", "(alphabeta:plain=true,compiled=false)", "(mcts:sims=200,compiled=false)"]
)
def test_any_search_will_do(spec):
    game = zermelo.load("tic-tac-toe")
    hidden = zermelo.Game(**{**vars(game), "view": lambda state, player: state})
    states = [game.initial()]
    for text in ("a1", "b1", "a2", "b2"):
        states.append(game.result(states[-1], game.read_action(states[-1], text)))
    found = engine(f"determinized:deals=3,search={spec},seed=1").analyse(hidden, states[-1], states[:-1])
    assert hidden.action_text(states[-1], found.action) == "a3"


def test_its_text_can_be_read_again():
    algorithm = engine("determinized:deals=7,search=(mcts:sims=20,rave=0.0),seed=3")
    assert algorithm.search == zermelo.MCTS(sims=20, rave=0.0)
    assert engine(str(algorithm)) == algorithm
    assert str(Determinized().inner(zermelo.load("kuhn-poker"))).startswith("mcts:sims=500")


def test_what_it_refuses():
    with pytest.raises(
        ZermeloError, match="determinized is for games that hide something, nim hides nothing: try auto"
    ):
        Determinized().open(zermelo.load("nim"))
    assert "two players" in (Determinized(search=zermelo.AlphaBeta()).refusal(roads()) or "")
    with pytest.raises(ZermeloError, match="search must be an engine that analyses"):
        Determinized(search=zermelo.Random())
    assert not open_game(KUHN).has_hidden


def test_it_reports_while_it_searches_and_keeps_to_its_time():
    *past, state = kuhn_path("Q?", "QJ", "QJ p", "QJ pb")
    found = Determinized(search=EXACT, time=0.001).analyse(KUHN, state, past)
    assert found.model.endswith("as if it were seen")
