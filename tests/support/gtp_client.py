"""A client for programs that speak GTP, and GNU Go as a referee."""

from __future__ import annotations

import queue
import shutil
import subprocess
import sys
import threading

import pytest
from patience import PATIENCE

GNUGO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
COLOURS = ("black", "white")


class GtpClient:
    """A running engine. `ask` gives the answer to a command, `raw` all of it with its mark."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, line: str) -> None:
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def line(self) -> str:
        line = self.lines.get(timeout=PATIENCE)
        assert line is not None, "the engine ended"
        return line

    def answer(self) -> str:
        """The lines up to the next empty one."""
        lines = [self.line()]
        while lines[-1]:
            lines.append(self.line())
        return "\n".join(lines[:-1])

    def raw(self, command: str) -> str:
        self.send(command)
        return self.answer()

    def ask(self, command: str) -> str:
        answer = self.raw(command)
        assert answer.startswith("="), f"{command}: {answer}"
        return answer[1:].strip()

    def close(self) -> int:
        self.send("quit")
        return self.process.wait(60)

    def __enter__(self) -> GtpClient:
        return self

    def __exit__(self, *details: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(60)


def gnugo(*options: str) -> GtpClient:
    """GNU Go, or a skip."""
    if GNUGO is None:
        pytest.skip("gnugo is not installed (Debian: apt install gnugo)")
    return GtpClient(GNUGO, "--mode", "gtp", *options)


def zermelo_gtp(*words: str) -> GtpClient:
    """`zermelo gtp` as a program."""
    return GtpClient(sys.executable, "-m", "zermelo", "gtp", *words)


def points(score: str) -> float:
    """Black's lead, of B+2.5, W+2.5 or 0."""
    return 0.0 if score == "0" else float(score[2:]) * (1 if score[0] == "B" else -1)
