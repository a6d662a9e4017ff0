"""The Connect Four solver beside bitbully (without its opening book) on published positions, in turns, in one run.

    pip install bitbully
    python benchmarks/connect_four_solver.py [--positions 1000]

Both keep their tables from one position to the next. The positions lie in the folder that ZERMELO_TRUTH names, else in
../shared/truth.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import zermelo
from zermelo.experts.connect_four.perfect import ConnectFourSolver

TRUTH = Path(os.environ.get("ZERMELO_TRUTH") or Path(__file__).parents[2] / "shared" / "truth") / "connect4"
SETS = ("Test_L3_R1", "Test_L2_R1", "Test_L2_R2", "Test_L1_R1")
TURN = 50  # positions that one solver scores before it is the other's turn
TARGET = 1.5


def main() -> int:
    """Exits with 1 where a score is wrong."""
    parser = argparse.ArgumentParser(description="The Connect Four solver beside bitbully.")
    parser.add_argument("--positions", type=int, default=1000, help="how many of each set")
    options = parser.parse_args()
    theirs, game = their_scorer(), zermelo.load("connect-four")
    solver = ConnectFourSolver(game)
    solver.score(game.read_state("4444443333"))  # the tables are used for the first time
    print("| set | positions | ours, µs | bitbully, µs | ratio | nodes per position | nodes/s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    totals = [0.0, 0.0]
    for name in SETS:
        rows = [line.split() for line in (TRUTH / name).read_text().splitlines()][: options.positions]
        states = {columns: game.read_state(columns) for columns, _ in rows}
        boards = {columns: theirs.board(columns) for columns, _ in rows} if theirs else {}
        spent, before = [0.0, 0.0], solver.memory[0]
        for start in range(0, len(rows), TURN):
            turn = rows[start : start + TURN]
            begin = time.process_time()
            scores = [solver.score(states[columns]) for columns, _ in turn]
            spent[0] += time.process_time() - begin
            if scores != [int(score) for _, score in turn]:
                print(f"a score of {name} is wrong", file=sys.stderr)
                return 1
            if theirs:
                begin = time.process_time()
                for columns, _ in turn:
                    theirs.score(boards[columns])
                spent[1] += time.process_time() - begin
        nodes = solver.memory[0] - before
        totals = [total + seconds / len(rows) for total, seconds in zip(totals, spent, strict=True)]
        own, other = (seconds / len(rows) * 1e6 for seconds in spent)
        ratio = f"{own / other:.2f}" if theirs else "–"
        print(
            f"| {name} | {len(rows):,} | {own:,.1f} | {other:,.1f} | {ratio} | {nodes / len(rows):,.0f} "
            f"| {nodes / spent[0] / 1e6:.1f} M |",
            flush=True,
        )
    if theirs:
        ratio = totals[0] / totals[1]
        print(f"mean over the sets: {ratio:.2f} times bitbully's time (target: at most {TARGET})")
    return 0


class Bitbully:
    """The peer."""

    def __init__(self) -> None:
        from bitbully import bitbully_core

        self.core, self.solver = bitbully_core, bitbully_core.BitBullyCore()

    def board(self, columns: str) -> object:
        board = self.core.BoardCore()
        board.setBoard([int(column) - 1 for column in columns])
        return board

    def score(self, board: object) -> int:
        return self.solver.mtdf(board, 0)


def their_scorer() -> Bitbully | None:
    try:
        return Bitbully()
    except ImportError:
        print("bitbully is not installed: pip install bitbully", file=sys.stderr)
        return None


if __name__ == "__main__":
    sys.exit(main())
