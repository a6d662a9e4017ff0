"""Tasks as they are sent: what is damaged, unknown or of another version is told, and lost ones are done again."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

import zermelo
from zermelo.arena.distant.table import DistantTable, engine_text
from zermelo.cluster import tasks
from zermelo.cluster.address import crew_at
from zermelo.cluster.crew import AGAIN, Crew
from zermelo.cluster.games import told_game
from zermelo.cluster.inside import Inside
from zermelo.cluster.tasks import Task, answered, performed, written
from zermelo.cluster.travel import Missing, Sources, there
from zermelo.game import ZermeloError

GO_ON = threading.Event()


@pytest.fixture
def echo(monkeypatch):
    """A task that answers with what it is given."""

    def function(arguments, arrays):
        if arguments.get("fails"):
            raise ValueError("on purpose")
        return dict(arguments), dict(arrays)

    monkeypatch.setattr(tasks, "_function", lambda name: function)


def test_arguments_and_arrays_come_back(echo):
    import numpy as np

    crew = Inside(2)
    sent = [Task("echo", {"n": n, "x": 0.1}, {"row": np.arange(n)}) for n in range(9)]
    for n, answer in enumerate(crew.map(sent)):
        assert answer.result == {"n": n, "x": 0.1}
        assert answer.arrays["row"].tolist() == list(range(n))


def test_lost_tasks_are_done_again_and_answer_once(echo):
    crew = Inside(2, lambda number: number % 3 == 0)
    answers = [answer.result["n"] for answer in crew.map(Task("echo", {"n": n}) for n in range(40))]
    assert answers == list(range(40))
    assert crew.done > 40


def test_tasks_are_sent_after_those_that_they_need(echo):
    needs = {"a": (), "b": ("a", "there already"), "c": ("a",), "d": ("b", "c"), "e": ()}
    taken, made = [], []

    def task(name):
        made.append(name)
        assert set(needs[name]) & set(needs) <= set(taken)
        return Task("echo", {"name": name})

    for name, answer in Inside(2, lambda number: number % 3 == 0).map_after(needs, task):
        assert answer.result["name"] == name
        taken.append(name)
    assert sorted(taken) == sorted(made) == sorted(needs)
    assert list(Inside(1).map_after({}, task)) == []


def test_a_mistake_ends_the_tasks_that_wait(echo):
    crew = Inside(1)
    with pytest.raises(RuntimeError, match="on purpose"):
        list(crew.map_after({"a": (), "b": ("a",)}, lambda name: Task("echo", {"fails": name == "a"})))
    assert crew.done == 1


def test_a_task_that_always_ends_its_worker_is_given_up(echo):
    crew = Inside(1, lambda number: True)
    with pytest.raises(ZermeloError, match=f"a task ended its worker {AGAIN} times"):
        crew.do(Task("echo", {}), GO_ON)
    assert crew.done == AGAIN


def test_faults_of_ours_are_told_with_their_place(echo):
    with pytest.raises(RuntimeError, match="on purpose"):
        Inside(1).do(Task("echo", {"fails": True}), GO_ON)


def test_a_stopped_contest_sends_nothing(echo):
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(InterruptedError):
        Inside(1).do(Task("echo", {}), stopped)


def test_unknown_tasks_other_versions_and_damage_are_refused(monkeypatch):
    with pytest.raises(ZermeloError, match="no task is called os"):
        answered(performed(written(Task("os", {}))))
    sent = written(Task("game", {}))
    for place in range(0, len(sent), 7):
        changed = sent[:place] + bytes([sent[place] ^ 1]) + sent[place + 1 :]
        with pytest.raises(ZermeloError):
            answered(performed(changed))
    monkeypatch.setattr(tasks, "version", lambda: "0.0-other")
    with pytest.raises(ZermeloError, match="has Zermelo 0.0-other, and this one".replace(".", r"\.")):
        answered(performed(sent))


def test_users_files_travel_as_texts(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    (tmp_path / "helper.py").write_text("MOST = 2\n")
    file = tmp_path / "take.py"
    file.write_text((Path(__file__).parents[2] / "zermelo/games/nim.py").read_text() + "\nfrom helper import MOST\n")
    game = zermelo.load(f"{file}:nim:stones=7")
    told, files = told_game(game)
    assert (told["text"], told["parameters"], files) == ("@take.py:nim", {"stones": 7}, [file])
    sources = Sources.of_files(files)
    assert set(sources.texts) == {"take.py", "helper.py"}
    sent = Sources.of_json(sources.to_json(with_texts=False))
    with pytest.raises(Missing):
        sent.install()
    Sources.of_json(sources.to_json(with_texts=True)).install()
    sent.install()
    assert zermelo.load(there("@take.py:nim:stones=7")).initial().stones == 7
    forged = Sources(sources.digest[::-1], sources.texts)
    with pytest.raises(ZermeloError, match="not what they should be"):
        forged.install()
    with pytest.raises(ZermeloError, match="give it another name"):
        Sources.of_files([file, _other(tmp_path)])


def _other(folder):
    other = folder / "other" / "take.py"
    other.parent.mkdir()
    other.write_text("x = 1\n")
    return other


def test_what_cannot_travel_is_told():
    game = zermelo.load("nim")
    with pytest.raises(ZermeloError, match="load it by its name or from its file"):
        told_game(replace(game, result=lambda state, n: game.result(state, 1)))
    assert engine_text(zermelo.Minimax(depth=2)) == "minimax:depth=2"
    with pytest.raises(ZermeloError, match="an engine is given by its text"):
        engine_text(lambda game, state: 1)
    with pytest.raises(ZermeloError, match="an engine is given by its text"):
        DistantTable(Inside(1), game, [zermelo.Minimax(evaluate=lambda state, player: 0.0), "random"])


@pytest.mark.parametrize(
    ("address", "told"), [("local:0", "1 to 256 workers"), ("local", "1 to 256"), ("some where", "HOST:PORT")]
)
def test_addresses_are_checked(address, told):
    with pytest.raises(ZermeloError, match=told), crew_at(address):
        pass


def test_without_ray_the_extra_is_named(monkeypatch):
    monkeypatch.setattr("zermelo.cluster.rays.is_installed", lambda name: False)
    with pytest.raises(ZermeloError, match=r"pip install 'zermelo\[cluster\]'"), crew_at("local:2"):
        pass


def test_a_crew_that_is_given_is_left_open():
    crew = Inside(1)
    with crew_at(crew) as same:
        assert same is crew
    with crew_at(None) as none:
        assert none is None
    assert isinstance(crew, Crew)
