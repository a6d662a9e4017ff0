"""Actions as numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from zermelo import ZermeloError, load
from zermelo.adapters.numbering import Numbering


@pytest.mark.parametrize(
    ("spec", "own"),
    [("tic-tac-toe", True), ("connect-four", True), ("nim", False), ("pig:goal=9", True), ("chess", False)],
)
def test_actions_below_max_actions_are_their_own_numbers(spec, own):
    game = load(spec)
    numbering = Numbering(game)
    assert (numbering.has_own, numbering.size) == (own, game.max_actions)
    numbers = numbering.numbers(game.initial())
    assert list(numbers) == (sorted(numbers.values()) if own else list(range(len(numbers))))
    assert sorted(numbers.values()) == sorted(game.legal(game.initial()))


def test_outcomes_of_chance_are_counted():
    game = load("pig:goal=9")
    rolling = game.result(game.initial(), 0)
    assert Numbering(game).numbers(rolling) == dict(enumerate([1, 2, 3, 4, 5, 6]))


def test_an_action_that_was_never_seen_and_does_not_fit():
    game = replace(load("tic-tac-toe"))
    numbering = Numbering(game)
    strange = replace(game, actions=lambda state: iter([3, 99]))
    numbering._game = strange
    with pytest.raises(ZermeloError, match="the action 99 is not below max_actions, 9"):
        numbering.numbers(game.initial())
