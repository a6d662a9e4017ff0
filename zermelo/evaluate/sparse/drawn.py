"""What a sparse network sees of a drawn game: which piece is in which cell, and bits that concern the whole board."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from zermelo.compile.plain.numbers import write_numbers
from zermelo.compile.plain.scratch import scratch_words
from zermelo.evaluate.encoding.cells import Cells, find_cells
from zermelo.evaluate.encoding.checking import check_cells
from zermelo.evaluate.encoding.encoding import numbers_for
from zermelo.evaluate.encoding.sample import Sample, numbers_of, sample_of
from zermelo.evaluate.encoding.tables import CELLS, EXTRAS, FIXED, PLANES, POLICY, WIDTH, Tables, cell_tables
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.sparse.places import MOST_ACTIVE, MOST_BUCKETS, MOST_INPUTS, Piece, Places
from zermelo.evaluate.sparse.turning import find_turn, planes_in, swapped
from zermelo.game import Game, ZermeloError, brief
from zermelo.installed import np

BUCKETS = 8


class BoardTables(NamedTuple):
    """What is kept in a file to see a game in the same way again."""

    sizes: Any  # [6] see encoding.tables.SIZES, without what comes after the policy; parts and policy are 0
    first: Any  # [cell + 1] as in encoding.tables.Tables, and the next three
    atom: Any
    table: Any
    plane: Any
    swap: Any  # [plane] the same piece as the other player sees it
    turn: Any  # [cell] where the second player sees what is in a cell; []: the seats have inputs of their own
    buckets: Any  # [inputs] the bucket where so many inputs are 1: those of the pieces, and of bits of the whole board


@lru_cache(maxsize=16)
def drawn_places(game: Game) -> Places:
    """What is seen of a game by its pictures. Raises ZermeloError where its states are not made of numbers."""
    return places_from(game, board_tables(game))


@lru_cache(maxsize=64)
def _expert_places(make: Callable[..., Places], options: tuple[tuple[str, Any], ...]) -> Places:
    return make(**dict(options))


def chosen_places(game: Game, expert: Expert, options: Mapping[str, Any]) -> Places:
    """What is seen of a game as its expert says, with these options, else by its pictures. Raises ZermeloError."""
    if game.players != 2:
        raise ZermeloError(f"a sparse network is for games of two players, {game.name} has {game.players}")
    make = expert.places
    unknown = [name for name in options if make is None or name not in inspect.signature(make).parameters]
    if unknown:
        raise ZermeloError(f"what a network sees of {game.name} has no option {brief(unknown[0])}")
    return drawn_places(game) if make is None else _expert_places(make, tuple(sorted(options.items())))


def kept_places(game: Game, expert: Expert, options: Mapping[str, Any], arrays: Mapping[str, Any]) -> Places:
    """What a file's network sees. Raises KeyError, ValueError or ZermeloError where its tables cannot be used."""
    if not arrays:
        return chosen_places(game, expert, options)
    # copies, which can be written: kernels tell arrays apart by that
    parts = {name: np.array(arrays[name], np.int64).reshape(-1) for name in BoardTables._fields}
    tables = BoardTables(**parts)
    _check(tables, game)
    return places_from(game, tables)


def board_tables(game: Game) -> BoardTables:
    """How a game is seen, worked out from random games. Raises ZermeloError where its states are not numbers."""
    sample = sample_of(game)
    cells = find_cells(game, sample)
    found = cell_tables(cells)
    return BoardTables(
        sizes=found.sizes[: POLICY + 1],
        first=found.first,
        atom=found.atom,
        table=found.table,
        plane=found.plane,
        swap=swapped(cells),
        turn=find_turn(game, cells, sample),
        buckets=_buckets(game, cells, sample),
    )


def _buckets(game: Game, cells: Cells, sample: Sample) -> Any:
    """[inputs] the bucket where so many are 1: equal parts of what is seen in random games."""
    numbers = np.array([numbers_of(state, game) for state in sample.states], np.int64)
    movers = np.array([game.to_move(state) for state in sample.states])
    counts = (planes_in(cells, numbers, movers)[0] >= 0).sum(axis=1)
    counts = counts + sum(atom.values(numbers) & 1 for atom in cells.extras)
    low, high = int(counts.min()), int(counts.max())
    most = min(BUCKETS, high - low + 1)
    every = np.arange(len(cells.atoms) + len(cells.extras) + 1)
    return np.clip((every - low) * most // (high - low + 1), 0, most - 1).astype(np.int64)


def _check(tables: BoardTables, game: Game) -> None:
    """Raises ValueError unless compiled code stays within the tables."""
    sizes, none = tables.sizes, np.zeros(0, np.int64)
    if len(sizes) != POLICY + 1 or (sizes < 0).any() or not 0 < sizes[CELLS] <= MOST_ACTIVE:
        raise ValueError("the sizes are none")
    kept = Tables(sizes, tables.first, tables.atom, tables.table, tables.plane, none, none)
    if len(tables.atom) % WIDTH or not 0 <= sizes[FIXED] == len(tables.swap) <= sizes[PLANES]:
        raise ValueError("the planes have no counterparts")
    check_cells(kept, numbers_for(game))
    cells, pieces = int(sizes[CELLS]), int(sizes[FIXED])
    if int(tables.plane.max(initial=-1)) >= pieces or not _are_places(tables.swap, pieces):
        raise ValueError("a piece has no plane")
    if len(tables.turn) and (len(tables.turn) != cells or not _are_places(tables.turn, cells)):
        raise ValueError("a cell is turned out of the board")
    if len(tables.buckets) != cells + int(sizes[EXTRAS]) + 1 or not _are_places(tables.buckets, MOST_BUCKETS):
        raise ValueError("a count of pieces has no bucket")


def _are_places(array: Any, size: int) -> bool:
    return bool(((array >= 0) & (array < size)).all())


def places_from(game: Game, tables: BoardTables) -> Places:
    """The inputs that such tables describe. Raises ZermeloError where they are too many."""
    cells, pieces, extras = (int(tables.sizes[place]) for place in (CELLS, FIXED, EXTRAS))
    is_shared = len(tables.turn) > 0
    of_seat, most = pieces * cells + extras, cells + extras
    inputs = of_seat if is_shared else 2 * of_seat
    if not 0 < inputs <= MOST_INPUTS or most > MOST_ACTIVE:
        raise ZermeloError(
            f"{game.name} has {inputs:,} things to see, up to {most:,} at once: a sparse network takes "
            f"{MOST_INPUTS:,} and {MOST_ACTIVE}"
        )
    first, atom, table, plane = tables.first, tables.atom, tables.table, tables.plane
    swap, buckets = tables.swap, tables.buckets
    turn = tables.turn if is_shared else np.arange(cells)
    of_second = 0 if is_shared else of_seat
    extra_from = int(first[cells]) * WIDTH
    room, to_move = numbers_for(game), game.to_move

    def value_of(numbers, a):
        """The value of an atom."""
        return ((numbers[atom[a]] - atom[a + 1]) >> atom[a + 2]) & atom[a + 3]

    def plane_in(numbers, cell, mover):
        """What is in a cell as the player to move sees it; -1: nothing."""
        code = 0
        for a in range(first[cell] * WIDTH, first[cell + 1] * WIDTH, WIDTH):
            value = value_of(numbers, a)
            if value < 0 or value >= atom[a + 4]:
                value = 0
            code = code * atom[a + 4] + value
        return plane[table[cell] + 2 * code + mover]

    def both(state, seen_first, seen_second):
        numbers = scratch_words(room)
        write_numbers(state, numbers, 0)
        mover, count = 1 if to_move(state) == 1 else 0, 0
        for cell in range(cells):
            own = plane_in(numbers, cell, mover)
            if own >= 0:
                one, other = (swap[own], own) if mover else (own, swap[own])
                seen_first[count] = one * cells + cell
                seen_second[count] = of_second + other * cells + turn[cell]
                count += 1
        for extra in range(extras):
            if value_of(numbers, extra_from + extra * WIDTH) & 1:
                seen_first[count] = pieces * cells + extra
                seen_second[count] = of_second + pieces * cells + extra
                count += 1
        return count

    def write(state, seat, buffer):
        one, other = scratch_words(most), scratch_words(most)
        count = both(state, one, other)
        for i in range(count):
            buffer[i] = other[i] if seat == 1 else one[i]
        return count

    def by_count(count):
        return buckets[count]

    def bucket(state):
        return buckets[both(state, scratch_words(most), scratch_words(most))]

    def pieces_on(state):
        board: Any = game.describe(state)
        seen = [0] * most
        numbers = seen[: both(state, seen, [0] * most)]
        return [_piece(board, int(number) % cells) if number < pieces * cells else None for number in numbers]

    return Places(
        inputs=inputs,
        most=most,
        write=write,
        buckets=int(buckets.max()) + 1,
        bucket=bucket,
        by_count=by_count,
        both=both,
        pieces=pieces_on if cells > 1 else None,
        arrays=tables._asdict(),
    )


def _piece(board: Any, cell: int) -> Piece:
    """A piece in a cell of a picture of a board, with the cell's name where its rows and columns have some."""
    row, column = divmod(cell, len(board.cells[0]))
    place = f"row {row + 1}, column {column + 1}"
    if row < len(board.rows) and column < len(board.columns):
        place = f"{board.columns[column]}{board.rows[row]}"
    return Piece(f"{board.cells[row][column]} on {place}", row, column)
