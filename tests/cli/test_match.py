"""`zermelo match`, and the arithmetic of Elo behind it."""

from __future__ import annotations

import json
import math

import pytest

from zermelo.arena.elo import elo

KEYS = {"game", "engines", "games", "wins", "draws", "losses", "score", "elo", "elo_low", "elo_high", "seed"}


def test_json_has_the_promised_keys(zermelo):
    code, out, _ = zermelo("match", "nim:stones=6", "minimax:compiled=false", "random", "--games", "8", "--json")
    found = json.loads(out)
    assert code == 0
    assert set(found) == KEYS
    assert found["engines"] == ["minimax:compiled=False", "random"]
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 8
    assert found["score"] > 0.5


def test_an_even_match_is_worth_nothing_and_not_minus_nothing(zermelo):
    words = ("match", "[1,1]", "minimax", "minimax", "--games", "2")
    found = json.loads(zermelo(*words, "--json")[1])
    assert (found["wins"], found["losses"]) == (1, 1)
    assert str(found["elo"]) == "0.0"
    assert "Elo +0, 95% between -" in zermelo(*words)[1]


def test_a_clean_sweep_is_null_in_json_and_infinite_in_words(zermelo):
    words = ("match", "[[3,12],[2,4]]", "minimax", "minimax", "--games", "1")
    assert json.loads(zermelo(*words, "--json")[1])["elo"] is None
    assert "Elo +∞" in zermelo(*words)[1]


def test_a_seed_repeats_it(zermelo):
    words = ("match", "pig:goal=12", "random", "mcts:sims=5,compiled=false", "--games", "6", "--json", "--seed")
    assert zermelo(*words, "7")[1] == zermelo(*words, "7")[1]


def test_three_players_take_turns(zermelo):
    words = ("match", "castles", "maxn:compiled=false", "random", "--games", "3", "--json")
    assert json.loads(zermelo(*words)[1])["games"] == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nim", "random"], "Missing argument 'B'"),
        (["nim", "random", "humn"], "no engine is called 'humn'"),
        (["nim", "random", "human"], "no engine is called 'human'; people play in `zermelo play`"),
        (["nim", "random", "random", "--games", "0"], "'--games'"),
        (["nim", "random", "random", "--opening", "500"], "nim is over within 500 random plies: take a shorter"),
        (["nim", "random", "random", "--position", "0,0"], "the game is over at 0,0"),
        (["nim", "random", "random", "--seed", "x"], "'--seed'"),
        (["castles", "alphabeta", "random"], "alphabeta needs two players"),
    ],
)
def test_mistakes(zermelo, words, told):
    code, out, err = zermelo("match", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


@pytest.mark.parametrize(("wins", "draws", "losses"), [(1, 0, 0), (0, 0, 3), (5, 5, 5), (7, 2, 1), (0, 9, 0)])
def test_the_interval_holds_the_difference(wins, draws, losses):
    difference, low, high = elo(wins, draws, losses)
    assert low <= difference <= high
    mirrored = elo(losses, draws, wins)
    assert math.isclose(mirrored.difference, -difference, abs_tol=1e-9)
    assert math.isclose(mirrored.low, -high, abs_tol=1e-6)


def test_known_differences():
    assert math.isclose(elo(3, 0, 1).difference, 190.85, abs_tol=0.01)  # 400 log10 3
    assert str(elo(4, 2, 4).difference) == "0.0"
    assert elo(2, 0, 0).difference == math.inf
    assert elo(0, 0, 0) == (0.0, -math.inf, math.inf)
