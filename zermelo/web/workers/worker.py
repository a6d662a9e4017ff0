"""A process that searches: jobs come as lines of JSON on stdin, what they find goes out as lines on stdout.

SIGINT ends the job that is under way, but for a compilation, which is finished first: the next visitor needs it too,
and the compiler is not made to be interrupted. When stdin ends, so does the process.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from typing import Any, TextIO

from zermelo.compile.events import listen
from zermelo.game import ZermeloError
from zermelo.loading import blame

AGAIN = 0.05  # seconds until a compilation is looked at again
MOST_MEMORY = 4_000_000_000  # bytes that a job may take; more is a MemoryError, told in one line
MOST_KEPT = 1_500_000_000  # a process that holds more after a job ends, and a new one takes its place


class Cancelled(BaseException):
    """Nobody wants the answer any more."""


class Voice:
    """Where answers go. A signal that comes while one is written waits until it is out."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._lock = threading.Lock()
        self._writing = self._late = self._busy = False

    def tell(self, answer: dict[str, Any]) -> None:
        line = json.dumps(answer, allow_nan=False) + "\n"
        main = threading.current_thread() is threading.main_thread()
        self._writing = self._writing or main
        try:
            with self._lock:
                self._out.write(line)
                self._out.flush()
        finally:
            if main:
                self._writing = False
        if main and self._late and self._busy:
            self._late = False
            raise Cancelled

    def begin(self) -> None:
        self._late, self._busy = False, True

    def end(self) -> None:
        self._busy = False

    def interrupt(self, number: int, frame: Any) -> None:
        """The handler of SIGINT, and of the alarm that tries again."""
        if not self._busy:
            return
        if self._writing:
            self._late = True
        elif is_compiling(frame):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
            if number == signal.SIGINT:
                self.tell({"compiling": True})
        else:
            raise Cancelled


def is_compiling(frame: Any) -> bool:
    """Is the compiler at work in one of these frames?"""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(("numba.", "llvmlite.", "importlib._bootstrap")):
            return True
        frame = frame.f_back
    return False


def main() -> None:
    """Works until stdin ends."""
    voice = Voice(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)  # what a user's game prints is no answer
    signal.signal(signal.SIGINT, voice.interrupt)
    signal.signal(signal.SIGALRM, voice.interrupt)
    import numba  # noqa: F401  (a second that the first visitor need not wait)

    listen(lambda event: voice.tell({"note": event.text}) if event.kind == "begin" else None)
    from zermelo.web.workers.jobs import JOBS

    _bound_memory()
    threading.Thread(target=_outlive_nobody, args=(os.getppid(),), daemon=True).start()
    voice.tell({"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        try:
            voice.begin()
            try:
                JOBS[request["job"]](request, voice.tell)
                ending: dict[str, Any] = {"end": "done"}
            finally:
                voice.end()
        except Cancelled:
            ending = {"end": "cancelled"}
        except ZermeloError as error:
            ending = {"end": "error", "message": " ".join(str(error).split())}
        except MemoryError:
            ending = {"end": "error", "message": "that takes more memory than there is: ask for less"}
        except RecursionError:
            ending = {"end": "error", "message": "that goes too deep: look less deep"}
        except Exception as error:
            told = blame(error) if request.get("own") else None
            print(f"{request['job']}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            ending = {"end": "error", "message": told or "that could not be done: something went wrong on our side"}
        voice.tell(ending)
        if _memory() > MOST_KEPT:
            return


def _outlive_nobody(parent: int) -> None:
    """Ends the process when the server is gone, even in the middle of a job that would never end."""
    while os.getppid() == parent:
        time.sleep(2.0)
    os._exit(1)


def _bound_memory() -> None:
    """Sees to it that no job can take all the memory there is; where the system cannot, nobody does."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    except (ImportError, OSError, ValueError):
        pass


def _memory() -> int:
    """Bytes that this process holds; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


if __name__ == "__main__":
    main()
