"""Published values: mates, Hex openings, small Breakthrough boards."""

from __future__ import annotations

import pytest

from zermelo import load
from zermelo.search.time.deadline import Deadline
from zermelo.solve.proof import ProofSearch
from zermelo.solving.position import PositionSolving


def mates(truth, name):
    lines = truth(f"chess/{name}").read_text().splitlines()
    return [line for line in lines if line.strip()]


def solved(game, state, method="auto", seconds=60.0, compiled=None):
    return PositionSolving(game, state, method, compiled).run(Deadline(None, seconds))


def opening_map(truth, size):
    """The published winners of the first moves, row by row: W for the first player, else L."""
    lines = iter(truth("small/hex_opening_maps.txt").read_text().splitlines())
    next(line for line in lines if line.startswith(f"{size}x{size}"))
    return "".join(next(lines) for _ in range(size))


def openings(size):
    """What proof-number search finds, with one table for all first moves."""
    game = load(f"hex:size={size}")
    search = ProofSearch(game)
    after = [game.result(game.initial(), cell) for cell in range(size * size)]
    return "".join("L" if search.ask(state, attacker=1).proof == 0 else "W" for state in after)


def breakthrough(truth, columns, rows):
    """The initial position of a board, and its published value; with two rows of pawns each."""
    known = [line.split(",") for line in truth("small/breakthrough_small_boards.csv").read_text().splitlines()]
    winner = next(row[2] for row in known if row[:2] == [str(columns), str(rows)] and row[3] != "one_row")
    game = load(f"breakthrough:rows={rows},columns={columns}")
    return game, game.initial(), 1.0 if winner == "first" else -1.0


@pytest.mark.parametrize(("columns", "rows", "method"), [(2, 5, "retrograde"), (2, 6, "alphabeta")])
def test_small_breakthrough_boards(truth, columns, rows, method):
    game, state, value = breakthrough(truth, columns, rows)
    found = solved(game, state, compiled=False)
    assert (found.value, found.method) == (value, method)


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), [(3, 5), (4, 5), (3, 6), (2, 7), (3, 7), (2, 8)])
def test_larger_breakthrough_boards(truth, columns, rows):
    game, state, value = breakthrough(truth, columns, rows)
    assert solved(game, state, seconds=600.0).value == value


@pytest.mark.slow
def test_mates_in_two_have_their_distance(truth):
    game = load("chess")
    for fen in mates(truth, "mate_in_2.fen")[:20]:
        found = solved(game, game.read_state(fen), "proof")
        assert (found.value, found.distance, len(found.line)) == (1.0, 3, 3), fen


@pytest.mark.long
def test_the_openings_of_small_hex(truth):
    assert openings(4) == opening_map(truth, 4)


@pytest.mark.slow
def test_the_openings_of_hex(truth):
    assert openings(5) == opening_map(truth, 5)


@pytest.mark.slow
def test_mates_in_four_have_their_distance(truth):
    game = load("chess")
    positions = mates(truth, "mate_in_4.fen")
    found = [solved(game, game.read_state(fen), "proof") for fen in positions]
    right = sum((one.value, one.distance) == (1.0, 7) for one in found)
    assert right >= 0.95 * len(positions)
