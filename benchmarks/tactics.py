"""Test positions of chess: python benchmarks/tactics.py [SUITE …] [--time 5] [--show]

Win-at-Chess and Bratko-Kopec count as solved when the engine's move is (one of) the best, or none of those to avoid;
mates when their distance is the right one. The positions are read from the truth folder ($ZERMELO_TRUTH).
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator
from pathlib import Path

import zermelo
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.task import Limits

TRUTH = Path(os.environ.get("ZERMELO_TRUTH") or Path(__file__).parents[2] / "shared" / "truth") / "chess"
SUITES = {
    "wac": ("wac300.epd", 270),
    "bk": ("bratko_kopec_24.epd", 18),
    "mate2": ("mate_in_2.fen", None),
    "mate3": ("mate_in_3.fen", None),
    "mate4": ("mate_in_4.fen", None),
}


def positions(file: Path) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """(FEN, operations) of every line of an EPD or FEN file."""
    for line in file.read_text().splitlines():
        fields = line.split(None, 4)
        if len(fields) < 4:
            continue
        rest = fields[4] if len(fields) > 4 else ""
        operations = {name: words.split() for name, words in re.findall(r"\b(bm|am|id) ([^;]+);", rest)}
        yield " ".join(fields[:4]) + " 0 1", operations


def solve(suite: str, seconds: float, show: bool) -> tuple[int, int]:
    """(solved, positions) of a suite."""
    chess = zermelo.load("chess")
    solved = total = 0
    for fen, operations in positions(TRUTH / SUITES[suite][0]):
        state = chess.read_state(fen)
        engine = AlphaBeta(time=seconds)
        total += 1
        if suite.startswith("mate"):
            analysis = engine.analyse(chess, state, limits=Limits(distance=2 * int(suite[4:]) - 1))
            right = analysis.distance == 2 * int(suite[4:]) - 1 and analysis.value > 0
            wanted = [f"mate in {suite[4:]}"]
        else:
            analysis = engine.analyse(chess, state)
            best, avoid = ({chess.read_action(state, w) for w in operations.get(key, ())} for key in ("bm", "am"))
            right = analysis.action in best if best else analysis.action not in avoid
            wanted = operations.get("bm") or operations.get("am", [])
        solved += right
        if show or not right:
            name = " ".join(operations.get("id", [fen]))
            said = f"{chess.action_text(state, analysis.action)} ({analysis.value:+.2f}, {analysis.distance})"
            print(f"{'' if right else 'not '}solved: {name} wanted {' '.join(wanted)}, got {said}", flush=True)
    return solved, total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"of {', '.join(SUITES)}; all where none is given")
    parser.add_argument("--time", type=float, default=5.0, help="seconds a position")
    parser.add_argument("--show", action="store_true", help="also show what was solved")
    options = parser.parse_args()
    for suite in options.suites or SUITES:
        solved, total = solve(suite, options.time, options.show)
        least = SUITES[suite][1] or total
        print(f"{suite}: {solved} of {total} at {options.time:g} s (wanted: {least})", flush=True)


if __name__ == "__main__":
    main()
