"""Where the numbers of a state tell what stands in the cells of its picture.

A game draws its positions with pieces in cells, in Python that no kernel can run. From pictures of many states we work
out which bits (of a word) or digits (of a tuple or an array) of the state decide what is in a cell, and tabulate it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.evaluate.encoding.sample import Sample, numbers_of
from zermelo.game import Game
from zermelo.installed import np
from zermelo.picture import Board

LOWEST, HIGHEST = -8, 15  # a number that stays within is a digit: it is looked at as a whole
LARGEST = 4096  # entries of a table
MOST_ENDS = 300  # positions at the end of games that are looked at
SYMBOLS = "♔♕♖♗♘♙⛁", "♚♛♜♝♞♟⛃"


@dataclass(frozen=True)
class Atom:
    """A bit or a digit of a state: ((number - low) >> shift) & mask, of which there are `radix` values."""

    number: int
    shift: int
    mask: int
    low: int
    radix: int

    def values(self, numbers: Any) -> Any:
        """Its value in each state; numbers: [state, number]."""
        return ((numbers[:, self.number] - self.low) >> self.shift) & self.mask

    @property
    def family(self) -> tuple[int, ...]:
        """What atoms of other cells have in common with it: the word, or the range of digits."""
        return (self.number,) if self.mask == 1 else (-1, self.low, self.radix)


@dataclass(frozen=True)
class Cells:
    """The cells of a board and how to tell what is in them."""

    rows: int
    columns: int
    atoms: tuple[tuple[Atom, ...], ...]  # [cell]
    tables: tuple[dict[tuple[int, int], int], ...]  # plane of (code, mover); absent: nothing is there
    table_of: tuple[int, ...]  # [cell]
    planes: int
    extras: tuple[Atom, ...]  # bits that concern the whole board
    pairs: int = 0  # pieces of one player with a counterpart of the other's: planes of the mover's, then of the other's


def find_cells(game: Game, sample: Sample) -> Cells:
    """The cells of a game's pictures; a single cell that holds all bits where it draws no board that we understand."""
    chosen = sample.pictured()
    states = [*(sample.states[i] for i in chosen), *_ends(game, sample)]
    numbers = np.array([numbers_of(state, game) for state in states], np.int64)
    movers = np.array([game.to_move(state) for state in states])
    digits, bits = _atoms(numbers)
    boards = [game.describe(state) for state in states]
    after = [game.describe(sample.after[i]) for i in chosen]
    if _are_boards([*boards, *after]):
        texts = _texts(boards)
        found = _placed(game, texts, _texts(after), numbers, movers, digits, bits, _shape(boards[0]))
        if found is not None:
            return found
    return _one_cell(numbers, movers, digits, bits)


def _ends(game: Game, sample: Sample) -> list[Any]:
    """Positions at the end of games: a piece may get to some cells only there."""
    ends = [state for state in sample.after if game.is_terminal(state) and game.to_move(state) in (0, 1)]
    return ends[:MOST_ENDS]


def _atoms(numbers: Any) -> tuple[list[Atom], list[Atom]]:
    """The digits of the states that differ, and the bits that do."""
    small = [i for i in range(numbers.shape[1]) if numbers[:, i].min() >= LOWEST and numbers[:, i].max() <= HIGHEST]
    varied = [i for i in small if numbers[:, i].min() < numbers[:, i].max()]
    low = int(numbers[:, varied].min()) if varied else 0
    radix = int(numbers[:, varied].max()) - low + 1 if varied else 1
    digits = [Atom(i, 0, -1, low, radix) for i in varied]
    bits = []
    for i in range(numbers.shape[1]):
        differing = int(np.bitwise_or.reduce(numbers[:, i] ^ numbers[0, i]))
        bits += [Atom(i, shift, 1, 0, 2) for shift in range(64) if differing >> shift & 1]
    return digits, bits


def _are_boards(pictures: list[Any]) -> bool:
    if not all(isinstance(picture, Board) and picture.cells for picture in pictures):
        return False
    return len({_shape(board) for board in pictures}) == 1


def _shape(board: Any) -> tuple[int, int]:
    widths = {len(row) for row in board.cells}
    return (len(board.cells), widths.pop()) if len(widths) == 1 else (0, 0)


def _texts(boards: list[Any]) -> Any:
    """What is in the cells: [state, cell]."""
    return np.array([[text for row in board.cells for text in row] for board in boards])


def _placed(
    game: Game,
    texts: Any,
    after: Any,
    numbers: Any,
    movers: Any,
    digits: list[Atom],
    bits: list[Atom],
    shape: tuple[int, int],
) -> Cells | None:
    """The cells of a board; None: what is in some cell does not follow from bits or digits of the state.

    after: what was in the cells after a move, for the first states.
    """
    if shape == (0, 0):
        return None
    values = {atom: atom.values(numbers) for atom in (*digits, *bits)}
    atoms: list[tuple[Atom, ...]] = []
    for cell in range(texts.shape[1]):
        found = _deciding(texts[:, cell], movers, values, digits) or _deciding(texts[:, cell], movers, values, bits)
        if found is None:
            return None
        atoms.append(found)
    plane_of, count, pairs = _planes(texts[: len(after)], after, movers[: len(after)])
    if any((str(text), mover) not in plane_of for text in np.unique(texts) for mover in (0, 1)):
        return None
    tables: list[dict[tuple[int, int], int]] = []
    families: list[tuple[Any, ...]] = []
    table_of: list[int] = []
    for cell, found in enumerate(atoms):
        seen = _tabulated(found, texts[:, cell], movers, values, plane_of)
        family = tuple(atom.family for atom in found)
        for place, table in enumerate(tables):
            if families[place] == family and all(table.get(key, plane) == plane for key, plane in seen.items()):
                table.update(seen)
                table_of.append(place)
                break
        else:
            tables.append(seen)
            families.append(family)
            table_of.append(len(tables) - 1)
    used = {atom.number for found in atoms for atom in found}
    filled = (texts != "").sum(axis=1)
    extras = _extras(numbers, movers, filled, used)
    kept = tuple({key: plane for key, plane in table.items() if plane >= 0} for table in tables)
    return Cells(*shape, tuple(atoms), kept, tuple(table_of), count, extras, pairs)


def _deciding(texts: Any, movers: Any, values: dict[Atom, Any], among: list[Atom]) -> tuple[Atom, ...] | None:
    """The fewest atoms that, with the player to move, decide the text of a cell; None: they do not."""
    groups = np.unique(np.char.add(texts.astype(str), movers.astype(str)), return_inverse=True)[1].reshape(-1)
    order = np.argsort(groups, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(groups[order]) > 0])
    found = []
    for atom in among:
        value = values[atom][order]
        if np.array_equal(np.minimum.reduceat(value, starts), np.maximum.reduceat(value, starts)):
            found.append(atom)  # it follows from the text and the player to move, so it may be about this cell
    if not _decide(found, texts, movers, values):
        return None
    for atom in list(found):
        fewer = [other for other in found if other is not atom]
        if _decide(fewer, texts, movers, values):
            found = fewer
    return tuple(found) if np.prod([2, *(atom.radix for atom in found)]) <= LARGEST else None


def _codes(atoms: Any, values: dict[Atom, Any], like: Any) -> Any:
    code = np.zeros(len(like), np.int64)
    for atom in atoms:
        code = code * atom.radix + values[atom]
    return code


def _decide(atoms: list[Atom], texts: Any, movers: Any, values: dict[Atom, Any]) -> bool:
    codes = np.array([*(values[atom] for atom in atoms), movers]).T
    groups = np.unique(codes, axis=0, return_inverse=True)[1].reshape(-1)
    both = np.unique(np.char.add(np.char.add(groups.astype(str), ":"), texts.astype(str)))
    return len(both) == groups.max() + 1


def _tabulated(
    atoms: tuple[Atom, ...],
    texts: Any,
    movers: Any,
    values: dict[Atom, Any],
    plane_of: dict[tuple[str, int], int],
) -> dict[tuple[int, int], int]:
    codes = _codes(atoms, values, texts)
    return {
        (int(code), int(mover)): plane_of[str(text), int(mover)]
        for code, mover, text in zip(codes, movers, texts, strict=True)
    }


def _planes(texts: Any, after: Any, movers: Any) -> tuple[dict[tuple[str, int], int], int, int]:
    """The plane of each piece as the player to move sees it (-1: no piece), how many planes there are, and pairs.

    Where each piece of one player has a counterpart of the other's, the mover's pieces come first.
    """
    pieces, counts = np.unique(np.concatenate((texts, after)), return_counts=True)
    frequency = {str(piece): int(count) for piece, count in zip(pieces, counts, strict=True) if piece != ""}
    owned: dict[str, list[int]] = {piece: [0, 0] for piece in frequency}
    for before, now, mover in zip(texts, after, movers, strict=True):
        for piece in now[before != now]:
            if piece != "" and mover < 2:
                owned[str(piece)][mover] += 1
    sides: list[list[str]] = [[], [], []]
    for piece in sorted(frequency, key=lambda one: (-frequency[one], one)):
        first, second = owned[piece]
        sides[0 if first > 9 * second else 1 if second > 9 * first else 2].append(piece)
    plane_of: dict[tuple[str, int], int] = {("", 0): -1, ("", 1): -1}
    pairs = _paired(sides[0], sides[1])
    if pairs is None:
        sides = [[], [], sorted(frequency)]
        pairs = []
    for place, (one, other) in enumerate(pairs):
        plane_of[one, 0] = plane_of[other, 1] = place
        plane_of[one, 1] = plane_of[other, 0] = len(pairs) + place
    for place, piece in enumerate(sides[2], 2 * len(pairs)):
        plane_of[piece, 0] = plane_of[piece, 1] = place
    return plane_of, 2 * len(pairs) + len(sides[2]), len(pairs)


def _paired(first: list[str], second: list[str]) -> list[tuple[str, str]] | None:
    """Pieces of the two players that correspond: by name if the names do, else by how often they are seen."""
    if len(first) != len(second) or not first:
        return None
    by_name = {_kind(piece): piece for piece in second}
    if len(by_name) == len(second) and {_kind(piece) for piece in first} == set(by_name):
        return [(piece, by_name[_kind(piece)]) for piece in first]
    return list(zip(first, second, strict=True))


def _kind(piece: str) -> str:
    """A piece without its colour, if it is a chess piece or a letter in upper or lower case."""
    return "".join(
        str(SYMBOLS[1].index(sign)) if sign in SYMBOLS[1] else sign for sign in piece.translate(_WHITE)
    ).lower()


_WHITE = str.maketrans(*SYMBOLS)


def _extras(numbers: Any, movers: Any, filled: Any, used: set[int]) -> tuple[Atom, ...]:
    """Bits of small numbers that no cell shows, unless they follow from the player to move and the pieces' number."""
    found: list[Atom] = []
    for i in range(numbers.shape[1]):
        column = numbers[:, i]
        values = np.unique(column)
        if i in used or not 1 < len(values) <= HIGHEST + 1 or values[-1] - values[0] > HIGHEST:
            continue
        if _follows(column, movers) or _follows(column, filled * 2 + movers):
            continue
        low, most = int(values[0]), int(values[-1] - values[0])
        found += [Atom(i, shift, 1, low, 2) for shift in range(most.bit_length())]
    return tuple(found)


def _follows(column: Any, from_: Any) -> bool:
    pairs = np.unique(np.array([column, from_]).T, axis=0)
    return len(pairs) == len(np.unique(from_))


def _one_cell(numbers: Any, movers: Any, digits: list[Atom], bits: list[Atom]) -> Cells:
    """All that a state says in one cell: a plane for each bit that differs."""
    found = [
        Atom(atom.number, shift, 1, atom.low, 2) for atom in digits for shift in range((atom.radix - 1).bit_length())
    ]
    whole = {atom.number for atom in digits}
    found += [atom for atom in bits if atom.number not in whole]
    return Cells(1, 1, ((),), ({},), (0,), 0, tuple(found))
