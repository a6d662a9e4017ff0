"""Chess, in pawns: material, where the pieces stand, mobility, pawns, the king's shelter, bishops and rooks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from zermelo.bits import along, count, lowest, without_lowest
from zermelo.evaluate.linear import Feature, Linear
from zermelo.games._chess_tables import chess_tables

FULL = 24  # the phase with all pieces on the board: 1 a minor piece, 2 a rook, 4 a queen


def evaluator() -> Linear:
    """Each feature is White's minus Black's; those of the opening and of the ending are weighed by the phase."""
    tables = chess_tables()
    lines, king_from, knight_from = tables.lines, tables.king, tables.knight
    none, one = np.uint64(0), np.uint64(1)
    middle, home, centre_king = _by_centre(_middle), _by_centre(_shelter), _by_centre(_centre)
    files = tuple(np.uint64(0x0101010101010101 << file) for file in range(8))
    beside = tuple(_beside(file) for file in range(8))
    ahead = np.array([[_ahead(square, colour) for square in range(64)] for colour in (0, 1)], dtype=np.uint64)

    def signed(value, player):
        return value if player == 0 else -value

    def phase(state):
        """1 with all pieces on the board, 0 with none but pawns and kings."""
        queens = count(state.diagonal & state.straight)
        left = count(state.knights) + count(state.diagonal) - queens + 2 * (count(state.straight) - queens) + 4 * queens
        return min(1.0, left / FULL)

    def balance(word, state):
        return float(count(word & state.white) - count(word & state.black))

    def material(state, player):
        queens = state.diagonal & state.straight
        worth = balance(state.pawns, state) + 3.2 * balance(state.knights, state)
        worth += 3.3 * balance(state.diagonal & ~queens, state) + 5.0 * balance(state.straight & ~queens, state)
        return signed(worth + 9.5 * balance(queens, state), player)

    def stand(word, table):
        total = 0.0
        while word:
            total += table[lowest(word)]
            word = without_lowest(word)
        return total

    def placed(word, state, table):
        return stand(word & state.white, table) - stand(word & state.black, table)

    def centralised(state, player):
        """Knights, bishops and queens near the middle."""
        return signed(placed(state.knights | state.diagonal, state, middle), player)

    def king_at_home(state, player):
        return signed(phase(state) * placed(state.kings, state, home), player)

    def king_in_the_middle(state, player):
        return signed((1.0 - phase(state)) * placed(state.kings, state, centre_king), player)

    def reach(state, own, occupied):
        """Squares that a side's pieces can go to."""
        total = 0
        pieces = state.knights & own
        while pieces:
            total += count(knight_from[lowest(pieces)] & ~own)
            pieces = without_lowest(pieces)
        pieces = state.diagonal & own
        while pieces:
            square = lowest(pieces)
            here = one << np.uint64(square)
            seen = along(lines[2, square], occupied, here) | along(lines[3, square], occupied, here)
            total += count(seen & ~own)
            pieces = without_lowest(pieces)
        pieces = state.straight & own
        while pieces:
            square = lowest(pieces)
            here = one << np.uint64(square)
            seen = along(lines[0, square], occupied, here) | along(lines[1, square], occupied, here)
            total += count(seen & ~own)
            pieces = without_lowest(pieces)
        return total

    def mobility(state, player):
        occupied = state.white | state.black
        return signed(float(reach(state, state.white, occupied) - reach(state, state.black, occupied)), player)

    def isolated_of(pawns):
        total = 0.0
        for file in range(8):
            if pawns & files[file] and not pawns & beside[file]:
                total += count(pawns & files[file])
        return total

    def isolated(state, player):
        return signed(isolated_of(state.pawns & state.white) - isolated_of(state.pawns & state.black), player)

    def doubled_of(pawns):
        total = 0.0
        for file in range(8):
            total += max(0, count(pawns & files[file]) - 1)
        return total

    def doubled(state, player):
        return signed(doubled_of(state.pawns & state.white) - doubled_of(state.pawns & state.black), player)

    def passed_of(pawns, others, colour):
        """Rows that passed pawns have gone, squared: the last ones count."""
        total = 0.0
        while pawns:
            square = lowest(pawns)
            pawns = without_lowest(pawns)
            if not others & ahead[colour, square]:
                gone = square // 8 - 1 if colour == 0 else 6 - square // 8
                total += gone * gone
        return total

    def passed(state, player):
        white, black = state.pawns & state.white, state.pawns & state.black
        return signed(passed_of(white, black, 0) - passed_of(black, white, 1), player)

    def shelter(state, player):
        """Own pawns beside the king, as long as there is something to fear."""
        white = king_from[lowest(state.kings & state.white)] & state.pawns & state.white
        black = king_from[lowest(state.kings & state.black)] & state.pawns & state.black
        return signed(phase(state) * (count(white) - count(black)), player)

    def bishop_pair(state, player):
        bishops = state.diagonal & ~state.straight
        pairs = (count(bishops & state.white) >= 2) - (count(bishops & state.black) >= 2)
        return signed(float(pairs), player)

    def open_files_of(rooks, pawns, others):
        total = 0.0
        while rooks:
            file = files[lowest(rooks) % 8]
            if pawns & file == none:
                total += 1.0 if others & file == none else 0.5
            rooks = without_lowest(rooks)
        return total

    def open_files(state, player):
        rooks, white, black = state.straight & ~state.diagonal, state.pawns & state.white, state.pawns & state.black
        return signed(
            open_files_of(rooks & state.white, white, black) - open_files_of(rooks & state.black, black, white), player
        )

    return Linear(
        (
            Feature("material", 1.0, material),
            Feature("pieces in the middle", 0.06, centralised),
            Feature("king at home", 0.25, king_at_home),
            Feature("king in the middle", 0.1, king_in_the_middle),
            Feature("mobility", 0.03, mobility),
            Feature("isolated pawns", -0.12, isolated),
            Feature("doubled pawns", -0.12, doubled),
            Feature("passed pawns", 0.035, passed),
            Feature("pawns before the king", 0.1, shelter),
            Feature("bishop pair", 0.35, bishop_pair),
            Feature("rooks on open files", 0.2, open_files),
        ),
        win=1000.0,
    )


def _by_centre(worth: Callable[[int, int], float]) -> NDArray[np.float64]:
    """A table by square from a function of file and rank."""
    return np.array([worth(square % 8, square // 8) for square in range(64)])


def _centre(file: int, rank: int) -> float:
    """0 in the corners, 3 on the four middle squares."""
    return float(3 - max(abs(2 * file - 7), abs(2 * rank - 7)) // 2)


def _middle(file: int, rank: int) -> float:
    """0 in the corners, 6 on the four middle squares."""
    return 7.0 - (abs(2 * file - 7) + abs(2 * rank - 7)) / 2


def _shelter(file: int, rank: int) -> float:
    """A king is at home on the wings of its own first rank; the table serves both sides."""
    if rank not in (0, 7):
        return -float(min(rank, 7 - rank))
    return {0: 0.8, 1: 1.0, 2: 0.6, 3: -0.2, 4: 0.0, 5: -0.2, 6: 1.2, 7: 0.9}[file]


def _beside(file: int) -> np.uint64:
    return np.uint64(sum(0x0101010101010101 << other for other in (file - 1, file + 1) if 0 <= other < 8))


def _ahead(square: int, colour: int) -> int:
    """The squares before a pawn on its own and the neighbouring files."""
    ranks = range(square // 8 + 1, 8) if colour == 0 else range(square // 8)
    return sum(1 << (rank * 8 + file) for rank in ranks for file in range(8) if abs(file - square % 8) <= 1)
