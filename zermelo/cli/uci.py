"""`zermelo uci`: the chess engine that chess programs talk to."""

from __future__ import annotations

from zermelo.cli.common import converse
from zermelo.protocols.uci.engine import UciEngine


def run() -> None:
    """Be a UCI chess engine: read commands from the input, answer on the output."""
    converse(UciEngine)
