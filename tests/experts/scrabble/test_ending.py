"""Endings: against reference data, and against plain minimax by the rules."""

from __future__ import annotations

import random
from functools import cache

import pytest

import zermelo
from zermelo.experts.scrabble.ending import Endings
from zermelo.games.scrabble import ScrabbleState
from zermelo.games.scrabble.finding import Finder

# Where the file is wrong: plain alpha-beta over the second generator of the file's own makers gives these
CORRECTED = {27: 26, -8: -11, -24: -29}
TILES, WORDS = "A1x6+B3x3+C3x3+T1x5+?0x2", "AT+TA+CAT+ACT+TACT+BAT+TAB+AB+BA+ABB+CAB"


@pytest.mark.long
def test_21_endings(truth):
    game, endings = zermelo.load("scrabble"), Endings(Finder(15, "english", "enable", 7, 50))
    lines = [line for line in truth("scrabble/endgames_21.txt").read_text().splitlines() if line[0] != "#"]
    wrong = 0
    for number, line in enumerate(lines):
        board, own, other, value = line.split("|")
        state = game.read_state(f"{board} {own}/{other} 0/0")
        ending = endings.solve(state.board, *state.racks)
        assert ending.exact
        assert ending.nodes < 20_000
        expected = CORRECTED[int(value)] if number in (4, 8, 11) else int(value)
        assert ending.value == expected
        wrong += expected != int(value)
        after = game.result(state._replace(bag=b""), ending.action)
        assert after.player == 1
    assert (len(lines), wrong) == (21, 3)


def random_ending(noise):
    """A position of a small board whose bag is empty."""
    game = zermelo.load("scrabble", size=5, rack=3, words=WORDS, tiles=TILES, exchange=3)
    while True:
        state = game.initial()
        while not game.is_terminal(state) and (state.bag or not any(state.board)):
            moves = [move for move in game.moves(state) if move < 1 << 59] or game.moves(state)
            state = game.result(state, noise.choice(moves[:8]))
        if not game.is_terminal(state):
            return game, state


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("left", [1, 2])
def test_plain_minimax_finds_the_same(number, left):
    noise = random.Random(f"ending {number}")
    game, state = random_ending(noise)
    last = game.parameters["scoreless"]

    @cache
    def value(state: ScrabbleState) -> float:
        """What the player to move gains from here on."""
        best = -1e9
        for action in game.legal(state):
            after = game.result(state, action)
            if after.scoreless == 0:
                after = after._replace(scoreless=last - 2)
            me, you = state.player, 1 - state.player
            gain = after.scores[me] - after.scores[you]
            if not game.is_terminal(after):
                gain -= value(after._replace(scores=(0, 0)))
            best = max(best, gain)
        return best

    expected = value(state._replace(scores=(0, 0), scoreless=last - left))
    endings = Endings(Finder(5, TILES, WORDS, 3, 50), compiled=number >= 2)
    ending = endings.solve(state.board, state.racks[state.player], state.racks[1 - state.player], left)
    assert ending.exact
    assert ending.value == expected
    assert ending.action in game.legal(state)


def test_an_ending_that_is_not_finished_says_so():
    noise = random.Random("ending 3")
    _, state = random_ending(noise)
    endings = Endings(Finder(5, TILES, WORDS, 3, 50))
    ending = endings.solve(state.board, state.racks[state.player], state.racks[1 - state.player], nodes=3)
    assert not ending.exact
    assert ending.nodes <= 3
