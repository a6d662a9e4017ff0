"""Databases that a crew computes are the same files."""

from __future__ import annotations

import pytest
from crews import lossy
from solve.graphs import graph_game, graph_indexing, random_graph

import zermelo
from zermelo.game import ZermeloError
from zermelo.solve.databases.folder import named_materials, open_folder
from zermelo.solve.retrograde import distant
from zermelo.solve.retrograde.build import build, plan_build


def plan_in(path, *names):
    folder = open_folder(zermelo.load("checkers"), path)
    return plan_build(folder, named_materials(folder.indexing, names, None))


def contents(path):
    return {file.name: file.read_bytes() for file in path.rglob("*.zdb")}


def test_files_are_the_same_though_answers_are_lost(tmp_path):
    build(plan_in(tmp_path / "here", "M1K0-M0K0", "M0K1-M0K1"), compiled=False)
    plan, crew, done = plan_in(tmp_path / "there", "M1K0-M0K0", "M0K1-M0K1"), lossy(), []
    build(plan, compiled=False, cluster=crew, done=lambda material, header: done.append(material.name))
    assert contents(tmp_path / "there") == contents(tmp_path / "here")
    assert sorted(done) == sorted(material.name for material in plan.waiting)  # each once
    assert crew.done > len(done) == 3
    for material in plan.materials:  # nothing before all that it leads to
        assert all(done.index(name) < done.index(material.name) for name in material.leads_to)


def test_what_is_there_when_it_is_interrupted_stays(tmp_path):
    build(plan_in(tmp_path / "here", "M0K1-M0K1"), compiled=False)

    def interrupt(material, header):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(plan_in(tmp_path / "there", "M0K1-M0K1"), compiled=False, cluster=lossy(), done=interrupt)
    left = plan_in(tmp_path / "there", "M0K1-M0K1")
    assert [material.name for material in left.waiting] == ["M0K1-M0K1"]
    build(left, compiled=False, cluster=lossy())
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_a_numbering_that_was_made_here_cannot_be_known_there(tmp_path):
    graph = random_graph(7)
    folder = open_folder(graph_game(graph), tmp_path, graph_indexing(graph))
    with pytest.raises(ZermeloError, match="must come with the game"):
        build(plan_build(folder, named_materials(folder.indexing, (), 2)), cluster=lossy())


def test_each_worker_asks_its_own_machine_for_memory(tmp_path, monkeypatch):
    def refuse(material, megabytes):
        raise ZermeloError(f"{material.name} takes too much")

    monkeypatch.setattr(distant, "check_room", refuse)
    with pytest.raises(ZermeloError, match="M0K1-M0K0 takes too much"):
        build(plan_in(tmp_path, "M0K1-M0K1"), compiled=False, cluster=lossy())
