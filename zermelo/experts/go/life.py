"""Which stones of a Go position are dead.

Chains with two eyes that nobody can take (Benson's unconditional life) are alive. Of the others those are dead whose
points the other side owns at the end of most playouts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from zermelo.experts.go.ownership import owners
from zermelo.game import Game, State
from zermelo.games.go.text import taken_by
from zermelo.picture import Cell

DEAD = 0.7  # of the playouts, in which the other side owns its points
SAFE = 0.9  # of the playouts, in which it keeps them; between the two its fate is open
PLAYOUTS = 1000
STATUSES = ("alive", "dead", "seki")
EMPTY = "."
OTHER = {"X": "O", "O": "X"}


Board = dict[Cell, str]  # X, O or . at each point


@dataclass(frozen=True)
class Chain:
    """Connected stones of one colour, and what became of them: alive, dead or seki."""

    stones: tuple[Cell, ...]
    colour: str
    status: str


def judged(rows: Sequence[str]) -> list[Chain]:
    """Every chain of a board (rows from the top; X, O or . for each point) with its status."""
    board = _cells(rows)
    black, white = owners(rows, PLAYOUTS)
    shares = {"X": black, "O": white}
    safe = {cell for colour in OTHER for cell in _unconditional(board, colour)}
    unsure: dict[Cell, str] = {}  # stones of chains whose fate is open
    found: list[tuple[set[Cell], str, str]] = []
    for chain, _ in _regions(board, OTHER):
        colour = board[min(chain)]
        kept, lost = (sum(shares[who][cell] for cell in chain) / len(chain) for who in (colour, OTHER[colour]))
        status = "alive" if chain & safe or kept > SAFE else "dead" if lost > DEAD else ""
        if not status:
            unsure.update(dict.fromkeys(chain, colour))
        found.append((chain, colour, status))
    return [
        Chain(tuple(sorted(chain)), colour, status or _open_fate(board, chain, colour, unsure))
        for chain, colour, status in found
    ]


def settled_lead(game: Game, state: State) -> float:
    """By how many points Black is ahead when the dead stones are off the board."""
    rows = game.state_text(state).split()[0].split("/")
    chains = judged(rows)
    dead = {colour: sum(len(c.stones) for c in chains if (c.colour, c.status) == (colour, "dead")) for colour in OTHER}
    board = _cells(without_dead(rows, chains))
    points = dict.fromkeys(OTHER, 0)
    for region, border in _regions(board, (EMPTY, *OTHER)):
        kind, around = board[min(region)], {board[cell] for cell in border}
        if kind == EMPTY and len(around) == 1:
            points[around.pop()] += len(region)
        elif kind != EMPTY and game.parameters["scoring"] == "area":
            points[kind] += len(region)
    lead = points["X"] - points["O"] - game.parameters["komi"]
    if game.parameters["scoring"] == "territory":
        by_black, by_white = taken_by(state.prisoners)
        lead += by_black - by_white + dead["O"] - dead["X"]
    return float(lead)


def without_dead(rows: Sequence[str], chains: Sequence[Chain]) -> list[str]:
    """The board with the dead stones taken off."""
    dead = {cell for chain in chains if chain.status == "dead" for cell in chain.stones}
    return [
        "".join(EMPTY if (row, column) in dead else point for column, point in enumerate(points))
        for row, points in enumerate(rows)
    ]


def _cells(rows: Sequence[str]) -> Board:
    return {(row, column): point for row, points in enumerate(rows) for column, point in enumerate(points)}


def _beside(board: Board, cell: Cell) -> list[Cell]:
    row, column = cell
    return [
        near for near in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)) if near in board
    ]


def _regions(board: Board, kinds: Collection[str]) -> list[tuple[set[Cell], set[Cell]]]:
    """The connected points of each of these kinds, with the points beside them."""
    found, seen = [], set[Cell]()
    for start, kind in board.items():
        if start in seen or kind not in kinds:
            continue
        region, border, waiting = {start}, set[Cell](), [start]
        while waiting:
            for near in _beside(board, waiting.pop()):
                if board[near] != kind:
                    border.add(near)
                elif near not in region:
                    region.add(near)
                    waiting.append(near)
        seen |= region
        found.append((region, border))
    return found


def _unconditional(board: Board, colour: str) -> set[Cell]:
    """The stones of a colour that live though their owner always passes (Benson's algorithm)."""
    chains = [chain for chain, _ in _regions(board, colour)]
    merged = {cell: point if point == colour else EMPTY for cell, point in board.items()}
    regions = _regions(merged, EMPTY)
    while True:
        kept = [chain for chain in chains if sum(_is_vital(board, region, chain) for region, _ in regions) >= 2]
        stones = set[Cell]().union(*kept)
        enclosed = [(region, border) for region, border in regions if border <= stones]
        if len(kept) == len(chains) and len(enclosed) == len(regions):
            return stones
        chains, regions = kept, enclosed


def _is_vital(board: Board, region: set[Cell], chain: set[Cell]) -> bool:
    """Are all empty points of a region liberties of the chain?"""
    empty = [cell for cell in region if board[cell] == EMPTY]
    return bool(empty) and all(chain.intersection(_beside(board, cell)) for cell in empty)


def _open_fate(board: Board, chain: set[Cell], colour: str, unsure: dict[Cell, str]) -> str:
    """Seki where an open chain of the other side shares a liberty, else alive."""
    free = {near for stone in chain for near in _beside(board, stone) if board[near] == EMPTY}
    shared = any(unsure.get(near) == OTHER[colour] for cell in free for near in _beside(board, cell))
    return "seki" if shared else "alive"
