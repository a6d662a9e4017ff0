"""Proof-number search: mates in four with their distances, and the openings of Hex.

    python benchmarks/proofs.py [--mates 46] [--seconds 60] [--hex 5]

The positions lie in the folder that ZERMELO_TRUTH names, else in ../shared/truth.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import zermelo
from zermelo.search.time.deadline import Deadline
from zermelo.solve.proof import ProofSearch
from zermelo.solving.position import PositionSolving

TRUTH = Path(os.environ.get("ZERMELO_TRUTH") or Path(__file__).parents[2] / "shared" / "truth")
PLIES, TARGET = 7, 0.95  # of a mate in four; the share of them that is wanted
MOST_NODES = 200_000_000  # for an opening of Hex


def main() -> int:
    """Exits with 1 where fewer mates are solved than wanted, or an opening of Hex has another winner."""
    parser = argparse.ArgumentParser(description="Proof-number search.")
    parser.add_argument("--mates", type=int, default=46, help="how many of the mates in four")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each position")
    parser.add_argument("--hex", type=int, default=5, help="size of the board; 0: none")
    options = parser.parse_args()
    right = mates(options.mates, options.seconds)
    is_same = not options.hex or openings(options.hex)
    return 0 if right >= TARGET and is_same else 1


def mates(most: int, seconds: float) -> float:
    """The share of the mates that are solved with the right distance."""
    game = zermelo.load("chess")
    fens = [line for line in (TRUTH / "chess" / "mate_in_4.fen").read_text().splitlines() if line.strip()][:most]
    times, right = [], 0
    for number, fen in enumerate(fens, 1):
        solving = PositionSolving(game, game.read_state(fen), "proof")
        solving.works[0].open()
        begin = time.process_time()
        found = solving.run(Deadline(None, seconds))
        times.append(time.process_time() - begin)
        right += (found.value, found.distance) == (1.0, PLIES)
        print(
            f"{number}: {found.value} in {found.distance}, {found.nodes:,} nodes, {times[-1]:.1f} s, {fen}", flush=True
        )
    share = right / len(fens)
    median, longest = sorted(times)[len(times) // 2], max(times)
    print(
        f"mates in four: {right} of {len(fens)} (wanted: {TARGET:.0%}), CPU s: median {median:.1f}, most {longest:.1f}"
    )
    return share


def openings(size: int) -> bool:
    """Does every opening have its published winner?"""
    lines = iter((TRUTH / "small" / "hex_opening_maps.txt").read_text().splitlines())
    next(line for line in lines if line.startswith(f"{size}x{size}"))
    published = "".join(next(lines) for _ in range(size))
    game, found, nodes, begin = zermelo.load(f"hex:size={size}"), "", 0, time.process_time()
    search = ProofSearch(game)  # with one table for all openings
    for cell in range(size * size):
        numbers = search.ask(game.result(game.initial(), cell), attacker=1, nodes=MOST_NODES)
        found += "L" if numbers.proof == 0 else "W" if numbers.disproof == 0 else "?"
        nodes += numbers.nodes
        print(found, f"{nodes:,} nodes", end="\r", flush=True)
    seconds = time.process_time() - begin
    verdict = "as published" if found == published else f"published: {published}"
    print(f"Hex {size}×{size}: {found}, {nodes:,} nodes, {seconds:.0f} CPU s; {verdict}")
    return found == published


if __name__ == "__main__":
    raise SystemExit(main())
