"""Users' games with one fault each: `check` names the law and the smallest example, `analyse` never calls a wrong value
exact, and nothing hangs or crashes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

FAULTY = Path(__file__).parents[1] / "faulty_games"
RETURNS = "every function returns, with little memory"

BROKEN = [  # the game, the law, what is told, and the moves of the smallest example
    ("endless.py:endless:where=to_move", RETURNS, "to_move does not return", ["1", "2"]),
    ("endless.py:endless:where=actions", RETURNS, "actions does not return", ["1", "2"]),
    ("endless.py:endless:where=result", RETURNS, "result(state, 2) does not return", ["1"]),
    ("endless.py:endless:where=is_terminal", RETURNS, "is_terminal does not return", ["1", "2"]),
    ("endless.py:endless:where=utility", RETURNS, "utility does not return", ["1", "2", "2"]),
    ("ten_gigabytes.py", RETURNS, "result(state, 2) ", ["1"]),
    ("rare_exception.py", "utilities are", "ZeroDivisionError", ["0", "0", "3", "2", "1", "0"]),
    ("out_of_bounds.py", "utilities are", "IndexError: index 4 is out of bounds", ["1", "1", "2"]),
    ("mutated.py", "result leaves", "result(state, 1) changed the state it was given", []),
    ("mutated_board.py", "result leaves", "result(state, 0) changed the state it was given", []),
    ("changing.py", "result leaves", "gives something else each time", []),
    ("wrong_player.py", "to_move names", "to_move is 2, not one of 0 to 1", ["1", "1"]),
    ("unhashable.py", "states can be hashed", "the state [5, 0] cannot be hashed", []),
    ("broken_dice.py", "probabilities", "the probabilities add up to nan", ["1"]),
    ("broken_dice.py:broken_dice:wrong=utility", "utilities are", "utility gives [inf, -inf]", ["2", "3"]),
]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    from zermelo.laws import trial

    monkeypatch.setattr(trial, "ONE_CALL", 1.0)


@pytest.mark.parametrize(("spec", "law", "told", "moves"), BROKEN)
def test_check_names_the_law_and_the_smallest_example(zermelo, spec, law, told, moves):
    code, out, err = zermelo("check", f"{FAULTY}/{spec}", "--json", "--seconds", "60")
    assert (code, err) == (1, "")
    [broken] = [finding for finding in json.loads(out)["laws"] if not finding["holds"]]
    assert broken["law"].startswith(law)
    assert told in broken["broken"]
    assert broken["moves"] == moves


@pytest.mark.parametrize("spec", [case[0] for case in BROKEN if case[0] != "rare_exception.py"])
def test_analyse_refuses_or_says_that_a_law_is_broken(zermelo, spec):
    code, out, err = zermelo("analyse", f"{FAULTY}/{spec}", "-e", "expectiminimax:depth=6", "--json")
    assert len([line for line in err.splitlines() if line.startswith("zermelo: ")]) == (code == 2)
    assert "Traceback" not in err
    if code == 2:
        assert out == ""
    else:
        found = json.loads(out)
        assert found["breach"]
        assert not found["exact"]
        assert "breaks a law" in err


def test_integers_that_overflow_are_told_and_the_value_is_right(zermelo):
    code, out, _ = zermelo("analyse", f"{FAULTY}/overflow.py", "-e", "minimax", "--json")
    found = json.loads(out)
    assert (code, found["value"], found["exact"], found["compiled"]) == (0, 1.0, True, False)
    assert "does not fit the signed 64 bits of compiled integers" in found["reason"]
    code, out, _ = zermelo("check", f"{FAULTY}/overflow.py", "--games", "5")
    assert code == 0  # it is the game that was written, only slow
    assert "it runs interpreted: compiled it would be another game: after 3000000019" in out


def test_a_board_on_one_wide_integer_is_healthy(zermelo):
    code, out, err = zermelo("check", f"{FAULTY}/wide_board.py", "--games", "1", "--seconds", "3")
    assert (code, err) == (0, "")
    assert "it runs interpreted: FULL needs 81 bits" in out


def test_a_hundred_thousand_actions_are_checked_in_time(zermelo):
    """To read an action back is to write all of them: only a few are tried. It took minutes before."""
    code, out, _ = zermelo("check", f"{FAULTY}/many_actions.py", "--seconds", "1", "--json")
    found = json.loads(out)
    assert (code, found["healthy"]) == (0, True)
    assert 0 < found["positions"] < 100
