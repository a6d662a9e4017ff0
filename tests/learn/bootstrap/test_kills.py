"""A run in a process that is killed again and again ends with the network of one that was not."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from zermelo.evaluate.learned import read_learned

GAME = "breakthrough:rows=4,columns=3"
OPTIONS = "width=8,nodes=50,opening=2,generations=3,rated=2,threads=2,tasks=8,device=cpu"
LEARN = [sys.executable, "-m", "zermelo", "learn", GAME, "--method", "bootstrap", "--games", "1500", "--every", "0"]
KILLS, PATIENCE = 6, 900  # seconds for one start


def started(path, *more):
    return subprocess.Popen([*LEARN, "--save", str(path), *more], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finish(process):
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said.decode()


def kill_later(process, path, draw):
    """Kills a run at a random moment after it has saved something."""
    before, until = stamp(path), time.monotonic() + PATIENCE
    while stamp(path) == before and process.poll() is None and time.monotonic() < until:
        time.sleep(0.002)
    time.sleep(draw.random())
    process.send_signal(signal.SIGKILL)
    process.communicate()


def stamp(path):
    return path.stat().st_mtime_ns if path.exists() else 0


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there is no kill -9")
def test_kills_leave_no_seam(tmp_path):
    whole, parts = tmp_path / "whole.learned", tmp_path / "parts.learned"
    begun = ("--seed", "5", "--options", OPTIONS)
    finish(started(whole, *begun))
    draw = random.Random(1)
    for _ in range(KILLS):
        kill_later(started(parts, *(("--resume",) if parts.exists() else begun)), parts, draw)
    finish(started(parts, "--resume"))
    one, other = read_learned(whole), read_learned(parts)
    assert all((array == other.arrays[name]).all() for name, array in one.arrays.items())
    assert one.header["curve"] == other.header["curve"]
