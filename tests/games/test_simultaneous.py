"""The games of simultaneous choices: prisoner's dilemma, chicken, stag hunt, matching pennies, rock paper scissors."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.knowledge import after, at_start
from zermelo.show.text import text

NAMES = ["chicken", "matching-pennies", "prisoners-dilemma", "rock-paper-scissors", "stag-hunt"]


def follow(game, *names):
    """The states along actions that are typed, and what the players know at the end."""
    states, known = [game.initial()], at_start(game)
    for name in names:
        action = game.read_action(states[-1], name)
        known = after(game, known, states[-1], action)
        states.append(game.result(states[-1], action))
    return states, known


@pytest.mark.parametrize("name", NAMES)
def test_the_second_player_does_not_see_the_first_choice(name):
    game = zermelo.load(name, rounds=2)
    names = [game.action_text(game.initial(), action) for action in game.legal(game.initial())]
    known = [follow(game, names[0], names[1], choice)[1] for choice in names]
    assert len({knowledge[1] for knowledge in known}) == 1
    assert len({knowledge[0] for knowledge in known}) == len(names)
    later = [follow(game, choice, names[0])[1] for choice in names]
    assert len({knowledge[1] for knowledge in later}) == len(names)


def test_utilities_are_sums_over_the_rounds():
    game = zermelo.load("prisoners-dilemma", rounds=3)
    states, _ = follow(game, "cooperate", "defect", "defect", "defect", "cooperate", "cooperate")
    assert [game.utility(states[-1], player) for player in range(2)] == [4, 9]
    assert not game.zero_sum
    assert game.ending_text(states[-1]) == "player 1 4, player 2 9"
    pennies = zermelo.load("matching-pennies", rounds=2)
    states, _ = follow(pennies, "heads", "heads", "tails", "heads")
    assert [pennies.utility(states[-1], player) for player in range(2)] == [0, 0]
    assert pennies.is_duel


def test_nothing_secret_is_in_the_scene():
    game = zermelo.load("rock-paper-scissors")
    state = follow(game, "paper")[0][-1]
    assert "has chosen paper" in text(game.picture(state))
    shown = {text(game.scene(game.view(follow(game, choice)[0][-1], 1), 1)) for choice in ("rock", "paper")}
    assert len(shown) == 1


def test_positions_are_written_and_read():
    game = zermelo.load("prisoners-dilemma", rounds=3, temptation=5.5)
    state = follow(game, "cooperate", "defect", "defect")[0][-1]
    assert game.state_text(state) == "1 0 5.5 CD D"
    assert game.read_state("1 0 5.5 cd d") == state
    for wrong in (
        "1 0 5 CD",
        "0 0 0 CD",
        "1 0 5.5 -",
        "4 0 0 CD",
        "3 9 9 CC D",
        "2 99 0 CD",
        "1 x 5.5 CD",
        "1 0 5.5 CX",
        "CD",
    ):
        with pytest.raises(zermelo.ZermeloError):
            game.read_state(wrong)


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"rounds": 0}, "rounds must be 1 to 5,000, not 0"),
        ({"temptation": 3}, "temptation > reward > punishment > sucker, not 3, 3, 1, 0"),
        ({"temptation": 5.00001}, "utilities have up to three decimals and are at most 1,000,000, not 5.00001"),
        ({"temptation": float("inf")}, "utilities have up to three decimals"),
        ({"sucker": float("nan")}, "temptation > reward > punishment > sucker"),
    ],
)
def test_bad_parameters(parameters, told):
    with pytest.raises(zermelo.ZermeloError, match=told):
        zermelo.load("prisoners-dilemma", **parameters)
