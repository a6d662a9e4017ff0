"""Work in a child process with a deadline and a memory limit, so that a user's rules can neither hang nor kill us.

The child is a fork, so it has every object that the work needs, however it was made. Where there is no fork the work is
done here, without these limits.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import gc
import mmap
import os
import pickle
import select
import signal
import sys
import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from struct import Struct
from typing import Any, Protocol

LONGEST_NOTE = 4096  # bytes
MEGABYTES = 512  # that the work may take beyond what this process has
OFTEN = 0.05  # seconds between two looks at the clock
PR_SET_PDEATHSIG = 1  # of prctl(2)
PATIENCE = 5  # times as long may pass by the clock, on a machine that is busy with other work
LIMITS = Struct("<ddd")  # before the text of a note: the time, this process's CPU time, and how long it may take


class Note(Protocol):
    """Notes what the work does next."""

    def __call__(self, text: str, seconds: float = ...) -> None:
        """seconds: that it may take until the next note; by default those that `run_apart` was given."""


@dataclass(frozen=True)
class Outcome:
    """What became of the work."""

    value: Any = None  # what it returned
    failure: str = ""  # why it did not return, as the end of a sentence: "does not return within 2 s"
    noted: str = ""  # what it noted last
    is_late: bool = False  # did it not return in time?


def run_apart(work: Callable[[Note], Any], seconds: float, megabytes: int = MEGABYTES) -> Outcome:
    """Does the work in a child process and returns what it returned, which must be picklable.

    work(note): notes what it does next. If that is not done within its seconds (those given here, if the note does not
    say) the child is killed, and the outcome has the note. Seconds are of CPU time, and PATIENCE times as many by the
    clock. What the work prints is dropped.
    """
    if not hasattr(os, "fork"):
        return _run_here(work)
    page = mmap.mmap(-1, LIMITS.size + LONGEST_NOTE)
    note = _Page(page, seconds)
    note("")
    reading, writing = os.pipe()
    parent = os.getpid()
    child = _fork()
    if child == 0:
        _end_with(parent)
        os.close(reading)
        _be_the_child(work, note, writing, megabytes)
    os.close(writing)
    try:
        return _outcome(child, reading, note)
    finally:
        os.close(reading)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)
        page.close()


@dataclass
class _Page:
    """What the child notes, on a page that both processes see."""

    page: mmap.mmap
    seconds: float

    def __call__(self, text: str, seconds: float | None = None) -> None:
        limit = self.seconds if seconds is None else seconds
        written = text.encode(errors="replace")[: LONGEST_NOTE - 1]
        self.page[LIMITS.size : LIMITS.size + len(written) + 1] = written + b"\0"
        # In one piece: pack_into would write zeros first, which the other process might read
        self.page[: LIMITS.size] = LIMITS.pack(clock.monotonic(), clock.process_time(), limit)

    @property
    def text(self) -> str:
        return self.page[LIMITS.size :].partition(b"\0")[0].decode(errors="replace")

    def overdue(self, child: int) -> float | None:
        """The seconds within which the child should have noted something else; None: they are not over."""
        noted, used, limit = LIMITS.unpack_from(self.page, 0)
        is_over = clock.monotonic() - noted > PATIENCE * limit or _cpu_time(child) - used > limit
        return limit if is_over else None


def _cpu_time(process: int) -> float:
    """The CPU time of a process in seconds; 0 where the system does not tell."""
    try:
        return clock.clock_gettime(~process << 3 | 2)  # the clock of another process, as Linux numbers it
    except (AttributeError, OSError):
        return 0.0


def _run_here(work: Callable[[Note], Any]) -> Outcome:
    noted = [""]

    def note(text: str, seconds: float = 0.0) -> None:
        noted[0] = text

    try:
        return Outcome(work(note))
    except MemoryError:
        return Outcome(failure="runs out of memory", noted=noted[0])


def _fork() -> int:
    """Forks while no other thread compiles: the compiler's lock would stay locked in the child."""
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock:
        sys.stdout.flush()
        sys.stderr.flush()
        return os.fork()


def _be_the_child(work: Callable[[Note], Any], note: Note, writing: int, megabytes: int) -> None:
    """Does the work, sends its outcome, and ends this process."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        faulthandler.disable()
        gc.freeze()  # to look through what this process inherited would copy all of it, in the user's time
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        _limit_memory(megabytes)
        note("")  # the CPU time of this process begins
        try:
            outcome = Outcome(work(note))
        except MemoryError:
            outcome = Outcome(failure=f"takes more than {megabytes} MB of memory")
        with open(writing, "wb") as pipe:
            pipe.write(pickle.dumps(outcome))
    finally:
        os._exit(0)


def _end_with(parent: int) -> None:
    """Has the system kill this process when its parent ends, even if that is killed; only Linux can."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before we asked
        os._exit(0)


def _limit_memory(megabytes: int) -> None:
    """Limits the address space of this process to what it has and so much more."""
    import resource

    try:
        with open("/proc/self/statm") as file:
            has = int(file.read().split()[0]) * resource.getpagesize()
    except OSError:  # no such file here, and no reliable limit either
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = has + (megabytes << 20)
    if most == resource.RLIM_INFINITY or wanted < most:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, most))


def _outcome(child: int, reading: int, note: _Page) -> Outcome:
    """Waits for the child's outcome, until something that it noted is overdue."""
    received, late = b"", None
    while True:
        if select.select([reading], [], [], OFTEN)[0]:
            part = os.read(reading, 1 << 16)
            if not part:
                break
            received += part
        before, late = late, note.overdue(child)
        if late is not None and before == late:  # twice: the page may have been read while it was written
            return Outcome(failure=f"does not return within {late:.2g} s", noted=note.text, is_late=True)
    if received:
        outcome: Outcome = pickle.loads(received)
        return Outcome(outcome.value, outcome.failure, note.text)
    _, status = os.waitpid(child, 0)
    ended = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "it exits"
    return Outcome(failure=f"ends the process ({ended})", noted=note.text)
