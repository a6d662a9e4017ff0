"""Games on Python integers of more than 64 bits, as different people write them, for the tests of what compiles.

All are one game: two players take cells in turn, and whoever has two neighbours in a row of the last rank wins.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo import Game


class StonesState(NamedTuple):
    mine: int
    theirs: int
    player: int


class PackedState(NamedTuple):
    board: int  # a digit of base 3 for each cell
    ply: int


def by_cells(cells: int = 81) -> Game:
    """An action is a cell; the last rank is the highest bits."""
    full = (1 << cells) - 1
    pairs = [3 << cell for cell in range(cells - 6, cells - 1)]

    def has_pair(stones):
        return any(stones & pair == pair for pair in pairs)

    def actions(state):
        free = full & ~(state.mine | state.theirs)
        while free:
            low = free & -free
            yield low.bit_length() - 1
            free ^= low

    def result(state, cell):
        return StonesState(state.theirs, state.mine | 1 << cell, 1 - state.player)

    def is_terminal(state):
        return has_pair(state.theirs) or bin(state.mine | state.theirs).count("1") == cells

    return _game(actions, result, is_terminal, has_pair, cells)


def by_bits(cells: int = 225) -> Game:
    """An action is a bit, which has more than 64 bits itself."""
    full, rank = 2**cells - 1, ((1 << 6) - 1) << (cells - 6)

    def has_pair(stones):
        last = stones & rank
        return last & last >> 1 != 0

    def actions(state):
        return [1 << cell for cell in reversed(range(cells)) if not (state.mine | state.theirs) >> cell & 1]

    def result(state, bit):
        return StonesState(state.theirs, state.mine + bit, 1 - state.player)

    def is_terminal(state):
        return has_pair(state.theirs) or state.mine ^ state.theirs == full

    return _game(actions, result, is_terminal, has_pair, cells)


def signed(cells: int = 70) -> Game:
    """The stones of the other are kept as a negative number."""

    def has_pair(stones):
        found = 0
        for cell in range(cells - 6, cells - 1):
            if stones >> cell & 3 == 3:
                found += 1
        return found > 0

    def actions(state):
        taken = state.mine | -state.theirs
        return [cell for cell in range(cells) if not taken & 1 << cell]

    def result(state, cell):
        return StonesState(-state.theirs, ~(state.mine | 1 << cell) + 1, 1 - state.player)

    def is_terminal(state):
        return has_pair(-state.theirs) or (state.mine - state.theirs).bit_count() == cells

    game = _game(actions, result, is_terminal, lambda stones: has_pair(-stones), cells)
    return game


def packed(cells: int = 90) -> Game:
    """One integer for the whole board, with a digit of base 3 for each cell: 143 bits."""
    digits = [3**cell for cell in range(cells)]

    def at(board, cell):
        return board // digits[cell] % 3

    def actions(state):
        return [cell for cell in range(cells) if at(state.board, cell) == 0]

    def result(state, cell):
        return PackedState(state.board + digits[cell] * (1 + state.ply % 2), state.ply + 1)

    def winner(board):
        for cell in range(cells - 6, cells - 1):
            if at(board, cell) and at(board, cell) == at(board, cell + 1):
                return int(at(board, cell))
        return 0

    def utility(state, player):
        won = winner(state.board)
        return 0.0 if won == 0 else 1.0 if won == player + 1 else -1.0

    return Game(
        lambda: PackedState(0, 0),
        lambda state: state.ply % 2,
        actions,
        result,
        lambda state: winner(state.board) > 0 or state.ply == cells,
        utility,
        max_actions=cells,
        name="packed",
    )


def _game(actions, result, is_terminal, has_pair, cells):
    def utility(state, player):
        if not has_pair(state.theirs):
            return 0.0
        return -1.0 if state.player == player else 1.0

    return Game(
        lambda: StonesState(0, 0, 0),
        lambda state: state.player,
        actions,
        result,
        is_terminal,
        utility,
        max_actions=cells,
        name="stones",
    )
