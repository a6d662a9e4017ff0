"""The worker process: reads jobs as lines of JSON from stdin and writes what they find as lines to stdout.

`python -m zermelo.web.worker.worker BYTES [compiler]`: the memory that it may take, and whether to import Numba first.
SIGINT ends the running job. A compilation is finished first, because the next visitor needs it too and the compiler
cannot be interrupted safely. The process ends when stdin does.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from typing import Any, TextIO

from zermelo.compile.kernel.events import Compilation, listen
from zermelo.compile.trust.guests import work_for_guests
from zermelo.game import LONGEST_ERROR, ZermeloError, brief
from zermelo.installed import is_installed
from zermelo.user_files import blame, bound_memory, end_with_parent

AGAIN = 0.05  # seconds between two checks whether a compilation has ended
RULES_FAILED = "the game's rules failed here: the terminal says where"
MOST_KEPT = 0.375  # of the memory; a process that holds more after a job exits, and is replaced


class Cancelled(BaseException):
    """Raised in a job whose answer is no longer wanted."""


class Voice:
    """Writes answers. A signal that arrives while one is being written takes effect after it."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._lock = threading.Lock()
        self._writing = self._late = self._busy = False
        self.is_cancelled = False  # was the job interrupted?

    def tell(self, answer: dict[str, Any]) -> None:
        try:
            line = json.dumps(answer, allow_nan=False) + "\n"
        except (TypeError, ValueError) as error:  # a user's game can return anything
            raise ZermeloError(f"what the game returned cannot be shown: {error}") from None
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
            self._late, self.is_cancelled = False, True
            raise Cancelled

    def begin(self) -> None:
        self._late, self._busy, self.is_cancelled = False, True, False

    def end(self) -> None:
        self._busy = False

    def interrupt(self, number: int, frame: Any) -> None:
        """Handles SIGINT, and the alarm that repeats it after a compilation."""
        if not self._busy:
            return
        if self._writing:
            self._late = True
        elif is_compiling(frame):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
            if number == signal.SIGINT:
                self.tell({"compiling": True})
        else:
            self.is_cancelled = True
            raise Cancelled


def is_compiling(frame: Any) -> bool:
    """Is this frame, or one that called it, inside the compiler?"""
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(("numba.", "llvmlite.", "importlib._bootstrap")):
            return True
        frame = frame.f_back
    return False


def main(memory: int, compiler: bool) -> None:
    """Runs jobs until stdin ends."""
    voice = Voice(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)  # what a user's game prints must not mix with answers
    signal.signal(signal.SIGINT, voice.interrupt)
    signal.signal(signal.SIGALRM, voice.interrupt)
    if compiler and is_installed("numba"):
        import numba  # noqa: F401  (takes a second, which the first visitor should not wait for)

    listen(lambda event: voice.tell(_compiling(event)))
    from zermelo.players.engines import engines
    from zermelo.web.worker.checks import CHECK_JOBS
    from zermelo.web.worker.developing import DEVELOPER_JOBS
    from zermelo.web.worker.jobs import JOBS
    from zermelo.web.worker.open_games import TABLE_JOBS
    from zermelo.web.worker.searching import owned
    from zermelo.web.worker.secrets import SECRET_JOBS

    engines()  # imports them all, which no job's patience should pay for
    jobs = {**JOBS, **TABLE_JOBS, **SECRET_JOBS, **CHECK_JOBS, **DEVELOPER_JOBS}
    bound_memory(memory)
    threading.Thread(target=end_with_parent, args=(os.getppid(), 2.0), daemon=True).start()
    voice.tell({"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        work_for_guests(is_for_guests(request))
        try:
            voice.begin()
            try:
                jobs[request["job"]](request, voice.tell)
                ending: dict[str, Any] = {"end": "done"}
            finally:
                voice.end()
        except Cancelled:
            ending = {"end": "cancelled"}
        except ZermeloError as error:
            ending = {"end": "error", "message": brief(error, LONGEST_ERROR)}
        except MemoryError:
            ending = {"end": "error", "message": "that takes more memory than a job may use: ask for less"}
        except RecursionError:
            ending = {"end": "error", "message": "that goes too deep: ask for less depth"}
        except Exception as error:
            if voice.is_cancelled:  # in the middle of a lock's code, an interrupt ends as an error of the lock
                ending = {"end": "cancelled"}
            else:
                told = blame(error) if request.get("own") or owned(request) else None
                print(f"{request['job']}: {told or f'{type(error).__name__}: {error}'}", file=sys.stderr, flush=True)
                if told and request["job"] in SECRET_JOBS:  # it may name what is hidden
                    told = RULES_FAILED
                ending = {"end": "error", "message": told or "that could not be done: something went wrong on our side"}
        voice.tell(ending)
        if _memory() > MOST_KEPT * memory:
            return


def is_for_guests(request: dict[str, Any]) -> bool:
    """Does a request have parameters or options of a visitor's own? Of these there is no end."""
    engines = [request.get("engine"), *(request.get("engines") or ())]
    engines += [seat.get("engine") for seat in request.get("seats") or () if seat]
    return bool(request.get("guest")) or any(engine and engine.get("options") for engine in engines)


def _compiling(event: Compilation) -> dict[str, Any]:
    """What the server is told of a compilation: its deadlines do not count that time."""
    begins = event.kind == "begin"
    return {"compiling": begins, **({"note": event.text} if begins else {})}


def _memory() -> int:
    """Bytes of memory that this process holds; 0 if the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


if __name__ == "__main__":
    main(int(sys.argv[1]), "compiler" in sys.argv[2:])
