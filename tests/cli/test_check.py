"""`zermelo check`: the doctor finds what is wrong, with the smallest example."""

from __future__ import annotations

import json

import pytest
from pile import line_of, pile
from smuggler import SMUGGLER


@pytest.fixture
def check(zermelo, tmp_path):
    """Writes a user's file and checks it: check(text) -> (exit code, the JSON report)."""

    def run(text):
        (tmp_path / "mine.py").write_text(text)
        code, out, err = zermelo("check", tmp_path / "mine.py", "--json", "--games", "30")
        assert err == ""
        return code, json.loads(out)

    return run


def test_a_healthy_game(zermelo, check, tmp_path):
    code, found = check(pile())
    assert (code, found["healthy"], found["games"]) == (0, True, 30)
    assert all(law["holds"] for law in found["laws"])
    out = zermelo("check", tmp_path / "mine.py")[1]
    assert out.splitlines()[-1] == "healthy"
    assert "✗" not in out
    assert "it runs interpreted: the game says so" in out


@pytest.mark.parametrize(
    ("wrong", "law", "told", "moves"),
    [
        ({"initial": "return None"}, "initial and result give states", "initial gives None", 0),
        ({"initial": "return 1 // 0"}, "initial and result", f"line {line_of('initial')}: ZeroDivisionError", 0),
        (
            {"initial": "return (5, 0, (n for n in ()))"},
            "states can be compared",
            "give its class __eq__ and __hash__",
            0,
        ),
        ({"to_move": "return 7 if state.stones < 3 else state.player"}, "to_move names", "to_move is 7", 2),
        ({"to_move": "return -1"}, "to_move names", "the game has no chances", 0),
        ({"actions": "return iter(())"}, "actions are there", "there is no action, but the game is not over", 0),
        ({"actions": "return iter((1, 1))"}, "actions are there", "actions yields 1 twice", 0),
        ({"actions": "return state.stons"}, "actions are", f"line {line_of('actions')}: AttributeError", 0),
        ({"actions": "pass"}, "actions are there", "TypeError: 'NoneType' object is not iterable", 0),
        ({"result": "return None"}, "initial and result give states", "result gives None", 1),
        ({"result": "return Pile(state.stones - n, 1 // (state.stones - 5))"}, "result leaves", "ZeroDivisionError", 0),
        ({"is_terminal": "raise ValueError('oh\\nno')"}, "actions are there", "ValueError: oh no", 0),
        ({"utility": "return 1.0"}, "utilities are numbers", "utilities [1.0, 1.0] add up to 2", 3),
        (
            {"utility": "return 1.0 if state.player != player else 0.0"},
            "utilities are numbers",
            "add up to 1, and the game says total=0: give total=1 if all games do",
            3,
        ),
        ({"utility": "return float('nan')"}, "utilities are numbers", "utility gives [nan, nan]", 3),
        ({"utility": "return 'win'"}, "utilities are numbers", "could not convert string to float: 'win'", 3),
    ],
)
def test_a_broken_law(check, wrong, law, told, moves):
    code, found = check(pile(**wrong))
    assert code == 1
    assert not found["healthy"]
    broken = [finding for finding in found["laws"] if not finding["holds"]]
    assert len(broken) == 1
    assert broken[0]["law"].startswith(law)
    assert told in broken[0]["broken"]
    assert "\n" not in broken[0]["broken"]
    assert len(broken[0]["moves"]) == moves


@pytest.mark.long
def test_a_constant_sum_and_an_evaluation_that_has_it(check):
    made = "return Game(initial, to_move, actions, result, is_terminal, utility, total=1.0, compiles=False"
    pays = "return 1.0 if state.player != player else 0.0"
    assert check(pile(utility=pays, game=f"{made})"))[0] == 0
    assert check(pile(utility=pays, game=f"{made}, evaluate=lambda s, p: 0.75 if p else 0.25)"))[0] == 0
    code, found = check(pile(utility=pays, game=f"{made}, evaluate=lambda s, p: 0.0)"))
    assert code == 1
    assert "they should add up to 1" in next(law["broken"] for law in found["laws"] if not law["holds"])


@pytest.mark.long
def test_a_constant_sum_that_was_not_declared_is_found(check, zermelo, tmp_path):
    made = "return Game(initial, to_move, actions, result, is_terminal, utility, compiles=False, zero_sum=False)"
    code, found = check(pile(utility="return 1.0 if state.player != player else 0.0", game=made))
    assert (code, found["healthy"]) == (0, True)
    assert found["hint"].startswith("utilities added up to 1 in every game: with total=1 instead of zero_sum=False")
    assert found["hint"] in zermelo("check", tmp_path / "mine.py")[1]
    assert (
        check(pile(utility="return 1.0 if state.player != player else float(state.player)", game=made))[1]["hint"] == ""
    )
    assert check(pile())[1]["hint"] == ""


def test_the_example_is_told_in_words(zermelo, tmp_path):
    (tmp_path / "mine.py").write_text(pile(to_move="return 7 if state.stones == 1 else state.player"))
    code, out, err = zermelo("check", tmp_path / "mine.py", "--games", "40")
    assert (code, err) == (1, "")
    told = "to_move is 7, not one of 0 to 1\n      after 2 2\n      in the state Pile(stones=1, player=0)\n"
    assert f"✗ to_move names a player or chance\n      {told}" in out
    assert out.endswith("a law is broken\n")


def test_an_endless_game_is_told_in_a_few_moves(zermelo, tmp_path):
    (tmp_path / "mine.py").write_text(pile(result="return Pile(state.stones, 1 - state.player)"))
    code, out, _ = zermelo("check", tmp_path / "mine.py", "--games", "1")
    assert code == 1
    assert "a random game is not over after 5000 plies" in out
    assert max(map(len, out.splitlines())) < 200


@pytest.mark.long
def test_a_state_with_a_tuple_in_it_is_healthy(check):
    code, found = check(
        "from typing import NamedTuple\n"
        "from zermelo import Game\n"
        "class Row(NamedTuple):\n    board: tuple\n    player: int\n"
        "def game() -> Game:\n"
        "    return Game(lambda: Row((0, 0), 0), lambda s: s.player, lambda s: (i for i in (0, 1) if not s.board[i]),\n"
        "        lambda s, a: Row(s.board[:a] + (1,) + s.board[a + 1:], 1 - s.player), lambda s: all(s.board),\n"
        "        lambda s, p: 1.0 if p else -1.0, compiles=False)\n"
    )
    assert (code, found["healthy"]) == (0, True)


@pytest.mark.parametrize(
    "state",
    ["frozenset()", "''", *(pytest.param(state, marks=pytest.mark.long) for state in ("(frozenset(), 0)", "Held()"))],
)
def test_any_hashable_state_will_do(check, state):
    code, found = check(
        "from dataclasses import dataclass\n"
        "from zermelo import Game\n"
        "@dataclass(frozen=True)\nclass Held:\n    held: str = ''\n"
        f"start = {state}\n"
        "def game() -> Game:\n"
        "    return Game(lambda: (start, 0), lambda s: s[1] % 2, lambda s: iter('ab'),\n"
        "        lambda s, a: (start, s[1] + 1), lambda s: s[1] == 3, lambda s, p: 1.0 if p else -1.0)\n"
    )
    assert (code, found["healthy"], found["compiled"]) == (0, True, False)
    assert found["reason"].startswith("state[0]")


def test_the_packages_own_games_can_be_checked(zermelo):
    assert zermelo("check", "[[3,12],[2,4]]", "--games", "5")[0] == 0


@pytest.mark.parametrize("words", [["--games", "0"], ["--seconds", "-1"], ["--seconds", "nan"]])
def test_mistakes(zermelo, words):
    code, out, err = zermelo("check", "nim", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words[0] in err


# It plays what is legal for the fractions that the laws try, and for no others
LAZY = "Guide(playout=lambda s, f: 1 if f in (0.0, 0.25, 0.5, 0.75, 0.999) else 9)"


@pytest.mark.long
def test_an_engine_that_fails_is_named(check, zermelo, tmp_path):
    made = "return Game(initial, to_move, actions, result, is_terminal, utility, compiles=False"
    code, found = check("from zermelo import Guide\n" + pile(game=f"{made}, guide={LAZY})"))
    assert (code, found["healthy"]) == (1, False)
    assert all(law["holds"] for law in found["laws"])
    failed = {one["engine"]: one["failure"] for one in found["engines"] if one["failure"]}
    assert set(failed) == {"auto", "mcts"}
    assert "the guide's playout gives an action that is not legal" in failed["mcts"]
    assert failed["mcts"].endswith("(at the start)")
    out = zermelo("check", tmp_path / "mine.py")[1]
    assert "✗ mcts does not play it: " in out
    assert out.splitlines()[-1].endswith("but auto and mcts failed")


@pytest.mark.long
def test_every_engine_that_serves_the_game_is_tried(check):
    open_game, hidden = (check(text)[1]["engines"] for text in (pile(), SMUGGLER))
    served = [{one["engine"] for one in found} for found in (open_game, hidden)]
    assert served[0] == {
        "auto",
        "random",
        "minimax",
        "alphabeta",
        "expectimax",
        "expectiminimax",
        "maxn",
        "mcts",
        "puct",
    }
    assert served[1] == {"auto", "random", "determinized", "belief", "ismcts", "alphamu", "cfr"}
    assert [one for one in (*open_game, *hidden) if one["failure"]] == []
