"""A run of learning: its budget, what it saves, and that a kill leaves no seam."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from learn.games import fork, nim, race

from zermelo.evaluate.learned import read_learned
from zermelo.game import ZermeloError
from zermelo.learn.course import Budget, begin, learn, resume, save
from zermelo.learn.samuel import Samuel
from zermelo.learn.td import TD

RUNS = [
    (nim(), TD(hidden=3, lanes=2, batch=2)),
    (race(), Samuel(depth=1, lanes=2, batch=2, opening=1, terms=2, rote=4)),
]


class Killed(Exception):
    pass


def killed_at(games):
    """Watches a run, and ends it before this block is saved."""

    def watch(run, seconds):
        if run.games == games:
            raise Killed

    return watch


@pytest.mark.parametrize(("game", "method"), RUNS, ids=["td", "samuel"])
def test_a_run_that_was_killed_ends_as_one_that_was_not(game, method, tmp_path):
    learn(begin(game, method, seed=5), tmp_path / "whole", Budget(games=24))

    path = tmp_path / "broken"
    with pytest.raises(Killed):
        learn(begin(game, method, seed=5), path, Budget(games=24), killed_at(8), every=0.0)
    assert read_learned(path).header["games"] == 4  # the block that was killed is lost, and no more
    with pytest.raises(Killed):
        learn(resume(game, type(method), path), path, Budget(games=24), killed_at(20), every=0.0)
    learn(resume(game, type(method), path), path, Budget(games=24))
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
    assert read_learned(path).header["curve"] == read_learned(tmp_path / "whole").header["curve"]


def test_a_run_with_a_teacher_that_was_killed_ends_as_one_that_was_not(tmp_path):
    """It has learned all that it needs of the teacher: that file may be gone."""
    game, teacher, path = fork(), tmp_path / "teacher", tmp_path / "broken"
    learn(begin(game, TD(hidden=3, lanes=2, batch=2), seed=1), teacher, Budget(games=4))
    method = TD(hidden=4, lanes=2, batch=2, teacher=str(teacher))
    learn(begin(game, method, seed=5), tmp_path / "whole", Budget(games=24))
    run = begin(game, method, seed=5)
    teacher.unlink()
    with pytest.raises(Killed):
        learn(run, path, Budget(games=24), killed_at(8), every=0.0)
    learn(resume(game, TD, path), path, Budget(games=24))
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_longer_run_goes_through_the_shorter_one(tmp_path):
    """But for those methods whose learning rate falls to 0 with the budget."""
    game, method = RUNS[1]
    learn(begin(game, method, seed=5), tmp_path / "long", Budget(games=16))
    learn(begin(game, method, seed=5), tmp_path / "short", Budget(games=8))
    learn(resume(game, type(method), tmp_path / "short"), tmp_path / "short", Budget(games=16))
    assert (tmp_path / "short").read_bytes() == (tmp_path / "long").read_bytes()


def test_another_seed_makes_another_run(tmp_path):
    game, method = RUNS[0]
    for seed in (1, 2):
        learn(begin(game, method, seed), tmp_path / str(seed), Budget(games=4))
    one, other = (read_learned(tmp_path / name).arrays["weights"] for name in ("1", "2"))
    assert (one != other).any()


def test_a_budget_is_needed_and_time_is_one(tmp_path):
    game, method = RUNS[0]
    with pytest.raises(ZermeloError, match="needs a budget"):
        learn(begin(game, method, 0), tmp_path / "x", Budget())
    learn(begin(game, method, 0), tmp_path / "x", Budget(seconds=0.001))
    assert read_learned(tmp_path / "x").header["games"] == 4


def test_a_run_for_a_time_goes_on_where_it_was(tmp_path, monkeypatch):
    """A learning rate that has fallen does not rise again, unless the time was over and more is given."""
    game, method = RUNS[0]
    clock = iter(range(1000))
    monkeypatch.setattr("zermelo.learn.course.time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    seen = []

    def killed_late(run, seconds):
        seen.append(run.progress)
        if run.progress > 0.5:
            raise Killed

    path = tmp_path / "x"
    with pytest.raises(Killed):
        learn(begin(game, method, 0), path, Budget(seconds=40.0), killed_late, every=0.0)
    seen.pop()  # the block that was killed is lost
    assert read_learned(path).header["spent"] == seen[-1]
    learn(resume(game, TD, path), path, Budget(seconds=40.0), lambda run, _: seen.append(run.progress), every=0.0)
    assert seen == sorted(seen)
    assert "spent" not in read_learned(path).header
    learn(resume(game, TD, path), path, Budget(seconds=40.0), lambda run, _: seen.append(run.progress), every=0.0)
    assert seen != sorted(seen)


def test_only_runs_of_the_same_game_and_method_are_resumed(tmp_path):
    game, method = RUNS[0]
    save(begin(game, method, 0), tmp_path / "x")
    with pytest.raises(ZermeloError, match="was learned by td, not by samuel"):
        resume(game, Samuel, tmp_path / "x")
    with pytest.raises(ZermeloError, match="not for nim:stones=6"):
        resume(nim(6), TD, tmp_path / "x")


@pytest.mark.parametrize(
    ("budget", "games", "seconds", "before", "spent"),
    [
        (Budget(games=200), 50, 1000.0, 0.0, 0.25),
        (Budget(games=200), 300, 0.0, 0.0, 1.0),
        (Budget(seconds=40.0), 10**6, 10.0, 0.0, 0.25),
        (Budget(seconds=40.0), 0, 10.0, 0.6, 0.7),  # of the time that is left, a quarter
        (Budget(seconds=40.0), 0, 40.0, 0.6, 1.0),
        (Budget(seconds=40.0), 0, 50.0, 0.0, 1.0),
        (Budget(games=100, seconds=40.0), 50, 10.0, 0.0, 0.5),  # whichever ends first
        (Budget(games=100, seconds=40.0), 10, 10.0, 0.0, 0.25),
        (Budget(), 50, 10.0, 0.0, 0.0),
    ],
)
def test_how_much_of_a_budget_is_spent(budget, games, seconds, before, spent):
    assert budget.spent(games, seconds, before) == pytest.approx(spent)


def test_two_runs_do_not_write_one_file(tmp_path):
    game, method = RUNS[0]
    path = tmp_path / "x"

    def second(run, seconds):
        learn(lambda: pytest.fail("the file is not read"), path, Budget(games=4))

    with pytest.raises(ZermeloError, match="x is being written by this process already"):
        learn(begin(game, method, seed=5), path, Budget(games=4), second)
    assert [file.name for file in tmp_path.iterdir()] == []
    assert learn(lambda: begin(game, method, seed=5), path, Budget(games=4)).games == 4


def test_a_run_that_learned_nothing_says_so_and_can_go_on(tmp_path, monkeypatch):
    game, method = RUNS[0]
    path = tmp_path / "x"
    run = begin(game, method, seed=5)
    monkeypatch.setattr(run, "lacking", lambda: "4 games are too few")
    with pytest.raises(ZermeloError) as error:
        learn(run, path, Budget(games=4))
    assert str(error.value) == (
        f"nothing was learned: 4 games are too few; the run is kept in {path}: go on with --resume and a larger budget"
    )
    assert read_learned(path).header["trained_on"] == ""
    learn(resume(game, type(method), path), path, Budget(games=8))
    learn(begin(game, method, seed=5), tmp_path / "whole", Budget(games=8))
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
