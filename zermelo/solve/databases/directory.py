"""All tables of a folder as the words that a kernel reads: which materials there are, and where their values lie.

The words: a hash table from the keys of materials to rows, then the rows. A row has the place of the packed values
and the words of the material.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from zermelo.bits import mix
from zermelo.compile.kernel.memory import Words, new_words
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.plain.mapped import place_of
from zermelo.solve.databases.packing import packed_value
from zermelo.solve.databases.values import UNKNOWN
from zermelo.solve.indexing import Indexing, Material

SLOTS = 1  # where the hash table begins; before it: the number of its slots less 1
(PLACE,) = ROW = Words("PLACE")  # what a row begins with; the words of the material follow
WORDS = ROW.end


def new_directory(materials: Mapping[Material, Any], compiled: bool) -> Any:
    """The directory of these materials, each with its packed values or None: those are not known here.

    Whoever reads the directory must keep the arrays of values.
    """
    keys = {key: material for material in materials for key in (material.key, material.mirrored)}
    slots = 1
    while slots < 2 * len(keys):
        slots *= 2
    rows, end = {}, SLOTS + 2 * slots
    for material in materials:
        rows[material] = end
        end += WORDS + len(material.words)
    words = new_words(compiled, end)
    words[0] = slots - 1
    for key, material in keys.items():
        slot = mix(key) & (slots - 1)
        while words[SLOTS + 2 * slot]:
            slot = (slot + 1) & (slots - 1)
        words[SLOTS + 2 * slot], words[SLOTS + 2 * slot + 1] = key + 1, rows[material]
    for material, values in materials.items():
        row = rows[material]
        words[row + PLACE] = 0 if values is None else place_of(values, compiled)
        for i, word in enumerate(material.words):
            words[row + WORDS + i] = word
    return words


def row_of(directory: Any, key: int) -> Any:
    """Where the row of a material begins; -1: there is none."""
    mask = directory[0]
    slot = mix(key) & mask
    while directory[SLOTS + 2 * slot] != 0:
        if directory[SLOTS + 2 * slot] == key + 1:
            return directory[SLOTS + 2 * slot + 1]
        slot = (slot + 1) & mask
    return -1


def prober(rules: Rules, indexing: Indexing) -> Callable[..., Any]:
    """probe(directory, state) -> the value of a state as a number (see values.py), or UNKNOWN.

    An end that may come too late, because the game is drawn after many quiet plies, is unknown.
    """
    reversible, patience = rules.reversible, indexing.patience
    material, rank = rules.register(indexing.material), rules.register(indexing.rank)
    find, unpack = rules.register(row_of), rules.register(packed_value)

    def probe(directory, state):
        key = material(state)
        if key < 0:
            return UNKNOWN
        row = find(directory, key)
        if row < 0:
            return UNKNOWN
        value = unpack(directory[row + PLACE], rank(directory, row + WORDS, state, key))
        if patience is not None and reversible is not None and reversible(state) + abs(value) > patience + 1:
            return UNKNOWN
        return value

    registered: Callable[..., Any] = rules.register(probe)
    return registered
