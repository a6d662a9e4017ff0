"""`zermelo uci`: a chess engine for chess programs."""

from __future__ import annotations

from zermelo.cli.common import converse
from zermelo.protocols.uci.engine import UciEngine


def run() -> None:
    """Run as a UCI chess engine: read commands from the input, answer on the output."""
    converse(UciEngine)
