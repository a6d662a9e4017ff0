"""The network foretells how a game ends: whose each cell is, and by how many points it is won."""

# ruff: noqa: E402  (the imports after PyTorch is found)

from __future__ import annotations

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="AlphaZero learns with PyTorch: pip install 'zermelo[learn]'")

import zermelo
from zermelo.evaluate.encoding.encoding import encoding_of
from zermelo.evaluate.encoding.symmetry import find_symmetries
from zermelo.evaluate.learned.wins import margins
from zermelo.learn.alphazero import AlphaZero
from zermelo.learn.alphazero.games import MINE, NOBODYS, NOT_KNOWN, THEIRS, UNKNOWN
from zermelo.learn.alphazero.group import Samples
from zermelo.learn.alphazero.learner import Learner, owner_loss, points_loss
from zermelo.learn.alphazero.network import BINS

CPU = torch.device("cpu")


def learner(game, foretold, points=False):
    options = AlphaZero(
        channels=8,
        blocks=1,
        head=4,
        hidden=16,
        batch=64,
        window=400,
        first_window=400,
        foretold=foretold,
        warm_up=5,
        rate=0.01,
    ).settled(game, "cpu")
    encoding = encoding_of(game)
    symmetries = find_symmetries(game, encoding, compiled=False)
    return Learner(encoding, game.max_actions, symmetries, options, CPU, 1, points)


def samples_with(encoding, count, points):
    """Positions in which every cell stays what it is, and the winner is who has more stones."""
    draw = np.random.default_rng(1)
    stones = draw.integers(0, 3, (count, encoding.cells))
    planes = np.zeros((count, encoding.cells, encoding.planes), np.uint8)
    planes[:, :, 0], planes[:, :, 1] = stones == 1, stones == 2
    owners = np.choose(stones, (NOBODYS, MINE, THEIRS)).astype(np.int8)
    owners[::3] = NOT_KNOWN
    more = (stones == 1).sum(axis=1) - (stones == 2).sum(axis=1)
    ends = np.sign(more) * (0.9 + 0.1 * np.abs(more) / encoding.cells) if points else np.sign(more)
    ends = np.where(np.arange(count) % 3, ends, UNKNOWN).astype(np.float32)
    places = np.tile(np.arange(encoding.cells, dtype=np.int16), (count, 1))
    policy = np.full(places.shape, 1 / encoding.cells, np.float32)
    values, draws = np.zeros(count, np.float32), np.ones(count, np.float32)
    return Samples(planes.reshape(count, -1), places, policy, values, draws, owners, ends)


def test_the_loss_of_owners_counts_only_what_is_known():
    told = torch.zeros(2, 3, 1, 2)
    told[0, :, 0, 0] = torch.log(torch.tensor([0.5, 0.25, 0.25]))
    owners = torch.tensor([[MINE, NOBODYS], [NOT_KNOWN, NOT_KNOWN]])
    assert float(owner_loss(told, owners)) == pytest.approx((math.log(2) + math.log(3)) / 4)
    assert float(owner_loss(told, torch.full((2, 2), NOT_KNOWN))) == 0.0


def test_a_margin_between_two_bins_belongs_to_both():
    logits = torch.zeros(4, BINS)
    logits[:, -1], logits[:, -2] = 2.0, 1.0
    norm = math.log(math.exp(2) + math.exp(1) + BINS - 2)
    step = 0.1 * 2 / (BINS - 1)  # of what an end is worth
    ends = torch.tensor([1.0, 1.0 - step, 1.0 - step / 4, UNKNOWN])
    assert margins(torch.tensor([1.0, -0.95, 0.0, 0.9])).tolist() == pytest.approx([1.0, -0.5, 0.0, 0.0], abs=1e-6)
    assert float(points_loss(logits, ends)) == pytest.approx((3 * norm - 2.0 - 1.0 - 1.75) / 4, abs=1e-4)
    lost = torch.tensor([-1.0] * 4)
    assert float(points_loss(logits, lost)) == pytest.approx(norm, abs=1e-4)


def test_it_learns_what_is_to_be_foretold_in_all_symmetries():
    game = zermelo.load("tic-tac-toe")
    made = learner(game, 1.0, points=True)
    assert len(made.cells) == 8
    samples = samples_with(made.encoding, 400, points=True)
    made.take(samples)
    made.set_pace(0.0)
    for _ in range(240):
        made.step()
    planes = torch.from_numpy(samples.planes.reshape(400, 3, 3, 3).transpose(0, 3, 1, 2).copy()).float()
    with torch.no_grad():
        _, owners, points = made.net.eval()(planes)
    known = samples.ends != UNKNOWN
    found = owners.flatten(2).argmax(1).numpy()
    assert (found == samples.owners)[known].mean() > 0.95
    bins = torch.linspace(-1, 1, BINS)
    mean = (torch.softmax(points, 1) * bins).sum(1).numpy()
    wanted = margins(torch.from_numpy(samples.ends)).numpy()
    assert np.corrcoef(mean[known], wanted[known])[0, 1] > 0.8


@pytest.mark.parametrize(("foretold", "points", "parts"), [(0.0, True, 0), (0.5, False, 2), (0.5, True, 4)])
def test_what_is_not_wanted_or_not_there_is_not_foretold(foretold, points, parts):
    made = learner(zermelo.load("tic-tac-toe"), foretold, points)
    names = [name for name in made.net.state_dict() if name.partition(".")[0] in ("owners", "points")]
    assert len(names) == parts
