"""A match that is killed at any moment loses only the games in flight, and goes on."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from itertools import count

import pytest
from processes import environment

import zermelo
from zermelo.arena.match import _is_told

PLAY = """
    import sys
    import zermelo

    def tell(so_far):
        print(so_far.games, flush=True)

    zermelo.match(
        zermelo.load("nim", stones=9), ["random:seed=4", "random"], int(sys.argv[2]), seed=3, opening=1, balance=1,
        save=sys.argv[1], resume=True, concurrency=1, progress=tell,
    )
"""


def next_told(games):
    """The next number of games after which the score is told: of many, not after each."""
    return next(number for number in count(games + 1) if _is_told(number))


def killed_and_resumed(file, games, kills, seed):
    noise, done = random.Random(seed), 0
    command = [sys.executable, "-c", textwrap.dedent(PLAY), str(file), str(games)]
    for _ in range(kills):
        child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())
        first = int(child.stdout.readline())
        assert first == next_told(done)  # it goes on after the last one that was kept
        told, most = first, noise.randrange(1, 12)
        for _ in range(most):
            told = int(child.stdout.readline())
        time.sleep(noise.uniform(0, 0.01))
        child.send_signal(signal.SIGKILL)
        rest = child.communicate()[0].split()
        told = int(rest[-1]) if rest else told
        done = zermelo.record(file).count()
        assert told <= done <= next_told(told)  # some may have been kept and not been told
        with sqlite3.connect(file) as base:
            assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        base.close()
    whole = file.with_name("whole.sqlite")
    for path in (file, whole):
        zermelo.match(
            zermelo.load("nim", stones=9),
            ["random:seed=4", "random"],
            games,
            seed=3,
            opening=1,
            balance=1,
            save=path,
            resume=path == file,
        )
    ours, theirs = (zermelo.record(path).games() for path in (file, whole))
    kept = ("number", "moves", "engines", "utilities", "ending", "start")
    assert json.dumps([[row[name] for name in kept] for row in ours]) == json.dumps(
        [[row[name] for name in kept] for row in theirs]
    )


def test_a_killed_match_goes_on(tmp_path):
    killed_and_resumed(tmp_path / "games.sqlite", 60, kills=2, seed=1)


@pytest.mark.slow
def test_a_match_that_is_killed_often_goes_on(tmp_path):
    killed_and_resumed(tmp_path / "games.sqlite", 2000, kills=100, seed=2)
