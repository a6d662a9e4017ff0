"""The generator of plays against reference data and a slow, obvious twin, compiled and interpreted."""

from __future__ import annotations

import random
import string

import pytest
from games.scrabble import twin

import zermelo
from zermelo.compile.cache.tables import interpreted
from zermelo.compile.kernel.memory import array_of
from zermelo.games.scrabble import moves as at
from zermelo.games.scrabble.finding import Finder, kernel
from zermelo.games.scrabble.laying import laid
from zermelo.games.scrabble.plays import BLANK
from zermelo.games.scrabble.squares import squares_of
from zermelo.games.scrabble.tiles import read_tiles

ALPHABET = "A1x9+B3x3+C3x3+D2x3+E1x9+?0x2"


@pytest.mark.long
def test_the_plays_of_200_positions_of_games(truth):
    game = zermelo.load("scrabble")
    finder = Finder(15, "english", "enable", 7, 50)
    for line in truth("scrabble/plays_200.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        board, rack, _, count, best, _, total, whole, one = line.split("|")
        state = game.read_state(f"{board} {rack}/- 0/0")
        found = finder.plays(state.board, state.racks[0])
        scores = found[:, 1]
        assert len(found) == len(set(found[:, 0].tolist())) == int(count)
        assert (int(scores.max(initial=0)), int(scores.sum())) == (int(best), int(total))
        names = {
            game.action_text(state._replace(bag=b""), int(action)).replace("(", "").replace(")", "")
            for action in found[:, 0]
        }
        assert one == "-" or one in names
        assert sum(name is not None for name in names) == int(count)
        assert int(whole) == sum(len(laid(squares_of(15), state.board, int(action))) == 7 for action in found[:, 0])


def random_list(noise):
    letters = noise.choice(["ABC", "ABCDE"])
    return {
        "".join(noise.choice(letters) for _ in range(noise.choice([2, 2, 3, 3, 4, 5])))
        for _ in range(noise.randint(3, 40))
    }


def random_board(noise, words, finder, size):
    """A board after some random plays."""
    board, tiles = bytes(size * size), read_tiles(ALPHABET)
    for _ in range(noise.randint(0, 6)):
        rack = bytes(sorted(noise.choices(range(1, 6), k=finder.rack)))
        if noise.random() < 0.2:
            rack = bytes(sorted([*rack[1:], BLANK]))
        found = finder.plays(board, rack)
        if len(found):
            tiles_laid = laid(squares_of(size), board, int(noise.choice(found[:, 0].tolist())))
            board = bytes(tiles_laid.get(square, tile) for square, tile in enumerate(board))
    return board, bytes(sorted(noise.choices([*range(1, 6), BLANK], weights=[9, 3, 3, 3, 9, 3], k=finder.rack))), tiles


def compared(number, run):
    """One random position of a small board: the generator and the twin."""
    noise = random.Random(f"scrabble {number}")
    size, whole = noise.choice([3, 5, 6, 7]), noise.choice([2, 3, 4])
    words = random_list(noise)
    finder = Finder(size, ALPHABET, "+".join(sorted(words)) + "+", whole, 50)
    board, rack, tiles = random_board(noise, words, finder, size)
    memory = finder.prepared(board, rack)
    if run is not kernel():
        memory = array_of(memory).tolist()
    count = run(finder.graph if run is kernel() else array_of(finder.graph).tolist(), memory)
    got = {}
    words_of_it = list(array_of(memory)[at.PLAYS : at.PLAYS + 3 * count])
    for action, score in zip(words_of_it[::3], words_of_it[1::3], strict=True):
        cells = laid(squares_of(size), board, int(action)).items()
        key = frozenset((*divmod(square, size), tiles.written(tile)) for square, tile in cells)
        assert key not in got
        got[key] = score
    grid = {divmod(square, size): tiles.written(tile) for square, tile in enumerate(board) if tile}
    values = dict(zip(tiles.names, tiles.values, strict=True))
    expected = twin.plays(
        grid, tiles.text(rack), {w for w in words if len(w) <= size}, values, 50, size, squares_of(size).bonus, whole
    )
    assert got == expected


@pytest.mark.parametrize("number", range(40))
def test_a_slow_generator_finds_the_same(number):
    compared(number, kernel())


@pytest.mark.parametrize("number", range(6))
def test_interpreted_code_finds_the_same(number):
    compared(number, interpreted(at.generator))


@pytest.mark.slow
def test_a_slow_generator_finds_the_same_in_2000_positions():
    for number in range(2000):
        compared(number, kernel())


def test_what_is_kept_is_told_with_each_play():
    finder = Finder(5, "A1x9+B3x3+C3x3+?0x2", "AB+CAB+ABC+BA", 3, 50)
    weights = {1: 1, 2: 10, 3: 100, BLANK: 1000}
    rack = bytes([1, 2, 3])
    for action, _, kept in finder.plays(bytes(25), rack, weights, 111).tolist():
        tiles = laid(squares_of(5), bytes(25), action).values()
        assert kept == 111 - sum(weights[BLANK if tile & BLANK else tile] for tile in tiles)


def test_letters_up_to_the_last_that_a_word_of_bits_holds():
    names = [first + second for first in "ABC" for second in string.ascii_uppercase][:62]
    tiles = "+".join(f"{name}1x2" for name in names)
    finder = Finder(5, tiles, f"{names[0]}{names[61]}+{names[61]}{names[60]}{names[61]}", 3, 50)
    found = finder.plays(bytes(25), bytes([1, 61, 62]))
    assert {tuple(laid(squares_of(5), bytes(25), int(action)).values()) for action in found[:, 0]} == {(1, 62)}
    assert finder.has_word(bytes([62, 61, 62]))
    assert not finder.has_word(bytes([62, 61]))
