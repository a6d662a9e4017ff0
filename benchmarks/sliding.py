"""What a slider sees along a line, by each method, on this processor: python benchmarks/sliding.py"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

import zermelo.compile.numba.intrinsics  # noqa: F401  (gives compiled code the names of zermelo.bits)
from zermelo.compile.numba.intrinsics.integers.sliding import METHODS, chosen_method
from zermelo.games.chess.tables import chess_tables

ROUNDS = 2000
TURNS = 15


def main() -> int:
    """Prints nanoseconds per queen, which looks along four lines."""
    kernels = {name: kernel_of(method) for name, method in METHODS.items()}
    best = dict.fromkeys(METHODS, float("inf"))
    for _ in range(TURNS):
        seen = set()
        for name, kernel in kernels.items():
            start = time.process_time()
            seen.add(kernel(chess_tables().lines, ROUNDS))
            best[name] = min(best[name], time.process_time() - start)
        assert len(seen) == 1, "the methods see different squares"
    for name, seconds in best.items():
        mark = "  (chosen here)" if name == chosen_method() else ""
        print(f"{name:12} {seconds / (ROUNDS * 64) * 1e9:6.2f} ns{mark}")
    return 0


def kernel_of(method: Callable[..., Any]) -> Callable[..., Any]:
    """sees(lines, rounds): a digest of what queens on all squares see, on boards that differ by the round."""
    along = numba.njit(method)
    one, spread = np.uint64(1), np.uint64(0x9E3779B97F4A7C15)

    @numba.njit
    def sees(lines, rounds):
        digest = np.uint64(0)
        for i in range(rounds):
            board = np.uint64(i + 1) * spread
            board &= board >> np.uint64(17)
            for square in range(64):
                piece = one << np.uint64(square)
                seen = along(lines[0, square], board, piece) | along(lines[1, square], board, piece)
                seen |= along(lines[2, square], board, piece) | along(lines[3, square], board, piece)
                digest = digest * spread + seen
        return digest

    sees(chess_tables().lines, 1)
    return sees


if __name__ == "__main__":
    sys.exit(main())
