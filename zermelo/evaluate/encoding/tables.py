"""How states become planes and actions places in a policy: tables, and the functions that read them in kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.compile.kernel.memory import Words
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.plain.numbers import write_numbers
from zermelo.evaluate.encoding.cells import Atom, Cells
from zermelo.evaluate.encoding.sample import Sample
from zermelo.game import Game, ZermeloError
from zermelo.installed import np

SIZES = Words("CELLS", "PLANES", "EXTRAS", "FIXED", "PARTS", "POLICY", "PAIRS")
# FIXED: the first plane of the extras; PAIRS: see Cells
CELLS, PLANES, EXTRAS, FIXED, PARTS, POLICY, PAIRS = SIZES
MOST_CODES = 1 << 22  # of actions


class Tables(NamedTuple):
    """The tables of an encoding. The planes of a state are bytes: [cell, plane], the last plane tells who moves."""

    sizes: Any  # see SIZES
    first: Any  # [cell + 1] its first atom
    atom: Any  # [atom × 5] number, low, shift, mask, radix; after those of the cells come those of the whole board
    table: Any  # [cell] where its table begins
    plane: Any  # [table entry] the plane of (code, player to move); -1: none
    action: Any  # [part × 2] the least value of each number of an action, and how many values there are
    place: Any  # [action code] its place in the policy; -1: the last one, shared by all that were never seen


WIDTH = 5  # words of an atom


def make_tables(game: Game, cells: Cells, sample: Sample) -> Tables:
    """The tables of a game. Raises ZermeloError where its actions are too many or of several shapes."""
    found = cell_tables(cells)
    ranges, place_of, policy = _policy(game, sample)
    found.sizes[PARTS], found.sizes[POLICY] = len(ranges), policy
    return found._replace(action=_words(ranges), place=_words(place_of))


def cell_tables(cells: Cells) -> Tables:
    """The tables of what is in the cells, without a policy."""
    atoms = [atom for found in cells.atoms for atom in found]
    starts: list[int] = []
    plane: list[int] = []
    for place, table in enumerate(cells.tables):
        codes = next(
            int(np.prod([1, *(atom.radix for atom in found)]))
            for found, used in zip(cells.atoms, cells.table_of, strict=True)
            if used == place
        )
        starts.append(len(plane))
        entries = [-1] * (2 * codes)
        for (code, mover), value in table.items():
            entries[2 * code + mover] = value
        plane += entries
    count = len(cells.atoms)
    return Tables(
        sizes=_words([count, cells.planes + len(cells.extras) + 1, len(cells.extras), cells.planes, 0, 0, cells.pairs]),
        first=_words(np.cumsum([0, *(len(found) for found in cells.atoms)])),
        atom=_words([_row(atom) for atom in (*atoms, *cells.extras)] or [[0] * WIDTH]),
        table=_words([starts[place] for place in cells.table_of]),
        plane=_words(plane),
        action=_words([]),
        place=_words([]),
    )


def _row(atom: Atom) -> list[int]:
    return [atom.number, atom.low, atom.shift, atom.mask, atom.radix]


def _words(values: Any) -> Any:
    return np.ascontiguousarray(np.array(values, np.int64).reshape(-1))


def _policy(game: Game, sample: Sample) -> tuple[list[tuple[int, int]], Any, int]:
    """The ranges of an action's numbers, the place of each code in the policy, and how many places there are."""
    codes = sorted(sample.actions)
    if len({len(code) for code in codes}) != 1:
        raise ZermeloError(f"{game.name}: actions differ in shape: give Game an action_index and a policy")
    columns = list(zip(*codes, strict=True))
    ranges = [(min(column), max(column) - min(column) + 1) for column in columns]
    size = int(np.prod([float(count) for _, count in ranges]))
    if size > MOST_CODES:
        raise ZermeloError(f"{game.name}: actions range over {size:,} codes: give Game an action_index and a policy")
    place_of = np.full(size, -1, np.int64)
    for place, code in enumerate(codes):
        index = 0
        for value, (low, count) in zip(code, ranges, strict=True):
            index = index * count + value - low
        place_of[index] = place
    return ranges, place_of, len(codes) + 1


def encoder(rules: Rules, own: Callable[..., Any] | None) -> Callable[..., Any]:
    """Makes encode(state, tables, numbers, planes, start): writes the planes of a state from `start` on.

    numbers: room for the numbers of a state. own: the game's own encode(state, planes).
    """
    if own is not None:
        written, buffer = rules.register(own), rules.buffer

        @rules.jit
        def encode_as_told(state, tables, numbers, planes, start):
            for i in range(start, start + tables.sizes[CELLS] * tables.sizes[PLANES]):
                planes[i] = 0
            written(state, buffer(planes, start))

        return encode_as_told
    to_move = rules.to_move

    @rules.jit
    def encode(state, tables, numbers, planes, start):
        write_numbers(state, numbers, 0)
        mover = to_move(state)
        cells, depth = tables.sizes[CELLS], tables.sizes[PLANES]
        for i in range(start, start + cells * depth):
            planes[i] = 0
        for cell in range(cells):
            code = 0
            for a in range(tables.first[cell] * WIDTH, tables.first[cell + 1] * WIDTH, WIDTH):
                radix = tables.atom[a + 4]
                value = ((numbers[tables.atom[a]] - tables.atom[a + 1]) >> tables.atom[a + 2]) & tables.atom[a + 3]
                if value < 0 or value >= radix:
                    value = 0
                code = code * radix + value
            plane = tables.plane[tables.table[cell] + 2 * code + mover]
            if plane >= 0:
                planes[start + cell * depth + plane] = 1
        a = tables.first[cells] * WIDTH
        for extra in range(tables.sizes[EXTRAS]):
            if ((numbers[tables.atom[a]] - tables.atom[a + 1]) >> tables.atom[a + 2]) & 1:
                for cell in range(cells):
                    planes[start + cell * depth + tables.sizes[FIXED] + extra] = 1
            a += WIDTH
        if mover == 1:
            for cell in range(cells):
                planes[start + cell * depth + depth - 1] = 1

    return encode


def indexer(rules: Rules, own: Callable[..., Any] | None) -> Callable[..., Any]:
    """Makes index(state, move, tables, numbers): the place in the policy of a move that `fill` wrote.

    own: the game's own action_index(state, action).
    """
    action_of = rules.action_of
    if action_of is None:

        def action_of(state, move):
            return move

    action = rules.register(action_of)
    if own is not None:
        told = rules.register(own)

        @rules.jit
        def index_as_told(state, move, tables, numbers):
            return told(state, action(state, move))

        return index_as_told

    @rules.jit
    def index(state, move, tables, numbers):
        write_numbers(action(state, move), numbers, 0)
        last = tables.sizes[POLICY] - 1
        code = 0
        for part in range(tables.sizes[PARTS]):
            value, count = numbers[part] - tables.action[2 * part], tables.action[2 * part + 1]
            if value < 0 or value >= count:
                return last
            code = code * count + value
        place = tables.place[code]
        return last if place < 0 else place

    return index
