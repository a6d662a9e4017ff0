"""A run that is killed again and again ends with the file of one that was not, byte for byte."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("torch", reason="AlphaZero learns with PyTorch: pip install 'zermelo[learn]'")

KILLS = 10
OPTIONS = "channels=8,blocks=1,head=4,hidden=16,sims=8,boards=16,batch=32,first_window=100,device=cpu,threads=2"
LEARN = [sys.executable, "-m", "zermelo", "learn", "tic-tac-toe", "--method", "alphazero", "--games", "2000"]
PATIENCE = 600  # seconds for one start


def learn(path, *more):
    return subprocess.Popen(
        [*LEARN, "--every", "0", "--save", str(path), *more], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def finish(process):
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said.decode()


def kill_later(process, path, draw):
    """Kills a run at a random moment after it has saved something."""
    before, saves, wanted = stamp(path), 0, draw.randint(1, 2)
    patience = time.monotonic() + PATIENCE
    while saves < wanted and process.poll() is None and time.monotonic() < patience:
        if stamp(path) != before:
            before, saves = stamp(path), saves + 1
        time.sleep(0.002)
    time.sleep(draw.random() * 0.3)
    ended = process.poll() is not None
    process.send_signal(signal.SIGKILL)
    _, said = process.communicate()
    assert not ended, f"the run ended before it was killed: {said.decode()}"


def stamp(path):
    return path.stat().st_mtime_ns if path.exists() else 0


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there is no kill -9")
def test_ten_kills_leave_no_seam(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    finish(learn(whole, "--seed", "5", "--options", OPTIONS))
    draw = random.Random(1)
    begun = ("--seed", "5", "--options", OPTIONS)
    for _ in range(KILLS):
        process = learn(parts, *(("--resume",) if parts.exists() else begun))
        kill_later(process, parts, draw)
    finish(learn(parts, "--resume"))
    assert parts.read_bytes() == whole.read_bytes()
