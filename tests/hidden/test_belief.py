"""Belief-state search: one action for all that looks alike, and knowledge is worth what it brings."""

from __future__ import annotations

import pytest
from hidden.roads import BUS, HEAP, LEFT, MOUNTAIN, READ, A, B, Road, at_the_start, roads

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.belief import BeliefSearch
from zermelo.hidden.deals import deals
from zermelo.knowledge import after, at_start, known_by

KUHN = zermelo.load("kuhn-poker")


def test_it_takes_the_road_to_the_heap():
    game = roads()
    *past, state = at_the_start(game)
    found = BeliefSearch().analyse(game, state, past)
    assert found.action == A
    assert {one.action: one.value for one in found.candidates} == {A: HEAP, B: (MOUNTAIN + BUS) / 2}
    assert found.stopped == "the end of the game is reached everywhere"


@pytest.mark.parametrize(("price", "action", "value"), [(2.0, B, MOUNTAIN - 2.0), (9.5, A, HEAP)])
def test_it_pays_for_knowledge_that_is_worth_it(price, action, value):
    game = roads(price)
    *past, state = at_the_start(game)
    found = BeliefSearch().analyse(game, state, past)
    assert (found.action, found.value) == (action, value)
    if action == B:
        fork = Road(LEFT, 1, 0)
        assert BeliefSearch().analyse(game, fork, [*past, state]).action == READ
        read = BeliefSearch().analyse(game, Road(LEFT, 1, 1), [*past, state, fork])
        assert (read.action, read.value) == (LEFT, MOUNTAIN - price)


def best_reply(game, player, model, known, states):
    """What the best reply to a model is worth, by trying all strategies over the states that look alike."""

    def value(group):  # [(state, known, weight)] that the player cannot tell apart
        best = None
        for action in game.legal(group[0][0]):
            total, later = 0.0, {}
            waiting = [(game.result(s, action), after(game, k, s, action), w) for s, k, w in group]
            for s, k, w in waiting:
                if game.is_terminal(s):
                    total += w * game.utility(s, player)
                elif game.to_move(s) == player:
                    later.setdefault(k[player], []).append((s, k, w))
                else:
                    waiting += [(game.result(s, a), after(game, k, s, a), w * p) for a, p in model(s, k)]
            total += sum(value(one) for one in later.values())
            best = total if best is None else max(best, total)
        return best

    return value([(one.state, one.known, one.weight) for one in states])


@pytest.mark.parametrize("players", [2, 3])
def test_against_players_who_play_anything_it_is_the_best_reply(players):
    game = zermelo.load("kuhn-poker", players=players)

    def anything(state, known):
        return [(action, 1 / len(game.legal(state))) for action in game.legal(state)]

    state, known, past = game.initial(), at_start(game), []
    for action in range(players):
        past.append(state)
        known, state = after(game, known, state, action), game.result(state, action)
    expected = best_reply(game, 0, anything, known[0], deals(game, known[0]))
    assert BeliefSearch().analyse(game, state, past).value == pytest.approx(expected)


def test_levels():
    """With a queen, one calls a bet of a player who bets anything; a clever player does not bet a jack that folds."""
    *past, state = [KUHN.initial(), *map(KUHN.read_state, ("Q?", "QJ", "QJ p", "QJ pb"))]
    plain = BeliefSearch().analyse(KUHN, state, past)
    assert {one.action: one.value for one in plain.candidates} == {0: -1.0, 1: 0.0}
    wary = BeliefSearch(level=1).analyse(KUHN, state, past)
    assert wary.value <= plain.value
    assert wary.model == "others of level 1"


def test_its_budget():
    game = zermelo.load("kuhn-poker:players=3")
    *past, state = [game.initial(), *map(game.read_state, ("K??", "KQ?", "KQJ"))]
    whole = BeliefSearch().analyse(game, state, past)
    assert whole.depth > 1
    short = BeliefSearch(depth=1, seed=1).analyse(game, state, past)
    assert (short.depth, short.stopped) == (1, "")
    assert BeliefSearch(nodes=1, seed=1).analyse(game, state, past).depth == 1
    assert BeliefSearch(seed=4, depth=1).analyse(game, state, past).value == (
        BeliefSearch(seed=4, depth=1).analyse(game, state, past).value
    )
    watched = []
    BeliefSearch(nodes=5000).open(game).analyse(state, past, watch=watched.append)
    assert [one.depth for one in watched] == [1]


def test_what_it_refuses():
    with pytest.raises(ZermeloError, match="belief is for games that hide something"):
        BeliefSearch().open(zermelo.load("nim"))
    assert known_by(KUHN, 0, KUHN.read_state("QJ")).joined
