"""A match that is killed at any moment goes on as if nothing had happened."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import textwrap
import time

import pytest
from processes import environment

# Says when it begins to play, and at the end how the match went.
PLAY = """
    import json, sys
    import zermelo
    from zermelo.arena.lanes import available_cores

    file, name, start, engines, games, concurrency = json.loads(sys.argv[1])
    game = zermelo.load(name)
    players = [zermelo.engine(spec) for spec in engines]
    lanes = min(concurrency, available_cores())
    print("now", flush=True)
    result = zermelo.match(
        game, players, games, 3, 1, game.read_state(start), balance=1, save=file, resume=True, concurrency=lanes
    )
    print(json.dumps(result.to_json()))
"""
CHESS = "4k3/8/8/8/8/8/8/R3K2R w KQ - 92 60"  # a draw after eight plies
MATCHES = {
    ("jsonl", 1): ("tic-tac-toe", ".../.../...", ["random:seed=4", "minimax:depth=3,compiled=false"], 80),
    ("jsonl", 2): ("tic-tac-toe", ".../.../...", ["random:seed=4", "random:seed=5"], 4000),
    ("pgn", 1): ("chess", CHESS, ["random:seed=4", "random"], 150),
    ("pgn", 2): ("chess", CHESS, ["random:seed=4", "random"], 150),
}


def begin(file, game, start, engines, games, concurrency):
    """A match in a process of its own, which has just begun to play."""
    words = json.dumps([str(file), game, start, engines, games, concurrency])
    command = [sys.executable, "-c", textwrap.dedent(PLAY), words]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())
    assert child.stdout.readline() == "now\n"
    return child


def kill_and_resume(folder, suffix, concurrency, kills):
    """Kills a match so often, at random moments, and compares its end with that of one that was left alone."""
    match, moments = MATCHES[suffix, concurrency], random.Random(kills)
    whole, file = folder / f"whole.{suffix}", folder / f"killed.{suffix}"
    child, start = begin(whole, *match, 1), time.perf_counter()
    undisturbed, seconds = child.communicate()[0], time.perf_counter() - start
    killed = 0
    while killed < kills:
        child = begin(file, *match, concurrency)
        try:
            out = child.communicate(timeout=moments.uniform(0, seconds / 2))[0]
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            killed += 1
            continue
        assert out == undisturbed  # it came to its end before the moment
        assert file.read_bytes() == whole.read_bytes()
        file.unlink()
    assert begin(file, *match, concurrency).communicate()[0] == undisturbed
    assert file.read_bytes() == whole.read_bytes()


@pytest.mark.long
@pytest.mark.parametrize(("suffix", "concurrency"), [("jsonl", 1), pytest.param("pgn", 2, marks=pytest.mark.slow)])
def test_a_killed_match_goes_on(tmp_path, suffix, concurrency):
    kill_and_resume(tmp_path, suffix, concurrency, kills=4)


@pytest.mark.slow
@pytest.mark.parametrize("concurrency", [1, 2])
@pytest.mark.parametrize("suffix", ["jsonl", "pgn"])
def test_a_match_that_is_killed_often_goes_on(tmp_path, suffix, concurrency):
    kill_and_resume(tmp_path, suffix, concurrency, kills=50)
