"""How the second player's board is turned so that it looks like the first player's, found by trying.

In the mirror image of a position the pieces change owner, stand on turned cells, and the other player is to move. Such
an image is written into the numbers of a state, and the rules are asked: a turn is right if positions and their images
have the same moves, seen so, and end alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.bits import Wide, signed
from zermelo.evaluate.encoding.cells import Cells
from zermelo.evaluate.encoding.sample import Sample, numbers_of
from zermelo.game import CHANCE, Game, State
from zermelo.installed import is_array, np

WORD, LARGE = (1 << 64) - 1, 1 << 63  # a number that is a word of bits keeps being one
LEAST = 0.75  # of the positions: an image may lack what no picture shows
SPREAD, LATE = 24, 24  # positions that are compared: spread over the games, and one move before their ends


def swapped(cells: Cells) -> Any:
    """[plane] the same piece as the other player sees it: pieces of the two players are in pairs, if in any."""
    own = cells.pairs
    return np.array([*range(own, 2 * own), *range(own), *range(2 * own, cells.planes)], np.int64)


def planes_in(cells: Cells, numbers: Any, movers: Any) -> tuple[Any, Any]:
    """The plane of each cell as the player to move sees it, -1 for none, and its code; both [state, cell]."""
    planes = np.full((len(numbers), len(cells.atoms)), -1, np.int64)
    codes = np.zeros_like(planes)
    for cell, atoms in enumerate(cells.atoms):
        for atom in atoms:
            value = atom.values(numbers)
            codes[:, cell] = codes[:, cell] * atom.radix + np.where((value >= 0) & (value < atom.radix), value, 0)
        table = cells.tables[cells.table_of[cell]]
        for (code, mover), plane in table.items():
            planes[(codes[:, cell] == code) & (movers == mover), cell] = plane
    return planes, codes


def find_turn(game: Game, cells: Cells, sample: Sample) -> Any:
    """[cell] where the second player sees what is in a cell; [] where no turn makes the players alike."""
    none = np.zeros(0, np.int64)
    if not cells.pairs or len(cells.atoms) < 2 or game.has_chance:
        return none
    numbers = np.array([numbers_of(state, game) for state in sample.states], np.int64)
    movers = np.array([game.to_move(state) for state in sample.states])
    mirror = _Mirror(game, cells, numbers, movers)
    if mirror.swaps is None:
        return none
    grid = np.arange(len(cells.atoms)).reshape(cells.rows, cells.columns)
    turns = [grid, grid[::-1], grid[::-1, ::-1], grid[:, ::-1]]
    if cells.rows == cells.columns:
        turns += [grid.T, grid.T[::-1, ::-1], grid.T[::-1], grid.T[:, ::-1]]
    late = [place for place, after in enumerate(sample.after) if game.is_terminal(after)]
    groups = [_spread(range(len(sample.states)), SPREAD), _spread(late, LATE)]
    best, shares = none, [LEAST - 1e-9]
    for turn in (turn.reshape(-1) for turn in turns):
        images = [[mirror.is_image(sample.states[place], turn) for place in group] for group in groups if group]
        found = [sum(group) / len(group) for group in images]
        if min(found) >= LEAST and sum(found) / len(found) > sum(shares) / len(shares):
            best, shares = turn, found
    return np.ascontiguousarray(best)


def _spread(places: Any, count: int) -> list[int]:
    if not len(places):
        return []
    return [places[int(i)] for i in np.linspace(0, len(places) - 1, min(count, len(places)))]


class _Mirror:
    """Mirror images of a game's states."""

    def __init__(self, game: Game, cells: Cells, numbers: Any, movers: Any) -> None:
        self.game, self.cells = game, cells
        used = {atom.number for atoms in cells.atoms for atom in atoms}
        self.swaps = _movers_numbers(numbers, movers, used)
        planes, codes = planes_in(cells, numbers, movers)
        self.code: list[dict[tuple[int, int], int]] = []  # [cell] the code of (plane, mover)
        for cell in range(planes.shape[1]):
            seen: dict[tuple[int, int], int] = {}
            for plane, mover, code in zip(
                planes[:, cell].tolist(), movers.tolist(), codes[:, cell].tolist(), strict=True
            ):
                seen.setdefault((plane, mover), code)
            for (code, mover), plane in cells.tables[cells.table_of[cell]].items():
                seen.setdefault((plane, mover), code)
            self.code.append(seen)

    def image(self, state: State, turn: Any) -> State | None:
        """The mirror image of a state; None where it cannot be written."""
        numbers = np.array([numbers_of(state, self.game)], np.int64)
        mover = self.game.to_move(state)
        planes, _ = planes_in(self.cells, numbers, np.array([mover]))
        found = numbers[0].copy()
        for number, swap in (self.swaps or {}).items():
            found[number] = swap[int(found[number])] if swap else int(found[number]) ^ 1
        for cell in range(len(turn)):
            code = self.code[turn[cell]].get((int(planes[0, cell]), 1 - mover))
            if code is None:
                return None
            for atom in reversed(self.cells.atoms[turn[cell]]):
                code, value = divmod(code, atom.radix)
                if atom.mask == -1:
                    found[atom.number] = value + atom.low
                else:
                    found[atom.number] &= ~np.int64(signed(atom.mask << atom.shift))
                    found[atom.number] |= np.int64(signed(value << atom.shift))
        return _rebuilt(state, iter(found.tolist()))

    def is_image(self, state: State, turn: Any) -> bool:
        """Do the rules treat a state and its image alike?"""
        game = self.game
        try:
            image = self.image(state, turn)
            if image is None or game.to_move(image) != 1 - game.to_move(state) or game.is_terminal(image):
                return False
            return self._children(state, None) == self._children(image, turn)
        except Exception:  # a state that cannot be: its rules may raise anything
            return False

    def _children(self, state: State, turn: Any) -> list[bytes]:
        """What the moves lead to, as the player who moves sees it; turn: the state is an image, with this turn."""
        game, mover = self.game, self.game.to_move(state)
        after = [game.result(state, action) for action in game.legal(state)]
        movers = np.array([game.to_move(child) for child in after])
        if (movers == CHANCE).any():
            raise ValueError("chance is not turned")
        numbers = np.array([numbers_of(child, game) for child in after], np.int64)
        planes, _ = planes_in(self.cells, numbers, movers)
        others = np.where(planes >= 0, swapped(self.cells)[planes], -1)
        seen = np.where((movers == mover)[:, None], planes, others)
        found = []
        for child, board in zip(after, seen if turn is None else seen[:, turn], strict=True):
            over = game.is_terminal(child)
            worth = float(game.utility(child, mover)) if over else (0.0 if game.to_move(child) == mover else 1.0)
            found.append(board.tobytes() + repr((over, worth)).encode())
        return sorted(found)


def _movers_numbers(numbers: Any, movers: Any, used: set[int]) -> dict[int, dict[int, int]] | None:
    """The numbers of a state that decide who is to move, and how to change them; None: there is none.

    A counter of plies is changed by its last bit: {}.
    """
    found: dict[int, dict[int, int]] = {}
    for number in range(numbers.shape[1]):
        column = numbers[:, number]
        values = np.unique(column)
        if number in used or len(values) < 2:
            continue
        if len(values) == 2 and len(np.unique(np.array([column, movers]).T, axis=0)) == 2:
            one, other = (int(value) for value in values)
            found[number] = {one: other, other: one}
        elif len(np.unique((column & 1) ^ movers)) == 1:
            found[number] = {}
    return found or None


def _rebuilt(like: Any, numbers: Iterator[int]) -> Any:
    """A state like another one, with other numbers."""
    if isinstance(like, Wide):
        return type(like)(*(next(numbers) & WORD for _ in like.words))
    if isinstance(like, tuple):
        parts = [_rebuilt(part, numbers) for part in like]
        return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)
    if is_array(like):
        flat = [next(numbers) for _ in range(like.size)]
        return np.array(flat, np.int64).astype(like.dtype).reshape(like.shape)
    if isinstance(like, bool):
        return bool(next(numbers))
    if isinstance(like, int):
        number = next(numbers)
        return number & WORD if like >= LARGE else number
    if isinstance(like, np.generic):
        return np.array([next(numbers)], np.int64).astype(like.dtype)[0]
    raise TypeError(f"a {type(like).__name__} is not written here")
