"""AlphaZero's games on a cluster: what is learned is the same, though answers are lost."""

# ruff: noqa: E402  (the imports after PyTorch is found)

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="AlphaZero learns with PyTorch: pip install 'zermelo[learn]'")

from crews import lossy

import zermelo
from zermelo.cluster.inside import Inside
from zermelo.evaluate.learned.file import read_learned
from zermelo.learn.alphazero import AlphaZero
from zermelo.learn.alphazero.distant import Distant
from zermelo.learn.course import Budget, begin, learn, resume, save

TINY = AlphaZero(
    channels=8, blocks=1, head=4, hidden=16, sims=8, boards=16, groups=3, batch=32, first_window=100, device="cpu"
)
BUDGET = Budget(games=250)
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """What is learned in this process."""
    file = tmp_path_factory.mktemp("here") / "run"
    learn(begin(zermelo.load("tic-tac-toe"), TINY, 3), file, BUDGET)
    return file.read_bytes()


def test_the_file_is_the_same_though_answers_are_lost(here, tmp_path):
    file, crew = tmp_path / "there", lossy()
    learn(begin(zermelo.load("tic-tac-toe"), TINY, 3), file, BUDGET, cluster=crew)
    assert crew.done > 48  # tasks: three groups, eight times in each of two blocks
    assert file.read_bytes() == here
    assert read_learned(file).header["games"] >= BUDGET.games


def test_a_run_goes_on_elsewhere(here, tmp_path):
    """Begun on a cluster, killed, and ended here."""
    game, file = zermelo.load("tic-tac-toe"), tmp_path / "run"
    run = begin(game, TINY, 3)
    run.spread(Inside(2))
    run.progress = BUDGET.spent(run.games, 0.0)
    run.advance()
    assert 0 < run.games < BUDGET.games
    save(run, file)
    run.close()
    learn(resume(game, AlphaZero, file), file, BUDGET)
    assert file.read_bytes() == here


def test_workers_play_with_the_network_as_it_is_now():
    """The same games with another network are other games."""
    game, found = zermelo.load("tic-tac-toe"), []
    for factor in (1.0, 1.0, -3.0):
        run = begin(game, replace(TINY, groups=1), 3)
        for part in run.loop.inference.parts:
            part *= factor
        run.loop.distant = Distant(Inside(1), game, run.encoding, run.method)
        samples = [one for _ in range(4) for one in run.loop.distant.played(run.loop.lanes, 8)]
        found.append(np.concatenate([one.policy for one in samples]))
        run.close()
    assert len(found[0])
    assert np.array_equal(found[0], found[1])
    assert found[0].shape != found[2].shape or not np.array_equal(found[0], found[2])
