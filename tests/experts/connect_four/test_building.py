"""Builds of opening tables that were interrupted."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest
from experts.connect_four.twin import connect_four

from zermelo.experts.connect_four.perfect import build_opening_table, building

PLIES = 5


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """The file of an undisturbed build."""
    path = tmp_path_factory.mktemp("openings") / "undisturbed"
    build_opening_table(connect_four(4, 3), PLIES, path, compiled=False)
    return path.read_bytes()


def test_a_build_goes_on_where_it_stopped(content, tmp_path, monkeypatch):
    """Whatever is left of the file of an unfinished build: the result is the same, and whole batches are kept."""
    monkeypatch.setattr(building, "BATCH", 16)
    game, path, told = connect_four(4, 3), tmp_path / "table", []

    class Killed(Exception):
        pass

    def kill(done, size):
        told.append(done)
        if len(told) == 5:
            raise Killed

    with pytest.raises(Killed):
        build_opening_table(game, PLIES, path, kill, compiled=False)
    part = path.with_name("table.part")
    unfinished = part.read_bytes()
    noise = random.Random(3)
    for damage in range(3):
        left = bytearray(unfinished[: noise.randrange(len(unfinished) + 1)] if damage else unfinished)
        if damage == 2 and left:
            left[noise.randrange(len(left))] ^= 1
        part.write_bytes(left)
        told.clear()
        build_opening_table(game, PLIES, path, lambda done, size: told.append(done), compiled=False)
        assert path.read_bytes() == content
        assert not part.exists()
        if not damage:
            assert told[0] == 6 * 16


KILLED = """
import sys, time, zermelo
from pathlib import Path
from zermelo.experts.connect_four.perfect import build_opening_table
game = zermelo.load("connect-four", columns=4, rows=4)
build_opening_table(game, 5, Path(sys.argv[1]), lambda done, size: time.sleep(0.02), compiled=False)
"""


@pytest.mark.slow
def test_killed_ten_times_a_build_ends_alike(tmp_path):
    game, path, noise, kills = connect_four(4, 4), tmp_path / "table", random.Random(5), 0
    while not path.exists():
        with subprocess.Popen([sys.executable, "-c", KILLED, str(path)]) as build:
            part = path.with_name("table.part")
            while build.poll() is None and not part.exists():
                time.sleep(0.01)
            if kills < 10:
                time.sleep(0.1 * noise.random())
                os.kill(build.pid, signal.SIGKILL)
                kills += 1
    whole = tmp_path / "undisturbed"
    build_opening_table(game, 5, whole, compiled=False)
    assert kills == 10
    assert path.read_bytes() == whole.read_bytes()


def test_threads_share_a_build(content, tmp_path):
    path = tmp_path / "table"
    build_opening_table(connect_four(4, 3), PLIES, path, threads=3, compiled=False)
    assert path.read_bytes() == content
