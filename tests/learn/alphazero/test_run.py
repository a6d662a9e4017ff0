"""Runs of AlphaZero: the network in PyTorch and in NumPy agree, and a run that was killed goes on without a seam."""

# ruff: noqa: E402  (the imports after PyTorch is found)

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="AlphaZero learns with PyTorch: pip install 'zermelo[learn]'")

import zermelo
from zermelo.evaluate.encoding.encoding import Encoder, encoding_of
from zermelo.evaluate.learned.file import new_header, read_learned, write_learned
from zermelo.evaluate.learned.residual import KIND, ResidualNetwork
from zermelo.game import ZermeloError
from zermelo.learn.alphazero import AlphaZero
from zermelo.learn.alphazero.kept import path_beside, read_kept
from zermelo.learn.alphazero.lane import answers_of
from zermelo.learn.alphazero.learner import chances
from zermelo.learn.alphazero.network import Inference, Net, folded
from zermelo.learn.course import Budget, begin, learn, resume, save

TINY = AlphaZero(channels=8, blocks=1, head=4, hidden=16, sims=8, boards=16, batch=32, first_window=100, device="cpu")


@pytest.mark.parametrize("channels", [8, 32])  # with few channels convolutions are plain, with more they go by tiles
def test_numpy_says_what_pytorch_says(channels, tmp_path):
    game = zermelo.load("tic-tac-toe")
    encoding = encoding_of(game)
    torch.manual_seed(1)
    net = Net(encoding, channels, 2, encoding.planes, 4, 16)
    with torch.no_grad():
        net.out.weight.normal_()
    net.train()(torch.rand(64, encoding.planes, 3, 3))  # moves the running statistics
    states = [game.initial(), game.read_state("xo./.x./..."), game.read_state("xox/oxo/.x.")]
    planes, places = Encoder(game, encoding, compiled=False).encode_many(states)
    table = np.full((3, 9), -1, np.int16)
    for row, own in zip(table, places, strict=True):
        row[: len(own)] = own
    told = np.zeros(3 * 11, np.float32)
    answers_of(Inference(net, encoding, torch.device("cpu")))(planes.reshape(-1), table.reshape(-1), told)
    arrays = {f"layer.{place}": layer.numpy() for place, layer in enumerate(folded(net))}
    arrays |= {f"encoding.{name}": array for name, array in encoding.to_arrays().items()}
    write_learned(tmp_path / "net", new_header(game, "alphazero", {}, 1) | {"kind": KIND, "reach": 1.0}, arrays)
    priors, values = ResidualNetwork(game, read_learned(tmp_path / "net"), compiled=False)(states)
    for row, own, value in zip(told.reshape(3, 11), priors, values, strict=True):
        assert row[: len(own)] == pytest.approx(own, abs=1e-4)
        assert row[9] == pytest.approx(value, abs=1e-4)


def test_chances_of_win_draw_and_loss_add_up_to_one_and_to_the_value():
    values, draws = torch.tensor([1.0, -1.0, 0.0, -0.25]), torch.tensor([0.0, 0.0, 1.0, 0.5])
    expected = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.125, 0.5, 0.375]]
    assert chances(values, draws).tolist() == expected


@pytest.mark.long
def test_options_reach_the_games():
    wanted = {"noise": 0.7, "evenness": 0.6, "skipped": 0.4, "dull": 0.3, "clear": 0.8, "opened": 0.2, "openings": 3}
    run = begin(zermelo.load("tic-tac-toe"), replace(TINY, **wanted), 3)
    run.loop.set_progress(0.5)
    knobs = run.loop.lanes[0].group.games.knobs
    assert {name: getattr(knobs, name) for name in wanted} == wanted
    run.close()


@pytest.mark.long
def test_a_run_that_was_killed_ends_as_one_that_was_not(tmp_path):
    game = zermelo.load("tic-tac-toe")
    whole, pieces = tmp_path / "whole", tmp_path / "pieces"
    told = learn(begin(game, TINY, 3), whole, Budget(games=150)).told()
    run = begin(game, TINY, 3)
    for write in (lambda _: None, lambda path: save(run, path), run.keep):  # killed before the network was written
        run.progress = Budget(games=150).spent(run.games, 0.0)
        run.advance()
        write(pieces)
    run.close()
    learn(resume(game, AlphaZero, pieces), pieces, Budget(games=150))
    assert whole.read_bytes() == pieces.read_bytes()
    assert path_beside(whole).read_bytes() == path_beside(pieces).read_bytes()
    player = zermelo.engine(f"puct:network={whole},sims=20")
    assert player.analyse(game).action in game.legal(game.initial())
    sizes = re.search(r"8 channels, 1 blocks: (\d+) KB\nbeside it, to go on with, .* positions: ([\d.]+) MB in", told)
    assert int(sizes[1]) <= whole.stat().st_size / 1000 < 20
    assert float(sizes[2]) == round(path_beside(whole).stat().st_size / 1e6, 1)


@pytest.mark.long
def test_a_finished_run_goes_on_as_long_as_its_file_is_there(tmp_path):
    game, path = zermelo.load("tic-tac-toe"), tmp_path / "net"
    learn(begin(game, TINY, 3), path, Budget(games=100))
    steps = read_learned(path).header["work"]["steps"]
    run = learn(resume(game, AlphaZero, path), path, Budget(games=200))
    header = read_learned(path).header
    assert header["games"] >= 200
    assert header["work"]["steps"] == run.loop.learner.steps > steps
    assert header["trained_on"].startswith(f"{header['games']:,} games")
    path_beside(path).unlink()
    with pytest.raises(ZermeloError, match=r"is a finished network, and there is no net\.run to go on with"):
        resume(game, AlphaZero, path)


def as_before(arrays):
    """The arrays of a run as they were when nothing was foretold of a game's end."""
    new = ("net.owners", "average.owners", "positions.owners", "positions.ends", "loop.rounds", "games0.")
    found = {name: array for name, array in arrays.items() if not name.startswith(new)}
    return {**found, "encoding.sizes": arrays["encoding.sizes"][:-1], "loop.round": arrays["loop.rounds"]}


@pytest.mark.long
def test_a_file_of_before_that_holds_the_run_too_goes_on(tmp_path):
    game, path = zermelo.load("tic-tac-toe"), tmp_path / "net"
    run = begin(game, TINY, 3)
    run.advance()
    save(run, path)
    run.close()
    header, kept = read_kept(path_beside(path), read_learned(path))
    before = as_before({**run.arrays(), **kept})
    del header["options"]["foretold"]
    path_beside(path).unlink()
    write_learned(path, header, before)
    again = resume(game, AlphaZero, path)
    assert again.games == run.games
    assert again.loop.learner.total == run.loop.learner.total > 0
    assert again.loop.learner.steps == run.loop.learner.steps
    assert zermelo.engine(f"puct:network={path},sims=4").analyse(game).action in game.legal(game.initial())
    learn(again, path, Budget(games=100))
    assert path_beside(path).exists()
    assert "learner.count" not in read_learned(path).arrays


@pytest.mark.long
def test_a_budget_that_ends_before_the_first_step_is_told(tmp_path):
    game, path = zermelo.load("tic-tac-toe"), tmp_path / "net"
    with pytest.raises(ZermeloError, match=r"nothing was learned: .* games gave .* first step needs 2,500"):
        learn(begin(game, replace(TINY, first_window=10_000), 3), path, Budget(games=20))
    run = resume(game, AlphaZero, path)
    assert run.lacking()
    run.header["has_learned"] = True
    assert not run.lacking()
    run.close()
