"""Zermelo where Numba, NumPy, threads and processes are missing, as in a browser."""

from __future__ import annotations

import json
from pathlib import Path

from fresh import python

from zermelo import load, trace_mcts

SUPPORT = Path(__file__).parent / "support"
NO_NUMPY = "this needs NumPy, which is not installed here"
START = """
import bare

bare.without({blocked}, threads={threads})
import json
import time

import zermelo

def say(*found):
    print(json.dumps(found))

def refusal(work):
    try:
        work()
    except zermelo.ZermeloError as error:
        return str(error)

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"
tree = zermelo.load(TREE)
small = zermelo.load("tic-tac-toe:rows=2,columns=3,k=2")
"""
TEXTBOOK = """
found = zermelo.AlphaBeta(plain=True).analyse(zermelo.load("tic-tac-toe"))
say(found.value, found.exact, found.compiled, found.reason)
say(zermelo.Minimax().analyse(tree).value, zermelo.AlphaBeta().analyse(tree).value)
say(zermelo.Expectimax(opponent=zermelo.RANDOM).analyse(zermelo.load("bins")).value)
coins = zermelo.load("coin-flip:turns=1")
say(zermelo.Expectiminimax(plain=True).analyse(coins).value, zermelo.Expectiminimax().analyse(coins).value)
say(zermelo.MaxN(depth=2).analyse(zermelo.load("castles")).depth)
"""
SHOWN = """
say(str(zermelo.trace(tree)).splitlines()[-1])
say(str(zermelo.trace_mcts(tree, simulations=12, seed=3)))
say("svg" in zermelo.trace(tree)._repr_html_())
say(str(zermelo.Position(small, small.initial())).splitlines()[-1])
"""
PLAYED = """
nim = zermelo.load("nim:stones=5")
say(zermelo.play(nim, ["minimax", "random"]).result)
say(zermelo.match(nim, ["minimax", "random"], games=2).games)
say(str(zermelo.solve(small)).splitlines()[0])
auto = zermelo.analyse(nim, player="auto:time=30,share=0,nodes=500")
say(auto.action, auto.chosen)
"""


def told(code, tmp_path, *libraries, threads=True):
    """What the code says in a fresh process that lacks these libraries, line by line."""
    start = START.format(blocked=", ".join(map(repr, libraries)), threads=threads)
    path = f"{SUPPORT}:{SUPPORT.parents[1]}"
    return python(start + code, tmp_path, PYTHONPATH=path).stdout.splitlines()


def in_a_browser(code, tmp_path):
    """The same where everything is missing that a browser lacks."""
    return told(code, tmp_path, "llvmlite", "numba", "numpy", "scipy", threads=False)


def test_textbook_searches_run_in_a_bare_place(tmp_path):
    assert in_a_browser(TEXTBOOK, tmp_path) == [
        '[0.0, true, false, "Numba is not installed here"]',
        "[3.0, 3.0]",
        "[5.0]",
        "[0.0, 0.0]",
        "[2]",
    ]


def test_what_is_shown_in_a_bare_place(tmp_path):
    simulations = str(trace_mcts(load("[[3,12,8],[2,4,6],[14,5,2]]"), simulations=12, seed=3))  # with NumPy, here
    traced, by_mcts, is_drawn, position = in_a_browser(SHOWN, tmp_path)
    assert traced == '["worth 3 to MAX, best action 1; 7 leaves visited, 2 skipped"]'
    assert json.loads(by_mcts) == [simulations]
    assert (is_drawn, position) == ("[true]", '["X to move"]')


def test_games_are_played_and_solved_in_a_bare_place(tmp_path):
    won, games, solved, auto = in_a_browser(PLAYED, tmp_path)
    assert "wins by taking the last stone" in won
    assert (games, solved, auto) == ("[2]", '["solved: X wins"]', '[1, "alphabeta"]')


def test_what_needs_numpy_says_so(tmp_path):
    code = """
    say(refusal(lambda: zermelo.MCTS(sims=5).analyse(tree)))
    say(refusal(lambda: zermelo.load("othello")))
    say(refusal(lambda: zermelo.solve(zermelo.load("kuhn-poker"))))
    say(refusal(lambda: zermelo.solve(small, method="retrograde")))
    say(refusal(lambda: zermelo.engine("pubeval:weights=none")))
    """
    *missing, retrograde, engine = in_a_browser(_outdented(code), tmp_path)
    assert missing == [f'["{NO_NUMPY}"]'] * 3
    assert retrograde == '["retrograde needs NumPy, which is not installed here: try alphabeta"]'
    assert engine.startswith("[\"no engine is called 'pubeval'")


def test_time_is_kept_without_threads(tmp_path):
    code = """
    begin = time.monotonic()
    found = zermelo.Minimax(time=0.3).analyse(zermelo.load("connect-four"))
    say(found.depth >= 1, found.exact, time.monotonic() - begin < 20)
    """
    assert in_a_browser(_outdented(code), tmp_path) == ["[true, false, true]"]


def test_a_users_game_in_a_bare_place(tmp_path):
    own = Path(__file__).parents[1] / "examples" / "nim_for_three.py"
    code = f"""
    game = zermelo.load({str(own)!r})
    say(zermelo.MaxN(depth=2).analyse(game).compiled)
    """
    assert in_a_browser(_outdented(code), tmp_path) == ["[false]"]


def test_without_numba_everything_runs_interpreted(tmp_path):
    code = """
    found = zermelo.MCTS(sims=50, seed=1).analyse(small)
    say(found.simulations > 0, found.compiled, found.reason)
    say(zermelo.trace_mcts(tree, simulations=5, seed=1).action in ("1", "2", "3"))
    say(str(zermelo.solve(small)).splitlines()[0])
    say(round(zermelo.solve(zermelo.load("kuhn-poker"), iterations=100).values[0], 2))
    say(zermelo.AlphaBeta(nodes=50).analyse(zermelo.load("connect-four")).compiled)
    """
    assert told(_outdented(code) + TEXTBOOK, tmp_path, "numba", "llvmlite")[:5] == [
        '[true, false, "Numba is not installed here"]',
        "[true]",
        '["solved: X wins in 3 plies"]',
        "[-0.06]",
        "[false]",
    ]


def test_every_public_name_is_there_in_a_bare_place(tmp_path):
    assert in_a_browser("say([name for name in dir(zermelo) if getattr(zermelo, name) is None])", tmp_path) == ["[[]]"]


def test_the_games_that_can_be_played_are_listed_in_a_bare_place(tmp_path):
    code = """
    import sys

    from zermelo.cli import main

    sys.argv = ["zermelo", "games", "--json"]
    main()
    """
    listed = json.loads("\n".join(in_a_browser(_outdented(code), tmp_path)))["games"]
    names = {game["name"] for game in listed}
    assert {"tic-tac-toe", "connect-four", "go", "pig"} <= names
    assert not {"chess", "othello"} & names


def _outdented(code):
    return "\n".join(line.removeprefix("    ") for line in code.splitlines())
