"""The numbers that a state is made of, one after the other, in a kernel as in plain Python."""

from __future__ import annotations

from typing import Any

from zermelo.bits import Wide, signed
from zermelo.compile.plain.records import is_record, values_of
from zermelo.installed import is_array


def write_numbers(value: Any, words: Any, start: int) -> int:
    """Writes the numbers of a state or an action into words from `start` on; returns where they end.

    A wide word is written 64 bits by 64 bits, and a fraction is cut off.
    """
    if isinstance(value, Wide):
        for place, part in enumerate(value.words):
            words[start + place] = signed(part)
        return start + len(value.words)
    if isinstance(value, tuple) or is_record(value):
        for part in values_of(value):
            start = write_numbers(part, words, start)
        return start
    if is_array(value):
        for part in value.flat:
            start = write_numbers(part, words, start)
        return start
    words[start] = signed(int(value))
    return start + 1


def count_numbers(value: Any) -> int:
    """How many words `write_numbers` writes."""
    if isinstance(value, tuple) or is_record(value):
        return sum(map(count_numbers, values_of(value)))
    return value.size if is_array(value) else len(value.words) if isinstance(value, Wide) else 1
