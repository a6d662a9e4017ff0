"""Budgets: nodes, depth, time and Ctrl-C all end a search, and what was found by then is kept."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from patience import PATIENCE
from processes import run_python

import zermelo

CONNECT_FOUR = zermelo.load("connect-four")


@pytest.mark.parametrize("compiled", [True, False])
def test_nodes_end_a_search(compiled):
    analysis = zermelo.AlphaBeta(nodes=3000, compiled=compiled).analyse(CONNECT_FOUR)
    assert analysis.nodes <= 3000
    assert 1 <= analysis.depth < 12
    assert not analysis.exact
    assert analysis.action in CONNECT_FOUR.legal(CONNECT_FOUR.initial())


@pytest.mark.parametrize("compiled", [True, False])
def test_time_ends_a_search(compiled):
    zermelo.AlphaBeta(depth=1, compiled=compiled).analyse(CONNECT_FOUR)
    start = time.perf_counter()
    analysis = zermelo.AlphaBeta(time=0.2, compiled=compiled).analyse(CONNECT_FOUR)
    assert time.perf_counter() - start < 60
    assert analysis.depth >= 2
    assert 0.1 < analysis.seconds < 60


def test_one_node_still_gives_a_legal_action():
    for search in (zermelo.AlphaBeta, zermelo.Minimax, zermelo.Expectiminimax, zermelo.MaxN):
        analysis = search(nodes=1, compiled=False).analyse(CONNECT_FOUR)
        assert analysis.action in CONNECT_FOUR.legal(CONNECT_FOUR.initial())
        assert not analysis.exact
        assert [c.bound for c in analysis.candidates] == ["stopped"] * 7
    assert zermelo.MCTS(nodes=1, compiled=False).analyse(CONNECT_FOUR).action in range(7)


def test_deepening_ends_when_the_value_is_known():
    analysis = zermelo.AlphaBeta(time=60).analyse(zermelo.load("tic-tac-toe"))
    assert analysis.exact
    assert analysis.value == 0
    assert analysis.seconds < 30


def test_a_forced_win_ends_deepening_and_is_exact():
    state = CONNECT_FOUR.read_state("112233")
    analysis = zermelo.AlphaBeta(time=60).analyse(CONNECT_FOUR, state)
    assert (analysis.value, analysis.exact, analysis.depth) == (1, True, 1)
    assert CONNECT_FOUR.action_text(state, analysis.action) == "4"


def test_a_forced_win_leaves_the_other_values_in_the_evaluation_s_units():
    """Scholar's mate is worth 1; a move that wins a pawn is still worth about one."""
    game = zermelo.load("chess")
    state = game.read_state("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
    analysis = zermelo.engine("minimax:depth=1,evaluate=fitted,compiled=false").analyse(game, state)
    values = {game.action_text(state, c.action): c.value for c in analysis.candidates}
    assert (analysis.value, analysis.exact, values["Qxf7#"]) == (1, True, 1)
    assert 0.5 < values["Bxf7+"] - values["Bb3"] < 2
    assert 0 < values["Qxe5+"] - values["Qe2"] < 2


def test_an_unknown_length_is_deepened_until_exact():
    game = replace(zermelo.load("nim:stones=6"), max_plies=None, best_utility=None)
    analysis = zermelo.AlphaBeta(compiled=False).analyse(game)
    assert (analysis.value, analysis.exact, analysis.action) == (1, True, 2)


def test_each_depth_is_reported_as_it_is_finished():
    seen = []
    zermelo.AlphaBeta(depth=5, time=60, compiled=False).analyse(CONNECT_FOUR, watch=seen.append)
    assert [analysis.depth for analysis in seen] == [1, 2, 3, 4, 5]
    assert [a.nodes for a in seen] == sorted(a.nodes for a in seen)


def test_depth_is_the_last_word_under_a_generous_time():
    deepened = zermelo.AlphaBeta(depth=4, time=60, compiled=False).analyse(CONNECT_FOUR)
    straight = zermelo.AlphaBeta(depth=4, compiled=False).analyse(CONNECT_FOUR)
    assert (deepened.action, deepened.value, deepened.line) == (straight.action, straight.value, straight.line)


@pytest.mark.parametrize(
    "engine",
    [
        "zermelo.AlphaBeta()",
        pytest.param("zermelo.MCTS(time=60)", marks=pytest.mark.long),
        "zermelo.AlphaBeta(compiled=False)",
        pytest.param("zermelo.Minimax()", marks=pytest.mark.long),
    ],
)
def test_control_c_ends_a_search(engine):
    code = f"""
import zermelo
game = zermelo.load("connect-four")
{engine.replace("()", "(depth=2)").replace("False)", "False,depth=2)").replace("time=60", "sims=5")}.analyse(game)
print("ready", flush=True)
{engine}.analyse(game)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline().strip() == "ready"
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()  # one that did not end would take a core for ever
    assert "KeyboardInterrupt" in errors


@pytest.mark.parametrize(
    "options",
    [{"depth": 0}, {"depth": -3}, {"depth": 2.5}, {"depth": 10**6}, {"time": 0}, {"time": float("nan")}, {"nodes": 0}],
)
def test_bad_budgets_are_refused_in_one_line(options):
    with pytest.raises(zermelo.ZermeloError) as error:
        zermelo.AlphaBeta(**options)
    assert "\n" not in str(error.value)


def test_control_c_leaves_no_search_running():
    """The kernel stops too: the process is idle afterwards."""
    seconds = run_python(
        """
        import os, signal, threading, time, zermelo
        game = zermelo.load("connect-four")
        zermelo.AlphaBeta(depth=2).analyse(game)
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            zermelo.AlphaBeta(depth=30).analyse(game)
        except KeyboardInterrupt:
            pass
        before = time.process_time()
        time.sleep(1)
        print(time.process_time() - before)
        """
    )
    assert float(seconds.stdout) < 0.5
