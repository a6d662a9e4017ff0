"""`zermelo learn`."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

from zermelo.cli.learn import teller
from zermelo.evaluate.learned import read_learned
from zermelo.learn.course import Budget

GAME = '''
from zermelo import Feature, Game, Linear

def pace() -> Game:
    """Steps of 1 or 2, three each; who is farther wins."""
    def lead(state, player):
        return float(state[0] - state[1]) if player == 0 else float(state[1] - state[0])

    def utility(state, player):
        return 1.0 if lead(state, player) > 0 else -1.0 if lead(state, player) < 0 else 0.0

    return Game(
        initial=lambda: (0, 0, 0),
        to_move=lambda state: state[2] % 2,
        actions=lambda state: range(1, 3),
        result=lambda state, n: (
            (state[0] + n, state[1], state[2] + 1) if state[2] % 2 == 0 else (state[0], state[1] + n, state[2] + 1)
        ),
        is_terminal=lambda state: state[2] == 6,
        utility=utility,
        best_utility=1.0,
        compiles=False,
        evaluate=Linear((Feature("lead", 0.0, lead), Feature("one", 1.0, lambda state, player: 1.0)), win=100.0),
    )
'''
QUICK = ("--method", "samuel", "--options", "depth=1,lanes=1,batch=2,opening=1")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "pace.py").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_run_a_look_and_a_player(zermelo, folder):
    code, out, _ = zermelo("learn", "pace.py", *QUICK, "--games", "40")
    assert code == 0
    assert out.splitlines()[0].split() == ["term", "weight", "influence", "before"]
    assert {line.split()[0] for line in out.splitlines()[1:3]} == {"lead", "one"}
    assert out.splitlines()[-1] == "pace.learned: 40 games against itself at depth 1, from weights of 0, seed 0"

    code, out, _ = zermelo("learn", "--show", "pace.learned", "--json")
    shown = json.loads(out)
    assert (code, shown["games"], shown["method"], shown["terms"]) == (0, 40, "samuel", ["lead", "one"])

    code, out, _ = zermelo("analyse", "pace.py", "--engine", "alphabeta:depth=2,evaluate=pace.learned", "--json")
    assert code == 0
    assert json.loads(out)["engine"] == "alphabeta:depth=2,evaluate=pace.learned"

    assert zermelo("learn", "--show", "pace.learned", "--svg", "curve.svg")[0] == 0
    assert (folder / "curve.svg").read_text().startswith("<svg")


def test_a_run_is_resumed(zermelo, folder):
    assert zermelo("learn", "pace.py", *QUICK, "--games", "4")[0] == 0
    code, _, err = zermelo("learn", "pace.py", *QUICK, "--games", "8")
    assert code == 2
    assert "pace.learned exists: go on with it with --resume" in err
    assert zermelo("learn", "pace.py", "--games", "8", "--resume", "--json")[0] == 0
    assert zermelo("learn", "pace.py", *QUICK, "--games", "8", "--save", "whole")[0] == 0
    assert (folder / "whole").read_bytes() == (folder / "pace.learned").read_bytes()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["learn"], "name a game to learn"),
        (
            ["learn", "nim", "--method", "magic"],
            "no method of learning is called 'magic'; there are samuel, td, alphazero, imitation, bootstrap",
        ),
        (["learn", "pace.py", "--options", "breadth=3"], "samuel has no option 'breadth'; it has depth, rate,"),
        (["learn", "pace.py", "--options", "depth=0"], "samuel: depth must be a whole number from 1 to 30, not 0"),
        (["learn", "nim"], "and nim has none: give it a Linear, or try --method td"),
        (["learn", "pace.py", "--resume"], "there is no pace.learned to go on with"),
        (["learn", "pace.py", "--resume", "--options", "depth=2"], "leave --options out"),
        (["learn", "pace.py", "--resume", "--from", "x.sqlite"], "leave --from out"),
        (
            ["learn", "pace.py", "--from", "x.sqlite"],
            "samuel begins with nothing: leave --from out",
        ),
        (
            ["learn", "nim", "--method", "imitation"],
            "imitation learns from games that others have played",
        ),
        (["learn", "nim", "--method", "imitation", "--from", "no_such"], "no_such cannot be read"),
        (["learn", "pace.py", "--save", "no/such/x"], "no/such/x cannot be written: there is no folder no/such"),
        (["learn", "pace.py", "--save", "."], ". is a folder: name a file in it"),
        (["learn", "pace.py", "--time", "inf"], "a run lasts a number of seconds above 0, not inf"),
        (["learn", "pace.py", "--method", ""], "no method of learning is called ''"),
        (["learn", "pace.py", "--svg", "x.svg"], "--svg draws the curve of a file"),
        (["learn", "--show", "pace.py"], "pace.py is not a file that zermelo learn has written"),
        (
            ["analyse", "pace.py", "--engine", "alphabeta:evaluate=pace.py"],
            "evaluate names a learned file: pace.py is not",
        ),
        (
            ["analyse", "pace.py", "--engine", "alphabeta:evaluate="],
            "evaluate names a learned file, and no name was given",
        ),
        (["serve", "--no-browser", "--player", "pace.learned"], "--player 'pace.learned' should read NAME=FILE"),
        (["serve", "--no-browser", "--player", "mcts=x"], "there is an engine of this name already"),
        (["serve", "--no-browser", "--player", "mine=pace.py"], "pace.py has no engine: an engine is a function"),
    ],
)
def test_mistakes_are_told_in_one_line(zermelo, folder, typed, told):
    code, out, err = zermelo(*typed)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_a_header_that_is_made_up_is_told_in_one_line(zermelo, folder):
    from zermelo.evaluate.learned.file import new_header, write_learned
    from zermelo.loading import load

    write_learned(folder / "made-up", new_header(load("nim"), "td", {}, 0) | {"strength": [{"score": "good"}]}, {})
    code, out, err = zermelo("learn", "--show", "made-up")
    assert (code, out) == (2, "")
    assert err == "zermelo: the file does not tell its strength as zermelo learn does\n"


def kill_after_saves(command, file, saves, noise):
    """Starts a run and kills it after it has saved its file so many times; False: it was over before."""
    run, seen = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL), 0
    last = file.stat().st_mtime_ns if file.exists() else 0
    while seen < saves and run.poll() is None:
        now = file.stat().st_mtime_ns if file.exists() else 0
        seen, last = seen + (now != last), now
        time.sleep(0.001)
    time.sleep(noise.uniform(0.0, 0.01))
    is_running = run.poll() is None
    run.send_signal(signal.SIGKILL)
    run.wait()
    return is_running


@pytest.mark.slow
@pytest.mark.parametrize("options", ["depth=1,lanes=2,batch=2,terms=1,rote=6", "hidden=4,lanes=2,batch=2"])
def test_a_run_that_is_killed_ten_times_ends_as_one_that_is_not(folder, options):
    method = "td" if "hidden" in options else "samuel"
    command = [sys.executable, "-m", "zermelo", "learn", "pace.py", "--games", "4000", "--every", "0"]
    begin = ["--method", method, "--options", options]
    subprocess.run([*command, *begin, "--save", "whole"], check=True, capture_output=True)
    noise, kills = random.Random(1), 0
    for _ in range(10):
        how = ["--resume"] if (folder / "broken").exists() else begin
        kills += kill_after_saves([*command, *how, "--save", "broken"], folder / "broken", noise.randint(1, 25), noise)
    assert kills == 10
    assert read_learned(folder / "broken").header["games"] < 4000
    subprocess.run([*command, "--resume", "--save", "broken"], check=True, capture_output=True)
    assert (folder / "broken").read_bytes() == (folder / "whole").read_bytes()


@pytest.mark.parametrize(("budget", "places"), [(Budget(games=100), [64, 84]), (Budget(seconds=50.0), [2, 5])])
def test_the_bar_shows_all_games_and_the_speed_only_those_of_this_process(budget, places):
    """A run of 40 games that is taken up: 24 more in 2 seconds, and 20 in 3."""
    said, reached = [], []
    bar = SimpleNamespace(say=said.append, reach=reached.append)
    tell = teller(bar, budget, begun_with=lambda: 40)
    for games, seconds in ((64, 2.0), (84, 5.0)):
        tell(SimpleNamespace(games=games, newest=lambda: {"rating": 12.34}), seconds)
    assert reached == places
    assert said == ["64 games, 12 a second; rating 12.3", "84 games, 9 a second; rating 12.3"]
