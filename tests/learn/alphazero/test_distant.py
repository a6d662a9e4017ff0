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
pytestmark = pytest.mark.long


def test_the_file_is_the_same_though_answers_are_lost(tmp_path):
    game, crew = zermelo.load("tic-tac-toe"), lossy()
    for name, one in (("here", None), ("there", crew)):
        learn(begin(game, TINY, 3), tmp_path / name, Budget(games=150), cluster=one)
    assert crew.done > 24  # tasks: three groups, and at least eight times in a block
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()
    assert read_learned(tmp_path / "there").header["games"] >= 150


def test_a_run_goes_on_elsewhere(tmp_path):
    """Begun on a cluster, killed, and ended here."""
    game, whole, pieces = zermelo.load("tic-tac-toe"), tmp_path / "whole", tmp_path / "pieces"
    learn(begin(game, TINY, 3), whole, Budget(games=150))
    run = begin(game, TINY, 3)
    run.spread(Inside(2))
    run.progress = Budget(games=150).spent(run.games, 0.0)
    run.advance()
    assert run.games < 150
    save(run, pieces)
    run.close()
    learn(resume(game, AlphaZero, pieces), pieces, Budget(games=150))
    assert pieces.read_bytes() == whole.read_bytes()


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
