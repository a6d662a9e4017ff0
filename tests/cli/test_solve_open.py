"""`zermelo solve` for positions of open games."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time

import pytest
from processes import environment, run_zermelo


def test_tic_tac_toe_in_words(zermelo):
    code, out, _ = zermelo("solve", "tic-tac-toe")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "solved: draw"
    assert lines[2].startswith("method: retrograde analysis of all states (retrograde), there are few enough states")
    assert re.match(r"5,478 states, 765 up to symmetry, in [\d.]+ s", lines[3])


def test_a_win_has_its_distance_and_line(zermelo):
    code, out, _ = zermelo("solve", "nim:stones=9")
    assert code == 0
    assert out.splitlines()[:2] == ["solved: Player 1 wins in 5 plies", "line: 1 1 3 1 3"]


def test_json_has_the_promised_keys(zermelo):
    found = json.loads(zermelo("solve", "tic-tac-toe", "--moves", "a1 b1", "--json")[1])
    assert found["position"] == ".../.../xo."
    assert (found["value"], found["distance"], found["solved"]) == (1.0, 5, True)
    assert len(found["line"]) == 5
    assert found["words"] == "X wins in 5 plies"
    assert {"game", "method", "why", "nodes", "seconds", "states", "classes"} <= set(found)


def test_a_budget_that_is_too_small_is_told_and_the_work_goes_on(zermelo, tmp_path):
    file = tmp_path / "work"
    words = ["solve", "nim:stones=900", "--method", "retrograde", "--save", str(file)]
    code, out, _ = zermelo(*words, "--seconds", "0")
    assert (code, out.splitlines()[0]) == (1, "not solved within this budget: nothing is proved yet")
    assert file.exists()
    code, out, _ = zermelo(*words, "--resume")
    assert (code, out.splitlines()[0]) == (0, "solved: Player 2 wins in 450 plies")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nim", "--iterations", "5"], "--iterations and --svg are for games that hide something"),
        (["nim", "--resume"], "--resume goes on from the file that --save FILE names"),
        (["nim", "--method", "lp"], "no method is called 'lp'; there are auto"),
        (["nim", "--position", "0,0"], "the game is over"),
        (["matrix:[[1,2],[3,4]]", "--moves", "a"], "a table is solved exactly and at once"),
    ],
)
def test_mistakes_are_told_in_one_line(zermelo, words, told):
    code, out, err = zermelo("solve", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


@pytest.mark.slow
@pytest.mark.parametrize("method", ["alphabeta", "proof"])
def test_killed_work_goes_on_and_finds_the_same(method, tmp_path):
    """Killed ten times at random: what is found in the end is what work without interruption finds."""
    cache, noise, killed = tmp_path / "cache", random.Random(3), 0
    words = ["solve", "breakthrough:rows=6,columns=4", "--method", method, "--seconds", "600", "--json"]
    whole = json.loads(run_zermelo(*words, cache=cache).stdout)
    assert whole["solved"]
    words += ["--save", str(tmp_path / "work"), "--resume"]
    for _ in range(10):
        process = subprocess.Popen(
            [sys.executable, "-m", "zermelo", *words], stdout=subprocess.DEVNULL, env=environment(cache)
        )
        time.sleep(noise.uniform(1.0, 1.0 + whole["seconds"]))
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
    assert killed > 0
    found = json.loads(run_zermelo(*words, cache=cache).stdout)
    assert {**found, "seconds": 0} == {**whole, "seconds": 0}


def test_it_says_when_and_why_it_runs_interpreted(zermelo, tmp_path):
    file = tmp_path / "take.py"
    file.write_text(
        "from zermelo import Game\n"
        "game = Game(lambda: (5, 0), lambda s: s[1], lambda s: iter((1, 2) if s[0] > 1 else (1,)),\n"
        "    lambda s, n: (s[0] - n, 1 - s[1]), lambda s: s[0] == 0, lambda s, p: 1.0 if p != s[1] else -1.0,\n"
        "    compiles=False)\n"
    )
    for method in ("auto", "retrograde", "alphabeta", "proof"):
        code, out, _ = zermelo("solve", file, "--method", method)
        assert code == 0
        assert out.splitlines()[-1] == "interpreted: the game says compiles=False"
        _, out, _ = zermelo("solve", file, "--method", method, "--json")
        assert json.loads(out)["reason"] == "the game says compiles=False"
    code, out, _ = zermelo("solve", "tic-tac-toe")
    assert code == 0
    assert "interpreted" not in out
