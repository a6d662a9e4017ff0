"""What a sparse network sees of chess: each man on its square, from the seat of either side.

Black's board is turned upside down, and a board is mirrored where its own king is on the files e to h: so both seats,
and both wings, share their weights.
"""

from __future__ import annotations

from zermelo.bits import count, lowest, without_lowest
from zermelo.evaluate.sparse.places import Places
from zermelo.game import ZermeloError
from zermelo.installed import np

KINDS, SQUARES = 6, 64
OF_ONE_SIDE = KINDS * SQUARES
INPUTS = 2 * OF_ONE_SIDE
MEN = 32
OUTPUTS = 8
NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
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
        """What turns a square of the seat's board into the one that it sees, and its first input."""
        return MIRRORED if king & 4 else 0, buckets[king]

    def man_on(state, square):
        """The place of a man among the inputs of a side: 64 × its kind."""
        at = np.uint64(square)
        diagonal, straight = (state.diagonal >> at) & one, (state.straight >> at) & one
        kind = ((state.knights >> at) & one) + np.uint64(2) * diagonal + np.uint64(3) * straight - (diagonal & straight)
        return np.int64(kind + np.uint64(5) * ((state.kings >> at) & one)) * SQUARES

    def both(state, first, second):
        white_turn, white_first = seat_of(lowest(state.kings & state.white))
        black_turn, black_first = seat_of(lowest(state.kings & state.black) ^ UPSIDE_DOWN)
        black_turn ^= UPSIDE_DOWN
        men = 0
        left = state.white
        while left:
            square = lowest(left)
            left = without_lowest(left)
            man = man_on(state, square)
            first[men] = white_first + man + (square ^ white_turn)
            second[men] = black_first + OF_ONE_SIDE + man + (square ^ black_turn)
            men += 1
        left = state.black
        while left:
            square = lowest(left)
            left = without_lowest(left)
            man = man_on(state, square)
            first[men] = white_first + OF_ONE_SIDE + man + (square ^ white_turn)
            second[men] = black_first + man + (square ^ black_turn)
            men += 1
        return men

    def write(state, seat, buffer):
        own, others = (state.white, state.black) if seat == 0 else (state.black, state.white)
        up = UPSIDE_DOWN if seat else 0
        turn, start = seat_of(lowest(state.kings & own) ^ up)
        turn ^= up
        men = 0
        while own:
            square = lowest(own)
            own = without_lowest(own)
            buffer[men] = start + man_on(state, square) + (square ^ turn)
            men += 1
        while others:
            square = lowest(others)
            others = without_lowest(others)
            buffer[men] = start + OF_ONE_SIDE + man_on(state, square) + (square ^ turn)
            men += 1
        return men

    def bucket(state):
        return (count(state.white | state.black) - 2) >> 2

    return Places(
        inputs=kings * INPUTS,
        most=MEN,
        write=write,
        buckets=OUTPUTS,
        bucket=bucket,
        both=both,
        options={"kings": kings},
    )
