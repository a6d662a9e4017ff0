"""Games as people write them, in examples/: how fast they are searched, in turns in one run.

python benchmarks/own_games.py [--quick] [--json]
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from measure import Mismatch, Row, best_rates
from ours import analyse_rate
from run import show

import zermelo
from zermelo.search.alphabeta import AlphaBeta

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
KALAH_DEPTH = 15  # two million nodes


def kalah(repeats: int) -> list[Row]:
    """Plain alpha-beta on the board as a tuple that is rebuilt from a list, beside the board on two words."""
    search = AlphaBeta(KALAH_DEPTH, evaluate="none", compiled=True)
    games = [zermelo.load(str(EXAMPLES / f"kalah_{kind}.py")) for kind in ("tuple", "bits")]
    done = [search.analyse(game) for game in games]
    if (done[0].nodes, done[0].value) != (done[1].nodes, done[1].value):
        raise Mismatch(f"the two Kalahs differ: {done[0].nodes} nodes and {done[1].nodes}")
    of_tuple, of_bits = best_rates(repeats, *(analyse_rate(search, game) for game in games))
    return [Row("alpha-beta, Kalah on a tuple: Kalah on bits", "nodes/s", of_tuple, of_bits, at_least=0.3)]


PARTS = (kalah,)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measures games as people write them.")
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    rows = [row for part in PARTS for row in part(2 if options.quick else 7)]
    if options.json:
        print(json.dumps([row.to_json() for row in rows], indent=2))
    else:
        show(rows)


if __name__ == "__main__":
    main()
