"""Measures zermelo beside its peers, in turns, in one run: python benchmarks/run.py [--quick] [--only NAME] [--json]"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

import alphabeta_cpp
import alphabeta_easyai
import alphabeta_openspiel
import backgammon
import expectiminimax
import hidden
import ismcts_openspiel
import perft_chess
import poker_hands
import search_chess
import start
import threads_mcts
import twin
import uct_openspiel
from measure import Mismatch, Row
from rich.box import MARKDOWN
from rich.console import Console
from rich.markup import escape
from rich.table import Table

COMPARISONS = {
    "alphabeta_cpp": alphabeta_cpp.compare,
    "alphabeta_openspiel": alphabeta_openspiel.compare,
    "expectiminimax": expectiminimax.compare,
    "uct_openspiel": uct_openspiel.compare,
    "hidden": hidden.compare,
    "ismcts_openspiel": ismcts_openspiel.compare,
    "backgammon": backgammon.compare,
    "threads_mcts": threads_mcts.compare,
    "alphabeta_easyai": alphabeta_easyai.compare,
    "twin": twin.compare,
    "perft_chess": perft_chess.compare,
    "search_chess": search_chess.compare,
    "poker_hands": poker_hands.compare,
    "start": start.compare,
}


def main() -> int:
    """Exits with 1 where a twin did other work than ours: no rate is worth printing then."""
    parser = argparse.ArgumentParser(description="Measures zermelo beside its peers.")
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    parser.add_argument("--only", choices=COMPARISONS, metavar="NAME", help=f"one of {', '.join(COMPARISONS)}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    repeats = 2 if options.quick else 7
    rows = []
    for name in [options.only] if options.only else COMPARISONS:
        print(f"{name} …", file=sys.stderr, flush=True)
        try:
            rows += COMPARISONS[name](repeats)
        except Mismatch as mismatch:
            print(f"{name}: {mismatch}", file=sys.stderr)
            return 1
    if options.json:
        print(json.dumps({"machine": machine(), "rows": [row.to_json() for row in rows]}, indent=2))
    else:
        show(rows)
    return 0


def machine() -> dict[str, str]:
    """What the numbers depend on."""
    versions = {"python": platform.python_version(), "machine": platform.machine()}
    for package in ("numba", "numpy", "open_spiel", "easyAI"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "none"
    return versions


def show(rows: list[Row]) -> None:
    """Prints the table, in Markdown so that it can be kept."""
    table = Table(box=MARKDOWN)
    for column in ("what: beside whom", "unit"):
        table.add_column(column, no_wrap=True)
    for column in ("ours", "peer", "ratio", "target", "met?"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        if row.skipped:
            table.add_row(row.what, row.unit, escape(row.skipped))
            continue
        met = {True: "yes", False: "NO", None: ""}[row.met]
        ratio = f"{row.ratio:,.2f}×" if row.ratio is not None else ""
        table.add_row(row.what, row.unit, number(row.ours), number(row.peer), ratio, row.target, met)
    console = Console()
    Console(width=None if console.is_terminal else 180).print(table)


def number(value: float | None) -> str:
    """A rate without decimals, seconds with three."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3f}"


if __name__ == "__main__":
    sys.exit(main())
