"""Does a long search stay within its memory? python benchmarks/memory_mcts.py [--seconds 600] [--megabytes 64]

Monte Carlo tree search on 9×9 Go, its tree full within seconds and pruned again and again. Twice a second the process's
resident memory is read; the table says how much it grew beyond what it was when the kernel had been compiled.
"""

from __future__ import annotations

import argparse
import os
import threading
from pathlib import Path

import zermelo


def resident() -> float:
    """Megabytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--megabytes", type=int, default=64)
    parser.add_argument("--game", default="go:size=9")
    options = parser.parse_args()
    game = zermelo.load(options.game)
    zermelo.MCTS(sims=100, keep=False, seed=1, early=False).analyse(game)
    before, seen, done = resident(), [], threading.Event()

    def watch() -> None:
        while not done.wait(0.5):
            seen.append(resident())

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    search = zermelo.MCTS(time=options.seconds, megabytes=options.megabytes, seed=1, early=False, keep=False)
    analysis = search.analyse(game)
    done.set()
    watcher.join()
    print("| game | seconds | simulations | nodes made | bound | most beyond the start | within? |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    most, bound = max(seen) - before, options.megabytes
    print(
        f"| {game.title} | {analysis.seconds:.0f} | {analysis.simulations:,} | {analysis.nodes:,} | {bound} MB"
        f" | {most:.0f} MB | {'yes' if most <= bound else 'NO'} |"
    )


if __name__ == "__main__":
    main()
