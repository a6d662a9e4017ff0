"""The words that a kernel works on: its counters, its budget, the lines it found, buffers for actions."""

from __future__ import annotations

from typing import Any

# the words of a kernel's memory
NODES, LIMIT, LEAVES, CUTOFFS, MOVES, EXTRA = range(6)
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
    import numpy as np

    from zermelo.compile.numba.intrinsics import Memory

    words = np.zeros(size + CACHE_LINE, dtype=np.int64)
    if resident:
        words.fill(0)
    start = -(words.ctypes.data // words.itemsize) % CACHE_LINE
    return Memory(words[start : start + size])


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
    import numpy as np

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
