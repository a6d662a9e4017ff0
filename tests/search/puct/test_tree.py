"""The tree of PUCT: kept between moves, and its kernel between processes."""

from __future__ import annotations

import json

import pytest
from processes import run_python
from search.puct.networks import Counting, visits

import zermelo
from zermelo.evaluate.network import uniform
from zermelo.players.player import as_player
from zermelo.search.puct.search import PUCT
from zermelo.search.puct.tree import OPEN, find


@pytest.mark.long
def test_the_tree_is_kept_for_the_next_move():
    game = zermelo.load("connect-four")
    network = Counting(uniform(game))
    for compiled in (True, False):
        player = as_player(PUCT(network, sims=300, batch=4, seed=4, compiled=compiled))
        first = player.analyse(game)
        state = game.result(game.initial(), first.action)
        below = game.result(state, max(game.legal(state), key=lambda action: action == first.line[1]))
        second = player.analyse(game, below)
        assert sum(visits(second)) > 300 == second.simulations
        again = player.analyse(game, below)
        assert sum(visits(again)) == sum(visits(second)) + 300
        assert sum(visits(player.analyse(game))) == 300  # not below the kept root
        assert sum(visits(player.algorithm.with_options(keep=False).analyse(game, below))) == 300


def test_a_kept_tree_has_the_network_s_priors():
    """Noise is added only at the root, and only for one search."""
    game = zermelo.load("connect-four")
    player = as_player(PUCT(uniform(game), sims=60, noise=0.5, seed=1))
    for _ in range(2):
        assert {c.prior for c in player.analyse(game).candidates} == {1 / 7}


def test_a_node_without_children_is_no_tree_to_go_on_with():
    """Where a kept tree did not fit, its nodes lost their children, but not their visits."""
    game = zermelo.load("connect-four")
    player = as_player(PUCT(uniform(game), sims=60))
    state = game.result(game.initial(), player.analyse(game).action)
    kept = player._session.kept[0]
    node = find(kept, game, state)
    assert kept.tree.visits[node] > 0
    kept.tree.mark[node] = OPEN
    assert find(kept, game, state) is None


KERNEL = """
import json, zermelo
from zermelo.evaluate.network import from_rollouts, uniform
from zermelo.search.puct.search import PUCT
game = zermelo.load({file!r})
reports = []
for network in (uniform(game), from_rollouts(game, seed=1)):
    report = PUCT(network, sims=200, seed=1, compiled=True).analyse(game).to_json()
    del report["seconds"]
    reports.append(report)
print(json.dumps(reports))
"""
FILE = """
from typing import NamedTuple
from zermelo import Game

class HeapState(NamedTuple):
    stones: int
    player: int

def heap() -> Game:
    def actions(state):
        for n in range(1, min(2, state.stones) + 1):
            yield n
    return Game(
        lambda: HeapState(4, 0),
        lambda state: state.player,
        actions,
        lambda state, n: HeapState(state.stones - n, 1 - state.player),
        lambda state: state.stones == 0,
        lambda state, player: -1.0 if state.player == player else 1.0,
    )
"""


@pytest.mark.long
def test_the_kernel_comes_back_from_the_disk_in_a_second_process(tmp_path):
    """It returns states of a class that is another object in every process: one of a user's file."""
    file = tmp_path / "heap.py"
    file.write_text(FILE)
    cache = tmp_path / "cache"

    code = KERNEL.format(file=str(file))
    first = run_python(code, cache=cache)
    assert first.stderr.count("first run only") == 2
    files = {path: path.stat().st_mtime_ns for path in cache.iterdir()}
    second = run_python(code, cache=cache)
    assert "first run only" not in second.stderr
    assert json.loads(second.stdout) == json.loads(first.stdout)
    assert {path: path.stat().st_mtime_ns for path in cache.iterdir()} == files
