"""Games over tuples and lists compile, and are the same games then."""

from __future__ import annotations

from pathlib import Path

import numba
import pytest
from compile import boards
from processes import SUPPORT, run_python

import zermelo
import zermelo.compile.numba.intrinsics
from zermelo.bits import blended
from zermelo.compile.trust.compare import find_difference

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = {
    "bare tuple": boards.bare_tuple,
    "row tuples": boards.row_tuples,
    "row tuples, generator": lambda: boards.row_tuples(listing="generator"),
    **{f"nim, {way}": lambda way=way: boards.nim(way) for way in ("append", "extend", "two lists", "generator")},
    "dice": boards.dice,
}
ANSWERS = """
    import sys
    sys.path.insert(0, sys.argv[1])
    import zermelo
    from compile import boards

    found = zermelo.Minimax(depth=3, evaluate="none", compiled=True).analyse(boards.row_tuples())
    print(found.value, found.nodes, found.action)
"""


QUICK = ("bare tuple", "nim, append")


@pytest.fixture(
    scope="module", params=[name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in GAMES]
)
def game(request):
    return GAMES[request.param]()


def test_it_is_the_same_game_when_it_is_compiled(game):
    found = find_difference(game, seconds=0.3)
    assert found is not None, "it does not compile"
    assert found.text == ""


@pytest.mark.long
def test_searches_agree(game):
    search = zermelo.Expectiminimax if game.has_chance else zermelo.Minimax
    compiled, interpreted = (search(depth=3, evaluate="none", compiled=way).analyse(game) for way in (True, False))
    assert (compiled.value, compiled.nodes, compiled.action) == (
        interpreted.value,
        interpreted.nodes,
        interpreted.action,
    )


@pytest.mark.slow
def test_both_kalahs_are_searched_alike():
    search = zermelo.AlphaBeta(7, evaluate="none", compiled=True)
    of_tuple, of_bits = (search.analyse(zermelo.load(str(EXAMPLES / f"kalah_{kind}.py"))) for kind in ("tuple", "bits"))
    assert (of_tuple.value, of_tuple.nodes, of_tuple.line) == (of_bits.value, of_bits.nodes, of_bits.line)


@pytest.mark.long
@pytest.mark.parametrize("name", ["bare tuple", "row tuples"])
def test_a_whole_game_is_solved(name):
    game = GAMES[name]()
    assert zermelo.AlphaBeta(evaluate="none", plain=True, compiled=True).analyse(game).value == 0


@pytest.mark.long
def test_a_second_process_takes_them_from_the_disk(tmp_path):
    first, second = (run_python(ANSWERS, str(SUPPORT), cache=tmp_path) for _ in range(2))
    assert first.stderr.count("first run only") == 1
    assert (second.stderr, second.stdout) == ("", first.stdout)


def test_the_keys_of_nested_states_differ():
    """Of a board of rows, and of one tuple per player: the place of a stone is part of the key in both."""
    cells = [tuple(int(place == stone) for place in range(9)) for stone in range(9)]
    of_rows = {blended(((one[:3], one[3:6], one[6:]), 0)) for one in cells}
    of_players = {blended(pair) for one in cells for pair in ((one, (0,) * 9), ((0,) * 9, one))}
    assert (len(of_rows), len(of_players)) == (9, 18)


@pytest.mark.parametrize("state", [((1, 0, 2), (0, 3, 0)), (tuple(range(20)), 1), (((1, 2), (3, 4)), (True, 2))])
def test_keys_are_the_same_compiled(state):
    assert numba.njit(lambda value: blended(value))(state) == blended(state)


def test_a_strong_search_of_rows_finds_the_draw():
    assert zermelo.AlphaBeta(7, plain=False, evaluate="none", compiled=False).analyse(boards.row_tuples()).value == 0
