"""Databases of a game: what is finished is kept, and what does not fit is refused."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time

import pytest
from solve.graphs import graph_game, graph_indexing, naive_values, random_graph

from zermelo.game import ZermeloError
from zermelo.solve.databases.endgames import Endgames
from zermelo.solve.databases.folder import named_materials, open_folder
from zermelo.solve.databases.values import number_of
from zermelo.solve.retrograde.build import build, check_memory, plan_build

GRAPH = random_graph(7)


def graph_folder(path):
    return open_folder(graph_game(GRAPH), path, graph_indexing(GRAPH))


def graph_plan(path):
    folder = graph_folder(path)
    return plan_build(folder, named_materials(folder.indexing, (), 2))


def contents(path):
    return {file.name: file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}


def test_a_build_and_what_it_says(tmp_path):
    plan = graph_plan(tmp_path)
    assert [material.name for material in plan.waiting] == ["m0", "m1", "m2"]
    build(plan, compiled=False)
    assert graph_plan(tmp_path).waiting == ()
    endgames, twin = Endgames(graph_folder(tmp_path)), naive_values(GRAPH)
    state = type(graph_game(GRAPH).initial())
    assert {node: number_of(endgames.value(state(node))) for node in twin} == twin  # those without a number too


def test_an_interrupted_build_resumes_to_the_same_files(tmp_path):
    build(graph_plan(tmp_path / "whole"), compiled=False)

    def interrupt(material, header):
        raise KeyboardInterrupt

    for _ in range(2):  # each time one more material is finished
        with pytest.raises(KeyboardInterrupt):
            build(graph_plan(tmp_path / "parts"), compiled=False, done=interrupt)
    (tmp_path / "parts" / "graph" / "m2.zdb.part").write_bytes(b"what a kill leaves")
    left = graph_plan(tmp_path / "parts")
    assert [material.name for material in left.waiting] == ["m2"]
    build(left, compiled=False)
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")


def test_a_damaged_file_is_not_built_upon(tmp_path):
    build(graph_plan(tmp_path), compiled=False)
    file = tmp_path / "graph" / "m0.zdb"
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ZermeloError, match=r"m0\.zdb is truncated or damaged"):
        graph_plan(tmp_path)


def test_what_does_not_fit_is_refused_with_the_figure():
    import zermelo

    folder = open_folder(zermelo.load("checkers"))
    plan = plan_build(folder, named_materials(folder.indexing, ["M1K2-M1K2"], None))
    assert plan.megabytes == 193 * 5  # 28² × 496² positions of five bytes
    with pytest.raises(ZermeloError, match="M1K2-M1K2 takes 965 MB of memory to build, and 900 MB are allowed"):
        check_memory(plan, 900)
    check_memory(plan, 965)


def test_materials_by_name_come_with_all_they_lead_to():
    import zermelo

    indexing = open_folder(zermelo.load("chess")).indexing
    assert [m.name for m in named_materials(indexing, ["kpk"], None)] == ["KK", "KNK", "KBK", "KRK", "KQK", "KPK"]
    with pytest.raises(ZermeloError, match="there is no material 'KXK'"):
        named_materials(indexing, ["KXK"], None)
    with pytest.raises(ZermeloError, match="at most 5 pieces, not 6"):
        named_materials(indexing, (), 6)


@pytest.mark.slow
def test_ten_kills_change_nothing(tmp_path):
    def build_in(folder):
        return [sys.executable, "-m", "zermelo", "database", "build", "checkers", "--pieces", "3", "--folder", folder]

    begin = time.monotonic()
    subprocess.run(build_in(tmp_path / "whole"), check=True, capture_output=True)
    begin = time.monotonic()
    subprocess.run(build_in(tmp_path / "again"), check=True, capture_output=True)
    whole = time.monotonic() - begin
    assert contents(tmp_path / "again") == contents(tmp_path / "whole")
    noise, killed = random.Random(1), 0
    for _ in range(10):
        process = subprocess.Popen(build_in(tmp_path / "parts"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(noise.uniform(0.2, 0.9) * whole)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
    subprocess.run(build_in(tmp_path / "parts"), check=True, capture_output=True)
    assert killed >= 1
    found = contents(tmp_path / "parts")
    assert {name: data for name, data in found.items() if name.endswith(".zdb")} == contents(tmp_path / "whole")
