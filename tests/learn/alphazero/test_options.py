"""What AlphaZero can learn, its defaults, and what it says without PyTorch."""

from __future__ import annotations

import sys

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.learn.alphazero import AlphaZero


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("backgammon", "alphazero handles no chance, backgammon has some: try --method td"),
        ("pig", "alphazero handles no chance, pig has some: try --method td"),
        ("kuhn-poker", "alphazero learns games in which nothing is hidden, and kuhn-poker hides something"),
        ("castles", "alphazero learns games for two, and castles has 3 players"),
        ("2048", "alphazero learns to beat an opponent, and 2048 is a game for one"),
    ],
)
def test_what_it_cannot_learn_is_refused(name, told):
    assert AlphaZero().refusal(zermelo.load(name)).startswith(told)


def test_without_pytorch_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ZermeloError, match=r"pip install 'zermelo\[learn\]'"):
        AlphaZero().begin(zermelo.load("nim"), 1)


def test_defaults_depend_on_the_device_and_the_game():
    game = zermelo.load("tic-tac-toe")
    small, large = (AlphaZero(threads=4).settled(game, device) for device in ("cpu", "cuda"))
    assert (small.channels, large.channels) == (32, 128)
    assert small.openings == 5
    assert (small.evenness, large.evenness) == (1.0, 0.25)
    assert (small.skipped, large.skipped) == (0.75, 0.95)
    assert AlphaZero(sims=10).settled(game, "cuda").late_sims == 10
    assert AlphaZero(channels=8).settled(game, "cuda").channels == 8


def test_the_cache_is_a_power_of_two():
    with pytest.raises(ZermeloError, match="power of two, not 100"):
        AlphaZero(cache=100).settled(zermelo.load("nim"), "cpu")
