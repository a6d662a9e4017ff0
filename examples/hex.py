"""Hex: join your two sides of the board. The winner is found by flood fill."""

from typing import NamedTuple

from zermelo import Game
from zermelo.picture import Board


class HexState(NamedTuple):
    cells: tuple  # 0 empty, 1 red, 2 blue; row by row
    player: int


def hex(size: int = 5) -> Game:
    """Red joins top and bottom, blue left and right; one of them always does."""
    if not 1 <= size <= 11:
        raise ValueError("size must be from 1 to 11")
    count = size * size
    steps = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))

    def initial():
        return HexState((0,) * count, 0)

    def to_move(state):
        return state.player

    def actions(state):
        for cell in range(count):
            if state.cells[cell] == 0:
                yield cell

    def result(state, cell):
        cells = list(state.cells)
        cells[cell] = state.player + 1
        return HexState(tuple(cells), 1 - state.player)

    def joined(state, stone):
        seen = [False] * count
        waiting = [0] * count
        found = 0
        for start in range(size):
            cell = start if stone == 1 else start * size
            if state.cells[cell] == stone:
                seen[cell] = True
                waiting[found] = cell
                found += 1
        taken = 0
        while taken < found:
            cell = waiting[taken]
            taken += 1
            row, column = cell // size, cell % size
            if (row if stone == 1 else column) == size - 1:
                return True
            for down, right in steps:
                if 0 <= row + down < size and 0 <= column + right < size:
                    near = (row + down) * size + column + right
                    if state.cells[near] == stone and not seen[near]:
                        seen[near] = True
                        waiting[found] = near
                        found += 1
        return False

    def is_terminal(state):
        return joined(state, 2 - state.player)  # only who just moved can have joined

    def utility(state, player):
        return -1.0 if state.player == player else 1.0

    def format_action(state, cell):
        return f"{chr(97 + cell % size)}{cell // size + 1}"

    def picture(state):
        stones = ("", "red", "blue")
        turn = "" if is_terminal(state) else f"; {stones[state.player + 1]} to move"
        return Board(
            cells=tuple(
                tuple(stones[stone] for stone in state.cells[row * size : (row + 1) * size]) for row in range(size)
            ),
            rows=tuple(str(row + 1) for row in range(size)),
            columns=tuple(chr(97 + column) for column in range(size)),
            shape="hex",
            sides=("red", "blue"),
            caption=f"red joins top and bottom, blue left and right{turn}",
        )

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=count, max_plies=count, player_names=("red", "blue"), format_action=format_action, picture=picture,
        summary="Join your two sides of a board of hexagons.",
    )  # fmt: skip
