"""Utilities turned into others."""

from __future__ import annotations

import json
import math

import naive
import pytest

import zermelo as z
from zermelo import ZermeloError, load, transformation, transformed
from zermelo.experiments.formula import read_formula
from zermelo.experiments.transform import effect

TWO_PLY = "[[3,12,8],[2,4,6],[14,5,2]]"
CHANCE = '{"player":"chance","probabilities":[0.9,0.1],"children":[%s]}'
LOTTERIES = f"[{CHANCE % '2,3'},{CHANCE % '1,4'}]"


@pytest.mark.parametrize(
    ("text", "at_three", "affine"),
    [
        ("x", 3, (1, 0)),
        ("2*x+1", 7, (2, 1)),
        ("2x - 1", 5, (2, -1)),
        ("2(x+1)/4", 2, (0.5, 0.5)),
        ("-x", -3, (-1, 0)),
        ("negate", -3, (-1, 0)),
        ("scale 10", 30, (10, 0)),
        ("shift by -3", 0, (1, -3)),
        ("x**2", 9, None),
        ("-x^2", -9, None),
        ("2**x**2", 512, None),
        ("cube", 27, None),
        ("square root", math.sqrt(3), None),
        ("sqrt(x+1)", 2, None),
        ("exp(log(x))", 3, None),
        ("3=9, 12=1", 9, None),
        ("3 -> -9; 12 -> 1", -9, None),
    ],
)
def test_formulas(text, at_three, affine):
    formula = read_formula(text)
    assert formula.function(3.0) == pytest.approx(at_three)
    assert formula.affine == affine


@pytest.mark.parametrize(
    "text",
    ["", "y", "x x)", "(x", "2**", "x+", "__import__('os')", "x.real", "sqrt x", "lambda: 1", "3=a", "("],
)
def test_what_is_no_formula_is_told_at_its_place(text):
    with pytest.raises(ZermeloError, match=r"is not understood at .*: write a function of x, such as"):
        read_formula(text)


def test_a_formula_is_short():
    with pytest.raises(ZermeloError, match="more than 30 brackets"):
        read_formula("(" * 60 + "x" + ")" * 60)
    with pytest.raises(ZermeloError, match="at most 200 characters"):
        read_formula("x+" * 200 + "x")


@pytest.mark.parametrize(("text", "at"), [("sqrt(x)", -1), ("log(x)", 0), ("1/x", 0), ("exp(x)", 1000), ("x**0.5", -1)])
def test_where_a_formula_has_no_value_is_told(text, at):
    with pytest.raises(ZermeloError, match=f"has no value at the utility {at}"):
        read_formula(text).function(float(at))


@pytest.mark.parametrize("formula", ["x**3", "square", "sqrt(x)", "log(x)", "2*x+1", "scale 10"])
def test_minimax_keeps_its_decision_under_increasing_functions(formula):
    found = transformation(load(TWO_PLY), formula)
    assert found.effect.keeps_decisions
    assert found.best_before == found.best_after == (0,)
    assert found.value_after == pytest.approx(read_formula(formula).function(3.0))


def test_averages_keep_theirs_only_under_affine_ones():
    found = transformation(load(LOTTERIES), "1=1, 2=20, 3=30, 4=400")
    assert [(one.before, one.after) for one in found.actions] == [pytest.approx((2.1, 21)), pytest.approx((1.3, 40.9))]
    assert (found.effect.kind, found.effect.keeps_decisions) == ("increasing", False)
    assert (found.best_before, found.best_after) == ((0,), (1,))
    assert "the decision changes: 1 before, 2 after" in str(found)
    affine = transformation(load(LOTTERIES), "10*x - 5")
    assert (affine.effect.kind, affine.best_after) == ("positive affine", (0,))


@pytest.mark.parametrize(
    ("formula", "kind"),
    [
        ("x**3", "positive affine"),
        ("x**2", "mixed"),
        ("0*x", "level"),
        ("negate", "decreasing"),
        ("exp(x)", "increasing"),
    ],
)
def test_the_kind_is_that_on_the_utilities_that_occur(formula, kind):
    """On -1, 0 and 1 the cube is x itself."""
    assert transformation(load("[[-1,0],[1,0]]"), formula).effect.kind == kind


def test_the_utilities_are_those_that_occur():
    found = effect(load("tic-tac-toe:rows=2,columns=3,k=3"), read_formula("2*x"))
    assert (found.pairs, found.is_complete) == (((0, 0), (1, 2)), True)  # O has only two turns before the board is full
    found = effect(load("connect-four:rows=4,columns=5"), read_formula("2*x"))
    assert (found.pairs, found.is_complete) == (((-1, -2), (0, 0), (1, 2)), False)


def test_a_transformed_game_is_searched_as_any_other():
    game = load("random-tree:branching=3,depth=4")
    for formula in ("2*x+7", "x**3"):
        other = transformed(game, formula)
        worth = read_formula(formula).function(naive.minimax(game, game.initial()))
        assert z.AlphaBeta(compiled=False).analyse(other).value == pytest.approx(worth)
        assert other.utility(game.initial(), 1) == -other.utility(game.initial(), 0)
    assert (transformed(game, "2*x").compiles, transformed(game, "x**3").compiles) == (True, False)


def test_opinions_that_count_something_else_are_left_out():
    from zermelo.evaluate import exact_values, opinion

    assert opinion(transformed(load("tic-tac-toe"), "2*x")) is None
    othello = transformed(load("othello"), "2*x")
    ours, state = opinion(load("othello")), othello.result(othello.initial(), othello.legal(othello.initial())[0])
    assert opinion(othello).function(state, 0) == 2 * ours.function(state, 0)
    assert exact_values(transformed(load("pig"), "2*x")) is None


@pytest.mark.long
def test_affine_ones_compile():
    for spec in ("tic-tac-toe:rows=2,columns=3,k=2", "pig:goal=6"):
        game = load(spec)
        search = z.Expectiminimax(depth=6) if game.has_chance else z.Minimax()
        compiled, plain = (
            search.with_options(compiled=flag).analyse(transformed(game, "3*x+2")).value for flag in (True, False)
        )
        assert compiled == pytest.approx(plain)
        assert math.isfinite(plain)


def test_a_table_that_lacks_a_utility_says_which():
    with pytest.raises(ZermeloError, match="the utility 8 is not in the table, which has 3, 12: add 8="):
        transformation(load(TWO_PLY), "3=9, 12=1")


def test_the_verbs(zermelo):
    code, out, _ = zermelo("transform", TWO_PLY, "square", "--json")
    assert (code, json.loads(out)["best"]) == (0, [["1"], ["1"]])
    code, out, _ = zermelo("trace", "[[3,12],[2,4]]", "--utility", "scale 2")
    assert (code, "worth 6 to MAX" in out) == (0, True)
    code, out, err = zermelo("analyse", "[[3,12],[2,4]]", "--utility", "2*y")
    assert (code, out, err.count("\n")) == (2, "", 1)
    code, out, _ = zermelo("analyse", "[[3,12],[2,4]]", "--utility", "x**2", "--json")
    assert json.loads(out)["value"] == 9
