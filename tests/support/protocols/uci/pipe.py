"""`zermelo uci` as a program over pipes, and positions to ask it about."""

from __future__ import annotations

import queue
import re
import subprocess
import sys
import threading

from patience import PATIENCE

COMMAND = [sys.executable, "-m", "zermelo", "uci"]
MATE_IN_1 = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"  # Morphy's problem
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


class Pipe:
    """The engine as a program, and the lines that it wrote."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines: str) -> None:
        for line in lines:
            self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def until(self, word: str, patience: float = PATIENCE) -> list[str]:
        """The lines up to the one that begins with the word."""
        seen: list[str] = []
        while not seen or not seen[-1].startswith(word):
            line = self.lines.get(timeout=patience)
            assert line is not None, f"the engine ended after {seen}"
            seen.append(line)
        return seen

    def ask(self, *lines: str) -> list[str]:
        """What it says to lines of which the last is `go`."""
        self.send(*lines)
        return self.until("bestmove")

    def rest(self) -> list[str]:
        """What it has to say before readyok: nothing else is on its way then."""
        self.send("isready")
        return self.until("readyok")[:-1]


def field(line: str, name: str) -> str:
    return re.search(rf" {name} (\S+(?: -?\d+)?)" if name == "score" else rf" {name} (\S+)", line)[1]
