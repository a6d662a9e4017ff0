"""Which tiles make a word, in whatever order: a set of bits behind the graph of a list, asked by compiled code.

Each letter has a number, and a word the sum of its letters' numbers. Two bits that follow from the sum are set for each
word. Tiles that make a word are always found; of others about one of two hundred is taken for some that do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from zermelo.bits import mix
from zermelo.installed import np

WHERE = 2  # the word of the graph (of node 0, which has no arcs) that tells where the bits are, behind their mask
BITS = 24  # of the set for each word, at least
SECOND = 31  # by how much a sum is shifted for its second bit
_ONE, _TWO = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def with_anagrams(graph: Any, words: Iterable[bytes]) -> Any:
    """A graph with the bits of its words behind it."""
    chosen = set(words)
    size = max(64, 1 << (BITS * len(chosen)).bit_length())
    made = np.zeros(size >> 6, np.uint64)
    codes = np.array([mix(letter) for letter in range(64)], np.uint64)
    by_length: dict[int, list[bytes]] = {}
    for word in chosen:
        by_length.setdefault(len(word), []).append(word)
    for length, group in by_length.items():
        letters = np.frombuffer(b"".join(group), np.uint8).reshape(-1, length)
        sums = _mixed(codes[letters].sum(axis=1, dtype=np.uint64))
        for shift in (0, SECOND):
            bits = sums >> np.uint64(shift) & np.uint64(size - 1)
            np.bitwise_or.at(made, (bits >> np.uint64(6)).astype(np.int64), np.uint64(1) << (bits & np.uint64(63)))
    whole = np.concatenate([graph, np.array([size - 1]), made.view(np.int64)])
    whole[WHERE] = len(graph)
    return whole


def asker(jit: Callable[..., Any]) -> Callable[..., Any]:
    """makes_word(graph, sum): may tiles make a word, the sum of whose letters' `mix` is this?"""

    @jit
    def makes_word(graph, sum):
        where, key = graph[WHERE], mix(sum)
        first, second = key & graph[where], key >> SECOND & graph[where]
        if graph[where + 1 + (first >> 6)] >> (first & 63) & 1 == 0:
            return False
        return graph[where + 1 + (second >> 6)] >> (second & 63) & 1 != 0

    return makes_word


def _mixed(words: Any) -> Any:
    """`mix` of each."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(_ONE)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(_TWO)
    return (words ^ (words >> np.uint64(31))) >> np.uint64(1)
