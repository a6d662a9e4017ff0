"""What a user's functions give to kernels: a breach is one line, compiled and interpreted, and never a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

import zermelo
from zermelo.compile.borders import NO_CHANCE, NO_PLAYER, NO_UTILITY, checked, checked_opinion

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
    from dataclasses import replace

    game = faulty("broken_dice.py")
    listed = replace(game, chances=lambda state: kind([(1, 0.5), (3, 0.5)]))
    assert list(checked(listed).chances(None)) == [(1, 0.5), (3, 0.5)]
    with pytest.raises(ValueError, match=NO_CHANCE):
        list(checked(replace(game, chances=lambda state: kind([(1, 0.5), (3, float("nan"))]))).chances(None))
