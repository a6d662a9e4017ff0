"""Small games solved whole, beside their published values: Kalah, Dots and Boxes, Breakthrough and tic-tac-toe.

    python benchmarks/solved_games.py [kalah dots-and-boxes breakthrough tic-tac-toe] [--seconds 60] [--memory 256]

The values lie in the folder that ZERMELO_TRUTH names, else in ../shared/truth. A size that is not solved within its
time is told as such and counts neither way.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections.abc import Iterator
from pathlib import Path

import zermelo
from zermelo.search.time.deadline import Deadline
from zermelo.solving.position import MEGABYTES, PositionSolving

TRUTH = Path(os.environ.get("ZERMELO_TRUTH") or Path(__file__).parents[2] / "shared" / "truth") / "small"
EMPTY_CAPTURE = "emptycapture"
KALAH_6_4 = 10.0  # with empty captures; Irving, Donkers and Uiterwijk (2000)
GAMES = ("tic-tac-toe", "dots-and-boxes", "breakthrough", "kalah")


def main() -> int:
    """Exits with 1 where a value differs from the published one."""
    parser = argparse.ArgumentParser(description="Small games solved whole.")
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], help="which; by default all")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each size")
    parser.add_argument("--memory", type=float, default=MEGABYTES, help="megabytes for the tables")
    options = parser.parse_args()
    wrong = 0
    for game in options.games or GAMES:
        for spec, value in published(game):
            wrong += not is_as_published(spec, value, options.seconds, options.memory)
    print("every value that was found is the published one" if not wrong else f"{wrong} values differ")
    return 1 if wrong else 0


def published(game: str) -> Iterator[tuple[str, float]]:
    """The sizes of a game with their values to the first player, the small ones first."""
    if game == "tic-tac-toe":
        yield game, 0.0
    elif game == "dots-and-boxes":
        for rows, columns, _, value, *_ in _rows("dots_and_boxes_exact.csv"):
            yield f"dots-and-boxes:rows={rows},columns={columns}", float(value)
    elif game == "breakthrough":
        for columns, rows, winner, size in sorted(_rows("breakthrough_small_boards.csv"), key=lambda row: len(row[3])):
            if size != "one_row":
                yield f"breakthrough:rows={rows},columns={columns}", 1.0 if winner == "first" else -1.0
    else:
        known = [
            (int(pits), int(seeds), rule, float(value)) for pits, seeds, rule, value, _ in _rows("kalah_exact.csv")
        ]
        known.append((6, 4, EMPTY_CAPTURE, KALAH_6_4))
        for pits, seeds, rule, value in sorted(known, key=lambda row: row[0] * row[1]):
            if pits >= 4 and seeds >= 3:
                yield f"kalah:pits={pits},seeds={seeds},empty_capture={rule == EMPTY_CAPTURE}".lower(), value


def _rows(name: str) -> list[list[str]]:
    lines = (TRUTH / name).read_text().splitlines()
    return list(csv.reader(line for line in lines if line and not line.startswith("#")))


def is_as_published(spec: str, value: float, seconds: float, megabytes: float) -> bool:
    """Solves a game and prints how; False where its value is another one."""
    game = zermelo.load(spec)
    solving = PositionSolving(game, game.initial(), megabytes=megabytes)
    for work in solving.works:
        work.open()
    begin = time.process_time()
    found = solving.run(Deadline(None, seconds))
    used = time.process_time() - begin
    states = f", {found.states:,} states" if found.states else ""
    states += f", {found.classes:,} up to symmetry" if found.classes and game.symmetries else ""
    told = f"{found.value:+g} (published: {value:+g})" if found.value is not None else "not solved"
    print(f"{spec}: {told}, {found.method}, {found.nodes:,} nodes{states}, {used:.1f} CPU s", flush=True)
    return found.value in (None, value)


if __name__ == "__main__":
    raise SystemExit(main())
