"""Zermelo in Pyodide, which is Python compiled for browsers, run by Node: no Numba, no NumPy, no threads."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from npm_pyodide import npm_pyodide

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
CODE = """
import json

import zermelo

game = zermelo.load("tic-tac-toe")
solved = zermelo.AlphaBeta(plain=True).analyse(game)
trace = zermelo.trace(zermelo.load("figure:two-ply"))
try:
    zermelo.MCTS(sims=5).analyse(game)
    refused = ""
except zermelo.ZermeloError as error:
    refused = str(error)
print(json.dumps([solved.value, solved.exact, solved.reason, str(trace).splitlines()[-1], refused]))
"""


def test_tic_tac_toe_is_solved_and_a_tree_is_traced():
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    script = Path(__file__).parent / "support" / "pyodide.mjs"
    words = [node, str(script), str(npm_pyodide()), str(ROOT), CODE]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    value, is_exact, reason, last, refused = json.loads(done.stdout)
    assert (value, is_exact, reason) == (0, True, "Numba is not installed here")
    assert last == "worth 3 to MAX, best action a1; 7 leaves visited, 2 skipped"
    assert refused == "this needs NumPy, which is not installed here"
