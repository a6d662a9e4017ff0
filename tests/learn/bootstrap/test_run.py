"""A run of learning: generations, the file and what lies beside it, kills, and what is refused."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

import zermelo
from zermelo.evaluate.encoding.sample import Sample
from zermelo.evaluate.learned import read_learned, write_learned
from zermelo.experts.chess.plain import material, plain
from zermelo.game import ZermeloError
from zermelo.learn.bootstrap import Bootstrap
from zermelo.learn.bootstrap.players import LOGIT, Players
from zermelo.learn.course import Budget, begin, learn, resume
from zermelo.learn.methods import method_named

GAME = replace(zermelo.load("tic-tac-toe"), compiles=False)
OPTIONS = {"width": 8, "nodes": 10, "opening": 1, "generations": 2, "epochs": 2.0, "batch": 16, "rated": 1}
OPTIONS |= {"sharing": 2, "tasks": 3, "threads": 2, "table": 1, "device": "cpu"}


class Killed(BaseException):
    """Stands for kill -9."""


@pytest.fixture
def quick(monkeypatch):
    """A few positions are enough to train on."""
    monkeypatch.setattr("zermelo.learn.bootstrap.run.LEAST", 10)
    monkeypatch.setattr("zermelo.learn.bootstrap.fit.STEPS", 20)


def learned(path, games=24, watch=None):
    """A run up to so many games, resumed where there is a file; saved after every block."""
    run = resume(GAME, Bootstrap, path) if path.exists() else begin(GAME, Bootstrap(**OPTIONS), seed=3)
    return learn(run, path, Budget(games=games), watch, every=0.0)


def killed(path, blocks):
    """The same run, killed after so many blocks."""

    def watch(run, seconds):
        nonlocal blocks
        blocks -= 1
        if blocks < 0:
            raise Killed

    with pytest.raises(Killed):
        learned(path, watch=watch)


def test_a_run_learns_and_its_file_plays(quick, tmp_path):
    path = tmp_path / "ttt.learned"
    run = learned(path)
    found = read_learned(path)
    assert found.header["generation"] == len(found.header["curve"]) == 2
    newest = found.header["curve"][-1]
    assert {"held-out error", "error to results", "score against the one before", "rating"} <= set(newest)
    assert [one["against"] for one in found.header["strength"]] == ["generation 1", "random values"]
    assert "2 generations from random values" in found.header["trained_on"]
    assert path.stat().st_size < 20_000
    assert "to go on with" in run.told()
    beside = sorted(one.name for one in (tmp_path / "ttt.learned.positions").iterdir())
    assert beside[-2:] == ["generation-1.learned", "generation-2.learned"]
    for file in (path, tmp_path / "ttt.learned.positions" / "generation-1.learned"):
        analysis = zermelo.AlphaBeta(depth=2, evaluate=read_learned(file), compiled=False).analyse(GAME)
        assert analysis.action in GAME.legal(GAME.initial())


def test_a_run_that_was_killed_ends_as_one_that_was_not(quick, tmp_path):
    whole, parts = tmp_path / "whole.learned", tmp_path / "parts.learned"
    learned(whole)
    killed(parts, 2)
    killed(parts, 1)
    killed(parts, 1)
    learned(parts)
    one, other = read_learned(whole), read_learned(parts)
    assert {name: (array == other.arrays[name]).all() for name, array in one.arrays.items()} == dict.fromkeys(
        one.arrays, True
    )
    assert one.header["curve"] == other.header["curve"]
    assert sum(records for _, _, records in one.header["positions"]) == sum(
        records for _, _, records in other.header["positions"]
    )


def test_a_run_goes_on_without_what_lay_beside_it(quick, tmp_path):
    path = tmp_path / "ttt.learned"
    learned(path)
    shutil.rmtree(tmp_path / "ttt.learned.positions")
    run = learned(path, games=48)
    assert run.generation > 2
    assert run.games >= 48


def test_a_new_run_takes_nothing_from_an_old_folder(quick, tmp_path):
    path = tmp_path / "ttt.learned"
    learned(path)
    first = read_learned(path)
    path.unlink()
    (tmp_path / "ttt.learned.positions" / "000001.positions").write_bytes(b"of another run")
    learned(path)
    assert read_learned(path).digest == first.digest


def test_what_is_damaged_is_told_in_one_line(quick, tmp_path):
    path = tmp_path / "ttt.learned"
    learned(path)
    beside = next((tmp_path / "ttt.learned.positions").glob("*.positions"))
    content = beside.read_bytes()
    beside.write_bytes(content[:-1])
    with pytest.raises(ZermeloError, match=r"delete it to go on without its positions$"):
        resume(GAME, Bootstrap, path)
    beside.write_bytes(content)
    found = read_learned(path)
    for name, odd in (("generation", -1), ("tasks", "x"), ("told", []), ("rating", None), ("call", {"from": 2.0})):
        write_learned(path, {**found.header, name: odd}, found.arrays)
        with pytest.raises(ZermeloError, match="does not say how far its run has come"):
            resume(GAME, Bootstrap, path)
    write_learned(path, found.header, {**found.arrays, "first": found.arrays["first"][:-1]})
    with pytest.raises(ZermeloError, match="first has the shape"):
        resume(GAME, Bootstrap, path)


def test_too_small_a_budget_is_told_and_kept(quick, tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.learn.bootstrap.run.LEAST", 10**6)
    path = tmp_path / "ttt.learned"
    with pytest.raises(ZermeloError, match=r"nothing was learned: .* and a network needs 1,000,000"):
        learned(path, games=6)
    monkeypatch.setattr("zermelo.learn.bootstrap.run.LEAST", 10)
    assert learned(path, games=12).generation >= 1


def test_games_that_it_cannot_learn_are_refused():
    for name, words in (
        ("backgammon", "backgammon has chance in it: try --method td"),
        ("kuhn-poker", "bootstrap learns games in which nothing is hidden"),
        ("2048", "bootstrap learns to beat an opponent"),
    ):
        with pytest.raises(ZermeloError, match=words):
            begin(zermelo.load(name), Bootstrap(), 0)


def test_only_a_gpu_needs_pytorch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    run = begin(GAME, method_named("bootstrap")(), 0)
    assert (run.device, run.method.width) == ("cpu", 32)
    with pytest.raises(ZermeloError, match=r"^bootstrap needs PyTorch for a GPU: pip install 'zermelo\[learn\]'$"):
        begin(GAME, method_named("bootstrap")(device="cuda"), 0)


def test_the_first_games_may_be_played_by_the_games_own_evaluation(quick, tmp_path):
    """Which says here that the centre is worth half a game, so that it is played first."""
    with pytest.raises(ZermeloError, match="tic-tac-toe has no evaluation to begin with: leave start=own out"):
        begin(replace(GAME, evaluate=None, expert=zermelo.Expert()), Bootstrap(**OPTIONS, start="own"), 3)

    def centre(state, player):
        mine, theirs = (state.x, state.o) if player == 0 else (state.o, state.x)
        return 0.5 * ((mine >> 4 & 1) - (theirs >> 4 & 1))

    path = tmp_path / "own.learned"
    game = replace(GAME, evaluate=zermelo.Opinion(centre, win=1.0))
    run = begin(game, Bootstrap(**OPTIONS, start="own"), seed=3)
    assert run.players.plain.function is centre
    learn(run, path, Budget(games=24))
    header = read_learned(path).header
    assert "generations from its own evaluation" in header["trained_on"]
    assert resume(game, Bootstrap, path).players.plain.function is centre


def test_values_are_told_in_the_units_of_the_plain_count(monkeypatch):
    game = zermelo.load("chess")
    boards = ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/pp6/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    sample = Sample(states=[game.read_state(board) for board in boards])
    monkeypatch.setattr("zermelo.learn.bootstrap.players.sample_of", lambda _: sample)
    players, places = Players.__new__(Players), SimpleNamespace(seen=lambda *seen: seen, bucket=lambda _: 0)
    players.__dict__.update(game=game, is_mute=False, plain=plain(), places=places)

    def outputs(pawn):
        """A network by whose chances of sigmoid(3 × output) a pawn counts so much, and a queen for nothing."""
        edges = {1.0: pawn / 3, -2.0: -2 * pawn / 3, 9.0: 0.0}
        monkeypatch.setattr("zermelo.learn.bootstrap.players.output_of", lambda _, mine, *rest: edges[material(*mine)])

    outputs(0.25)
    assert players.unit_of(None, 3.0) == pytest.approx(LOGIT / 0.25)
    outputs(-0.25)
    assert players.unit_of(None, 3.0) is None
    players.is_mute = True
    assert players.unit_of(None, 3.0) is None
