"""The evaluation of one position."""

from __future__ import annotations

import json

import pytest

from zermelo import ZermeloError, load, static_evaluation


def test_open_lines():
    game = load("tic-tac-toe")
    state = game.result(game.initial(), 4)
    found = static_evaluation(game, state, player=0)
    assert (found.value, [(term.name, term.share) for term in found.terms]) == (
        4,
        [("my open lines", 8), ("their open lines", -4)],
    )
    assert static_evaluation(game, state).value == -4  # O is to move
    text = str(found)
    assert "+4.00 for X, by the evaluation alone" in text
    assert [line.split()[-2:] for line in text.splitlines()[-2:]] == [["+8", "67%"], ["-4", "33%"]]


def test_terms_add_up():
    for spec in ("othello", "connect-four", "kalah"):
        game = load(spec)
        state = game.initial()
        for _ in range(5):
            state = game.result(state, game.legal(state)[0])
        found = static_evaluation(game, state)
        assert sum(term.share for term in found.terms) == pytest.approx(found.value)
        assert "-0 " not in str(found)


def test_a_finished_game_is_worth_its_utility():
    game = load("[3,1]")
    found = static_evaluation(game, game.result(game.initial(), 0))
    assert (found.value, found.is_over, found.terms) == (3, True, ())
    assert str(found).endswith("the game is over: +3 for MAX")


def test_what_is_wrong_is_told(zermelo):
    with pytest.raises(ZermeloError, match=r"nim has no evaluation: give it one, evaluate\(state, player\), or learn"):
        static_evaluation(load("nim"))
    with pytest.raises(ZermeloError, match="tic-tac-toe has the players 0 to 1, not 2"):
        static_evaluation(load("tic-tac-toe"), player=2)
    assert zermelo("evaluate", "tic-tac-toe", "--player", "Z") == (
        2,
        "",
        "zermelo: tic-tac-toe has no player 'Z'; it has X, O\n",
    )
    code, _, err = zermelo("evaluate", "tic-tac-toe", "--evaluate", "none.learned")
    assert (code, err.count("\n")) == (2, 1)


def test_the_verb(zermelo):
    code, out, _ = zermelo("evaluate", "tic-tac-toe", "--moves", "b2", "--player", "x", "--json")
    assert (code, json.loads(out)["value"]) == (0, 4)
