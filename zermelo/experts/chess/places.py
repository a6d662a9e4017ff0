"""What a sparse network sees of chess: each man on its square, from the seat of either side.

Black's board is turned upside down, and a board is mirrored where its own king is on the files e to h: so both seats,
and both wings, share their weights.
"""

from __future__ import annotations

from zermelo.bits import count, lowest, without_lowest
from zermelo.evaluate.sparse.places import Piece, Places
from zermelo.game import ZermeloError
from zermelo.games.chess.text import square_name
from zermelo.installed import np

NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
OTHERS = 64  # of an input: kind × 128, this for a man of the other side, and the square
INPUTS = len(NAMES) * 2 * OTHERS
MEN = 32
OUTPUTS = 8
UPSIDE_DOWN, MIRRORED = 56, 7
BY_KINGS = {  # by the number of them: the bucket of the own king, by its square from its own seat
    1: (0,) * 64,
    4: (0, 0, 1, 1, 1, 1, 0, 0) + (2,) * 8 + (3,) * 48,  # a corner of the first rank, its middle, the second, the rest
}


def places(kings: int = 1) -> Places:
    """The inputs; kings: by how many places of the own king they are told apart. Raises ZermeloError."""
    if kings not in BY_KINGS:
        raise ZermeloError(
            f"a network for chess tells {' or '.join(map(str, BY_KINGS))} places of kings apart, not {kings}"
        )
    buckets = np.array(BY_KINGS[kings], np.int64) * INPUTS
    one = np.uint64(1)

    def seat_of(king):
        """What turns a man's place into the one that the seat sees, and its first input."""
        return MIRRORED if king & 4 else 0, buckets[king]

    def kinds_of(state):
        """The men's kinds, in the order of NAMES: the words of their lowest bits, of the next and of the highest."""
        queens = state.diagonal & state.straight
        bishops, rooks = state.diagonal & ~queens, state.straight & ~queens
        return state.knights | rooks | state.kings, bishops | rooks, queens | state.kings

    def place_of(black, kinds, square):
        """A man's place on White's board, among all inputs of a seat."""
        at = np.uint64(square)
        found = ((black >> at) & one) << np.uint64(6) | ((kinds[0] >> at) & one) << np.uint64(7)
        found |= ((kinds[1] >> at) & one) << np.uint64(8) | ((kinds[2] >> at) & one) << np.uint64(9)
        return np.int64(found | at)

    def both(state, first, second):
        white_turn, white_first = seat_of(lowest(state.kings & state.white))
        black_turn, black_first = seat_of(lowest(state.kings & state.black) ^ UPSIDE_DOWN)
        black_turn ^= UPSIDE_DOWN | OTHERS
        kinds, men, left = kinds_of(state), 0, state.white | state.black
        while left:
            place = place_of(state.black, kinds, lowest(left))
            left = without_lowest(left)
            first[men] = white_first + (place ^ white_turn)
            second[men] = black_first + (place ^ black_turn)
            men += 1
        return men

    def write(state, seat, buffer):
        king, up = (state.kings & state.black, UPSIDE_DOWN) if seat else (state.kings & state.white, 0)
        turn, start = seat_of(lowest(king) ^ up)
        turn ^= up | OTHERS if seat else up
        kinds, men, left = kinds_of(state), 0, state.white | state.black
        while left:
            buffer[men] = start + (place_of(state.black, kinds, lowest(left)) ^ turn)
            left = without_lowest(left)
            men += 1
        return men

    def by_count(men):
        return (men - 2) >> 2

    def bucket(state):
        return by_count(count(state.white | state.black))

    def pieces(state):
        found, kinds, left = [], kinds_of(state), state.white | state.black
        while left:
            square = lowest(left)
            left = without_lowest(left)
            place = int(place_of(state.black, kinds, square))
            kind, whose = NAMES[place // (2 * OTHERS)], "Black's" if place & OTHERS else "White's"
            piece = Piece(f"{whose} {kind} on {square_name(square)}", 7 - square // 8, square % 8)
            found.append(None if kind == "king" else piece)
        return found

    return Places(
        inputs=kings * INPUTS,
        most=MEN,
        write=write,
        buckets=OUTPUTS,
        bucket=bucket,
        by_count=by_count,
        both=both,
        pieces=pieces,
        options={"kings": kings},
    )
