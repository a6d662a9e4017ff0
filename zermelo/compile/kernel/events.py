"""When something is compiled, and for how long, told to whoever listens.

    with listen(print):
        zermelo.AlphaBeta(time=1).analyse(game)

The terminal's line on stderr comes from a listener too, one that is there from the start.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import TracebackType
from typing import Literal


@dataclass(frozen=True)
class Compilation:
    """The beginning or the end of a compilation, or a note. What comes from the disk cache is not compiled."""

    game: str
    label: str  # the search or evaluation that the kernel is for
    kind: Literal["begin", "end", "note"]
    seconds: float = 0.0  # that it took, known at the end
    note: str = ""  # what else a person should know, such as that compiled code cannot be kept

    @property
    def text(self) -> str:
        """What a person who waits is told."""
        if self.kind == "note":
            return self.note
        if self.kind == "begin":
            return f"compiling {self.game} for {self.label}, first run only …"
        return f"compiled {self.game} for {self.label} in {self.seconds:.1f} s"


Listener = Callable[[Compilation], None]


def listen(listener: Listener) -> Listening:
    """Calls the listener for every compilation in this process, until it is stopped.

    It is called in the thread that compiles.
    """
    _listeners().append(listener)
    return Listening(listener)


@dataclass(frozen=True)
class Listening:
    """A listener at work; it stops at the end of a `with` block, or when told to."""

    listener: Listener

    def stop(self) -> None:
        """Calls the listener no more."""
        if self.listener in _listeners():
            _listeners().remove(self.listener)

    def __enter__(self) -> Listening:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


@contextmanager
def telling(game: str, label: str) -> Iterator[Callable[[], None]]:
    """Gives a function to call when a compilation begins. Its end is told when the block is left, even by an error."""
    began: list[float] = []

    def begin() -> None:
        if not began:
            began.append(time.perf_counter())
            _tell(Compilation(game, label, "begin"))

    try:
        yield begin
    finally:
        if began:
            _tell(Compilation(game, label, "end", time.perf_counter() - began[0]))


@cache
def tell_once(note: str) -> None:
    """Tells the listeners a note, once in this process."""
    _tell(Compilation("", "", "note", note=note))


def tell_on_stderr(event: Compilation) -> None:
    """The lines that a person at a terminal sees."""
    if event.kind != "end":
        print(event.text, file=sys.stderr, flush=True)


def _tell(event: Compilation) -> None:
    for listener in tuple(_listeners()):
        listener(event)


@cache
def _listeners() -> list[Listener]:
    """Who is told, in the order of their coming; as long-lived as the process."""
    return [tell_on_stderr]
