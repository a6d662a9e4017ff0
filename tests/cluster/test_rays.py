"""The same on Ray: a cluster of two nodes in this machine, whose workers are killed."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from pathlib import Path

import pytest

import zermelo
from zermelo.arena.distant.table import DistantTable
from zermelo.cluster.rays import SETTINGS, Rays
from zermelo.learn.course import Budget, begin, learn
from zermelo.learn.td import TD
from zermelo.solve.databases.folder import named_materials, open_folder
from zermelo.solve.retrograde.build import build, plan_build

pytest.importorskip("ray", reason="the extra zermelo[cluster] is not installed")
pytestmark = pytest.mark.slow

NODES = 2
GAME = "connect-four"
ENGINES = ["mcts:sims=300", "mcts:sims=100"]


@pytest.fixture(scope="module")
def cluster():
    """The address of a cluster whose nodes have one core each."""
    from ray.cluster_utils import Cluster

    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    made = Cluster()
    for _ in range(NODES):
        made.add_node(num_cpus=1, object_store_memory=80_000_000, include_dashboard=False)
    yield made.address
    made.shutdown()


@pytest.fixture
def crew(cluster):
    with Rays(cluster) as found:
        assert found.workers == NODES
        yield found


def workers():
    """The processes that do tasks now."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    is_worker = file.read().startswith(b"ray::performed")
            except OSError:
                continue
            if is_worker:
                found.append(int(name))
    return found


def test_a_match_is_the_same_while_workers_are_killed(crew):
    game = zermelo.load(GAME)
    settings = {"games": 40, "seed": 5, "opening": 2}
    here = zermelo.match(game, ENGINES, **settings)
    killed = []

    def kill(found):
        for process in workers()[:1] if found.games % 8 == 0 else ():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
                killed.append(process)

    there = zermelo.match(game, ENGINES, progress=kill, cluster=crew, **settings)
    assert there.to_json() == here.to_json()
    assert [one.actions for one in there.records] == [one.actions for one in here.records]
    assert killed


def test_a_tournament_and_tuning_are_the_same(crew):
    game = zermelo.load("nim", stones=9)
    engines = ["minimax:depth=2", "random", "mcts:sims=20"]
    here, there = (zermelo.tournament(game, engines, seed=1, opening=1, cluster=one) for one in (None, crew))
    assert there.to_json() == here.to_json()
    here, there = (
        zermelo.tune(game, "mcts:sims=20", ["exploration"], games=32, seed=1, cluster=one) for one in (None, crew)
    )
    assert there.to_json() == here.to_json()


def test_a_user_s_file_travels(crew, tmp_path):
    file = tmp_path / "bots.py"
    file.write_text("def first(game, state):\n    return game.legal(state)[0]\n")
    game = zermelo.load("nim", stones=9)
    table = DistantTable(crew, game, [f"{file}:first", "random"])
    assert table._sources.digest
    here, there = (zermelo.match(game, [f"{file}:first", "random"], 4, 1, 1, cluster=one) for one in (None, crew))
    assert there.to_json() == here.to_json()


@contextlib.contextmanager
def killing(every):
    """Kills a worker that does a task now and then; the list has their numbers."""
    over, killed = threading.Event(), []

    def kill():
        while not over.wait(every):
            for process in workers()[:1]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        over.set()
        killer.join()


def test_databases_are_the_same_while_workers_are_killed(crew, tmp_path):
    found = []
    for name, one in (("here", None), ("there", crew)):
        folder = open_folder(zermelo.load("checkers"), tmp_path / name)
        with killing(0.5 if one else 1000.0) as killed:
            build(plan_build(folder, named_materials(folder.indexing, (), 2)), compiled=False, cluster=one)
        found.append({file.name: file.read_bytes() for file in folder.path.glob("*.zdb")})
    assert killed
    assert found[0] == found[1]


def test_self_play_is_the_same_while_workers_are_killed(crew, tmp_path):
    game = zermelo.load(f"{Path(__file__).parents[1]}/support/learn/games.py:nim:stones=5")
    for name, one in (("here", None), ("there", crew)):
        with killing(0.5 if one else 1000.0) as killed:
            learn(begin(game, TD(hidden=8, lanes=4, batch=100), 1), tmp_path / name, Budget(games=4000), cluster=one)
    assert killed
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def test_sampled_cfr_on_leduc_is_as_good(crew):
    leduc, found = zermelo.load("leduc-poker"), []
    for one in (None, crew):
        found.append(zermelo.solve(leduc, method="external", iterations=50_000, seed=1, cluster=one).exploitability)
    assert found[1] == pytest.approx(found[0], rel=0.5)  # 0.10 and 0.12; after 5,000 it is 0.3


def test_positions_and_perft_are_the_same(crew):
    nim = zermelo.load("nim")
    states = [nim.read_state(f"{stones},0") for stones in range(1, 12)]
    here, there = (zermelo.solve_all(nim, states, cluster=one) for one in (None, crew))
    assert [(one.value, one.line) for one in there] == [(one.value, one.line) for one in here]
    here, there = (zermelo.perft(zermelo.load(GAME), depth=5, cluster=one).divided for one in (None, crew))
    assert there == here
