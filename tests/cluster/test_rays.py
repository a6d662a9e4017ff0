"""The same on Ray: a cluster of two nodes in this machine, whose workers are killed."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest
from ray_nodes import kill_one, killing, nodes

import zermelo
from zermelo.arena.distant.table import DistantTable
from zermelo.cluster.rays import MISSING, Rays
from zermelo.installed import is_installed
from zermelo.learn.alphazero import AlphaZero
from zermelo.learn.course import Budget, begin, learn
from zermelo.learn.td import TD
from zermelo.solve.databases.folder import named_materials, open_folder
from zermelo.solve.retrograde.build import build, plan_build

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_installed("ray"), reason=MISSING)]

NODES = 2
GAME = "connect-four"
ENGINES = ["mcts:sims=300", "mcts:sims=100"]


@pytest.fixture(scope="module")
def cluster():
    """The address of a cluster whose nodes have one core each."""
    with nodes(NODES) as address:
        yield address


@pytest.fixture
def crew(cluster):
    with Rays(cluster) as found:
        assert found.workers == NODES
        yield found


def test_a_match_is_the_same_while_workers_are_killed(crew, capfd):
    game = zermelo.load(GAME)
    settings = {"games": 40, "seed": 5, "opening": 2}
    here = zermelo.match(game, ENGINES, **settings)

    def kill(found):
        if found.games % 8 == 0:
            kill_one()

    with killing() as killed:
        there = zermelo.match(game, ENGINES, progress=kill, cluster=crew, **settings)
    assert there.to_json() == here.to_json()
    assert [one.actions for one in there.records] == [one.actions for one in here.records]
    assert killed
    assert len(there.records) == settings["games"]
    assert capfd.readouterr().out == ""  # of what Ray has to say, which would be in the way of --json


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


def test_databases_are_the_same_while_workers_are_killed(crew, tmp_path):
    found = []
    for name, one in (("here", None), ("there", crew)):
        folder = open_folder(zermelo.load("checkers"), tmp_path / name)
        with killing() if one else nullcontext() as killed:
            build(plan_build(folder, named_materials(folder.indexing, (), 2)), compiled=False, cluster=one)
        found.append({file.name: file.read_bytes() for file in folder.path.glob("*.zdb")})
    assert killed
    assert found[0] == found[1]


def test_self_play_is_the_same_while_workers_are_killed(crew, tmp_path):
    game = zermelo.load(f"{Path(__file__).parents[1]}/support/learn/games.py:nim:stones=5")
    for name, one in (("here", None), ("there", crew)):
        with killing() if one else nullcontext() as killed:
            learn(begin(game, TD(hidden=8, lanes=4, batch=100), 1), tmp_path / name, Budget(games=4000), cluster=one)
    assert killed
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def test_alphazero_s_self_play_is_the_same_while_workers_are_killed(crew, tmp_path):
    pytest.importorskip("torch", reason="AlphaZero learns with PyTorch: pip install 'zermelo[learn]'")
    tiny = AlphaZero(
        channels=8, blocks=1, head=4, hidden=16, sims=8, boards=16, groups=3, batch=32, first_window=100, device="cpu"
    )
    for name, one in (("here", None), ("there", crew)):
        with killing() if one else nullcontext() as killed:
            learn(begin(zermelo.load("tic-tac-toe"), tiny, 3), tmp_path / name, Budget(games=250), cluster=one)
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
