"""2048 beside a slow, obvious twin on lists; small boards beside their published values."""

from __future__ import annotations

import csv
import random
from functools import cache

import pytest
from conftest import random_position

import zermelo
from zermelo.arena.doctor import examine
from zermelo.game import CHANCE, ZermeloError
from zermelo.games.game_2048 import LARGEST, WAYS

SIZES = [(4, 4), (3, 3), (2, 2), (2, 3), (4, 2)]


def pushed(rows, way):
    """A list of rows of tiles after a push, and the points of its merges."""
    if way in ("up", "down"):
        after, points = pushed([list(column) for column in zip(*rows, strict=True)], {"up": "left"}.get(way, "right"))
        return [list(column) for column in zip(*after, strict=True)], points
    after, points = [], 0
    for row in rows:
        tiles = [tile for tile in (row if way == "left" else row[::-1]) if tile]
        line = []
        while tiles:
            tile = tiles.pop(0)
            if tiles and tiles[0] == tile and tile < 2**LARGEST:
                tile += tiles.pop(0)
                points += tile
            line.append(tile)
        line += [0] * (len(row) - len(line))
        after.append(line if way == "left" else line[::-1])
    return after, points


def tiles_of(game, state):
    """The rows of a position, read from its text."""
    words = game.state_text(state).split()
    return [[int(tile) for tile in row.split("/")] for row in words if "/" in row]


def score_of(game, state):
    return game.utility(state, 0)


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_pushes_are_those_of_the_twin(rows, columns):
    game, noise = zermelo.load("2048", rows=rows, columns=columns), random.Random(rows * 10 + columns)
    for _ in range(3):
        state = game.initial()
        while not game.is_terminal(state):
            before = tiles_of(game, state)
            move = noise.choice(game.moves(state))
            after = game.result(state, move)
            if game.to_move(state) == CHANCE:
                assert sum(map(sum, tiles_of(game, after))) - sum(map(sum, before)) == 2 + 2 * (move & 1)
            else:
                expected = {way: pushed(before, way) for way in WAYS}
                assert [WAYS[way] for way in sorted(game.legal(state))] == [
                    way for way in WAYS if expected[way][0] != before
                ]
                assert (tiles_of(game, after), score_of(game, after) - score_of(game, state)) == expected[WAYS[move]]
            state = after
        assert all(pushed(tiles_of(game, state), way)[0] == tiles_of(game, state) for way in WAYS)


def test_two_of_the_largest_tiles_do_not_merge():
    game = zermelo.load("2048:rows=2,columns=2,goal=32768")
    state = game.read_state("16384/16384 4/2")
    assert game.is_terminal(game.result(state, 0))
    game = zermelo.load("2048:rows=2,columns=2")
    assert game.is_terminal(game.read_state("32768/32768 4/2 917508"))


def test_a_new_tile_is_a_2_in_nine_of_ten_cases():
    game = zermelo.load("2048:rows=2,columns=2")
    state = game.read_state("2/0 0/4 4 +1")
    shown = {game.action_text(state, outcome): share for outcome, share in game.outcomes(state)}
    assert shown == pytest.approx({"2 at b1": 0.45, "4 at b1": 0.05, "2 at a2": 0.45, "4 at a2": 0.05})


def test_the_score_counts_merges_only():
    game = zermelo.load("2048:rows=2,columns=2")
    state = game.initial()
    for move, score in (("4 at a1", 0), ("2 at b1", 0), ("down", 0), ("4 at a1", 0), ("down", 8)):
        state = game.result(state, game.read_action(state, move))
        assert score_of(game, state) == score


@cache
def chance_to_win(game, state):
    """By every line, with a memory of positions."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    if game.to_move(state) == CHANCE:
        return sum(share * chance_to_win(game, game.result(state, tile)) for tile, share in game.outcomes(state))
    return max(chance_to_win(game, game.result(state, way)) for way in game.legal(state))


def published(truth):
    lines = [line for line in truth("small/2048_small_optimal.csv").read_text().splitlines() if line[0] != "#"]
    return [(int(size), int(tile), float(value)) for size, tile, value, *_ in csv.reader(lines)]


def test_the_small_boards_are_worth_what_is_published(truth):
    for size, tile, value in published(truth):
        if size == 2:
            game = zermelo.load("2048", rows=size, columns=size, goal=tile)
            assert chance_to_win(game, game.initial()) == pytest.approx(value, abs=1e-12)
            solved = zermelo.analyse(game, game.initial(), "auto:nodes=100000,share=1,compiled=false")
            assert (solved.exact, solved.value) == (True, pytest.approx(value, abs=1e-12))


@pytest.mark.slow
def test_the_solver_finds_the_published_values_of_three_by_three(truth):
    for size, tile, value in published(truth):
        if size == 3:
            game = zermelo.load("2048", rows=size, columns=size, goal=tile)
            solved = zermelo.analyse(game, game.initial(), "auto:nodes=10000000,share=1")
            assert (solved.exact, solved.compiled) == (True, True)
            assert solved.value == pytest.approx(value, abs=1e-9)


@pytest.mark.long
@pytest.mark.parametrize(
    "spec", ["2048", pytest.param("2048:rows=2,columns=3,goal=32,placer=player", marks=pytest.mark.slow)]
)
def test_compiled_and_interpreted_agree(spec):
    diagnosis = examine(zermelo.load(spec), games=2)
    assert (diagnosis.healthy, diagnosis.compiled) == (True, True)


@pytest.mark.parametrize(
    ("goal", "value"),
    [(8, -1), pytest.param(16, 0, marks=pytest.mark.long)],  # the placer's: 8 can be forced, 16 cannot
)
def test_an_opponent_can_put_the_tiles(goal, value):
    game = zermelo.load("2048:rows=2,columns=2,placer=player", goal=goal)
    assert (game.is_duel, game.has_chance) == (True, False)
    found = zermelo.AlphaBeta(compiled=False).analyse(game)
    assert (found.exact, found.value) == (True, value)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_expectiminimax_plays_alone_against_chance(compiled):
    game = zermelo.load("2048:rows=2,columns=2,goal=16")
    search = zermelo.Expectiminimax(depth=40, evaluate="none", compiled=compiled)
    state = game.read_state("4/4 8/2")
    assert search.analyse(game, state).value == pytest.approx(chance_to_win(game, state))


@pytest.mark.parametrize("spec", ["2048", "2048:rows=2,columns=3", "2048:goal=64", "2048:placer=player"])
def test_positions_are_read_as_they_are_written(spec):
    game = zermelo.load(spec)
    for seed in range(20):
        state = random_position(game, seed, most=80, choice=False)
        assert game.read_state(game.state_text(state)) == state


@pytest.mark.parametrize(
    ("spec", "text", "said"),
    [
        ("2048", "2/0", "give 4 rows of 4 tiles with / between, then the score"),
        ("2048:rows=2,columns=2", "2/0 0/3 0", "a tile is 2, 4, … or 32768"),
        ("2048:rows=2,columns=2", "2/0 0/x 0", "tiles and the score are whole numbers"),
        ("2048:rows=2,columns=2", "2/0 0/4 5", "these tiles score 4, less 4 for each that appeared as a 4, not 5"),
        ("2048:rows=2,columns=2", "2/4 2/4 8 +1", "there is no room for 1 more tile"),
        ("2048:rows=2,columns=2,goal=8", "2/4 2/4 8", "give 2 rows of 2 tiles with / between, such as"),
    ],
)
def test_a_bad_position_is_told_in_one_line(spec, text, said):
    with pytest.raises(ZermeloError) as error:
        zermelo.load(spec).read_state(text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("2048:rows=5", "rows and columns must be 2 to 4, not 5 and 4"),
        ("2048:goal=100", "goal must be 8, 16, … or 32768, or 0 for none, not 100"),
        ("2048:placer=nobody", "placer must be chance or player, not 'nobody'"),
        ("2049", "did you mean 2048?"),
    ],
)
def test_bad_parameters_are_told(spec, said):
    with pytest.raises(ZermeloError) as error:
        zermelo.load(spec)
    assert said in str(error.value)


@pytest.mark.slow
def test_the_2048_tile_is_reached_three_pushes_ahead():
    """Depth 5: three pushes and the two tiles between them."""
    game = zermelo.load("2048")
    search = zermelo.Expectiminimax(depth=5).open(game)
    reached = 0
    for seed in range(100):
        noise, state = random.Random(seed), game.initial()
        while not game.is_terminal(state) and largest(game, state) < 2048:
            if game.to_move(state) == CHANCE:
                tiles, shares = zip(*game.outcomes(state), strict=True)
                state = game.result(state, noise.choices(tiles, shares)[0])
            else:
                state = game.result(state, search.analyse(state).action)
        reached += largest(game, state) == 2048
    assert reached >= 95


def largest(game, state):
    return max(map(max, tiles_of(game, state)))
