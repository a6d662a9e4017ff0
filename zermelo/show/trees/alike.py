"""Frames round the nodes of a drawn tree that look alike to the player to move: its information sets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

COLOURS = 6  # that frames take in turn, so that neighbours differ
Point = tuple[float, float]
Run = list[int]  # neighbours of one level


def runs(sets: Sequence[int], points: Sequence[Point]) -> dict[int, list[Run]]:
    """The nodes of each set, from left to right, those without another node between them together.

    sets: [node], -1 where it is in none. points: [node], in pixels.
    """
    rows = defaultdict[float, list[int]](list)
    for node in sorted(range(len(points)), key=lambda node: points[node]):
        rows[points[node][1]].append(node)
    found = defaultdict[int, list[Run]](list)
    for _, row in sorted(rows.items()):
        before = -1
        for node in row:
            if sets[node] >= 0 and sets[node] == before:
                found[before][-1].append(node)
            elif sets[node] >= 0:
                found[sets[node]].append([node])
            before = sets[node]
    return {number: found[number] for number in sorted(found)}
