"""Convolutions of 3×3 in NumPy, as few large products of matrices.

The board is cut into tiles of m × m cells, and the m × m results of a tile are found from (m + 2)² products instead of
9 m² (Winograd's way: Lavin and Gray 2015). To and from these products lead linear maps, the same for all channels. On
9×9, tiles of 3×3 leave less than a third of the products. Rounding errors are some 1e-5 of a value.

Arrays are `rows` [state × cell, channel], contiguous, with one more row of zeros: what lies outside the board.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any

from zermelo.installed import np

POINTS = 0.0, 1.0, -1.0, 2.0, -2.0  # where the polynomials of tiles are evaluated; and at infinity
SIDES = 2, 3, 4  # of tiles
WEIGHT = 4.0  # of an operation of the maps, against one of the products
PLAIN = 1.3  # of an operation of plain convolutions: nine copies of the board are made first


class Desk(threading.local):
    """Arrays for the time of one evaluation, made once per thread."""

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}

    def array(self, name: str, *shape: int) -> Any:
        """An array with this shape, with any content, which the next one of this name overwrites."""
        size = int(np.prod(shape))
        if name not in self._kept or len(self._kept[name]) < size:
            self._kept[name] = np.empty(size, np.float32)
        return self._kept[name][:size].reshape(shape)

    def rows(self, name: str, count: int, channels: int) -> Any:
        """Likewise, with so many rows and one more of zeros."""
        found = self.array(name, count + 1, channels)
        found[-1] = 0.0
        return found

    def floor(self, x: Any) -> None:
        """Sets what is below 0 to 0: by an array, to which NumPy compares three times as fast as to a number."""
        np.maximum(x, self.none(x.shape[-1]), out=x)

    def none(self, count: int) -> Any:
        """So many zeros."""
        if "none" not in self._kept or len(self._kept["none"]) < count:
            self._kept["none"] = np.zeros(count, np.float32)
        return self._kept["none"][:count]


class Convolution:
    """A convolution of 3×3 with zeros around the board."""

    def __init__(self, weight: Any, bias: Any, rows: int, columns: int) -> None:
        """weight: [row × column × channel, out]; bias: [out]; rows, columns: of the board."""
        self.rows, self.columns, self.bias = rows, columns, bias
        channels, outs = weight.shape[0] // 9, weight.shape[1]
        self.side = best_side(rows, columns, channels, outs)
        self.weight = weight
        if self.side:
            up = maps(self.side)[1]
            exact = weight.reshape(3, 3, channels, outs).astype(np.float64)
            transformed = np.tensordot(up, np.tensordot(up, exact, (1, 1)), (1, 1))
            self.weight = np.ascontiguousarray(transformed.reshape(-1, channels, outs), np.float32)

    def __call__(self, x: Any, out: Any, states: int, desk: Desk) -> None:
        """Writes the results for `states` boards. x, out: rows."""
        if not self.side:
            wide = desk.array("tiles", 9 * (len(x) - 1), x.shape[1])
            np.take(x, neighbours(self.rows, self.columns, states), axis=0, out=wide, mode="clip")
            np.matmul(wide.reshape(len(x) - 1, -1), self.weight, out=out[:-1])
        else:
            self._by_tiles(x, out, states, desk)
        out[:-1] += self.bias

    def _by_tiles(self, x: Any, out: Any, states: int, desk: Desk) -> None:
        there, back = places(self.rows, self.columns, self.side, states)
        into, _, outof = maps(self.side)
        side, reach, (products, channels, outs) = self.side, self.side + 2, self.weight.shape
        count = len(there) // products
        tiles, other = desk.array("tiles", len(there), channels), desk.array("other", reach, reach * count * channels)
        np.take(x, there, axis=0, out=tiles, mode="clip")
        np.matmul(into, tiles.reshape(reach, -1), out=other)  # the rows of the tiles
        np.matmul(into, other.reshape(reach, reach, -1), out=tiles.reshape(reach, reach, -1))  # and the columns
        found = desk.array("other", products, count, outs)
        np.matmul(tiles.reshape(products, count, channels), self.weight, out=found)
        cells = desk.array("tiles", side, reach * count * outs)
        np.matmul(outof, found.reshape(reach, -1), out=cells)
        results = desk.array("other", side, side, count * outs)
        np.matmul(outof, cells.reshape(side, reach, -1), out=results)
        np.take(results.reshape(-1, outs), back, axis=0, out=out[:-1], mode="clip")


@lru_cache(maxsize=256)
def best_side(rows: int, columns: int, channels: int, outs: int) -> int:
    """The side of tiles that costs least; 0: plain convolution does."""

    def cost(side: int) -> float:
        products, count = (side + 2) ** 2, -(-rows // side) * -(-columns // side)
        rows_and_columns = 2 * products * (side + 2) * channels + (side * (side + 2) ** 2 + side**2 * (side + 2)) * outs
        return count * (products * channels * outs + WEIGHT * rows_and_columns)

    plain = PLAIN * 9 * rows * columns * channels * outs
    least = min(SIDES, key=cost)
    return least if cost(least) < plain else 0


@lru_cache(maxsize=8)
def maps(side: int) -> tuple[Any, Any, Any]:
    """The maps of a line of cells to its products, of three weights to theirs, and of products to results.

    With them results = outof @ ((weights @ w) * (into @ line)), where result i is line[i:i + 3] @ w.
    """
    points = np.array(POINTS[: side + 1])
    count = side + 2
    into, outof = np.zeros((count, count), np.float32), np.zeros((side, count), np.float32)
    weights = np.zeros((count, 3))
    for i, point in enumerate(points):
        others = np.delete(points, i)
        into[i, :-1] = np.poly(others)[::-1]
        weights[i] = point ** np.arange(3) / np.prod(point - others)
        outof[:, i] = point ** np.arange(side)
    into[-1], weights[-1, 2], outof[-1, -1] = np.poly(points)[::-1], 1.0, 1.0
    return into, weights, outof


@lru_cache(maxsize=64)
def neighbours(rows: int, columns: int, states: int) -> Any:
    """The row of each of the nine cells around every cell; the row of zeros for those outside."""
    inside = np.full((rows + 2, columns + 2), -1)
    inside[1:-1, 1:-1] = np.arange(rows * columns).reshape(rows, columns)
    around = np.stack([inside[i : i + rows, j : j + columns] for i in range(3) for j in range(3)], axis=2)
    return _of_all(around.reshape(1, -1), rows * columns, states).reshape(-1)


@lru_cache(maxsize=64)
def places(rows: int, columns: int, side: int, states: int) -> tuple[Any, Any]:
    """The row of each cell of every tile, [cell of the tile × state × tile], and where each cell's result is then."""
    down, across, reach = -(-rows // side), -(-columns // side), side + 2
    inside = np.full((down * side + 2, across * side + 2), -1)
    inside[1 : rows + 1, 1 : columns + 1] = np.arange(rows * columns).reshape(rows, columns)
    stretch = np.arange(reach)
    starts = np.ix_(stretch, stretch, side * np.arange(down), side * np.arange(across))
    there = inside[starts[0] + starts[2], starts[1] + starts[3]].reshape(reach**2, -1)
    row, column = np.divmod(np.arange(rows * columns), columns)
    within, tile = row % side * side + column % side, row // side * across + column // side
    count = down * across
    back = (within * states * count + tile) + (np.arange(states) * count)[:, None]
    return _of_all(there, rows * columns, states).reshape(-1), back.reshape(-1)


def _of_all(there: Any, cells: int, states: int) -> Any:
    """Rows of one state [place, cell] as those of all, [place, state × cell]; -1 becomes the row of zeros."""
    moved = there[:, None, :] + cells * np.arange(states)[:, None]
    return np.where(there[:, None, :] < 0, cells * states, moved).reshape(len(there), -1)
