"""What is told about a matrix game."""

from __future__ import annotations

from fractions import Fraction

from zermelo.hidden.matrix.report import improved, security, solve_matrix
from zermelo.hidden.matrix.table import read_table


def test_security_by_one_action_and_by_a_mixture():
    game = read_table("[[3,1],[0,5]],[[1,0],[2,3]]")
    first = security(game, 0)
    assert (first.action, first.sure) == (1, 1)
    assert (first.mixture, first.value) == ((Fraction(1, 4), Fraction(3, 4)), Fraction(3, 2))
    second = security(game, 1)
    assert (second.action, second.sure, second.value) == (1, 3, 3)


def test_the_better_of_several_outcomes():
    game = read_table("[[1,1],[2,2]],[[3,3],[0,4]]")
    assert improved(game) == {(0, 0): (1, 0), (0, 1): (1, 0)}


def test_a_value_with_a_large_denominator_is_exact():
    """By hand: (ad - bc) / (a + d - b - c)."""
    report = solve_matrix(read_table("[[100003,-1],[-7,200003]]"))
    assert report.value == Fraction(100003 * 200003 - 7, 100003 + 200003 + 8)
    assert report.equilibria.listed[0].first[0] == Fraction(200010, 300014)


def test_large_games_are_solved():
    size = 8
    cells = [
        [[(3 * row + column * column) % 11, (row * row + 5 * column) % 13] for column in range(size)]
        for row in range(size)
    ]
    text = ",".join(f"[{','.join(map(str, row))}]" for row in cells)
    report = solve_matrix(read_table(text))
    assert report.to_json()["complete"] == (report.equilibria.largest is None)
    assert report.equilibria.listed
