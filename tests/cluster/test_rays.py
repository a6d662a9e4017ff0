"""The same on Ray: a cluster of two nodes in this machine, whose workers are killed."""

from __future__ import annotations

import contextlib
import os
import signal

import pytest

import zermelo
from zermelo.arena.distant.table import DistantTable
from zermelo.cluster.rays import SETTINGS, Rays

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
