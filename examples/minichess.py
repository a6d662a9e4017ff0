"""Chess on a small board: Gardner's on 5×5, or any other that is written as in FEN.

Pieces move as in chess. There is no castling, pawns go one square at a time and become queens. Checkmate wins,
stalemate is a draw, and so is a number of plies without a capture or a pawn's move.
"""

from typing import NamedTuple

from zermelo import Game
from zermelo.picture import Board

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
DIRECTIONS = {KNIGHT: LEAPS, BISHOP: DIAGONAL, ROOK: STRAIGHT, QUEEN: STRAIGHT + DIAGONAL, KING: STRAIGHT + DIAGONAL}


class ChessState(NamedTuple):
    board: tuple  # a number for each square from the top left: 0 empty, white's pieces above 0, black's below
    player: int  # 0: white
    quiet: int  # plies without a capture or a pawn's move


def minichess(start: str = "rnbqk/ppppp/5/PPPPP/RNBQK", quiet: int = 40) -> Game:
    """start: the board as in FEN, from the top; quiet: plies without a capture or a pawn's move that make a draw."""
    lines = []
    for text in start.split("/"):
        line = []
        for sign in text:
            if sign.isdigit():
                line += [0] * int(sign)
            else:
                piece = " PNBRQK".index(sign.upper())
                line.append(piece if sign.isupper() else -piece)
        lines.append(line)
    height, width = len(lines), len(lines[0])

    def initial():
        return ChessState(tuple(piece for line in lines for piece in line), 0, 0)

    def to_move(state):
        return state.player

    def inside(row, column):
        return 0 <= row < height and 0 <= column < width

    def reached(board, square, side):
        """The squares that a piece of a side (1 or -1) may go to, its king's safety left aside."""
        row, column = divmod(square, width)
        piece = abs(board[square])
        found = []
        if piece == PAWN:
            if inside(row - side, column) and board[square - side * width] == 0:
                found.append(square - side * width)
            for right in (-1, 1):
                if inside(row - side, column + right) and board[square - side * width + right] * side < 0:
                    found.append(square - side * width + right)
            return found
        for down, right in DIRECTIONS[piece]:
            y, x = row + down, column + right
            while inside(y, x) and board[y * width + x] * side <= 0:
                found.append(y * width + x)
                if board[y * width + x] != 0 or piece in (KNIGHT, KING):
                    break
                y, x = y + down, x + right
        return found

    def moved(board, start, end):
        after = list(board)
        piece = after[start]
        if abs(piece) == PAWN and end // width in (0, height - 1):
            piece = QUEEN if piece > 0 else -QUEEN
        after[start], after[end] = 0, piece
        return tuple(after)

    def in_check(board, side):
        """Is the king of a side attacked?"""
        king = board.index(KING * side)
        for square in range(height * width):
            if board[square] * side < 0 and king in reached(board, square, -side):
                return True
        return False

    def actions(state):
        side = 1 - 2 * state.player
        moves = []
        for square in range(height * width):
            if state.board[square] * side > 0:
                for end in reached(state.board, square, side):
                    if not in_check(moved(state.board, square, end), side):
                        moves.append(square * height * width + end)
        return moves

    def result(state, action):
        start, end = divmod(action, height * width)
        loud = state.board[end] != 0 or abs(state.board[start]) == PAWN
        return ChessState(moved(state.board, start, end), 1 - state.player, 0 if loud else state.quiet + 1)

    def is_terminal(state):
        return state.quiet >= quiet or not actions(state)

    def utility(state, player):
        if actions(state) or not in_check(state.board, 1 - 2 * state.player):
            return 0.0
        return -1.0 if state.player == player else 1.0

    def name(square):
        return f"{'abcdefgh'[square % width]}{height - square // width}"

    def format_action(state, action):
        return name(action // (height * width)) + name(action % (height * width))

    def picture(state):
        signs = ["♟♞♝♜♛♚"[-piece - 1] if piece < 0 else " ♙♘♗♖♕♔"[piece].strip() for piece in state.board]
        rows = tuple(tuple(signs[first : first + width]) for first in range(0, height * width, width))
        return Board(rows, tuple(str(height - row) for row in range(height)), tuple("abcdefgh"[:width]))

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        max_actions=200, best_utility=1.0, player_names=("white", "black"),
        format_action=format_action, picture=picture, summary="Chess on 5×5.",
    )  # fmt: skip
