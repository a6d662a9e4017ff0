"""Games on integers of more than 64 bits compile as they are written, and are the same games as interpreted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from compile.doors import doors
from compile.long_boards import by_bits, by_cells, packed, signed
from fresh import python

import zermelo
from zermelo.compile.trust import compare
from zermelo.compile.trust.bounds import growths
from zermelo.compile.trust.shapes import has_long, long_bits, shape_of
from zermelo.game import Game

EXAMPLE = Path(__file__).parents[2] / "examples" / "mnk_integer.py"
OTHERS = by_bits, signed, packed
GAMES = {"by cells": by_cells, "by bits": by_bits, "signed": signed, "packed": packed}


def near_the_end(game):
    """A state where few moves are left, so that a search reaches the end: the first cells are taken."""
    state = game.initial()
    while len(game.legal(state)) > 7:
        state = game.result(state, sorted(game.legal(state))[0])
    return state


@pytest.mark.parametrize("make", [by_cells, *(pytest.param(make, marks=pytest.mark.long) for make in OTHERS)])
def test_it_is_the_same_game(make):
    game = make()
    assert has_long(shape_of(game))
    assert compare.find_difference(game) == compare.Difference("")


@pytest.mark.long
@pytest.mark.parametrize("make", GAMES.values(), ids=list(GAMES))
def test_searches_find_the_same(make):
    game = make()
    state = near_the_end(game)
    for search in (zermelo.Minimax(), zermelo.MCTS(sims=100, seed=1)):
        fast, slow = (search.with_options(compiled=compiled).analyse(game, state) for compiled in (None, False))
        assert (fast.compiled, fast.reason) == (True, "")
        assert (fast.value, fast.action, fast.nodes) == (slow.value, slow.action, slow.nodes)


@pytest.mark.long
@pytest.mark.parametrize(("size", "bits"), [(9, 88), (15, 238), (19, 378)])
def test_five_in_a_row_on_integers(size, bits):
    game = zermelo.load(str(EXAMPLE), size=size)
    assert abs(long_bits(game) - bits) < 2
    fast, slow = (zermelo.perft(game, depth=2, compiled=compiled) for compiled in (True, False))
    assert (fast.leaves, fast.divided) == (slow.leaves, slow.divided)


def test_short_boards_stay_short():
    game = zermelo.load(str(EXAMPLE), size=5)
    assert (long_bits(game), has_long(shape_of(game))) == (0, False)


SEARCH = """
import zermelo
from zermelo.compile.kernel.events import listen
heard = []
game = zermelo.load({path!r}, size=15)
with listen(heard.append):
    analysis = zermelo.Minimax(depth=1).analyse(game)
print(analysis.compiled, analysis.value, analysis.nodes, len(heard))
"""


@pytest.mark.long
def test_kernels_are_found_again_in_another_process(tmp_path):
    one, other = (python(SEARCH.format(path=str(EXAMPLE)), tmp_path).stdout.split() for _ in range(2))
    assert one[:3] == other[:3]
    assert (one[0], one[3], other[3]) == ("True", "2", "0")


def tower(floors: int = 24) -> Game:
    """Each door that leads on shifts a number by another 10 bits."""
    return doors("tower", 1 << 50, lambda number: number << 10 | 3, lambda number: number.bit_length(), floors)


@pytest.mark.long
def test_a_number_that_outgrows_its_bits_gets_more(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    before = growths()
    analysis = zermelo.Minimax().analyse(tower())
    assert (analysis.value, analysis.compiled) == (51.0 + 240, True)
    assert growths() > before


@pytest.mark.long
def test_a_number_without_bounds_runs_interpreted(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    analysis = zermelo.Minimax().analyse(tower(floors=60))
    assert (analysis.value, analysis.compiled) == (51.0 + 600, False)


WIDE = 1 << 600


def test_what_no_width_has_room_for_is_told():
    game = replace(by_cells(), is_terminal=lambda state: state.mine > WIDE)
    found = compare.find_difference(game)
    told = "WIDE needs 601 bits, and compiled integers have 64; use an array, or several words of up to 384 bits"
    assert found.failure == f"{told} (zermelo.bits)"


def test_what_does_not_compile_is_told_with_the_word_that_has_room():
    game = replace(by_cells(), utility=lambda state, player: float(str(state.mine)[0] == "1"))
    found = compare.find_difference(game)
    assert "of test_long_boards.py, `game = replace(by_cells(), utility=lambda" in found.failure
    assert found.failure.endswith("(its integers have 81 bits: zermelo.bits.Wide is a word of 128 bits that compiles)")
