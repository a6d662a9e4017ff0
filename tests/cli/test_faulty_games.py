"""Users' games with one fault each: `check` names the law and the smallest example, `analyse` never calls a wrong value
exact nor gives any without a warning, and nothing hangs, crashes or prints what only a compiler's author reads."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from processes import run_zermelo

FAULTY = Path(__file__).parents[1] / "faulty_games"
RETURNS = "every function returns"
ACTIONS, PURE, UTILITIES = "actions are there", "result leaves", "utilities are"
TEXTS, OPINION, ADVICE = "actions and positions are read", "the evaluation stays", "advice to searches"


@dataclass(frozen=True)
class Fault:
    """A faulty game: the law that it breaks, what is told, the moves of the smallest example, how it is analysed."""

    spec: str
    law: str
    told: str
    moves: str = ""
    engine: str = "expectiminimax:depth=6"
    truth: float | None = None  # the value that `analyse` gives, where the fault is none of the rules
    is_quick: bool = False

    @property
    def path(self) -> str:
        return f"{FAULTY}/{self.spec}"


def pile(wrong: str, law: str, told: str, moves: str = "", **others) -> Fault:
    return Fault(f"broken_pile.py:broken_pile:wrong={wrong}", law, told, moves, **others)


MCTS, STRONG = "mcts:sims=200,seed=1", "alphabeta:plain=false,depth=4"
FAULTS = [
    Fault("endless.py:endless:where=to_move", RETURNS, "to_move does not return", "1 2"),
    Fault("endless.py:endless:where=actions", RETURNS, "actions does not return", "1 2"),
    Fault("endless.py:endless:where=result", RETURNS, "result(state, 2) does not return", "1", is_quick=True),
    Fault("endless.py:endless:where=is_terminal", RETURNS, "is_terminal does not return", "1 2"),
    Fault("endless.py:endless:where=utility", RETURNS, "utility does not return", "1 2 2"),
    Fault("ten_gigabytes.py", RETURNS, "result(state, 2) ", "1", is_quick=True),
    pile("leaving", RETURNS, "result(state, 1) ends the process", "1 2", is_quick=True),
    pile("quitting", RETURNS, "result(state, 1) ends the process", "1 2"),
    pile("asking", RETURNS, "result(state, 1) waits for what is typed", "1 2", is_quick=True),
    pile("talking", "functions print nothing", "result(state, 1) prints 'take 1'", "1 2", truth=1.0, is_quick=True),
    pile("forgetful", "initial and result give states", "result gives None", "1 2 1"),
    Fault("unhashable.py", "states can be compared", "cannot be compared with others", is_quick=True),
    pile("untyped", "states keep their types", "the state is a tuple, and a Pile at the start", "2"),
    pile("halved", "states keep their types", "stones is 4.0, a float, and 5 at the start", "1", truth=1.0),
    Fault("wrong_player.py", "to_move names", "to_move is 2, not one of 0 to 1", "1 1", is_quick=True),
    pile("no_chances", "to_move names", "to_move says chance, but the game has no chances", "2"),
    pile("no_action", ACTIONS, "there is no action, but the game is not over", "2 2"),
    pile("one_twice", ACTIONS, "actions yields 1 twice", "1 2"),
    pile("in_turn", ACTIONS, "actions yields something else each time", "1 2"),
    pile("undecided", ACTIONS, "is_terminal gives something else each time", "2 2"),
    pile("max_actions", ACTIONS, "2 actions are more than max_actions, 1"),
    pile("fill", ACTIONS, "fill lists [1], and actions yields [1, 2]"),
    pile("pick_uneven", ACTIONS, "pick does not draw the actions uniformly", engine=MCTS),
    pile("pick_illegal", ACTIONS, "pick draws 2, which is not legal", "2 2", engine=MCTS),
    Fault("broken_dice.py", "probabilities", "the probabilities add up to nan", "1", is_quick=True),
    pile("negative", "probabilities", "an outcome has probability -0.5", "2"),
    pile("missing", "probabilities", "the probabilities add up to 0.75", "2"),
    Fault("mutated.py", PURE, "result(state, 1) changed the state it was given", is_quick=True),
    Fault("mutated_board.py", PURE, "result(state, 0) changed the state it was given"),
    Fault("changing.py", PURE, "gives something else each time", is_quick=True),
    pile("deep", PURE, "RecursionError: maximum recursion depth exceeded", "1"),
    pile("max_plies", "every game ends", "the game goes on after max_plies, 4", "1 1 1 1 1"),
    pile("adjudicated", "adjudicated is a part", "adjudicated(state) holds, and the game is not over", "2 2"),
    Fault("rare_exception.py", UTILITIES, "ZeroDivisionError", "0 0 3 2 1 0", is_quick=True),
    Fault("out_of_bounds.py", UTILITIES, "IndexError: index 4 is out of bounds", "1 1 2", is_quick=True),
    Fault("broken_dice.py:broken_dice:wrong=utility", UTILITIES, "utility gives [inf, -inf]", "2 3", is_quick=True),
    pile("utility_nan", UTILITIES, "utility gives [nan, nan]", "1 2 2"),
    pile("utility_text", UTILITIES, "could not convert string to float: 'won'", "1 2 2"),
    pile("lucky", UTILITIES, "utility gives something else each time", "1 2 2"),
    pile("sum", UTILITIES, "utilities [1.0, -0.5] add up to 0.5", "1 2 2"),
    pile("total", UTILITIES, "add up to 0, and the game says total=1", "1 2 2"),
    pile("best_utility", UTILITIES, "a utility of 1 is more than best_utility, 0.5", "1 2 2"),
    pile("key", "different positions", "key(state) is that of Pile(stones=3, player=1), after 2", "1 1", engine=STRONG),
    pile("symmetries", "symmetric positions", "where the actions lead to other positions", "2", engine=STRONG),
    pile("view", "players know", "player 1 knows what it knows after 2 2, but only one of them allows 2", "2 1"),
    pile(
        "parse_action", TEXTS, "parse_action reads '2' as 2, which is not legal here", "2 2", truth=1.0, is_quick=True
    ),
    pile("format_action", TEXTS, "two actions are written 'take'", truth=1.0),
    pile("format_state", TEXTS, "the position is written '4' and read back as", "1", truth=1.0),
    pile("picture", "positions can be drawn", "ZeroDivisionError", "2", truth=1.0),
    pile("too_high", OPINION, "evaluate gives 5, more than a won game's 1", "2"),
    pile("rarely_raises", OPINION, "ZeroDivisionError", "1 2"),
    pile("evaluate_nan", OPINION, "evaluate gives [nan, nan]", "1 2"),
    pile("one_sided", OPINION, "they should add up to 0"),
    pile(
        "playout", ADVICE, "the guide's playout gives 2 for 0.0, which is not legal", "2 2", engine=MCTS, is_quick=True
    ),
    pile("prior", ADVICE, "the guide's prior of 1 has the mean 1.5", "2", engine=MCTS),
    pile("noisy", ADVICE, "the tactics' noisy lists [2], which is not legal", "2 2", engine=STRONG),
]
LONG_WINDED = pile("refilled", "every game ends", "a random game is not over after 5000 plies")
HEALTHY = [  # games whose numbers do not fit compiled words, or that are large: the engine, the value and the reason
    ("overflow.py", "minimax", 1.0, "does not fit the signed 64 bits"),
    ("wide_board.py", "alphabeta:depth=2", None, ""),
    ("hex_board.py", "alphabeta:depth=1", None, ""),
    ("many_actions.py", "mcts:sims=5,seed=1", None, ""),
]


def quickly(faults):
    return [fault if fault.is_quick else pytest.param(fault, marks=pytest.mark.long) for fault in faults]


def test_there_are_thirty():
    assert len({(fault.law, fault.told) for fault in FAULTS}) + len(HEALTHY) >= 30


@pytest.mark.parametrize("fault", quickly(FAULTS), ids=lambda fault: fault.spec)
def test_check_names_the_law_and_the_smallest_example(zermelo, fault):
    code, out, err = zermelo("check", fault.path, "--json", "--seconds", "60", "--games", "100")
    assert (code, err) == (1, "")
    [broken] = [finding for finding in json.loads(out)["laws"] if not finding["holds"]]
    assert broken["law"].startswith(fault.law)
    assert fault.told in broken["broken"]
    assert broken["moves"] == fault.moves.split()
    assert broken["state"] or fault.told == "result gives None"


@pytest.mark.long
@pytest.mark.parametrize(
    "fault", [f for f in FAULTS if (f.is_quick and f.spec != "rare_exception.py") or f.law == RETURNS], ids=str
)
def test_analyse_refuses_or_says_that_a_law_is_broken(zermelo, fault):
    _is_honest(fault, *zermelo("analyse", fault.path, "-e", fault.engine, "--json"))


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(fault, marks=pytest.mark.slow if i % 3 else pytest.mark.long)
        for i, fault in enumerate(f for f in FAULTS if f.spec != "rare_exception.py")
    ],
    ids=lambda fault: fault.spec,
)
def test_analyse_is_honest_in_a_process_of_its_own(fault, tmp_path):
    """One that crashes ends below 0, and one that hangs is ended."""
    done = run_zermelo("analyse", fault.path, "-e", fault.engine, "--json", cache=tmp_path)
    _is_honest(fault, done.returncode, done.stdout, done.stderr)


def _is_honest(fault, code, out, err):
    assert code in (0, 2)
    assert len([line for line in err.splitlines() if line.startswith("zermelo: ")]) == (code == 2)
    _is_no_wall(err)
    if code == 2:
        assert out == ""
        return
    found = json.loads(out[out.index("{") :])  # after what the game itself prints
    if fault.truth is not None:
        assert found["value"] == fault.truth
    else:
        assert found["breach"]
        assert not found["exact"]
        assert "breaks a law" in err


def _is_no_wall(err):
    assert "Traceback" not in err
    assert "numba" not in err.lower()
    assert len(err.splitlines()) <= 5


@pytest.mark.long
def test_a_game_that_never_ends(zermelo):
    code, out, _ = zermelo("check", LONG_WINDED.path, "--json", "--seconds", "60", "--games", "2")
    [broken] = [finding for finding in json.loads(out)["laws"] if not finding["holds"]]
    assert (code, len(broken["moves"])) == (1, 5000)
    assert LONG_WINDED.told in broken["broken"]


@pytest.mark.long
@pytest.mark.parametrize(("name", "engine", "value", "reason"), HEALTHY)
def test_what_does_not_fit_compiled_words_is_told_and_right(name, engine, value, reason, tmp_path):
    done = run_zermelo("analyse", f"{FAULTY}/{name}", "-e", engine, "--json", cache=tmp_path)
    assert done.returncode == 0
    _is_no_wall(done.stderr)
    found = json.loads(done.stdout)
    assert value is None or (found["value"], found["exact"]) == (value, True)
    assert reason in found.get("reason", "")
    assert "breach" not in found


@pytest.mark.long
def test_integers_that_overflow_are_told_and_the_value_is_right(zermelo):
    code, out, _ = zermelo("analyse", f"{FAULTY}/overflow.py", "-e", "minimax", "--json")
    found = json.loads(out)
    assert (code, found["value"], found["exact"], found["compiled"]) == (0, 1.0, True, False)
    assert "does not fit the signed 64 bits of compiled integers" in found["reason"]
    code, out, _ = zermelo("check", f"{FAULTY}/overflow.py", "--games", "5")
    assert code == 0  # it is the game that was written, only slow
    assert "it runs interpreted: compiled it would be another game: after 3000000019" in out


@pytest.mark.long
def test_a_board_on_one_wide_integer_is_healthy(zermelo):
    code, out, err = zermelo("check", f"{FAULTY}/wide_board.py", "--games", "1", "--seconds", "3")
    assert (code, err) == (0, "")
    assert "it compiles" in out


@pytest.mark.long
def test_a_hundred_thousand_actions_are_checked_in_time(zermelo):
    """To read an action back is to write all of them: only a few are tried. It took minutes before."""
    code, out, _ = zermelo("check", f"{FAULTY}/many_actions.py", "--seconds", "1", "--json")
    found = json.loads(out)
    assert (code, found["healthy"]) == (0, True)
    assert 0 < found["positions"] < 100
