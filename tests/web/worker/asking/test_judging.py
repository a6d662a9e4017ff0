"""A review judges each move at equal depth, and all positions with the same player to move at the end."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

import zermelo
from zermelo.web.worker.asking.judging import at_parity, judge

OPERA = [
    *("e4", "e5", "Nf3", "d6", "d4", "Bg4", "dxe5", "Bxf3", "Qxf3", "dxe5", "Bc4", "Nf6", "Qb3", "Qe7", "Nc3", "c6"),
    *("Bg5", "b5", "Nxb5", "cxb5", "Bxb5+", "Nbd7", "O-O-O", "Rd8", "Rxd7", "Rxd7", "Rd1", "Qe6", "Bxd7+", "Nxd7"),
    *("Qb8+", "Nxb8", "Rd8#"),
]


def judged(spec, moves, place, engine, seconds):
    """What is said of the position before a move."""
    game = zermelo.load(spec)
    state, played = game.initial(), []
    for text in moves:
        action = game.read_action(state, text)
        played.append(game.moves(state).index(action))
        state = game.result(state, action)
    told = []
    about = {"spec": spec, "parameters": {}, "start": None, "engine": engine, "time": seconds}
    judge({**about, "played": played[:place], "next": played[place]}, told.append)
    return told[0]


def test_the_depth_that_counts_ends_with_the_first_player_to_move():
    game = zermelo.load("chess")
    found = zermelo.engine("alphabeta:depth=1,compiled=false").analyse(game)
    depths = [replace(found, depth=depth) for depth in (1, 2, 3, 4, 5)]
    assert at_parity(depths, 0).depth == 4
    assert at_parity(depths, 1).depth == 5
    assert at_parity(depths[:1], 0).depth == 1  # there is no other


def test_a_mate_is_the_whole_game_and_the_best_move_loses_nothing():
    engine = {"name": "alphabeta", "options": {"compiled": False, "depth": 3}}
    told = judged("chess", OPERA, len(OPERA) - 1, engine, 20.0)
    assert (told["share"], told["lost"], told["action"]) == (1.0, 0.0, "Rd8#")


def test_a_move_that_throws_the_game_away_loses_half_of_it():
    engine = {"name": "auto", "options": {"compiled": False}}
    told = judged("tic-tac-toe", ["b2", "b1", "a1"], 1, engine, 5.0)
    assert told["lost"] == pytest.approx(0.5)
    assert told["outcome"] == 0


@pytest.mark.long
def test_the_opera_game_rises_to_the_mate_without_zigzags():
    """By an equal number of plies for all positions, so that no speed of the machine matters."""
    engine = {"name": "alphabeta", "options": {"depth": 7}}
    shares = [judged("chess", OPERA, place, engine, 60.0)["share"] for place in range(16, len(OPERA))]
    assert shares[-3:] == [1.0, 1.0, 1.0]
    falls = [max(0.0, before - after) for before, after in pairwise(shares)]
    assert max(falls) < 0.12


def test_in_a_game_for_points_they_are_told():
    """On the page of a board of letters: a pass where a word brings 60 points."""
    parameters = {"size": 5, "rack": 3, "words": "AT+TA+CAT+ACT", "tiles": "A1x6+C3x3+T1x5+?0x1", "exchange": 3}
    game = zermelo.load("scrabble", **parameters)
    start = "5/5/5/5/5 ACT/AAT 0/0"
    state = game.read_state(start)
    engine = {"name": "wordsmith", "options": {"style": "static"}}
    request = {
        "spec": "scrabble",
        "parameters": parameters,
        "start": start,
        "played": [],
        "open": True,
        "time": 0.5,
        "engine": engine,
        "lines": 1,
        "cold": False,
        "next": game.legal(state).index(0),
    }
    told = []
    judge(request, told.append)
    assert told[-1]["lost"] > 0.2
    share, points = told[-1]["lost_words"].split(", ")
    assert share.endswith("%")
    assert points == "60.0 points"
