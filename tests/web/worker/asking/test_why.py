"""The sentence about a move follows from the numbers that are shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

import zermelo
from zermelo.search.analysis import Analysis, Candidate
from zermelo.web.worker.asking.why import _why_words


def test_a_proved_win_is_not_called_better_than_one_that_is_expected_to_be_larger():
    game = zermelo.load("othello:size=4")
    found = zermelo.engine("alphabeta:depth=1,compiled=false").analyse(game)
    first, second = game.legal(game.initial())[:2]

    def worth(action, value, decided):
        candidate = replace(found.best, action=action, value=value, decided=decided, bound="exact")
        return replace(found, action=action, value=value, candidates=(candidate,))

    best, mine = worth(first, 12.0, False), worth(second, 2.0, True)
    words = _why_words(game, best, mine, ["a2"], [])
    assert "better" not in words
    assert "worth +2 discs" in words
    assert "worth +12.0 discs" in words
    assert "turns out better" in _why_words(game, mine, best, ["a2"], [])


def test_an_estimate_as_large_as_a_proved_value_is_told_as_the_same_number():
    """The words said "+12.0 discs too" of a move that stood beside "+12 discs"."""
    game = zermelo.load("othello:size=4")
    found = zermelo.engine("alphabeta:depth=1,compiled=false").analyse(game)
    first, second = game.legal(game.initial())[:2]

    def worth(action, decided):
        candidate = replace(found.best, action=action, value=12.0, decided=decided, bound="exact")
        return replace(found, action=action, value=12.0, in_utilities=True, candidates=(candidate,))

    assert "worth +12 discs too" in _why_words(game, worth(first, True), worth(second, False), ["a2"], [])
    assert "+12.0" not in _why_words(game, worth(first, False), worth(second, True), ["a2"], [])


@pytest.mark.parametrize(
    ("mine", "best", "words"),
    [
        (0.3, 0.31, "a3 is nearly as good as b3"),
        (13.48, 24.17, "a3 should win as b3 should, if less clearly"),
        (-24.17, -13.48, "After a3 the game should be lost, as after b3"),
    ],
)
def test_moves_that_are_worth_much_less_are_not_nearly_as_good(mine, best, words):
    """A queen more or less changes little where the game is decided; but the numbers are far apart."""
    game = zermelo.load("chess")
    first, second = game.read_action(game.initial(), "a3"), game.read_action(game.initial(), "b3")

    def worth(action, value):
        known = {"exact": False, "line": (action,), "depth": 1, "nodes": 1, "seconds": 0.1, "units": "pawns"}
        found = (Candidate(action, value),)
        return Analysis(game, game.initial(), "test", action, value, candidates=found, **known)

    told = _why_words(game, worth(second, best), worth(first, mine), ["a3"], [])
    assert told.startswith(words)
