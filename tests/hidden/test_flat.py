"""Games laid out flat."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest
from hidden.random_games import expected, information_sets, random_game
from hypothesis import given, settings
from hypothesis import strategies as draws

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.equilibrium import flat as flat_module
from zermelo.hidden.equilibrium.flat import TERMINAL, TooLarge, lay_out, path_to

KUHN = zermelo.load("kuhn-poker")


def test_kuhn_has_its_published_size(truth):
    sizes = json.loads(truth("poker/openspiel_poker_reference.json").read_text())["sizes"]["kuhn_poker"]
    flat = lay_out(KUHN)
    assert flat.nodes == sizes["histories_incl_chance"]
    assert len(flat.leaves) == sizes["terminals"]
    assert [len(flat.sets_of(player)) for player in range(2)] == [sizes["infosets_p0"], sizes["infosets_p1"]]
    assert flat.slots == 2 + 2 * 12
    assert flat.depth == 5


def test_children_follow_their_parents():
    flat = lay_out(KUHN)
    for node in range(1, flat.nodes):
        before = flat.parent[node]
        assert before < node
        assert flat.first[before] <= node < flat.first[before] + flat.count[before]
    assert (flat.mover[flat.leaves] == TERMINAL).all()
    assert flat.count.sum() == flat.nodes - 1  # every node but the first is somebody's child, and leaves have none
    assert ((flat.set_of >= 0) == (flat.mover >= 0)).all()  # who chooses knows something
    assert (flat.set_of[flat.mover < 0] == -1).all()
    assert [flat.levels[0], flat.levels[-1]] == [0, flat.nodes]


def test_a_path_leads_to_its_node():
    flat = lay_out(KUHN)
    for node in range(flat.nodes):
        state = KUHN.initial()
        for index in path_to(flat, node):
            state = KUHN.result(state, KUHN.moves(state)[index])
        assert KUHN.is_terminal(state) == (flat.mover[node] == TERMINAL)
        if KUHN.is_terminal(state):
            assert flat.utility[node].tolist() == [KUHN.utility(state, player) for player in range(2)]


@settings(max_examples=25)
@given(draws.integers(0, 10**6), draws.integers(2, 3))
def test_information_sets_are_those_of_a_plain_walk(seed, players):
    game = random_game(seed, players)
    flat, plain = lay_out(game), information_sets(game)
    assert set(flat.known) == set(plain)
    for number, known in enumerate(flat.known):
        assert flat.keys[number] == known.key
        assert flat.actions[number] == tuple(game.legal(plain[known][0]))
        assert (flat.set_of == number).sum() == len(plain[known])
        assert flat.set_parent[number] < flat.set_first[number]
    shares = {known: flat.uniform()[flat.slots_of(number)] for number, known in enumerate(flat.known)}
    assert flat.values(flat.weights(flat.uniform()))[0] == pytest.approx(expected(game, shares.__getitem__))


def test_what_is_too_large_is_refused_in_one_line(monkeypatch):
    with pytest.raises(TooLarge, match="kuhn-poker has more than 57 nodes, too many to lay out"):
        lay_out(KUHN, 57)
    assert lay_out(KUHN, 58).nodes == 58
    probed = []
    monkeypatch.setattr(flat_module, "_Recorder", lambda players: probed.append(players))
    with pytest.raises(TooLarge, match="kuhn-poker:players=10 has more than 1,000 nodes"):
        lay_out(zermelo.load("kuhn-poker:players=10"), 1000)
    assert probed == []  # random games told so


def test_a_collision_of_keys_is_noticed(monkeypatch):
    monkeypatch.setattr("zermelo.knowledge.blended", lambda shown: 1)
    with pytest.raises(ZermeloError, match="share the key"):
        lay_out(KUHN)


def test_views_with_a_poor_hash_are_told_apart():
    alike = dataclasses.replace(KUHN, view=lambda state, player: Alike(state.cards[player], state.taken))
    plain = dataclasses.replace(KUHN, view=lambda state, player: (state.cards[player], state.taken))
    assert lay_out(alike).sets == lay_out(plain).sets


class Alike:
    """Views that differ and have the same hash."""

    def __init__(self, *parts):
        self.parts = parts

    def __eq__(self, other):
        return self.parts == other.parts

    def __hash__(self):
        return 1


def test_actions_that_differ_in_an_information_set_are_told():
    odd = dataclasses.replace(KUHN, actions=lambda state: iter([0, 1] if state.cards[1] else [1, 0]))
    with pytest.raises(ZermeloError, match=r"JQ and JK|QJ and QK") as told:
        lay_out(odd)
    assert "look the same to player 1, who is to move, and have different actions" in str(told.value)


def test_reach_and_weights_multiply():
    flat = lay_out(KUHN)
    reached = flat.likelihoods(flat.weights(flat.uniform()))
    assert reached[flat.leaves].sum() == pytest.approx(1.0)
    assert np.isclose(reached[flat.leaves], 1 / 24).sum() == 18  # two turns
    assert np.isclose(reached[flat.leaves], 1 / 48).sum() == 12  # three
