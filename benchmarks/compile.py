"""What compiling costs: CPU seconds for a game's usual engine, then for a second one in the same process.

    python benchmarks/compile.py [--before FOLDER] [--repeats N] [--json] [GAME ...]

Each game gets a fresh process and an empty cache. With --before, the code in another checkout is measured in turns with
this one, and the last column is what is left of its cost. CPU seconds vary with what else the machine does: the least
of the repeats is shown.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]

# game: its usual engine, then another; each looks at as little as it can
ENGINES = {
    "chess": ("alphabeta:depth=1", "mcts:sims=2", "perft"),
    "go:size=9": ("mcts:sims=2", "alphabeta:depth=1", "perft"),
    "othello": ("alphabeta:depth=1", "mcts:sims=2", "perft"),
    "checkers": ("alphabeta:depth=1", "mcts:sims=2", "perft"),
    "connect-four": ("alphabeta:nodes=100", "mcts:sims=2", "perft"),
}
AT_MOST = {"chess": 14.0, "go:size=9": 14.0}  # CPU seconds for the usual engine

CHILD = """
import json, sys, time
import numba, zermelo

game = zermelo.load(sys.argv[1])
spent = []
for name in sys.argv[2:]:
    start = time.process_time()
    if name == "perft":
        zermelo.perft(game, depth=1, compiled=True)
    else:
        zermelo.engine(name).analyse(game)
    spent.append(time.process_time() - start)
print(json.dumps(spent))
"""


def measure(checkout: Path, game: str) -> list[float]:
    """CPU seconds of each of the game's engines, in the order of their coming."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPATH": str(checkout), "ZERMELO_CACHE": cache}
        command = [sys.executable, "-c", CHILD, game, *ENGINES[game]]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=cache, check=False)
    if done.returncode:
        raise SystemExit(f"{game} in {checkout}: {done.stderr.strip().splitlines()[-1]}")
    spent: list[float] = json.loads(done.stdout)
    return spent


def rows(games: list[str], before: Path | None, repeats: int) -> list[dict[str, object]]:
    """One row per game and engine: the least CPU seconds here and, where there is one, in the other checkout."""
    checkouts = [HERE] if before is None else [HERE, before]
    found: list[dict[str, object]] = []
    for game in games:
        runs = [[measure(checkout, game) for checkout in checkouts] for _ in range(repeats)]
        least = [[min(seconds) for seconds in zip(*turns, strict=True)] for turns in zip(*runs, strict=True)]
        for index, engine in enumerate(ENGINES[game]):
            row = {"game": game, "engine": engine, "seconds": least[0][index]}
            if before is not None:
                row |= {"before": least[1][index], "ratio": least[0][index] / least[1][index]}
            if index == 0 and game in AT_MOST:
                row["at_most"] = AT_MOST[game]
            found.append(row)
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"by default {', '.join(ENGINES)}")
    parser.add_argument("--before", type=Path, help="a folder with another checkout, measured in turns with this one")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    games = options.games or list(ENGINES)
    unknown = [game for game in games if game not in ENGINES]
    if unknown:
        parser.error(f"{unknown[0]} is not measured; there are {', '.join(ENGINES)}")
    if options.before is not None and not (options.before / "zermelo").is_dir():
        parser.error(f"{options.before} has no folder zermelo")
    table = rows(games, options.before and options.before.resolve(), options.repeats)
    if options.json:
        print(json.dumps(table, indent=2))
        return
    print(f"{'game':14} {'engine':20} {'CPU s':>7}" + (f" {'before':>7} {'ratio':>6}" if options.before else ""))
    for row in table:
        line = f"{row['game']:14} {row['engine']:20} {row['seconds']:7.2f}"
        if "before" in row:
            line += f" {row['before']:7.2f} {row['ratio']:6.2f}"
        if "at_most" in row:
            line += f"   (at most {row['at_most']:g})"
        print(line)


if __name__ == "__main__":
    main()
