"""Processes that answer questions: started, not forked, kept for the next question, and killed when one takes too long.

A question and its answer are bytes. Meanwhile the process notes on a page what it does, and how long that may take.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from struct import Struct
from typing import IO

from zermelo.compile.trust.guarded.page import Page, new_page

OFTEN = 0.05  # seconds between two looks at the clock
STARTING = 30.0  # seconds until a process that was started takes its first question
MOST_KEPT = 1  # processes that wait for a question
LONGEST_ANSWER = 1 << 26  # bytes
LENGTH = Struct("<Q")  # of a question or an answer, before it

# It has the modules of this process, whatever was found first then: a file beside a user's game is no module of ours.
COMMAND = "import sys; sys.path[:] = sys.argv[2:]; from zermelo.compile.trust.guarded.answering import answer; answer()"


class NoProcess(Exception):
    """No process can be started, and why."""


@dataclass(frozen=True)
class Reply:
    """What became of a question."""

    answer: bytes | None  # None: the process ended, or was killed
    phase: int  # in which it was then
    noted: str  # what it noted last
    late: float | None = None  # the seconds within which it did not do that
    ended: str = ""  # how it ended by itself: "SIGSEGV", "it exits"


class GuardedProcess:
    """A process that answers one question at a time."""

    def __init__(self) -> None:
        """Starts it. Raises NoProcess."""
        if not sys.executable or getattr(sys, "frozen", False):
            raise NoProcess("this program is no Python interpreter")
        try:
            self._page: Page = new_page()
            self._child = subprocess.Popen(
                [sys.executable, *_flags(), "-P", "-c", COMMAND, self._page.name, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=self._page.descriptors,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, ValueError) as error:
            raise NoProcess(str(error)) from None
        self.owner = os.getpid()

    @property
    def is_alive(self) -> bool:
        """Does it run, and did this very process start it?"""
        return self.owner == os.getpid() and self._child.poll() is None

    def ask(self, question: bytes) -> Reply:
        """Sends a question and waits for the answer, until something that the process noted is overdue.

        A process that gives no answer has ended.
        """
        self._page.expect(self._child.pid, STARTING)
        exchange = _Exchange(self._child, question)
        late: float | None = None
        try:
            exchange.start()
            while exchange.is_alive():
                exchange.join(OFTEN)
                before, late = late, self._page.overdue(self._child.pid)
                if late is not None and late == before:  # twice: the page may have been read while it was written
                    break
            if not exchange.is_alive():
                late = None
            reply = Reply(exchange.answer, self._page.noted_phase, self._page.noted, late)
        except BaseException:
            self.end()
            raise
        if reply.answer is not None:
            return reply
        ended = "" if late is not None else self._how_it_ended()
        self.end()
        exchange.join()
        return Reply(None, reply.phase, reply.noted, late, ended)

    def _how_it_ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = self._child.wait(STARTING)
            if status < 0:
                return signal.Signals(-status).name
        return "it exits"

    def end(self) -> None:
        """Kills it."""
        if self.owner != os.getpid():
            return
        self._child.kill()
        self._child.wait()
        for stream in (self._child.stdin, self._child.stdout):
            if stream:
                with contextlib.suppress(OSError):  # what was not sent is lost
                    stream.close()
        self._page.close()


class _Exchange(threading.Thread):
    """Sends a question and reads the answer: either may take as long as the process likes."""

    def __init__(self, child: subprocess.Popen[bytes], question: bytes) -> None:
        super().__init__(name="zermelo-question", daemon=True)
        self._child, self._question = child, question
        self.answer: bytes | None = None

    def run(self) -> None:
        assert self._child.stdin
        assert self._child.stdout
        with contextlib.suppress(OSError, ValueError):  # the process has ended
            send(self._child.stdin, self._question)
            self.answer = receive(self._child.stdout, LONGEST_ANSWER)


def send(stream: IO[bytes], content: bytes) -> None:
    """Sends a question or an answer. Raises OSError."""
    stream.write(LENGTH.pack(len(content)))
    stream.write(content)
    stream.flush()


def receive(stream: IO[bytes], most: int | None = None) -> bytes | None:
    """The next question or answer; None where there is none, because the other side is gone or sends no such thing."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    if most is not None and length > most:
        return None
    content = stream.read(length)
    return content if len(content) == length else None


def _flags() -> list[str]:
    """The options of this interpreter that change what code does."""
    return ["-" + "O" * sys.flags.optimize] if sys.flags.optimize else []


@dataclass
class _Waiting:
    """The processes that wait for a question."""

    processes: list[GuardedProcess] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, choose: Callable[[GuardedProcess], bool]) -> GuardedProcess | None:
        with self.lock:
            while self.processes:
                process = self.processes.pop()
                if choose(process):
                    return process
                process.end()
        return None

    def end(self) -> None:
        self.take(lambda process: False)


@cache
def _waiting() -> _Waiting:
    """Those of this process."""
    waiting = _Waiting()
    atexit.register(waiting.end)
    return waiting


def take_process() -> GuardedProcess:
    """One that waits, or a new one. Raises NoProcess."""
    return _waiting().take(lambda process: process.is_alive) or GuardedProcess()


def keep_process(process: GuardedProcess) -> None:
    """Lets a process, which has answered, wait for the next question; it is ended if enough of them wait."""
    waiting = _waiting()
    with waiting.lock:
        if len(waiting.processes) < MOST_KEPT:
            waiting.processes.append(process)
            return
    process.end()


def start_process() -> None:
    """Starts a process if none waits, so that it is ready for a question that comes soon."""
    with contextlib.suppress(NoProcess):
        keep_process(take_process())
