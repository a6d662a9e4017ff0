"""PUCT against a slow, obvious twin: AlphaZero's search, one leaf at a time."""

from __future__ import annotations

import math

import naive
import pytest
from conftest import random_position
from search.puct.networks import SMALL_FOUR, TIC_TAC_TOE, arbitrary, visits

import zermelo
from zermelo.search.puct.search import PUCT


class Node:
    """One state of the twin's tree; `total` is for the player who moved there, `own` for the one to move."""

    def __init__(self, state, prior, parent=None):
        self.state, self.prior, self.parent = state, prior, parent
        self.children, self.visits, self.total, self.own = [], 0, 0.0, 0.0


def likeliest(node, c=1.25, growth=19652.0, reluctance=0.2):
    """The child to which PUCT descends."""
    rate = (c + math.log((1.0 + node.visits + growth) / growth)) * math.sqrt(node.visits)
    untried = node.own / node.visits - reluctance

    def bound(child):
        mean = child.total / child.visits if child.visits else untried
        return mean + rate * child.prior / (1.0 + child.visits)

    return max(node.children, key=bound)


def expanded(game, node, network):
    """Gives the node its children; returns what the network thinks of it, for the first player."""
    (priors,), (value,) = network([node.state])
    for action, prior in zip(game.legal(node.state), priors, strict=True):
        node.children.append(Node(game.result(node.state, action), prior / sum(priors), node))
    return naive.for_mover(game, node.state, value)


def backed_up(game, node, value_of_first):
    """Adds a simulation from the node up to the root."""
    while node:
        node.visits += 1
        if not game.is_terminal(node.state):
            node.own += naive.for_mover(game, node.state, value_of_first)
        if node.parent:
            node.total += naive.for_mover(game, node.parent.state, value_of_first)
        node = node.parent


def twin(game, state, network, sims, *knobs):
    """AlphaZero's search for two players, one leaf at a time: the visits of each action."""
    root = Node(state, 1.0)
    for _ in range(sims + 1):  # the first only looks at the root
        node = root
        while node.children:
            node = likeliest(node, *knobs)
        is_over = game.is_terminal(node.state)
        backed_up(game, node, game.utility(node.state, 0) if is_over else expanded(game, node, network))
    return [child.visits for child in root.children]


@pytest.mark.parametrize("spec", [TIC_TAC_TOE, SMALL_FOUR])
@pytest.mark.parametrize("compiled", [True, False])
def test_the_twin_agrees_visit_for_visit(spec, compiled):
    game = zermelo.load(spec)
    network = arbitrary(game)
    player = PUCT(network, sims=150, batch=1, keep=False, solver=False, compiled=compiled)
    for seed in range(12):
        state = random_position(game, seed, most=8)
        assert visits(player.analyse(game, state)) == twin(game, state, network, 150)


def test_the_twin_agrees_with_other_knobs():
    game = zermelo.load(SMALL_FOUR)
    network = arbitrary(game)
    player = PUCT(network, 200, batch=1, exploration=2.5, growth=50.0, reluctance=0.0, keep=False, solver=False)
    for seed in range(4):
        state = random_position(game, seed, most=8)
        assert visits(player.analyse(game, state)) == twin(game, state, network, 200, 2.5, 50.0, 0.0)
