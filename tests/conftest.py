"""The folder of reference data, and random positions of every game."""

from __future__ import annotations

import gc
import io
import itertools
import os
import random
import signal
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import settings

from zermelo.game import CHANCE

settings.register_profile("zermelo", deadline=None, max_examples=60)
settings.load_profile("zermelo")

FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER / "support"), str(FOLDER)]  # helpers, and what one test borrows from another

pytest_plugins = ["cpu_times"]

os.environ["ZERMELO_DATABASES"] = str(FOLDER / "no databases")  # whatever the user has built

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    # Started in the background by a shell: processes that tests begin would not hear Ctrl-C either, and never end
    signal.signal(signal.SIGINT, signal.default_int_handler)

TRUTH = Path(os.environ.get("ZERMELO_TRUTH") or Path(__file__).parents[2] / "shared" / "truth")


@pytest.fixture(scope="session")
def truth():
    """Opens a file of reference data, or skips the test if it is missing."""

    def path(name: str) -> Path:
        if not (TRUTH / name).exists():
            pytest.skip(f"no {name} in the truth folder (ZERMELO_TRUTH, else ../shared/truth)")
        return TRUTH / name

    return path


def random_position(game, seed, most=30, choice=True):
    """A position up to `most` random plies from the start, or more if none so early has a choice to make."""
    noise = random.Random(seed)
    for tried in itertools.count():
        state = game.initial()
        for _ in range(noise.randrange(most + tried // 20 + 1)):
            if game.is_terminal(state):
                break
            state = game.result(state, noise.choice(game.moves(state)))
        if not choice or (not game.is_terminal(state) and game.to_move(state) != CHANCE):
            return state


def is_small(game, state, most=2000):
    """Does the tree below a state have at most this many nodes?"""
    waiting = [state]
    for count, here in enumerate(waiting):
        if count > most:
            return False
        if not game.is_terminal(here):
            waiting += [game.result(here, action) for action in game.actions(here)]
    return True


@pytest.fixture
def zermelo(monkeypatch, capsys):
    """Runs the command line in this process: zermelo("games", "--json") -> (exit code, out, err)."""

    def run(*words, typed=""):
        from zermelo.cli import main

        monkeypatch.setattr(sys, "argv", ["zermelo", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)  # main's own goes with the test
        monkeypatch.setenv("COLUMNS", "80")
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        return ended.value.code, *capsys.readouterr()

    return run


# --- Python's search for garbage, which looks through all that was compiled and collected again and again -------------


def pytest_configure():
    """What is imported and collected stays."""
    gc.disable()


def pytest_collection_finish():
    _keep()
    gc.enable()


def pytest_runtest_teardown(item, nextitem):
    """What a file leaves behind stays too: it is looked through once."""
    if nextitem is not None and nextitem.path != item.path:
        _keep()


def _keep():
    """Looks for garbage among what is new, and leaves the rest alone from now on."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure():
    """Spares the end of the process a search for cycles in all that the tests compiled, which takes many seconds."""
    gc.freeze()
