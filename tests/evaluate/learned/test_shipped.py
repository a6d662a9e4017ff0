"""The network that comes with the package: it knows how to open, plays without PyTorch, and is for one game only."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.evaluate.learned.residual import ResidualNetwork
from zermelo.evaluate.learned.shipped import shipped_files, shipped_network
from zermelo.game import ZermeloError
from zermelo.players.engines import engine

LARGEST = 2_000_000  # bytes


def test_it_is_small_and_says_how_it_was_made():
    assert set(shipped_files()) == {"connect_four"}
    assert all(path.stat().st_size <= LARGEST for path in shipped_files().values())
    header = shipped_network(zermelo.load("connect-four")).header
    assert (header["method"], header["games"]) == ("alphazero", 1551991)
    assert "self-play from random weights, 551 seconds on one NVIDIA H200" in header["trained_on"]


def test_it_knows_how_to_open():
    game = zermelo.load("connect-four")
    network = ResidualNetwork(game, shipped_network(game), compiled=False)
    priors, values = network([game.initial(), game.read_state("4"), game.read_state("1")])
    assert game.legal(game.initial())[priors[0].argmax()] == 3  # the middle column, the only one that wins
    assert values[0] > 0.3 > -0.3 > values[1]
    assert values[2] > 0.3  # a first disc at the edge loses


def test_it_is_named_shipped():
    player = engine("puct:network=shipped,sims=8,compiled=false")
    assert str(player) == "puct:network=shipped,sims=8,compiled=false"
    analysis = player.analyse(zermelo.load("connect-four"))
    assert analysis.action == 3
    assert max(analysis.candidates, key=lambda one: one.prior).action == 3


def test_another_game_or_board_is_refused_in_one_line():
    with pytest.raises(ZermeloError, match="no network is shipped for nim, only for connect-four"):
        engine("puct:network=shipped").analyse(zermelo.load("nim"))
    with pytest.raises(ZermeloError, match=r"the shipped network was learned for .*columns=7.*, not for .*columns=5"):
        engine("puct:network=shipped").analyse(zermelo.load("connect-four", columns=5, rows=4))
    with pytest.raises(ZermeloError, match=r"network must be a learned file, shipped, or a function"):
        zermelo.PUCT(network="other")
