"""The default engine on games with hidden information."""

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.players.auto import Auto


def after_deal(game, *outcomes):
    path = [game.initial()]
    for outcome in outcomes:
        path.append(game.result(path[-1], game.read_action(path[-1], outcome)))
    return path


def test_a_small_game_is_solved_and_played_as_the_solution_says():
    game = zermelo.load("kuhn-poker")
    path = after_deal(game, "K", "J")
    found = Auto(compiled=False).open(game).analyse(path[-1], path[:-1])
    assert found.chosen == "cfr"
    assert "small enough to be solved" in found.why
    assert sum(one.share for one in found.candidates) == pytest.approx(1)
    assert found.value == pytest.approx(1.2, abs=0.3)  # a king wins the blind, and sometimes a bet


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("blind-tic-tac-toe", {}),  # too large
        ("kuhn-poker:players=3", {}),  # no duel
        ("prisoners-dilemma", {}),  # not zero-sum
        ("kuhn-poker", {"sims": 100}),  # simulations are asked for
    ],
    ids=str,
)
def test_other_games_are_searched(spec, options):
    assert Auto(**options).choice(zermelo.load(spec)).search.name == "ismcts"


def test_nobody_is_sent_to_auto_by_auto():
    with pytest.raises(ZermeloError, match=r"play an outcome first$"):
        Auto(compiled=False).open(zermelo.load("kuhn-poker")).analyse()
