"""The contract itself: what `Game` says about its functions, and what it derives from them."""

from __future__ import annotations

import inspect
from dataclasses import fields, replace

import pytest

import zermelo
from zermelo import CHANCE, Game


def test_every_function_of_the_contract_is_explained_in_one_place():
    explained = inspect.getdoc(Game)
    functions = [field.name for field in fields(Game) if str(field.type).startswith("Callable")]
    assert len(functions) > 15
    assert [name for name in functions if f"\n{name}(" not in explained] == []
    assert "see below" not in inspect.getsource(Game).lower()


@pytest.mark.parametrize("name", ["pig", "coin-flip", "nim", "connect-four"])
def test_moves_are_outcomes_or_actions_and_none_at_the_end(name):
    game = zermelo.load(name)
    state, kinds = game.initial(), set()
    while not game.is_terminal(state):
        if game.to_move(state) == CHANCE:
            assert game.moves(state) == [outcome for outcome, _ in game.outcomes(state)] != []
            kinds.add("chance")
        else:
            assert game.moves(state) == game.legal(state) != []
            kinds.add("player")
        state = game.result(state, game.moves(state)[-1])
    assert game.moves(state) == []
    assert kinds == ({"chance", "player"} if game.has_chance else {"player"})


def test_an_outcome_of_chance_is_read_like_an_action():
    game = zermelo.load("pig")
    rolling = game.result(game.initial(), game.read_action(game.initial(), "roll"))
    outcome = game.moves(rolling)[2]
    assert game.read_action(rolling, game.action_text(rolling, outcome)) == outcome
    with pytest.raises(zermelo.ZermeloError, match="'7' is not legal here; chance may play"):
        game.read_action(rolling, "7")


def test_a_drawing_comes_from_the_package_above():
    """`picture` and `game` import no drawing code: `zermelo/__init__.py` registers it."""
    nim = zermelo.load("nim")
    assert nim._repr_svg_().startswith("<svg")
    assert "<svg" in nim._repr_html_()


def test_a_second_way_to_write_actions_names_only_legal_ones():
    game = replace(zermelo.load("nim:stones=5"), parse_action=lambda state, text: int(text.removeprefix("take ")))
    assert game.read_action(game.initial(), "take 3") == 3
    with pytest.raises(zermelo.ZermeloError, match="'take 5' is not legal here; player 1 may play 1, 2, 3"):
        game.read_action(game.initial(), "take 5")


def test_a_game_is_headed_by_what_was_chosen_in_words():
    assert zermelo.load("tic-tac-toe").heading == "Tic-tac-toe"
    assert zermelo.load("nim:stones=9").heading == "Nim (stones 9)"
    assert zermelo.load("backgammon:cube=true,jacoby=true").heading == "Backgammon (cube, jacoby)"
    none = replace(zermelo.load("nim"), defaults={"stones": True}, parameters={"stones": False})
    assert none.heading == "Nim (no stones)"
