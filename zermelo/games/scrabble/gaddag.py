"""A list of words as a graph that compiled code walks: the GADDAG, in which a word begins at any of its letters.

A word is spelled from one of its letters backwards to its start, then, after a turn, forwards to its end: CARE is ERAC,
RAC>E, AC>RE and C>ARE, where > is the turn. Prefixes are shared as in a trie, and equal branches are kept once.

The graph is one array of words of 64 bits. Node n is the three words from 3n: the letters that go on from it, those of
them that complete a word (a bit for each letter; bit 0 is the turn), and where its arcs begin in the same array. There
are as many arcs as letters that go on, in the order of the letters, each the number of the node that it leads to. Node
0 has none, node 1 is the root.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from zermelo.installed import np

TURN = 0  # the bit of the turn from backwards to forwards; letters are 1 to MOST_LETTERS
MOST_LETTERS = 62
ROOT = 1
NODE = 3  # words of a node: the letters that go on, those that end a word, where its arcs begin
_ONE, _TWO = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F


def gaddag(words: Iterable[bytes]) -> Any:
    """The graph of some words, each the numbers of its letters, from 1."""
    rows = _spelled(words)
    if not len(rows):
        return np.zeros(2 * NODE, np.int64)
    lengths = (rows != 0).sum(axis=1, dtype=np.uint8)
    fresh = np.zeros(len(rows), np.uint8)  # [row] how many letters the row has in common with the one before it
    fresh[1:] = (rows[1:] != rows[:-1]).argmax(axis=1)
    depths = [_heads(fresh, lengths, depth) for depth in range(rows.shape[1] + 1)]
    sizes = [len(heads) for heads in depths]
    starts = np.cumsum([0, *sizes])  # [depth] where its nodes begin among all
    hashes, letters, ends, first = (np.zeros(starts[-1], kind) for kind in (np.uint64, np.int64, np.int64, np.int64))
    for depth in range(rows.shape[1] - 1, -1, -1):  # the deepest branches first: a node is known by its branches
        heads = depths[depth + 1]
        if not len(heads):
            continue
        below = slice(starts[depth + 1], starts[depth + 2])
        bits = np.int64(1) << (rows[heads, depth].astype(np.int64) - 1)
        complete = np.where(lengths[heads] == depth + 1, bits, 0)
        parents = np.searchsorted(depths[depth], heads, side="right") - 1
        begins = np.flatnonzero(np.diff(parents, prepend=-1))
        these = starts[depth] + parents[begins]
        letters[these] = np.bitwise_or.reduceat(bits, begins)
        ends[these] = np.bitwise_or.reduceat(complete, begins)
        first[these] = starts[depth + 1] + begins
        hashes[these] = np.add.reduceat(_mixed(hashes[below], bits, complete), begins)
    return _packed(hashes, letters, ends, first)


def _spelled(words: Iterable[bytes]) -> Any:
    """[row, place] every way to spell each word, sorted: 0 is nothing, 1 the turn, n + 1 letter n."""
    by_length: dict[int, list[bytes]] = {}
    for word in set(words):
        by_length.setdefault(len(word), []).append(word)
    width, found = max(by_length, default=0) + 1, []
    for length, group in by_length.items():
        letters = np.frombuffer(b"".join(group), np.uint8).reshape(-1, length) + 1
        for turn in range(1, length + 1):
            rows = np.zeros((len(group), width), np.uint8)
            rows[:, :turn] = letters[:, :turn][:, ::-1]
            if turn < length:
                rows[:, turn] = TURN + 1
                rows[:, turn + 1 : length + 1] = letters[:, turn:]
            found.append(rows)
    if not found:
        return np.zeros((0, 1), np.uint8)
    together = np.concatenate(found)
    found.clear()
    keys = together.view(f"S{width}").ravel()
    keys.sort()
    return together


def _heads(fresh: Any, lengths: Any, depth: int) -> Any:
    """The rows with which the nodes of a depth begin: the first of each group with the same first letters."""
    if depth == 0:
        return np.zeros(1, np.int64)
    heads = (fresh < depth) & (lengths >= depth)
    heads[0] = lengths[0] >= depth
    return np.flatnonzero(heads)


def _mixed(hashes: Any, bits: Any, complete: Any) -> Any:
    """A hash of each branch: its letter, whether a word ends there, and what follows."""
    word = (hashes ^ (bits.astype(np.uint64) * np.uint64(_ONE))) + (complete != 0).astype(np.uint64) * np.uint64(_TWO)
    for shift in (29, 32):
        word = (word ^ (word >> np.uint64(shift))) * np.uint64(_TWO)
    return word ^ (word >> np.uint64(31))


def _packed(hashes: Any, letters: Any, ends: Any, first: Any) -> Any:
    """The graph, with each branch once. first: [node] the first of the nodes that its letters lead to."""
    hashes[letters == 0] = 0  # nodes without a branch are all node 0
    hashes[0] = np.uint64(_ONE)
    kept, chosen, number = np.unique(hashes, return_index=True, return_inverse=True)
    order = np.argsort(chosen, kind="stable")  # the root, then by depth, which keeps the first steps close together
    rank = np.empty(len(kept), np.int64)
    leaf = int(kept[0] == 0)
    order = np.concatenate([order[kept[order] == 0], order[kept[order] != 0]])
    rank[order] = np.arange(len(kept)) + 1 - leaf
    number = rank[number]
    nodes = chosen[order[leaf:]]
    counts = np.bitwise_count(letters[nodes].view(np.uint64)).astype(np.int64)
    before = np.cumsum(counts) - counts
    graph = np.zeros(NODE * (len(nodes) + 1) + int(counts.sum()), np.int64)
    base = NODE * (len(nodes) + 1)
    table = graph[NODE:base].reshape(-1, NODE)
    table[:, 0], table[:, 1], table[:, 2] = letters[nodes], ends[nodes], base + before
    graph[base:] = number[np.repeat(first[nodes] - before, counts) + np.arange(int(counts.sum()))]
    return graph
