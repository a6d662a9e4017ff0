"""2048 on a NumPy board: one player against chance."""

from typing import NamedTuple

import numpy as np

from zermelo import CHANCE, Game

WAYS = ("left", "up", "right", "down")


class State2048(NamedTuple):
    board: np.ndarray  # powers of two; 0: empty
    score: int
    spawning: bool  # is chance to put a tile?


def game_2048(size: int = 4, goal: int = 11) -> Game:
    """size: of the board; goal: the game is won with the tile 2**goal."""
    if not 2 <= size <= 8 or not 2 <= goal <= 17:
        raise ValueError("size must be from 2 to 8 and goal from 2 to 17")

    def initial():
        board = np.zeros((size, size), dtype=np.int8)
        board[0, 0] = board[size - 1, size - 1] = 1
        return State2048(board, 0, False)

    def cell(way, line, place):
        """Where the tile stands that is so far from the edge to which a line is pushed."""
        if way >= 2:
            place = size - 1 - place
        return (line, place) if way % 2 == 0 else (place, line)

    def pushed(board, way):
        """The board after a push, and the score that its merges give."""
        after = np.zeros((size, size), dtype=np.int8)
        score = 0
        for line in range(size):
            filled, may_merge = 0, False
            for place in range(size):
                tile = int(board[cell(way, line, place)])
                if tile == 0:
                    continue
                if may_merge and after[cell(way, line, filled - 1)] == tile:
                    after[cell(way, line, filled - 1)] = tile + 1
                    score += 2 << tile
                    may_merge = False
                else:
                    after[cell(way, line, filled)] = tile
                    filled += 1
                    may_merge = True
        return after, score

    def moves(board, way):
        """Does a push change the board: has a tile an empty cell or its like before it?"""
        for line in range(size):
            for place in range(1, size):
                tile, before = board[cell(way, line, place)], board[cell(way, line, place - 1)]
                if tile != 0 and (before == 0 or before == tile):
                    return True
        return False

    def count_empty(board):
        count = 0
        for x in range(size):
            for y in range(size):
                count += board[x, y] == 0
        return count

    def to_move(state):
        return CHANCE if state.spawning else 0

    def actions(state):
        for way in range(4):
            if moves(state.board, way):
                yield way

    def result(state, action):
        if state.spawning:
            board = state.board.copy()
            board[action // 2 // size, action // 2 % size] = 1 + action % 2
            return State2048(board, state.score, False)
        board, gained = pushed(state.board, action)
        return State2048(board, state.score + gained, True)

    def chances(state):
        empty = count_empty(state.board)
        for x in range(size):
            for y in range(size):
                if state.board[x, y] == 0:
                    yield 2 * (x * size + y), 0.9 / empty
                    yield 2 * (x * size + y) + 1, 0.1 / empty

    def is_terminal(state):
        if state.spawning:
            return False
        if (state.board >= goal).any():
            return True
        for way in range(4):
            if moves(state.board, way):
                return False
        return True

    def utility(state, player):
        return float(state.score)

    def format_action(state, action):
        if state.spawning:
            return f"{2 + 2 * (action % 2)} at {action // 2 // size + 1},{action // 2 % size + 1}"
        return WAYS[action]

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances,
        players=1, zero_sum=False, max_actions=2 * size * size, format_action=format_action, points="points",
        summary="Merge equal tiles until no push is left.",
    )  # fmt: skip
