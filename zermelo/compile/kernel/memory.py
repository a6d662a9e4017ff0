"""The words that a kernel works on: its counters, its budget, the lines it found, buffers for actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Words:
    """A block of a memory's words, declared by name; no other place gives them numbers.

    `NODES, LIMIT = Words("NODES", "LIMIT")` numbers them 0 and 1. Keywords declare rows: path=100 takes 100 words, and
    `block.path` is the first of them. A number is a plain int, so that Numba freezes it into the kernels that name it.
    """

    __slots__ = ("before", "end", "spans", "start")

    def __init__(self, *names: str, after: Words | None = None, at: int | None = None, **rows: int) -> None:
        """after: the block before this one in the same memory. at: the first word, if that is not the next one.

        Raises ValueError if a name is declared twice in one memory, or if the block overlaps the one before it.
        """
        self.before = after
        self.spans: dict[str, range] = {}
        least: int = after.end if after else 0
        self.start: int = least if at is None else at
        self.end: int = self.start
        for name, size in (*((name, 1) for name in names), *rows.items()):
            if name in self.all_spans():
                raise ValueError(f"the word {name} is declared twice")
            self.spans[name] = range(self.end, self.end + size)
            self.end += size
        if self.start < least:
            raise ValueError(f"{', '.join(self.spans)}: word {self.start} is taken, {least} is the first free one")

    def all_spans(self) -> dict[str, range]:
        """The words of each name, of this block and of those before it."""
        return {**(self.before.all_spans() if self.before else {}), **self.spans}

    def __iter__(self) -> Iterator[int]:
        """The first word of each name of this block, in the order in which they were declared."""
        return (span.start for span in self.spans.values())

    def __getattr__(self, name: str) -> int:
        if name in self.spans:
            return self.spans[name].start
        if self.before is None:
            raise AttributeError(f"no word is called {name}")
        return self.before.__getattr__(name)


# the first words of a kernel's memory; what a search adds of its own comes between them and the lines
NODES, LIMIT, LEAVES, CUTOFFS, MOVES, EXTRA = COUNTERS = Words("NODES", "LIMIT", "LEAVES", "CUTOFFS", "MOVES", "EXTRA")
LINES = 16  # where the lines begin: row `depth` holds a length, then indices of actions
LINE = 128  # words of one row; longer lines are cut there
CACHE_LINE = 8  # words that the processor fetches at once
DEEPEST = 1000  # plies: as deep as a search goes where nobody says how long the game can last


def new_memory(compiled: bool, depth: int, most_actions: int = 0, extra: int = 0) -> Any:
    """A kernel's memory for a search of that depth: counters, lines, buffers where actions are filled in, and extra."""
    lines = LINES + (depth + 1) * LINE
    buffers = (depth + 1) * most_actions
    size = lines + buffers + extra
    memory = new_words(compiled, size)
    memory[MOVES], memory[EXTRA] = lines, lines + buffers
    return memory


def new_words(compiled: bool, size: int, resident: bool = False) -> Any:
    """So many words, all 0, as a kernel takes them. Compiled ones begin at a cache line.

    resident: the system hands the memory over now, and not page by page as the kernel first reads it.
    """
    if not compiled:
        return [0] * size
    from zermelo.compile.numba.intrinsics import Memory
    from zermelo.installed import np

    words = np.zeros(size + CACHE_LINE, dtype=np.int64)
    if resident:
        words.fill(0)
    start = -(words.ctypes.data // words.itemsize) % CACHE_LINE
    return Memory(words[start : start + size])


def new_numbers(compiled: bool, size: int) -> Any:
    """So many floats, all 0, as a kernel takes them."""
    if not compiled:
        return [0.0] * size
    from zermelo.installed import np

    return pointed(compiled, np.zeros(size))


def pointed(compiled: bool, array: Any) -> Any:
    """An array as a kernel takes it: compiled, a pointer to its first number (see `Memory`)."""
    if not compiled:
        return array
    from zermelo.compile.numba.intrinsics import Memory

    return Memory(array)


def array_of(pointed: Any) -> Any:
    """The array that was `pointed` at."""
    return getattr(pointed, "array", pointed)


def clear(memory: Any, start: int, end: int, value: int = 0) -> None:
    """Sets a part of a memory to one value."""
    if isinstance(memory, list):
        memory[start:end] = [value] * (end - start)
    else:
        memory.array[start:end] = value


def saved_words(memory: Any) -> Any:
    """The words that are not 0, each with its place, as an array to be saved: [[place, word], …]."""
    from zermelo.installed import np

    words = np.array(memory, dtype=np.int64) if isinstance(memory, list) else memory.array
    places = np.flatnonzero(words)
    return np.column_stack([places, words[places]])


def restore_words(memory: Any, saved: Any) -> None:
    """Puts back what `saved_words` returned, into a memory of the same size. Raises ValueError if it does not fit."""
    if saved.dtype.str != "<i8" or saved.ndim != 2 or saved.shape[1] != 2:
        raise ValueError("these are no places and words")
    places, size = saved[:, 0], len(memory) if isinstance(memory, list) else len(memory.array)
    if len(places) and not (places[0] >= 0 and places[-1] < size and (places[1:] > places[:-1]).all()):
        raise ValueError("a place lies outside the memory")
    if isinstance(memory, list):
        memory[:] = [0] * len(memory)
        for place, word in saved.tolist():
            memory[place] = word
    else:
        memory.array[:] = 0
        memory.array[saved[:, 0]] = saved[:, 1]
