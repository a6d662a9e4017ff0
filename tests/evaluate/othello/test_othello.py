"""The Othello evaluation: its counts and line tables against slow, obvious twins, its terms, and its advice."""

from __future__ import annotations

import random

import numpy as np
import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import opinion
from zermelo.evaluate.othello import lines
from zermelo.evaluate.othello.counts import counter
from zermelo.evaluate.othello.evaluator import evaluator
from zermelo.games.othello import OthelloState

SIZES = (4, 6, 8)


def squares(word):
    return {square for square in range(64) if int(word) >> square & 1}


def around(square, size):
    row, column = divmod(square, size)
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return {
        (row + down) * size + column + right
        for down, right in steps
        if 0 <= row + down < size and 0 <= column + right < size
    }


def leaning(discs, size):
    """Discs that have, in each of the four directions, the board's end or a disc found before beside them."""
    found = set()

    def supported(square):
        row, column = divmod(square, size)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ends = [(row + down, column + right), (row - down, column - right)]
            if not any(not (0 <= r < size and 0 <= c < size) or r * size + c in found for r, c in ends):
                return False
        return True

    while True:
        more = {square for square in discs - found if supported(square)}
        if not more:
            return found
        found |= more


def mirrored(word, size):
    return np.uint64(sum(1 << (s - s % size + size - 1 - s % size) for s in squares(word)))


def upside_down(word, size):
    return np.uint64(sum(1 << ((size - 1 - s // size) * size + s % size) for s in squares(word)))


def some_positions(size, seeds):
    game = zermelo.load("othello", size=size)
    for seed in seeds:
        state = random_position(game, seed)
        if not game.is_terminal(state):
            yield game, state


# --- counts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_counts_are_what_a_person_counts(size):
    counts = counter(size)
    corners = {0, size - 1, size * (size - 1), size * size - 1}
    for game, state in some_positions(size, range(60)):
        mine, theirs = squares(state.mine), squares(state.theirs)
        empty = set(range(size * size)) - mine - theirs
        seen = counts(state.mine, state.theirs)
        other = OthelloState(state.theirs, state.mine, 1 - state.player)
        assert seen.empty == len(empty)
        assert seen.corners == len(mine & corners) - len(theirs & corners)
        pass_action = size * size
        assert seen.moves == sum(a != pass_action for a in game.actions(state)) - sum(
            a != pass_action for a in game.actions(other)
        )
        beside_theirs = {square for square in empty if around(square, size) & theirs}
        beside_mine = {square for square in empty if around(square, size) & mine}
        assert seen.moves_to_come == len(beside_theirs) - len(beside_mine)
        assert seen.stable == len(leaning(mine, size)) - len(leaning(theirs, size))


def test_stable_discs_are_never_turned():
    """Play on at random: what leans on a corner stays."""
    noise = random.Random(5)
    for game, state in some_positions(6, range(40)):
        stable = [leaning(squares(word), 6) for word in (state.mine, state.theirs)]
        mover = state.player
        while not game.is_terminal(state):
            state = game.result(state, noise.choice(game.legal(state)))
        mine, theirs = (state.mine, state.theirs) if state.player == mover else (state.theirs, state.mine)
        assert stable[0] <= squares(mine)
        assert stable[1] <= squares(theirs)


# --- lines -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def some_table():
    leader, sign = lines.alike()
    numbers = np.random.default_rng(3).integers(-lines.MOST, lines.MOST + 1, (lines.SIZE, lines.MOMENTS))
    return numbers[leader] * sign[:, None]


def test_shapes_of_a_kind_cover_the_board_alike():
    assert [len(lines.instances(name)) for name in lines.SHAPES] == [4, 4, 4, 2, 4, 4, 4]
    for name in lines.SHAPES:
        covered = {square for shape in lines.instances(name) for square in shape}
        assert covered == {63 - square for square in covered} == {square % 8 * 8 + square // 8 for square in covered}


def test_line_sums_are_those_of_the_shapes_one_by_one(some_table):
    groups = (
        ["edge"],
        ["corner"],
        ["second line", "third line"],
        [name for name in lines.SHAPES if "diagonal" in name],
    )
    sums, noise = lines.line_sums(some_table), random.Random(4)
    for _ in range(50):
        mine = np.uint64(noise.getrandbits(64))
        theirs = np.uint64(noise.getrandbits(64)) & ~mine
        moment, beyond = noise.randrange(3), noise.random()
        for found, names in zip(sums(mine, theirs, moment, beyond), groups, strict=True):
            total = 0.0
            for name in names:
                for shape in lines.instances(name):
                    digits = [1 if s in squares(mine) else 2 if s in squares(theirs) else 0 for s in shape]
                    here = some_table[lines.START[name] + sum(digit * 3**i for i, digit in enumerate(digits))]
                    total += (here[moment] * (1 - beyond) + here[moment + 1] * beyond) / lines.UNITS
            assert found == pytest.approx(total)


def test_tables_are_written_and_read(some_table):
    assert (lines.read_table(lines.write_table(some_table)) == some_table).all()
    text = "edge\nXX-O---- 3 -5 7 0\n"
    table = lines.read_table(text)
    assert np.count_nonzero(table.any(axis=1)) == 4  # as written, mirrored, and both with the sides exchanged
    edge = [1, 1, 0, 2, 0, 0, 0, 0]
    exchanged = [0, 0, 0, 0, 1, 0, 2, 2]
    assert list(table[sum(d * 3**i for i, d in enumerate(edge))]) == [3, -5, 7, 0]
    assert list(table[sum(d * 3**i for i, d in enumerate(exchanged))]) == [-3, 5, -7, 0]


def test_the_tables_that_come_along_are_all_there():
    table = lines.load_table()
    for name, start in lines.START.items():
        assert np.count_nonzero(table[start : start + 3 ** len(lines.SHAPES[name])]) > 50, name
    assert abs(table).max() <= lines.MOST


# --- the evaluation --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_turned_boards_and_exchanged_sides_are_judged_alike(size):
    evaluate = evaluator(size).function
    for _, state in some_positions(size, range(20)):
        value = evaluate(state, 0)
        for turn in (mirrored, upside_down):
            turned = OthelloState(turn(state.mine, size), turn(state.theirs, size), state.player)
            assert evaluate(turned, 0) == pytest.approx(value)
        assert evaluate(state._replace(player=1 - state.player), 0) == pytest.approx(-value)
        assert abs(value) <= size * size


def test_terms_say_why():
    corner = "X" + "-" * 26 + "OX------XO" + "-" * 27 + " X"
    game = zermelo.load("othello")
    terms = {term.name: term for term in opinion(game).terms(game.read_state(corner), 0)}
    assert terms["corners"].feature == 1
    assert terms["corners"].share > 0
    assert terms["stable discs"].share > 0
    given = "-" * 9 + "X" + "-" * 17 + "OX------XO" + "-" * 27 + " X"
    terms = {term.name: term for term in opinion(game).terms(game.read_state(given), 0)}
    assert terms["corners given away"].feature == 1
    assert terms["corners given away"].share < 0


# --- tactics ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_corners_come_first_and_what_gives_them_away_last(size):
    order = evaluator(size).tactics.order
    passes = size * size
    corners = {0, size - 1, size * (size - 1), size * size - 1}
    seen = 0
    for game, state in some_positions(size, range(60)):
        taken = squares(state.mine) | squares(state.theirs)
        replies = {
            action: sum(reply != passes for reply in game.actions(game.result(state, action)))
            for action in game.legal(state)
            if action != passes
        }
        plain = {a: n for a, n in replies.items() if a not in corners and not around(a, size) & (corners - taken)}
        best = sorted(plain, key=lambda a: plain[a])
        assert [order(state, a) for a in best] == sorted((order(state, a) for a in best), reverse=True)
        for corner in set(replies) & corners:
            seen += 1
            for action, number in plain.items():
                if number >= replies[corner]:
                    assert order(state, corner) > order(state, action)
    assert seen


def test_the_advice_compiles():
    game = zermelo.load("othello")
    assert zermelo.AlphaBeta(depth=2, compiled=True).analyse(game).compiled
