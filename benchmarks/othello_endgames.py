"""The Othello endgame solver on the FFO positions and on the last eight empty squares, one thread.

    python benchmarks/othello_endgames.py [--empties 22] [--threads 1]

Times of one thread are CPU times, those of several are by the clock.
The positions lie in the folder that ZERMELO_TRUTH names, else in ../shared/truth.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from pathlib import Path

import zermelo
from zermelo.experts.othello.endgames import OthelloSolver

TRUTH = Path(os.environ.get("ZERMELO_TRUTH") or Path(__file__).parents[2] / "shared" / "truth") / "othello"
LAST, TARGET = 8, 20e6  # empty squares, and the nodes per second that are wanted there


def main() -> int:
    """Exits with 1 where a value is wrong."""
    parser = argparse.ArgumentParser(description="The Othello endgame solver.")
    parser.add_argument("--empties", type=int, default=22, help="positions with at most so many empty squares")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    game = zermelo.load("othello")
    last_rate = rate_of_last(game)
    print(f"the last {LAST} empty squares: {last_rate / 1e6:.1f} M nodes/s (target: at least {TARGET / 1e6:.0f} M)")
    print("| FFO | empty | value | seconds | nodes | nodes/s |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    total, clock = 0.0, time.process_time if options.threads == 1 else time.perf_counter
    for number, board, score in published():
        state = game.read_state(board)
        if (left := empties(state)) > options.empties:
            continue
        solver = OthelloSolver(game, to_winner=True, threads=options.threads)
        begin = clock()
        value = solver.score(state)
        seconds = clock() - begin
        total += seconds
        if value != score:
            print(f"position {number} is worth {score}, not {value}", file=sys.stderr)
            return 1
        rate = solver.nodes / max(seconds, 1e-9) / 1e6
        print(f"| {number} | {left} | {value:+d} | {seconds:.2f} | {solver.nodes:,} | {rate:.1f} M |", flush=True)
    print(f"all: {total:.1f} s")
    return 0


def empties(state: object) -> int:
    return 64 - int(state.mine | state.theirs).bit_count()


def published() -> list[tuple[int, str, int]]:
    """(number, position, score of the best move)."""
    found = []
    for name in ("1-19", "20-39", "40-49"):
        for line in (TRUTH / f"fforum-{name}.obf").read_text().splitlines():
            board, *moves = line.split(";")
            if board.strip() and not board.startswith(("%", "#")):
                found.append((len(found) + 1, board, max(int(m.split(":")[1]) for m in moves if ":" in m)))
    return found


def rate_of_last(game: zermelo.Game) -> float:
    """Nodes per CPU second on positions of random games with eight empty squares: the best of three rounds."""
    noise, states = random.Random(1), []
    while len(states) < 300:
        state = game.initial()
        while not game.is_terminal(state) and empties(state) > LAST:
            state = game.result(state, noise.choice(game.legal(state)))
        if not game.is_terminal(state):
            states.append(state)
    rates = []
    for _ in range(3):
        solver = OthelloSolver(game, to_winner=True)
        solver.score(states[0])
        before, begin = solver.nodes, time.process_time()
        for state in states:
            solver.score(state)
        rates.append((solver.nodes - before) / (time.process_time() - begin))
    return max(rates)


if __name__ == "__main__":
    sys.exit(main())
