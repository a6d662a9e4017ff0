"""Tables of matches, and the one of the lecture: pessimism and optimism in Pac-Man."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.arena.table import table
from zermelo.players.engines import engine
from zermelo.search.textbook.expectimax import Expectimax
from zermelo.search.textbook.minimax import Minimax
from zermelo.search.uniform import Random


def test_the_first_seat_keeps_its_engine_and_games_of_one_number_begin_alike():
    game = zermelo.load("nim", stones=7)
    found = table(game, [Minimax(compiled=False), Random()], [Random()], games=4, seed=3, opening=1)
    assert found.firsts == ("minimax:compiled=false", "random")
    assert found.seconds == ("random",)
    (minimax,), (random,) = found.matches
    assert [one.start for one in minimax.records] == [one.start for one in random.records]
    assert len({one.start for one in minimax.records}) > 1
    assert minimax.wins == sum(one.utilities[0] > 0 for one in minimax.records)
    assert found.to_json()["matches"][0][0] == minimax.to_json()


def test_it_needs_engines():
    with pytest.raises(zermelo.ZermeloError, match="a table needs an engine for each side at least"):
        table(zermelo.load("nim"), [], [Random()])


@pytest.mark.slow
def test_pessimism_and_optimism():
    """The table of docs/pacman.md: depth 8 is four moves of Pac-Man and the ghost each."""
    game = zermelo.load("pacman", layout="rooms")
    ghosts = [engine("ghosts:style=search"), engine("ghosts:style=random")]
    found = table(game, [Minimax(depth=8), Expectimax(depth=8)], ghosts, games=300, seed=1, opening=2)
    (adversarial, random), (hopeful, lucky) = found.matches
    assert min(adversarial.score, random.score) >= 0.95
    assert lucky.means[0].low > random.means[0].high
    assert hopeful.score < 0.5
