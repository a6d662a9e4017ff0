"""Another program as a child process that is sent and read line by line, and never left running."""

from __future__ import annotations

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from zermelo.game import ZermeloError, brief

GAME_FOLDERS = ("/usr/games", "/usr/local/games")  # Debian's folders for games, which are not on every PATH
LONGEST_LINE = 1 << 16  # bytes; a longer line is read in pieces
MOST_WAITING = 10_000  # unread lines; a program that writes more has to wait


class Silent(Exception):
    """The program wrote nothing in time."""


class Ended(Exception):
    """The program has ended; the message says how."""


def find_program(name: str) -> str:
    """The path of a program, given its path or its name. Raises ZermeloError if there is none."""
    if os.sep in name:
        path = Path(name).expanduser()
        if not path.is_file():
            raise ZermeloError(f"there is no program {name}")
        if not os.access(path, os.X_OK):
            raise ZermeloError(f"{name} is not executable")
        return str(path)
    found = shutil.which(name) or shutil.which(name, path=os.pathsep.join(GAME_FOLDERS))
    if not found:
        where = f"on the PATH or in {GAME_FOLDERS[0]}"
        raise ZermeloError(f"no program '{brief(name)}' {where}: install it, or give its path")
    return found


class Process:
    """A running program. It ends with `close`, with the last reference to it, or with this interpreter."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts the program that the first word names. Raises ZermeloError if it cannot be started."""
        words = [find_program(command[0]), *command[1:]]
        try:
            self._child = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # it gets no Ctrl-C of ours, and its own children can be killed with it
            )
        except OSError as error:
            raise ZermeloError(f"{command[0]} cannot be started: {error.strerror or error}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._complaints: deque[str] = deque(maxlen=1)
        assert self._child.stdout is not None
        assert self._child.stderr is not None
        # The threads hold the pipes, not this object, so it can be garbage collected while they wait.
        _start(_listen, self._child.stdout, self._lines)
        self._ear = _start(_overhear, self._child.stderr, self._complaints)
        self._finish = weakref.finalize(self, _end, self._child, self._lines)

    @property
    def is_running(self) -> bool:
        return self._finish.alive and self._child.poll() is None

    def send(self, line: str) -> None:
        """Sends one line. Raises Ended if the program is gone."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(f"{line}\n".encode())
            self._child.stdin.flush()
        except (OSError, ValueError):
            raise Ended(self._last_words()) from None

    def read(self, deadline: float) -> str:
        """The next line. Raises Silent if none comes by the deadline (of time.perf_counter), or Ended."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.perf_counter()))
        except queue.Empty:
            raise Silent from None
        if line is None:
            raise Ended(self._last_words())
        return line

    def close(self, farewell: str = "", patience: float = 0.0) -> None:
        """Ends the program: sends the farewell, if any, waits `patience` seconds for it to exit, then kills it."""
        if farewell and self.is_running:
            with contextlib.suppress(Ended, subprocess.TimeoutExpired):
                self.send(farewell)
                self._child.wait(patience)
        self._finish()

    def _last_words(self) -> str:
        """How the program ended: its exit code, and the last line of its stderr."""
        try:
            code = self._child.wait(1.0)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._ear.join(0.5)  # its last line may still be in the pipe
        how = f"was killed by signal {-code}" if code < 0 else f"exited with code {code}"
        return f"{how} ({self._complaints[-1]})" if self._complaints else how


def _start(work: Callable[..., None], *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, name="zermelo-engine", daemon=True)
    thread.start()
    return thread


def _listen(pipe: IO[bytes], lines: queue.Queue[str | None]) -> None:
    """Puts every line into the queue, then None."""
    with contextlib.suppress(OSError), pipe:
        while line := pipe.readline(LONGEST_LINE):
            lines.put(line.decode(errors="replace").rstrip("\r\n"))
    lines.put(None)


def _overhear(pipe: IO[bytes], complaints: deque[str]) -> None:
    """Keeps the last line of stderr; reads all of it, so that the program never blocks."""
    with contextlib.suppress(OSError), pipe:
        while line := pipe.readline(LONGEST_LINE):
            if line.strip():
                complaints.append(" ".join(line.decode(errors="replace").split())[:200])


def _end(child: subprocess.Popen[bytes], lines: queue.Queue[str | None]) -> None:
    """Kills the program and its children, and waits so that no zombie is left."""
    if child.poll() is None:  # otherwise its id may already belong to another process
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(child.pid, signal.SIGKILL)
            else:
                child.kill()
        child.wait()
    with contextlib.suppress(queue.Empty):  # makes room for a blocked reader, which then sees the end and exits
        while True:
            lines.get_nowait()
    with contextlib.suppress(queue.Full):  # tells a thread that waits for a line that none will come
        lines.put_nowait(None)
    if child.stdin is not None:
        with contextlib.suppress(OSError):
            child.stdin.close()
