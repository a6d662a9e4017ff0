"""Makes sets of Connect Four positions with the true score of every move, for `alphazero.py --set NAME=FILE`.

    pip install bitbully
    python benchmarks/connect_four_sets.py narrow --count 4000 > narrow.json
    python benchmarks/connect_four_sets.py begin --count 1000 > begin.json
    python benchmarks/connect_four_sets.py FILE > set.json

begin: as the hardest published set of openings is described, random positions after 1 to 14 plies with more than 28
plies to come. narrow: random openings of 8 to 11 plies in which at most two moves keep the value, some move loses it,
and no move leads to an early end. FILE: positions that are given, one to a line, as the columns played.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

COLUMNS, CELLS = 7, 42
ILLEGAL = -100
EARLY = 12  # a score that is at least so high says that the game ends soon
KEEPERS = 2  # moves of a narrow opening that keep the value, at most
LEFT = 28  # plies to come after an opening as in "begin-hard", at least one more


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("set", help="narrow, begin, or a file of positions")
    parser.add_argument("--count", type=int, default=1000, help="positions")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        from bitbully import BitBully, Board
    except ImportError:
        print("bitbully is not installed: pip install bitbully", file=sys.stderr)
        return 1
    solver = BitBully(opening_book="12-ply-dist")
    draw = random.Random(given.seed)
    if given.set == "narrow":
        openings, is_wanted = drawn(draw, Board, 8, 11), is_narrow
    elif given.set == "begin":
        openings, is_wanted = drawn(draw, Board, 1, 14), is_long
    else:
        lines = Path(given.set).read_text().splitlines()
        openings, is_wanted = iter([int(column) - 1 for column in line.split()[0]] for line in lines), is_any
    rows, seen = [], set()
    for moves in openings:
        board = Board.from_moves(moves)
        if board.uid() in seen:
            continue
        seen.add(board.uid())
        scores = solver.score_all_moves(board)
        if is_wanted(len(moves), list(scores.values())):
            text = "".join(str(move + 1) for move in moves)
            rows.append([text, [scores.get(column, ILLEGAL) for column in range(COLUMNS)]])
            if len(rows) == given.count:
                break
    json.dump(rows, sys.stdout)
    return 0


def drawn(draw: random.Random, board_class: type, fewest: int, most: int) -> Iterator[list[int]]:
    """Random openings without end, their number of plies drawn evenly."""
    while True:
        board, moves = board_class(), []
        for _ in range(draw.randint(fewest, most)):
            moves.append(draw.choice(board.legal_moves()))
            board.play(moves[-1])
            if board.is_game_over():
                break
        else:
            yield moves


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def is_narrow(plies: int, scores: list[int]) -> bool:
    kept = sum(sign(score) == sign(max(scores)) for score in scores)
    return kept <= KEEPERS and kept < len(scores) and max(map(abs, scores)) < EARLY


def is_long(plies: int, scores: list[int]) -> bool:
    return plies_left(plies, max(scores)) > LEFT


def is_any(plies: int, scores: list[int]) -> bool:
    return True


def plies_left(plies: int, score: int) -> int:
    """Plies to come with perfect play; score: for the player to move, 22 less the stones of the winner at the end."""
    if score == 0:
        return CELLS - plies
    if score > 0:
        return 2 * (CELLS // 2 + 1 - score - plies // 2) - 1
    return 2 * (CELLS // 2 + 1 + score - (plies + 1) // 2)


if __name__ == "__main__":
    sys.exit(main())
