"""What the last play of the other tells about its rack."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import zermelo
from zermelo.experts.scrabble.guessing import Guess, last_play
from zermelo.experts.scrabble.judging import Judge
from zermelo.experts.scrabble.turns import MODEL
from zermelo.game import CHANCE
from zermelo.games.scrabble.finding import Finder
from zermelo.games.scrabble.plays import tiles_of
from zermelo.installed import np
from zermelo.knowledge import known_by

WORDS, TILES = "AT+TA+CAT+ACT+TACT+BAT+TAB+AB+BA+ABB+CAB", "A1x6+B3x3+C3x3+T1x5+?0x2"
SMALL = f"scrabble:size=5,rack=3,words={WORDS},tiles={TILES},exchange=3"


def seen(*texts):
    """What player 2 knows after some turns of player 1, and the judge."""
    game = zermelo.load(SMALL)
    states = [game.read_state("5/5/5/5/5 ABT/CCT 0/0")]
    for text in texts:
        states.append(game.result(states[-1], game.read_action(states[-1], text)))
        while game.to_move(states[-1]) == CHANCE:
            states.append(game.result(states[-1], game.moves(states[-1])[0]))
    known = known_by(game, 1, states[-1], states[:-1])
    return game, known, Judge(Finder(5, TILES, WORDS, 3, 50), np.zeros(MODEL.end), 3)


def test_the_last_play_is_found_in_what_was_seen():
    _, known, judge = seen("3B AT")
    play = last_play(judge, known)
    assert (play.board, tiles_of(play.action), play.kept, play.bag) == (bytes(25), b"\x01\x04", 1, 13)


@pytest.mark.parametrize("texts", [("pass",), ("exchange AB",), ("3B BAT",), ()])
def test_there_is_none_after_other_turns(texts):
    _, known, judge = seen(*texts)
    assert last_play(judge, known) is None  # a play that kept nothing tells nothing


def test_tiles_with_which_there_was_a_better_play_are_less_likely():
    _, known, judge = seen("3B AT")
    play = last_play(judge, known)
    unseen = bytes([1, 1, 2, 2, 2, 4, 64])
    guess = Guess(judge, unseen, 3, play, random.Random(1))
    assert guess.chance(b"\x01") == 1.0  # with AAT there is nothing better
    assert guess.chance(b"\x02") < 0.01  # with ABT there was BAT, for 50 points more
    drawn = [guess.draw() for _ in range(300)]
    racks = Counter(rack for rack, _ in drawn)
    assert all(sorted((*rack, *order)) == sorted(unseen) for rack, order in drawn)
    plain = Guess(judge, unseen, 3, None, random.Random(1))
    share = sum(number for rack, number in racks.items() if 1 in rack or 4 in rack) / 300
    usual = sum(1 in rack or 4 in rack for rack, _ in (plain.draw() for _ in range(300))) / 300
    assert share > usual


def test_an_engine_that_guesses_plays_a_whole_game_and_sees_nothing_hidden():
    game = zermelo.load(SMALL)
    player = zermelo.engine("wordsmith:style=simulating,sims=3,seed=1")
    record = zermelo.play(game, [player, zermelo.engine("wordsmith:style=static")], seed=4)
    assert game.is_terminal(record.end)
    states = [game.initial()]
    for action in record.actions:
        states.append(game.result(states[-1], action))
    at = next(n for n, state in enumerate(states) if sum(map(bool, state.board)) > 3 and game.to_move(state) == 0)
    known = known_by(game, 0, states[at], states[:at])
    first = None
    for fraction in (0.1, 0.5, 0.9):
        dealt = game.deal(known, fraction)
        found = player.open(game).analyse(dealt, states[:at])
        told = [(one.action, round(one.value, 9)) for one in found.candidates]
        first = first or told
        assert told == first
