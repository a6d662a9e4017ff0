"""Games over tuples and lists, as people write them, for the tests of what compiles."""

from __future__ import annotations

from typing import NamedTuple

from zermelo import CHANCE, Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def bare_tuple() -> Game:
    """Tic-tac-toe whose state is the board alone: nine numbers."""

    def mover(board):
        return sum(1 for cell in board if cell) % 2

    def winner(board):
        for a, b, c in LINES:
            if board[a] and board[a] == board[b] == board[c]:
                return board[a]
        return 0

    def actions(board):
        return [i for i, cell in enumerate(board) if cell == 0]

    def result(board, place):
        cells = list(board)
        cells[place] = 1 + mover(board)
        return tuple(cells)

    def is_terminal(board):
        return winner(board) != 0 or all(board)

    def utility(board, player):
        found = winner(board)
        return 0.0 if found == 0 else 1.0 if found == player + 1 else -1.0

    return Game(lambda: (0,) * 9, mover, actions, result, is_terminal, utility, max_actions=9, best_utility=1.0)


class RowsState(NamedTuple):
    rows: tuple
    player: int


def row_tuples(size: int = 3, listing: str = "comprehension") -> Game:
    """Tic-tac-toe over a tuple of rows, with (row, column) actions. listing: how `actions` is written."""

    def comprehended(state):
        return [(r, c) for r in range(size) for c in range(size) if state.rows[r][c] == 0]

    def yielded(state):
        rows = [list(line) for line in state.rows]
        for r in range(size):
            for c in [2, 1, 0]:
                if rows[r][c] == 0:
                    yield r, c

    def result(state, action):
        row, column = action
        rows = [list(line) for line in state.rows]
        rows[row][column] = state.player + 1
        return RowsState(tuple(tuple(line) for line in rows), 1 - state.player)

    def has_line(rows, mark):
        if any(all(cell == mark for cell in line) for line in rows):
            return True
        if any(all(rows[r][c] == mark for r in range(size)) for c in range(size)):
            return True
        return all(rows[i][i] == mark for i in range(size)) or all(rows[i][size - 1 - i] == mark for i in range(size))

    def is_terminal(state):
        return has_line(state.rows, 2 - state.player) or min(min(line) for line in state.rows) > 0

    def utility(state, player):
        if not has_line(state.rows, 2 - state.player):
            return 0.0
        return -1.0 if state.player == player else 1.0

    return Game(
        lambda: RowsState(((0,) * size,) * size, 0),
        lambda state: state.player,
        {"comprehension": comprehended, "generator": yielded}[listing],
        result,
        is_terminal,
        utility,
        max_actions=size * size,
        best_utility=1.0,
    )


class PilesState(NamedTuple):
    piles: tuple
    player: int


def nim(listing: str = "append") -> Game:
    """Nim over three piles; an action is 10 × the pile + how many are taken. listing: how `actions` is written."""

    def appended(state):
        moves = []
        for pile, stones in enumerate(state.piles):
            for n in range(1, stones + 1):
                moves.append(10 * pile + n)
        return moves

    def extended(state):
        moves: list[int] = []
        for pile in range(len(state.piles)):
            moves.extend(range(10 * pile + 1, 10 * pile + 1 + state.piles[pile]))
        return moves or [0]

    def two_lists(state):
        large, small = [], []
        for pile, stones in enumerate(state.piles):
            for n in range(1, stones + 1):
                if n > 1:
                    large.append(10 * pile + n)
                else:
                    small.append(10 * pile + n)
        return small + large

    def generated(state):
        piles = list(state.piles)
        for pile in reversed(range(len(piles))):
            for n in range(1, piles[pile] + 1):
                yield 10 * pile + n

    def result(state, action):
        piles = list(state.piles)
        piles[action // 10] -= action % 10
        return PilesState(tuple(sorted(piles)), 1 - state.player)

    ways = {"append": appended, "extend": extended, "two lists": two_lists, "generator": generated}
    return Game(
        lambda: PilesState((1, 2, 3), 0),
        lambda state: state.player,
        ways[listing],
        result,
        lambda state: sum(state.piles) == 0,
        lambda state, player: -1.0 if state.player == player else 1.0,
        max_actions=16,
        best_utility=1.0,
    )


class DiceState(NamedTuple):
    sums: tuple
    turn: int
    rolled: int


def dice() -> Game:
    """Each rolls twice and may keep the roll or not; chances and actions are lists."""

    def to_move(state):
        return CHANCE if state.rolled == 0 else state.turn % 2

    def chances(state):
        return [(face, 1 / 3) for face in range(1, 4)]

    def actions(state):
        return [0, state.rolled] if state.rolled > 1 else [state.rolled]

    def result(state, number):
        if state.rolled == 0:
            return DiceState(state.sums, state.turn, number)
        sums = [s + (number if player == state.turn % 2 else 0) for player, s in enumerate(state.sums)]
        return DiceState(tuple(sums), state.turn + 1, 0)

    def utility(state, player):
        return float(state.sums[player] - state.sums[1 - player])

    return Game(
        lambda: DiceState((0, 0), 0, 2),
        to_move,
        actions,
        result,
        lambda state: state.turn == 4,
        utility,
        chances=chances,
        max_actions=4,
    )
