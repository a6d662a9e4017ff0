"""One `zermelo uci` for all tests of a process: it loads its kernel once."""

from __future__ import annotations

import pytest
from patience import PATIENCE
from protocols.uci.pipe import Pipe

from zermelo.protocols.uci.options import OPTIONS


@pytest.fixture(scope="session")
def running():
    pipe = Pipe()
    pipe.send("uci")
    pipe.until("uciok")
    yield pipe
    pipe.send("quit")
    assert pipe.process.wait(PATIENCE) == 0


@pytest.fixture
def pipe(running):
    """The engine with its usual options, at the start of a game."""
    running.send("stop", "debug off", "ucinewgame", "position startpos")
    for option in OPTIONS:
        if option.kind != "button":
            value = str(option.default).lower() if option.kind == "check" else option.default or "<empty>"
            running.send(f"setoption name {option.name} value {value}")
    running.rest()
    return running
