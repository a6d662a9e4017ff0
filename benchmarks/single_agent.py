"""A* and IDA* beside plain Python: searches as the book's code has them, over tuples, on the same puzzles.

Both take turns in one run and each one's best turn counts; compilation is not timed. Prints nodes per second and the
ratio. IDA* must generate the same nodes, and both searches must find ways of the same cost, or the run fails.
"""

from __future__ import annotations

import heapq
import time

import zermelo
from zermelo.problems.game_15_puzzle import KORF

TURNS = 2
EASY = "1 2 11 3 4 6 10 0 14 7 13 9 8 12 15 5"  # a 15-puzzle that plain Python solves in seconds


class Puzzle:
    """A sliding puzzle as the book's code writes it: a tuple of tiles, 0 for the blank."""

    def __init__(self, tiles: tuple[int, ...], size: int) -> None:
        self.initial, self.size, self.goal = tiles, size, tuple(range(size * size))

    def actions(self, state):
        blank, size = state.index(0), self.size
        row, column = divmod(blank, size)
        steps = ((row > 0, -size), (column > 0, -1), (column < size - 1, 1), (row < size - 1, size))
        return [step for is_legal, step in steps if is_legal]

    def result(self, state, step):
        blank, tiles = state.index(0), list(state)
        tiles[blank], tiles[blank + step] = tiles[blank + step], tiles[blank]
        return tuple(tiles)

    def h(self, state):
        size = self.size
        return sum(
            abs(place // size - tile // size) + abs(place % size - tile % size)
            for place, tile in enumerate(state)
            if tile
        )


def plain_astar(puzzle):
    """The cost of the cheapest way, and the nodes generated."""
    start = puzzle.initial
    reached, generated = {start: 0}, 1
    waiting = [(puzzle.h(start), 0, start)]
    while waiting:
        _, _, state = heapq.heappop(waiting)
        cost = reached[state]
        if state == puzzle.goal:
            return cost, generated
        for action in puzzle.actions(state):
            after = puzzle.result(state, action)
            generated += 1
            if cost + 1 < reached.get(after, 1 << 30):
                reached[after] = cost + 1
                heapq.heappush(waiting, (cost + 1 + puzzle.h(after), -generated, after))
    return None, generated


def plain_idastar(puzzle):
    """The same by iterative deepening; no action undoes the one before it."""
    generated, bound, goal = 1, puzzle.h(puzzle.initial), puzzle.goal

    def search(state, before, cost):
        nonlocal generated, beyond
        for action in puzzle.actions(state):
            after = puzzle.result(state, action)
            if after == before:
                continue
            generated += 1
            rank = cost + 1 + puzzle.h(after)
            if rank > bound:
                beyond = min(beyond, rank)
            elif after == goal or search(after, state, cost + 1):
                return True
        return False

    while True:
        beyond = 1 << 30
        if search(puzzle.initial, None, 0):
            return bound, generated
        bound = beyond


def timed(work):
    begin = time.perf_counter()
    found = work()
    return time.perf_counter() - begin, found


def measured(name, ours, plain):
    """One row: the best turn of each, in nodes per second."""
    ours()  # compiled
    turns = [(timed(ours), timed(plain)) for _ in range(TURNS)]
    fast, way = min((turn[0] for turn in turns), key=lambda turn: turn[0])
    slow, (cost, generated) = min((turn[1] for turn in turns), key=lambda turn: turn[0])
    assert way.cost == cost, (way.cost, cost)
    speed, peer = way.generated / fast, generated / slow
    print(f"| {name:44} | {speed:>12,.0f} | {peer:>9,.0f} | {speed / peer:>5.0f}× | {slow / fast:>5.0f}× |")
    return way.generated, generated


def main() -> None:
    """Prints the table."""
    print(f"| {'what':44} | {'ours, nodes/s':>12} | {'plain':>9} | ratio | sooner |")
    print(f"|{'-' * 46}|{'-' * 14}|{'-' * 11}|{'-' * 7}|{'-' * 8}|")
    puzzle = zermelo.load("8-puzzle")
    hardest = puzzle.read_state("8 7 6 0 4 1 2 5 3")
    tiles = (8, 7, 6, 0, 4, 1, 2, 5, 3)
    search = zermelo.AStar(compiled=True)
    measured(
        "A*, the hardest 8-puzzle (31 moves)",
        lambda: search.solve(puzzle, hardest),
        lambda: plain_astar(Puzzle(tiles, 3)),
    )
    ninth = zermelo.load("15-puzzle:korf=9")
    measured(
        "A*, Korf's ninth 15-puzzle (46 moves)",
        lambda: search.solve(ninth),
        lambda: plain_astar(Puzzle(tuple(map(int, KORF[8].split())), 4)),
    )
    deepening = zermelo.IDAStar(compiled=True)
    one, other = measured(
        "IDA*, the hardest 8-puzzle (31 moves)",
        lambda: deepening.solve(puzzle, hardest),
        lambda: plain_idastar(Puzzle(tiles, 3)),
    )
    assert one == other, (one, other)
    large = zermelo.load("15-puzzle", start=EASY)
    tiles = tuple(map(int, EASY.split()))
    one, other = measured(
        "IDA*, an easy 15-puzzle", lambda: deepening.solve(large), lambda: plain_idastar(Puzzle(tiles, 4))
    )
    assert one == other, (one, other)


if __name__ == "__main__":
    main()
