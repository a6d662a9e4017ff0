"""Sequential halving: its schedule, and a search that follows it beside a slow, obvious twin."""

from __future__ import annotations

import math

import pytest
from conftest import random_position
from search.puct.networks import SMALL_FOUR, TIC_TAC_TOE, arbitrary, visits
from search.puct.test_twin import Node, backed_up, expanded, likeliest

import zermelo
from zermelo.evaluate.learned.shipped import shipped_network
from zermelo.search.puct.search import PUCT
from zermelo.search.sampling.halving import halving, schedule_for
from zermelo.show.worth import network_words


def test_four_actions_share_the_simulations_in_two_rounds():
    # sixteen simulations: two each for four actions, then four each for the better two
    assert halving(4, 16) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_one_action_gets_all_of_them():
    assert halving(1, 3) == [0, 1, 2]


def test_fewer_simulations_than_actions_try_as_many_as_there_are():
    assert halving(8, 5) == [0] * 5


def test_the_table_has_a_row_for_each_number_of_actions():
    table = schedule_for(3, 4).reshape(4, 4)
    assert table.tolist() == [[0, 0, 0, 0], halving(1, 4), halving(2, 4), halving(3, 4)]


def twin(game, state, network, sims):
    """The actions' visits, and the place of the action to play."""
    root = Node(state, 1.0)
    backed_up(game, root, expanded(game, root, network))

    def score(child):
        mean = child.total / child.visits if child.visits else root.own / root.visits
        return math.log(child.prior) + 0.2 * (50 + max(other.visits for other in root.children)) * mean

    for wanted in halving(min(len(root.children), 16), sims):
        node = max((child for child in root.children if child.visits == wanted), key=score)
        while node.children:
            node = likeliest(node)
        value = game.utility(node.state, 0) if game.is_terminal(node.state) else expanded(game, node, network)
        backed_up(game, node, value)
    best = max(root.children, key=lambda child: (child.visits, score(child)))
    return [child.visits for child in root.children], root.children.index(best)


@pytest.mark.parametrize("spec", [TIC_TAC_TOE, SMALL_FOUR])
@pytest.mark.parametrize("compiled", [True, False])
def test_the_twin_agrees_visit_for_visit(spec, compiled):
    game = zermelo.load(spec)
    network = arbitrary(game)
    for seed in range(8):
        state = random_position(game, seed, most=8)
        for sims in (1, 7, 64):
            found = PUCT(network, sims, batch=1, halving=True, solver=False, compiled=compiled).analyse(game, state)
            expected, place = twin(game, state, network, sims)
            assert visits(found) == expected
            assert found.action == game.legal(state)[place]


@pytest.mark.parametrize("batch", [2, 8, 100])
@pytest.mark.parametrize("spec", [TIC_TAC_TOE, SMALL_FOUR, "connect-four"])
def test_leaves_that_wait_together_keep_to_the_schedule(spec, batch):
    game = zermelo.load(spec)
    session = PUCT(arbitrary(game), 64, batch=batch, halving=True, solver=False).open(game)
    for seed in range(12):
        state = random_position(game, seed, most=8)
        found, order = session.analyse(state), halving(len(game.legal(state)), 64)
        assert found.simulations == sum(visits(found)) == 64
        for times in range(64):
            assert sum(n > times for n in visits(found)) == order.count(times)


def test_every_search_begins_anew():
    game = zermelo.load(TIC_TAC_TOE)
    session = PUCT(arbitrary(game), 30, halving=True).open(game)
    found = session.analyse(game.initial())
    again = session.analyse(game.result(game.initial(), found.action))
    assert sum(visits(again)) == 30


def test_it_needs_a_number_of_simulations():
    game = zermelo.load(TIC_TAC_TOE)
    with pytest.raises(zermelo.ZermeloError, match="halving shares out a number of simulations: say how many"):
        PUCT(arbitrary(game), time=0.1, halving=True).open(game)
    assert PUCT(arbitrary(game), halving=True).open(game).analyse().simulations == 800


def test_a_learned_network_that_is_asked_seldom_is_searched_so():
    learned = shipped_network(zermelo.load("connect-four"))
    assert PUCT(learned).halves(64)
    assert PUCT("shipped").halves(64)
    assert not PUCT(learned).halves(100_000)
    assert not PUCT(learned).halves(None)
    assert not PUCT(learned, halving=False).halves(64)
    assert not PUCT(arbitrary(zermelo.load(TIC_TAC_TOE))).halves(64)


def test_what_the_search_made_of_the_priors_is_told_though_the_last_two_share_their_visits():
    game = zermelo.load(TIC_TAC_TOE)
    state = game.read_state("xx./oo./...")  # the place that wins has the smallest prior
    last = game.legal(state)[-1]

    def network(states):
        return [[9.0 if a == last else 1.0 for a in game.legal(one)] for one in states], [0.0 for _ in states]

    found = PUCT(network, 64, halving=True, solver=False).analyse(game, state)
    assert sorted(visits(found))[-1] - sorted(visits(found))[-2] <= 1
    [best] = [one for one in found.candidates if one.action == found.action]
    assert best.weight > 0.99
    assert sum(one.weight for one in found.candidates) == pytest.approx(1)
    assert f"{game.action_text(state, found.action)} 100%" in network_words(found).split("with the search")[1]
    assert all(one.weight is None for one in PUCT(network, 64).analyse(game, state).candidates)
