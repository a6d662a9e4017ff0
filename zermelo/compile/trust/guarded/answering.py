"""What a guarded process does: answers one question after another, until the process that started it ends.

It hears nothing that is typed, and what it prints is dropped. Whatever it answers is JSON, since the rules of a user
that run here could forge anything else.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import importlib
import json
import linecache
import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from zermelo.compile.trust.guarded.limits import ended_with, limited_memory, resident_megabytes
from zermelo.compile.trust.guarded.page import LOADING, WAITING, WORKING, Page, open_page
from zermelo.compile.trust.guarded.parcel import CannotTravel, forget, games_in, unpacked
from zermelo.compile.trust.guarded.process import receive, send
from zermelo.compile.trust.guarded.question import Question, Surroundings

LOADING_SECONDS = 60.0  # until a game has arrived
IDLE = 600.0  # seconds without a question, after which the process ends
MOST_QUESTIONS = 200  # after which it ends: what was compiled stays in memory
MOST_GROWTH = 500  # megabytes of memory that it may have taken by then


def answer() -> None:
    """Answers questions and never returns. The first argument of this process is the name of a page for notes."""
    questions, answers = _own_pipes()
    page = open_page(sys.argv[1])
    sys.argv = [""]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks: it kills this one, if it works
    faulthandler.disable()
    arriving: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions, arriving), daemon=True).start()
    worker = _Worker(page, questions.fileno(), resident_megabytes())
    for number in range(MOST_QUESTIONS):
        try:
            question = arriving.get(timeout=IDLE)
        except queue.Empty:
            break
        reply = worker.answer(question, is_last=number == MOST_QUESTIONS - 1)
        page.enter(WAITING, 0.0)  # before the answer is sent: the next question may follow at once
        send(answers, json.dumps(reply).encode())
        if not reply["fit"]:
            break
        del reply
        if worker.may_compile:
            _prepare_to_compile()
    os._exit(0)


def _prepare_to_compile() -> None:
    """Imports what the next question may need, while there is none: to try laws takes no compiler."""
    if "zermelo.compile.trust.probe" in sys.modules:
        return
    import zermelo.compile.numba.intrinsics
    import zermelo.compile.numba.patches
    import zermelo.compile.trust.probe  # noqa: F401

    gc.collect()
    gc.freeze()  # to look through all of it takes long, and would count as the time of a user's rules


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes that were this process's input and output, which are nowhere from now on."""
    pipes = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    return os.fdopen(pipes[0], "rb"), os.fdopen(pipes[1], "wb")


def _listen(questions: BinaryIO, arriving: queue.SimpleQueue[bytes]) -> None:
    """Passes questions on. Ends this process, whatever it does, when nobody can ask any more."""
    while (question := receive(questions)) is not None:
        arriving.put(question)
    os._exit(0)


@dataclass
class _Worker:
    """Does what is asked for."""

    page: Page
    pipe: int  # on which questions come
    megabytes: int  # of memory that the process took at first
    may_compile: bool = False  # was there a game for which the next question may be whether it compiles?

    def answer(self, content: bytes, is_last: bool) -> dict[str, Any]:
        """The answer, as JSON can hold it; "fit": may the process get another question?"""
        self.page.enter(LOADING, LOADING_SECONDS)
        question: Question = pickle.loads(content)
        threads, usual = threading.active_count(), Surroundings.now()
        try:
            with ended_with(self.pipe), _silence():
                reply = self._answer(question)
        finally:
            usual.restore()
        grown = resident_megabytes() - self.megabytes
        is_clean = threading.active_count() <= threads and _registered_nothing() and not question.parcel.imports
        return {**reply, "fit": is_clean and not is_last and grown <= MOST_GROWTH and "failure" not in reply}

    def _answer(self, question: Question) -> dict[str, Any]:
        question.surroundings.restore()
        linecache.checkcache()
        importlib.invalidate_caches()
        try:
            work, arguments = unpacked(question.parcel)
            self.may_compile = any(game.compiles and not game.origin for game in games_in(arguments))
            return self._done(work, arguments, question)
        except CannotTravel as reason:
            return {"refused": str(reason)}
        finally:
            forget(question.parcel)

    def _done(self, work: Callable[..., Any], arguments: Any, question: Question) -> dict[str, Any]:
        try:
            with limited_memory(question.megabytes):
                self.page.enter(WORKING, question.seconds)
                return {"value": work(*arguments, self.page), "noted": self.page.noted}
        except MemoryError:
            failure = f"takes more than {question.megabytes} MB of memory"
        except Exception as error:
            failure = f"fails with {type(error).__name__}: {error}"
        except BaseException:  # exit() in a user's rules
            failure = "ends the process (it exits)"
        return {"failure": failure, "noted": self.page.noted}


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Lets nothing be typed and drops what is printed, in any alphabet."""
    streams: Any = sys
    usual = sys.stdin
    with open(os.devnull, "w", encoding="utf-8", errors="replace") as printed, open(os.devnull) as typed:
        streams.stdin = typed
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            yield
    streams.stdin = usual


def _registered_nothing() -> bool:
    """Is Numba as it was? What a user's file registers with it stays there, for the next game too."""
    if "numba" not in sys.modules:
        return True
    from zermelo.compile.cache.registrations import of_users

    return not of_users()
