"""Tables of utilities: typed, and made of games."""

from __future__ import annotations

from fractions import Fraction

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.matrix.report import solve_matrix
from zermelo.hidden.matrix.table import LONGEST, from_game, matrix_game, read_table
from zermelo.show.reports.matrix import matrix_lines


def cells(game):
    rows, columns = game.shape
    return [[tuple(map(float, game.cell(row, column))) for column in range(columns)] for row in range(rows)]


@pytest.mark.parametrize(
    "text",
    [
        "[[3,3],[0,5]],[[5,0],[1,1]]",
        "[[[3,3],[0,5]],[[5,0],[1,1]]]",
        " [ [ 3 , 3.0 ] , [ 0 , +5 ] ] , [ [5,-0] , [1,1] ] ",
        "[(3,3),(0,5)],[(5,0),(1,1)]",
        "[[3,3],[0,10/2]],\n[[5.,.0],[1,1]]",
    ],
)
def test_pairs_are_cells(text):
    assert cells(read_table(text)) == [[(3, 3), (0, 5)], [(5, 0), (1, 1)]]


def test_numbers_are_a_zero_sum_game():
    game = read_table("[[1,-2,0.1]]")
    assert cells(game) == [[(1, -1), (-2, 2), (0.1, -0.1)]]
    assert game.total == 0
    assert game.first[0][2] == Fraction(1, 10)  # not the nearest float
    assert cells(read_table("[1,2],[3,4]")) == [[(1, -1), (2, -2)], [(3, -3), (4, -4)]]
    assert cells(read_table("[[[3,3],[0,5]]]")) == [[(3, 3), (0, 5)]]


def test_names():
    game = read_table("[[1,2],[3,4]]", "up, down", "left,right")
    assert (game.rows, game.columns) == (("up", "down"), ("left", "right"))
    game = read_table(f"[[{','.join(['1'] * 28)}],[{','.join(['1'] * 28)}]]")
    assert (game.rows, game.columns[:2], game.columns[-2:]) == (("1", "2"), ("a", "b"), ("aa", "ab"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[1,2],[3]]", "row 2 has 1 cells and row 1 has 2"),
        ("[[1,2],[3,x]]", "'x' is no number of up to 12 digits"),
        ("[[1,2],[3,nan]]", "'nan' is no number"),
        ("[[1,2],[3,-inf]]", "'-inf' is no number"),
        ("[[1,2],[3,1e400]]", "'1e400' is no number"),
        ("[[1,2],[3,1e-999999999]]", "is no number"),
        ("[[1,2],[3,9999999999999]]", "is no number of up to 12 digits"),
        ("[[1,2],[3,1/0]]", "'1/0' divides by zero"),
        ("[[1,2],[3,1//2]]", "is no number"),
        ("[[1,2],[3,--1]]", "is no number"),
        ("[[1,2],[3,__import__('os')]]", "is no number"),
        ("[[[1,2,3]]]", r"two numbers, one for each player, not \[1,2,3\]"),
        ("[[[1]]]", r"two numbers, one for each player, not \[1\]"),
        ("[[1,2],[3,[4,5]]]", "some cells are numbers and some are not"),
        ("[[[[1,2]]]]", "at most 3 deep"),
        ("[" * 5000, "at most 3 deep"),
        ("[[1,2],[3,4]", "not complete"),
        ("[[1,2],[3,4]]]", "closes too early"),
        ("[[1,2],[3,4],]", "closes too early"),
        ("[[1 2],[3,4]]", "a comma is missing"),
        ("[[1,,2],[3,4]]", "a number is missing"),
        ("[[1,2],[3,4]],", "not complete"),
        ("[]", "a table has rows"),
        ("[[]]", "the rows are empty"),
        ("[1,2]", "a table has rows"),
        ("", "not complete"),
        ("[" + ",".join(["[1]"] * 31) + "]", "up to 30 rows and 30 columns, not 31 and 1"),
        ("[" + "1" * LONGEST + "]", "up to 20,000 characters"),
    ],
)
def test_a_bad_table_is_told_in_one_line(text, told):
    with pytest.raises(ZermeloError, match=told) as error:
        read_table(text)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("a", "there are 2 rows, and 1 names"),
        ("a,a", "a name of its own"),
        ("a,", "a name of its own"),
        (f"a,{'b' * 25}", "up to 24 characters"),
        ("a,\x1b[31m", "up to 24 characters"),
    ],
)
def test_bad_names_are_told(rows, told):
    with pytest.raises(ZermeloError, match=told):
        read_table("[[1,2],[3,4]]", rows)


def test_numbers_from_python_are_checked_too():
    for wrong in (float("nan"), float("inf"), "x", True, None):
        with pytest.raises(ZermeloError, match="a cell has finite numbers"):
            matrix_game([[1, wrong]])


def test_a_game_of_one_choice_each_is_a_table():
    game = from_game(zermelo.load("prisoners-dilemma", temptation=6))
    assert cells(game) == [[(3, 3), (0, 6)], [(6, 0), (1, 1)]]
    assert game.rows == game.columns == ("cooperate", "defect")
    assert game.title == "prisoners-dilemma:temptation=6"
    assert cells(from_game(zermelo.load("goofspiel:cards=2,order=descending")))[0] == [(0, 0), (-1, 1)]


@pytest.mark.parametrize("spec", ["nim", "prisoners-dilemma:rounds=2", "kuhn-poker", "tic-tac-toe", "liars-dice"])
def test_other_games_are_not(spec):
    assert from_game(zermelo.load(spec)) is None


@pytest.mark.parametrize(
    ("spec", "symmetric", "shared", "told"),
    [
        ("prisoners-dilemma", True, False, "partly opposed and partly shared (not zero-sum); symmetric"),
        ("matching-pennies", False, False, "what one gains the other loses (zero-sum); the roles differ"),
        ("rock-paper-scissors", True, False, "what one gains the other loses (zero-sum); symmetric"),
    ],
)
def test_the_kind_of_a_game_is_told(spec, symmetric, shared, told):
    game = from_game(zermelo.load(spec))
    assert (game.is_symmetric, game.is_shared) == (symmetric, shared)
    assert told in "\n".join(matrix_lines(solve_matrix(game)))


def test_a_game_of_cooperation_is_told():
    game = read_table("[[(2,2),(0,0)],[(0,0),(1,1)]]")
    assert (game.is_shared, game.is_symmetric) == (True, False)  # rows and columns have other names
