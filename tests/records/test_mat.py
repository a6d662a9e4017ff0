"""Match files of backgammon."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.records.mat import match_of, read_file, read_match, write_match

# As GNU Backgammon writes them
SAMPLE = """; [EventDate "2026.11.16"]

 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1)                             21: 13/11 24/23
  2) 52: 13/8 24/22              63: 8/5 11/5
  3) 53: 8/3 6/3                  Doubles => 2
  4)  Takes                      62: 13/7 7/5
  5) 42: 8/4 6/4
      Wins 2 points

 Game 2
 Ann : 2                        Bob : 0
  1) 63: 24/18 18/15             65: 24/18 18/13
                                  Wins 1 point

 Game 3
 Ann : 2                        Bob : 1
  1) 63: 24/18 18/15              Doubles => 2
  2)  Drops
                                  Wins 1 point
"""


def test_a_match_is_read():
    match = read_match(SAMPLE)
    assert (match.names, match.length, match.tags) == (("Ann", "Bob"), 3, {"EventDate": "2026.11.16"})
    assert [(game.winner, game.points) for game in match.games] == [(0, 2), (1, 1), (1, 1)]
    assert [(game.start.first, game.start.second, game.start.crawford) for game in match.games] == [
        (0, 0, 0), (2, 0, 1), (2, 1, 0),
    ]  # fmt: skip
    rules, first = match.game, match.games[0]
    state, texts = first.start, []
    for action in first.actions:
        texts.append(rules.action_text(state, action))
        state = rules.result(state, action)
    assert texts[:6] == ["1-2", "24/23 13/11", "roll", "5-2", "24/22 13/8", "roll"]
    assert texts[-7:-3] == ["double", "take", "6-2", "13/5"]


def test_a_match_is_written_as_it_is_read():
    match = read_match(SAMPLE)
    assert read_match(write_match(match)) == match
    assert "  4)  Takes                      62: 13/7 7/5\n" in write_match(match)


@pytest.mark.parametrize("spec", ["backgammon", "backgammon:cube=true", "backgammon:cube=true,length=3"])
def test_games_played_here_are_written_and_read(spec):
    game, noise = zermelo.load(spec), random.Random(spec)
    record = zermelo.play(game, [lambda game, state: noise.choice(game.legal(state))] * 2, seed=3)
    match = match_of(record, ("Ann", "Bob"))
    assert read_match(write_match(match)) == match
    assert match.games[-1].winner == (0 if record.utilities[0] > 0 else 1)
    if not game.parameters["length"]:
        assert match.games[-1].points == max(record.utilities)


def test_a_game_that_was_broken_off_has_no_winner():
    match = read_match("0 point match\n\nGame 1\nAnn : 0   Bob : 0\n 1) 31: 8/5 6/5   66: 24/18(2) 13/7(2)\n")
    assert (match.games[0].winner, match.length, len(match.games[0].actions)) == (None, 0, 5)


def test_other_games_are_not_written():
    record = zermelo.play(zermelo.load("nim"), [zermelo.Random(seed=1)] * 2)
    with pytest.raises(zermelo.ZermeloError, match=r"\.mat files are of backgammon, not of nim"):
        match_of(record)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with '3 point match'"),
        ("hello", "begins with '3 point match' or '0 point match', not 'hello'"),
        ("3 point match\nGame 1\n", "game 1, start: the players and their scores are missing"),
        ("3 point match\nGame 1\nAnn : 3  Bob : 0\n", "the match to 3 is over at 3 to 0"),
        ("3 point match\nGame 1\nAnn : 0  Bob : 0\n 1) 11: 8/7\n", "nobody begins with 11"),
        ("3 point match\nGame 1\nAnn : 0  Bob : 0\n 1) 31: 8/5 6/4\n", "game 1, move 1: '8/5 6/4' is not legal here"),
        ("3 point match\nGame 1\nAnn : 0  Bob : 0\n 1) 31: 8/5 6/5  Takes\n", "'take' is not legal here"),
        ("3 point match\nGame 1\nAnn : 0  Bob : 0\n what\n", "'what' is no line of a match file"),
        (
            "3 point match\nGame 1\n" + "a : " * 5000 + "\n",
            "game 1, start: a line has 20000 characters, more than 1000",
        ),
        (SAMPLE + " 3) 31: 8/5 6/5\n", "game 3, move 3: '31' comes after the game is over"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(text, words):
    with pytest.raises(zermelo.ZermeloError) as refused:
        read_match(text)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_is_named_in_its_errors(tmp_path):
    with pytest.raises(zermelo.ZermeloError, match="cannot be read"):
        read_file(tmp_path / "none.mat")
    (tmp_path / "bad.mat").write_bytes(b"caf\xe9")
    with pytest.raises(zermelo.ZermeloError, match=r"bad\.mat: a match file begins"):
        read_file(tmp_path / "bad.mat")
