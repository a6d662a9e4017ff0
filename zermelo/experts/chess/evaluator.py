"""Chess, in pawns: material, where the pieces stand and what they see, pawns, the kings' safety, threats.

Every feature is White's minus Black's. Both sides are looked at by the same code: each from its own seat, where its
pawns go up the board. Tables hold pairs, for the middle game and for the ending, which the phase blends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.bits import count, flip, lowest, without_lowest
from zermelo.evaluate.guide import Guide
from zermelo.evaluate.linear import Vector
from zermelo.experts.chess.endings import distance, mating_worth, winnable
from zermelo.experts.chess.tactics import chess_tactics
from zermelo.experts.chess.weights import COUNTED, TABLES
from zermelo.games.chess.moves import chess_moves
from zermelo.games.chess.tables import Words, chess_tables
from zermelo.installed import np

FULL = 24  # the phase with all pieces on the board: 1 a minor piece, 2 a rook, 4 a queen
TOP_FIRST = 56  # turns a square as a side sees it into its place in a table, whose first row is rank 8

BLENDED = (  # terms that are read off tables, in pawns
    "material",
    "piece squares",
    "mobility",
    "passed pawns",
    "king shelter",
    "king attack",
    "threats",
)
NAMES = (*BLENDED, *COUNTED, "mating", "drawish ending")


class Seat(NamedTuple):
    """The board as one side sees it: its first rank is the lowest. All words."""

    pawns: Any
    knights: Any
    bishops: Any
    rooks: Any
    queens: Any
    king: int  # a square
    their_pawns: Any
    their_king: int
    occupied: Any


class Survey(NamedTuple):
    """What a side's pieces do; the pairs are as in the tables."""

    material: Any
    squares: Any
    mobility: Any
    passed: Any
    shelter: Any
    phase: int
    attack: int  # on the squares around the other's king
    seen: Any  # word: all that the side attacks, but for its king
    by_pawns: Any  # what its pawns attack, and so on
    by_knights: Any
    by_minors: Any
    by_rooks: Any
    by_queens: Any
    isolated: int
    doubled: int
    backward: int
    connected: int
    pair: int  # 1: two bishops
    on_files: int  # rooks: 2 on an open file, 1 on a half-open one
    outposts: int
    room: int  # squares in the centre, behind the front, that no pawn takes away


def guide() -> Guide:
    """Playouts are cut at once: the evaluation knows more than they show."""
    return Guide(longest=1, trust=10.0)


def evaluator() -> Vector:
    """The fitted evaluation with its tactics."""
    tables = {name: packed(*pair) for name, pair in TABLES.items()}
    return Vector(
        names=NAMES,
        weights=(1.0,) * len(BLENDED) + tuple(COUNTED.values()) + (1.0, 1.0),
        features=features_of(tables.__getitem__, blend, tuple(COUNTED.values())),
        win=1000.0,
        unit=1.5,
        units="pawns",
        tactics=chess_tactics(),
    )


def packed(middle: tuple[int, ...], ending: tuple[int, ...]) -> Any:
    """Two tables in one: the sum of packed numbers is the packed pair of the sums."""
    return np.array([(m << 32) + e for m, e in zip(middle, ending, strict=True)], dtype=np.int64)


def blend(pair, phase):
    """A packed pair of hundredths as one number of pawns."""
    middle = (pair + (1 << 31)) >> 32
    ending = pair - (middle << 32)
    return (middle * phase + ending * (FULL - phase)) * (0.01 / FULL)


def features_of(table: Callable[[str], Any], blend: Callable[..., Any], counted: tuple[Any, ...]) -> Callable[..., Any]:
    """Makes features(state) from tables by name, a way to blend their entries, and the weights of counted features.

    Nothing is done to a table's entries but to add, subtract, multiply by an integer and blend them, so that a fit can
    put something else in their place and see which ones an evaluation used, how often.
    """
    known, before = chess_tables(), _before()
    king_from, knight_from = known.king, known.knight
    bit, bishop_sees, rook_sees = chess_moves().bit, chess_moves().bishop_sees, chess_moves().rook_sees
    none, one, eight = np.uint64(0), np.uint64(1), np.uint64(8)
    not_a, not_h = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
    file_a = np.uint64(0x0101010101010101)
    advanced = np.uint64(0x0000FFFFFF000000)  # ranks 4 to 6
    behind = np.uint64(0x000000003C3C3C00)  # the files c to f, ranks 2 to 4
    pawn_worth, knight_worth, bishop_worth, rook_worth, queen_worth = (table("material")[i] for i in range(5))
    pawn_on, knight_on, bishop_on = table("pawn squares"), table("knight squares"), table("bishop squares")
    rook_on, queen_on, king_on = table("rook squares"), table("queen squares"), table("king squares")
    pawn_goes, knight_goes, bishop_goes = table("pawn mobility"), table("knight mobility"), table("bishop mobility")
    rook_goes, queen_goes = table("rook mobility"), table("queen mobility")
    passed_on, blocked_on, free_on = table("passed pawns"), table("passed, blocked"), table("passed, way free")
    own_king_at, their_king_at = table("own king to passed pawn"), table("their king to passed pawn")
    sheltered, beside_king = table("pawns before the king"), table("pawns beside the king")
    attacked, threat = table("king attack"), table("threats")

    def up(word):
        """The squares above some, up to the edge, and themselves."""
        word |= word << eight
        word |= word << np.uint64(16)
        return word | (word << np.uint64(32))

    def down(word):
        word |= word >> eight
        word |= word >> np.uint64(16)
        return word | (word >> np.uint64(32))

    def sideways(word):
        """The squares to the left and the right of some."""
        return ((word & not_a) >> one) | ((word & not_h) << one)

    def white_seat(state):
        queens = state.diagonal & state.straight
        return Seat(
            state.pawns & state.white,
            state.knights & state.white,
            state.diagonal & ~queens & state.white,
            state.straight & ~queens & state.white,
            queens & state.white,
            lowest(state.kings & state.white),
            state.pawns & state.black,
            lowest(state.kings & state.black),
            state.white | state.black,
        )

    def black_seat(state):
        queens = state.diagonal & state.straight
        return Seat(
            flip(state.pawns & state.black),
            flip(state.knights & state.black),
            flip(state.diagonal & ~queens & state.black),
            flip(state.straight & ~queens & state.black),
            flip(queens & state.black),
            lowest(state.kings & state.black) ^ TOP_FIRST,
            flip(state.pawns & state.white),
            lowest(state.kings & state.white) ^ TOP_FIRST,
            flip(state.white | state.black),
        )

    def passed_worth(seat, passed, occupied):
        """Passed pawns by rank, by what stands in their way, and by how near the kings are."""
        worth = 0
        while passed:
            square = lowest(passed)
            passed = without_lowest(passed)
            rank, ahead = square >> 3, square + 8
            worth += passed_on[rank]
            if occupied & bit(ahead):
                worth += blocked_on[rank]
            elif not occupied & (file_a << np.uint64(ahead)):
                worth += free_on[rank]
            if rank >= 3:
                worth += (rank - 2) * own_king_at[distance(seat.king, ahead)]
                worth += (rank - 2) * their_king_at[distance(seat.their_king, ahead)]
        return worth

    def survey(seat):
        occupied = seat.occupied

        # Step 1. Pawns, all at once
        pawns, others = seat.pawns, seat.their_pawns
        by_pawns = ((pawns & not_a) << np.uint64(7)) | ((pawns & not_h) << np.uint64(9))
        by_others = ((others & not_a) >> np.uint64(9)) | ((others & not_h) >> np.uint64(7))
        files, their_files = up(down(pawns)), up(down(others))
        behind_pawns = down(pawns) >> eight
        passed = pawns & ~(down(others | by_others) >> eight | behind_pawns)
        backward = (pawns << eight) & by_others & ~up(by_pawns)
        squares, mobility = king_on[seat.king ^ TOP_FIRST], count((pawns << eight) & ~occupied) * pawn_goes[0]
        word = pawns
        while word:
            squares += pawn_on[lowest(word) ^ TOP_FIRST]
            word = without_lowest(word)

        # Step 2. Pieces: where they stand, what they see, where they can safely go
        open_to = ~(pawns | by_others | bit(seat.king))
        seen, twice, by_minors, by_rooks, by_queens = by_pawns, none, none, none, none
        word = seat.knights
        while word:
            square = lowest(word)
            word = without_lowest(word)
            sees = knight_from[square]
            twice |= seen & sees
            seen |= sees
            by_minors |= sees
            squares += knight_on[square ^ TOP_FIRST]
            mobility += knight_goes[count(sees & open_to)]
        by_knights = by_minors
        word = seat.bishops
        while word:
            square = lowest(word)
            word = without_lowest(word)
            sees = bishop_sees(square, occupied)
            twice |= seen & sees
            seen |= sees
            by_minors |= sees
            squares += bishop_on[square ^ TOP_FIRST]
            mobility += bishop_goes[count(sees & open_to)]
        word = seat.rooks
        while word:
            square = lowest(word)
            word = without_lowest(word)
            sees = rook_sees(square, occupied)
            twice |= seen & sees
            seen |= sees
            by_rooks |= sees
            squares += rook_on[square ^ TOP_FIRST]
            mobility += rook_goes[count(sees & open_to)]
        word = seat.queens
        while word:
            square = lowest(word)
            word = without_lowest(word)
            sees = bishop_sees(square, occupied) | rook_sees(square, occupied)
            twice |= seen & sees
            seen |= sees
            by_queens |= sees
            squares += queen_on[square ^ TOP_FIRST]
            mobility += queen_goes[count(sees & open_to)]

        knights, bishops, rooks, queens = (
            count(seat.knights),
            count(seat.bishops),
            count(seat.rooks),
            count(seat.queens),
        )
        worth = count(pawns) * pawn_worth + knights * knight_worth + bishops * bishop_worth
        worth += rooks * rook_worth + queens * queen_worth
        ring, half_open = king_from[seat.their_king], seat.rooks & ~files
        outposts = (seat.knights | seat.bishops) & advanced & by_pawns & ~down(by_others)
        return Survey(
            worth,
            squares,
            mobility,
            passed_worth(seat, passed, occupied),
            sheltered[count(pawns & before[seat.king])] + count(pawns & king_from[seat.king]) * beside_king[0],
            knights + bishops + 2 * rooks + 4 * queens,
            count(ring & seen) + count(ring & twice),
            seen,
            by_pawns,
            by_knights,
            by_minors,
            by_rooks,
            by_queens,
            count(pawns & ~sideways(files)),
            count(pawns & behind_pawns),
            count(backward),
            count(pawns & (by_pawns | sideways(pawns))),
            1 if bishops >= 2 else 0,
            count(half_open) + count(half_open & ~their_files),
            count(outposts),
            count(behind & ~pawns & ~by_others),
        )

    def danger(king, occupied, attackers, attack, seen, guarded, by_knights, by_rooks, by_queens):
        """How a king is attacked: on squares around it, those that it guards alone, by checks from safe squares."""
        if by_queens:
            near = king_from[king]
            safe = ~(attackers | guarded | near)
            straight, diagonal = rook_sees(king, occupied) & safe, bishop_sees(king, occupied) & safe
            attack += 2 * count(near & seen & ~guarded)
            attack += 4 if knight_from[king] & safe & by_knights else 0
            attack += 4 if straight & by_rooks else 0
            attack += 3 if (straight | diagonal) & by_queens else 0
        return attacked[min(31, attack)]

    def threatened(pieces, majors, pawns, by_pawns, by_minors, seen, guarded, guarded_by_pawns):
        """What the other side attacks: `seen` and so on are its, what is guarded is one's own."""
        alone = seen & ~guarded
        worth = count(pieces & by_pawns | majors & by_minors) * threat[0]
        worth += count(pieces & ~majors & by_minors) * threat[1]
        worth += count(pieces & seen & ~guarded_by_pawns) * threat[2]
        return worth + count(pieces & alone) * threat[3] + count(pawns & alone) * threat[4]

    def features(state):
        white, black = white_seat(state), black_seat(state)
        ours, theirs = survey(white), survey(black)
        phase = min(FULL, ours.phase + theirs.phase)
        seen, by_pawns, by_minors = flip(theirs.seen), flip(theirs.by_pawns), flip(theirs.by_minors)
        ours_danger = danger(
            white.king,
            white.occupied,
            state.black,
            theirs.attack,
            seen,
            ours.seen,
            flip(theirs.by_knights),
            flip(theirs.by_rooks),
            flip(theirs.by_queens),
        )
        theirs_danger = danger(
            white.their_king,
            white.occupied,
            state.white,
            ours.attack,
            ours.seen,
            seen,
            ours.by_knights,
            ours.by_rooks,
            ours.by_queens,
        )
        pieces, majors = ~(state.pawns | state.kings), state.straight
        ours_threats = threatened(
            pieces & state.white,
            majors & state.white,
            white.pawns,
            by_pawns,
            by_minors,
            seen,
            ours.seen | king_from[white.king],
            ours.by_pawns,
        )
        theirs_threats = threatened(
            pieces & state.black,
            majors & state.black,
            white.their_pawns,
            ours.by_pawns,
            ours.by_minors,
            ours.seen,
            seen | king_from[white.their_king],
            by_pawns,
        )
        blended = (
            blend(ours.material - theirs.material, phase),
            blend(ours.squares - theirs.squares, phase),
            blend(ours.mobility - theirs.mobility, phase),
            blend(ours.passed - theirs.passed, phase),
            blend(ours.shelter - theirs.shelter, phase),
            blend(ours_danger - theirs_danger, phase),
            blend(ours_threats - theirs_threats, phase),
        )
        counts = (
            float(ours.isolated - theirs.isolated),
            float(ours.doubled - theirs.doubled),
            float(ours.backward - theirs.backward),
            float(ours.connected - theirs.connected),
            float(ours.pair - theirs.pair),
            0.5 * (ours.on_files - theirs.on_files),
            float(ours.outposts - theirs.outposts),
            float(ours.room - theirs.room),
            1.0 if state.player == 0 else -1.0,
        )
        drawish = 0.0
        if phase <= 2 or not white.pawns or not white.their_pawns:
            total = blended[0] + blended[1] + blended[2] + blended[3] + blended[4] + blended[5] + blended[6]
            for i in range(len(counted)):
                total += counted[i] * counts[i]
            ours_to_win, theirs_to_win = (
                winnable(state, state.white, state.black),
                winnable(state, state.black, state.white),
            )
            drawish = total * (ours_to_win - 1.0 if total > 0.0 else theirs_to_win - 1.0)
        return blended + counts + (mating_worth(state), drawish)

    return features


def _before() -> Words:
    """By square: the six squares of the two ranks above, on its own file and those beside it."""
    king = chess_tables().king
    words = [0] * 64
    for square in range(56):
        above = int(king[square]) >> (square & 56) + 8 << (square & 56) + 8
        words[square] = above | (above << 8) & (1 << 64) - 1
    return np.array(words, dtype=np.uint64)
