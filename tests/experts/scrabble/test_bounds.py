"""The most that plays of an anchor score, and the best turn that is found by it."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.compile.cache.tables import interpreted
from zermelo.compile.kernel.memory import array_of
from zermelo.experts.scrabble import bounds
from zermelo.experts.scrabble.bounds import bounder
from zermelo.experts.scrabble.judging import Judge, prepared
from zermelo.experts.scrabble.leaves import shipped_model
from zermelo.experts.scrabble.turns import GREEDY, OWN
from zermelo.games.scrabble import moves as at
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.plays import BLANK, PASS, tiles_of

WORDS = "AT+TA+CAT+ACT+TACT+BAT+TAB+AB+BA+ABB+CAB+CABAT+TACTA+BACCAT"
TILES = "A1x6+B3x4+C4x4+T1x6+?0x2"


def some_position(noise):
    """A board of a game by random plays, and a rack."""
    game = zermelo.load("scrabble", size=7, rack=4, words=WORDS, tiles=TILES, exchange=4)
    while True:
        state, turns = game.initial(), noise.randrange(7)
        while not game.is_terminal(state) and (game.to_move(state) < 0 or turns):
            turns -= game.to_move(state) >= 0
            state = game.result(state, noise.choice(game.moves(state)[:12]))
        if not game.is_terminal(state):
            return state.board, state.racks[state.player]


@pytest.mark.long
def test_no_play_scores_more_than_is_said_at_its_anchor():
    noise, finder = random.Random(1), Finder(7, TILES, WORDS, 4, 50)
    bound, spell = interpreted(bounder)
    graph, tight, seen = array_of(finder.graph).tolist(), 0, 0
    for _ in range(60):
        board, rack = some_position(noise)
        words = prepared(finder, OWN.end, False)
        words[at.BOARD : at.BOARD + len(board)] = list(board)
        for tile in rack:
            words[at.BLANKS if tile == BLANK else at.HAVE + tile] += 1
        bound(graph, words)
        found = {}
        for anchor in range(words[bounds.ANCHORS]):
            most = words[bounds.SCORES + bounds.STRETCH * anchor :][: bounds.STRETCH]
            for number in range(spell(graph, words, anchor)):
                play, score = words[at.PLAYS + at.EACH * number :][:2]
                assert score <= most[len(tiles_of(play))]
                tight += score == most[len(tiles_of(play))]
                found[play] = score
        listed = finder.plays(board, rack)
        assert found == {play: score for play, score, _ in listed.tolist()}
        seen += len(found)
    assert seen > 500
    assert tight > seen / 10  # the bounds are of use


@pytest.mark.parametrize("seed", range(2))
def test_the_best_turn_of_whole_games_is_the_best_of_all_that_are_listed(seed):
    game, finder = zermelo.load("scrabble"), Finder(15, "english", "enable", 7, 50)
    judge = Judge(finder, shipped_model(finder.tiles))
    record = zermelo.play(game, [zermelo.engine("wordsmith:style=static")] * 2, seed=seed)
    state, blanks = game.initial(), 0
    for action in record.actions:
        if game.to_move(state) >= 0:
            others = finder.tiles.points(state.racks[1 - state.player]) if not state.bag else 0
            given = state.board, state.racks[state.player], len(state.bag), others
            turns, (chosen, score, worth) = judge.turns(*given), judge.best(*given)
            values = {turn.action: turn.worth - 0.5 * (turn.action == PASS) for turn in turns}
            assert values[chosen] == pytest.approx(worth)
            assert worth == pytest.approx(max(values.values()))
            assert score == next(turn.score for turn in turns if turn.action == chosen)
            assert judge.best(*given, GREEDY)[1] == max(turn.score for turn in turns)
            blanks += BLANK in given[1]
        state = game.result(state, action)
    assert blanks
