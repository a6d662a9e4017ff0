"""`zermelo uci`: the chess engine that chess programs talk to."""

from __future__ import annotations

import os
import sys
import threading

from zermelo.protocols.uci import UciEngine


def run() -> None:
    """Be a UCI chess engine: read commands from the input, answer on the output."""
    lock = threading.Lock()

    def say(line: str) -> None:
        with lock:
            try:
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()
            except OSError:  # nobody listens any more: the end of the input comes next
                return

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    engine = UciEngine(say)
    for line in iter(sys.stdin.readline, ""):
        if not engine.hear(line):
            break
    if not engine.close():  # the compiler cannot be told to stop
        os._exit(0)
