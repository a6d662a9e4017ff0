"""What a user's functions give to kernels: a breach is one line, compiled and interpreted, and never a crash."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

import zermelo
from zermelo.compile.trust.borders import (
    NO_CHANCE,
    NO_COUNT,
    NO_OPINION,
    NO_PLAYER,
    NO_UTILITY,
    checked,
    checked_opinion,
)
from zermelo.game import CHANCE

FAULTY = Path(__file__).parents[1] / "faulty_games"


def faulty(spec):
    return zermelo.load(f"{FAULTY}/{spec}")


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("spec", "search", "told"),
    [
        ("wrong_player.py", zermelo.Minimax(depth=4), NO_PLAYER),
        ("wrong_player.py", zermelo.MaxN(depth=4), NO_PLAYER),
        ("broken_dice.py", zermelo.Expectiminimax(depth=4), NO_CHANCE),
        ("broken_dice.py:broken_dice:wrong=utility", zermelo.Expectiminimax(depth=4), NO_UTILITY),
    ],
)
def test_a_breach_is_one_line(spec, search, told, compiled):
    game = faulty(spec)
    with pytest.raises(zermelo.ZermeloError, match="breaks a law"):
        search.with_options(compiled=compiled).analyse(game)
    with pytest.raises(zermelo.ZermeloError, match=told):  # where nobody tried the laws before
        search.with_options(compiled=compiled).open(game).analyse()


def test_the_rules_of_this_package_are_trusted_as_they_are():
    game = zermelo.load("nim")
    assert checked(game) is game
    own = zermelo.load("othello:size=4")
    from zermelo.evaluate import opinion

    assert checked_opinion(opinion(own).function) is opinion(own).function


def test_a_users_game_gets_the_same_functions_again():
    game = faulty("wrong_player.py")
    assert checked(game) is checked(game)
    assert checked(game).to_move is not game.to_move
    assert checked(game).result is game.result


def test_an_opinion_that_is_not_a_number_is_told():
    def evaluate(state, player):
        return float("nan")

    with pytest.raises(zermelo.ZermeloError, match="evaluate gives a number that is not finite"):
        zermelo.Minimax(depth=2, evaluate=evaluate, compiled=False).analyse(zermelo.load("nim"))


@pytest.mark.parametrize("kind", [list, iter])
def test_chances_that_are_returned_are_checked_too(kind):
    game = faulty("broken_dice.py")
    listed = replace(game, chances=lambda state: kind([(1, 0.5), (3, 0.5)]))
    assert list(checked(listed).chances(None)) == [(1, 0.5), (3, 0.5)]
    with pytest.raises(ValueError, match=NO_CHANCE):
        list(checked(replace(game, chances=lambda state: kind([(1, 0.5), (3, float("nan"))]))).chances(None))


def refused(message, ask, *given):
    """Is the question refused with this message?"""
    try:
        ask(*given)
    except ValueError as error:
        return str(error) == message
    return False


def test_where_the_borders_are():
    game = replace(faulty("broken_dice.py"), to_move=lambda state: state, utility=lambda state, player: state)
    for end, game_of in ((2, replace(game, chances=None)), (2, game), (3, replace(game, players=3, zero_sum=False))):
        least = CHANCE if game_of.has_chance else 0
        is_refused = [refused(NO_PLAYER, checked(game_of).to_move, mover) for mover in range(-3, 6)]
        assert is_refused == [not least <= mover < end for mover in range(-3, 6)]
        assert checked(game_of).to_move(1) == 1
    evaluate = checked_opinion(lambda state, player: state)
    for number, is_breach in ((0.0, 0), (-1.6e308, 0), (1.6e308, 0), (math.inf, 1), (-math.inf, 1), (math.nan, 1)):
        assert refused(NO_UTILITY, checked(game).utility, number, 0) == is_breach
        assert refused(NO_OPINION, evaluate, number, 0) == is_breach
        assert is_breach or checked(game).utility(number, 0) == evaluate(number, 0) == number
    filled = checked(replace(game, fill=lambda state, buffer: state)).fill
    assert [refused(NO_COUNT, filled, count, []) for count in (-2, -1, 0, 5)] == [True, True, False, False]
    assert filled(5, []) == 5
    assert checked(game).fill is None
    assert checked(replace(game, chances=None)).chances is None


@pytest.mark.parametrize("kind", ["generated", "returned"])
def test_a_probability_is_between_0_and_1(kind):
    def generated(state):
        yield 1, state

    def returned(state):
        return [(1, state)]

    given = replace(faulty("broken_dice.py"), chances=generated if kind == "generated" else returned)

    def ask(probability):
        return list(checked(given).chances(probability))

    for probability, is_breach in (
        (0.0, 0),
        (1.0, 0),
        (1 + 1e-9, 0),
        (1.1, 1),
        (1.00001, 1),
        (-1e-9, 1),
        (math.nan, 1),
    ):
        assert refused(NO_CHANCE, ask, probability) == is_breach
        assert is_breach or ask(probability) == [(1, probability)]
