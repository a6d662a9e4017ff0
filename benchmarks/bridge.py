"""The double-dummy solver against DDS: tables of random deals, in turns, one thread each.

    python benchmarks/bridge.py [--deals 200] [--python PYTHON]

Without DDS (PyPI: endplay), which may be installed for another interpreter, PYTHON, only ours are solved. Times are CPU
times. The deals lie in the folder that ZERMELO_TRUTH names, else in ../shared/truth; every table is compared with it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from zermelo.experts.bridge.double_dummy import DoubleDummy
from zermelo.games.bridge.cards import read_hand

TRUTH = Path(os.environ.get("ZERMELO_TRUTH") or Path(__file__).parents[2] / "shared" / "truth") / "bridge"
DDS_NODES = 62_000  # per solve, as its authors tell
SOLVES = 20  # in a table
PEER = """
import sys, time
import endplay._dds as dds
dds.SetMaxThreads(1)
print("ready", flush=True)
for line in sys.stdin:
    given, result = dds.ddTableDeal(), dds.ddTableResults()
    for seat, hand in enumerate(line.split()):
        for suit, ranks in enumerate(hand.split(".")):
            given.cards[seat][suit] = sum(1 << "23456789TJQKA".index(rank) + 2 for rank in ranks)
    begin = time.process_time()
    dds.CalcDDtable(given, result)
    seconds = time.process_time() - begin
    tricks = "".join(f"{result.resTable[strain][seat]:x}" for strain in range(5) for seat in range(4))
    print(seconds, tricks, flush=True)
"""


class Dds:
    """DDS in a process of its own."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, "-c", PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.is_there = self.process.stdout.readline() == "ready\n"

    def table(self, deal: str) -> tuple[float, str]:
        """The seconds that it took, and the tricks."""
        self.process.stdin.write(deal + "\n")
        self.process.stdin.flush()
        seconds, tricks = self.process.stdout.readline().split()
        return float(seconds), tricks


def main() -> int:
    """Exits with 1 where a table is wrong."""
    parser = argparse.ArgumentParser(description="The double-dummy solver against DDS.")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has endplay")
    options = parser.parse_args()
    lines = [line for line in (TRUTH / "dd_tables_200.txt").read_text().splitlines() if not line.startswith("#")]
    peer, solver = Dds(options.python), DoubleDummy()
    if not peer.is_there:
        print(f"DDS is left out: {options.python} has no endplay (pip install endplay)")
    ours, theirs = list[float](), list[float]()
    for line in lines[: options.deals]:
        deal, tricks = line.split("|")
        hands = tuple(map(read_hand, deal.split()))
        begin = time.process_time()
        table = solver.table(hands)
        ours.append(time.process_time() - begin)
        if "".join(f"{made:x}" for row in table for made in row) != tricks:
            print(f"the table of {deal} is not {tricks}", file=sys.stderr)
            return 1
        if peer.is_there:
            seconds, found = peer.table(deal)
            theirs.append(seconds)
            if found != tricks:
                print(f"DDS says {found} of {deal}", file=sys.stderr)
                return 1
    size = len(ours)
    print(f"ours: {1000 * sum(ours) / size:.0f} ms per table on average, {1000 * max(ours):.0f} ms at most")
    print(f"ours: {solver.nodes / size / SOLVES:,.0f} nodes per solve (DDS: {DDS_NODES:,})")
    if theirs:
        print(f"DDS:  {1000 * sum(theirs) / size:.0f} ms per table on average, {1000 * max(theirs):.0f} ms at most")
        print(f"ratio: {sum(ours) / sum(theirs):.2f} (target: at most 2)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
