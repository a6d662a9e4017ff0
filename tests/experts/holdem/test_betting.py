"""The betting of hold'em laid out."""

from __future__ import annotations

import numpy as np
import pytest

import zermelo
from zermelo.experts.holdem import betting
from zermelo.experts.holdem.betting import COUNT, FIRST, FOLDED, MOVER, ROUND, SHOWDOWN, SLOT, STAKE, betting_of
from zermelo.game import ZermeloError

HANDS = (2, 4, 8, 16)


def test_limit_holdem_has_the_known_ways_to_bet():
    nodes = betting_of(zermelo.load("limit-holdem"), HANDS).nodes
    turns = nodes[nodes[:, MOVER] >= 0]
    assert np.bincount(turns[:, ROUND]).tolist() == [8, 7 * 10, 7 * 9 * 10, 7 * 9 * 9 * 10]
    assert nodes[nodes[:, MOVER] == SHOWDOWN][:, STAKE].max() == 48
    assert (nodes[:, MOVER] == SHOWDOWN).sum() == 7 * 9 * 9 * 9


def test_tables_do_not_overlap():
    laid = betting_of(zermelo.load("limit-holdem:most_bets=2"), HANDS)
    sizes = laid.nodes[:, COUNT] * np.array(HANDS)[laid.nodes[:, ROUND]]
    assert np.array_equal(laid.nodes[:, SLOT], np.cumsum(sizes) - sizes)
    assert laid.slots == sizes.sum()


def test_nodes_are_found_by_the_turns():
    game = zermelo.load("limit-holdem")
    laid = betting_of(game, HANDS)
    for position, mover, stake in (
        ("AsKd 7h2c", 0, 1),
        ("AsKd 7h2c rf", FOLDED, 2),
        ("AsKd 7h2c f", FOLDED, -1),
        ("AsKd 7h2c cc QhJhTd rf", FOLDED, -2),
        ("AsKd 7h2c cc QhJhTd cc 3s cc 4s cc", SHOWDOWN, 2),
    ):
        row = laid.nodes[laid.node_of[game.read_state(position).turns]]
        assert (row[MOVER], row[STAKE]) == (mover, stake)
    state = game.read_state("AsKd 7h2c rr")
    row = laid.nodes[laid.node_of[state.turns]]
    children = [laid.node_of[game.result(state, action).turns] for action in game.legal(state)]
    assert children == list(range(row[FIRST], row[FIRST] + row[COUNT]))


def test_all_in_leads_to_the_showdown_of_its_round():
    game = zermelo.load("no-limit-holdem:stack=4,bets=1")
    laid = betting_of(game, HANDS)
    row = laid.nodes[laid.node_of[game.read_state("AsKd 7h2c r4c").turns]]
    assert (row[MOVER], row[STAKE], row[ROUND]) == (SHOWDOWN, 4, 0)


def test_too_much_betting_is_refused(monkeypatch):
    monkeypatch.setattr(betting, "MOST_NODES", 1000)
    with pytest.raises(ZermeloError, match="has more than 1,000 ways to bet: give it fewer sizes or chips"):
        betting_of(zermelo.load("no-limit-holdem"), HANDS)
