"""The endings of chess: no castling, and a position in which a pawn can be taken en passant has no number.

White is the stronger side in a material's name. Colours are exchanged where Black is the stronger one, or where both
have the same pieces and Black is to move. Without pawns the board is turned and mirrored until the white king stands in
the triangle a1-d1-d4 (462 pairs of kings), with pawns it is mirrored until that king stands on the files a to d (1806
pairs). The number is made of the side to move, the pair of kings, and the set of squares of each kind of piece.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from zermelo.bits import count, lowest, without_lowest
from zermelo.compile.kernel.memory import Words
from zermelo.games._named import named
from zermelo.games.chess.moves import chess_moves
from zermelo.games.chess.rules import FIFTY_MOVES, ChessState
from zermelo.games.chess.tables import chess_tables
from zermelo.installed import np
from zermelo.solve.groups import choices, rank_square, unrank_square
from zermelo.solve.indexing import Indexing, Material

KINDS = "QRBNP"
PAWN = 4
USUAL, MOST = 4, 5
Army = tuple[int, ...]  # how many of each of the KINDS

# a material's words: its key, is it its own mirror image, has it pawns, numbers of each side to move, pieces, groups
KEY, SYMMETRIC, PAWNS, HALF, PIECES, GROUPS = MATERIAL = Words("KEY", "SYMMETRIC", "PAWNS", "HALF", "PIECES", "GROUPS")
FIRST = MATERIAL.end  # the first group
KIND, COLOUR, HOW_MANY, CHOICES = GROUP_WORDS = Words("KIND", "COLOUR", "HOW_MANY", "CHOICES")
GROUP = GROUP_WORDS.end  # words per group
MOST_GROUPS = MOST - 2


# --- materials ------------------------------------------------------------------------------------------------------


@cache
def materials(pieces: int) -> tuple[Material, ...]:
    """All with at most so many pieces; those of five only without pawns. Promotions lead to what has fewer pawns."""
    armies = [
        tuple(found.count(kind) for kind in range(len(KINDS)))
        for size in range(pieces - 1)
        for found in combinations_with_replacement(range(len(KINDS)), size)
    ]
    pairs = [(one, other) for one in armies for other in armies if _order(one) >= _order(other)]
    pairs = [(one, other) for one, other in pairs if sum(one) + sum(other) + 2 <= pieces]
    pairs = [pair for pair in pairs if sum(map(sum, pair)) + 2 <= USUAL or not pair[0][PAWN] + pair[1][PAWN]]
    pairs.sort(key=lambda pair: (sum(pair[0]) + sum(pair[1]), pair[0][PAWN] + pair[1][PAWN], *map(_order, pair)))
    return tuple(_material(one, other) for one, other in pairs)


def _order(army: Army) -> tuple[int, Army]:
    return sum(army), army


def _name(one: Army, other: Army) -> str:
    strong, weak = sorted((one, other), key=_order, reverse=True)
    return "".join("K" + "".join(kind * n for kind, n in zip(KINDS, army, strict=True)) for army in (strong, weak))


def _key(one: Army, other: Army) -> int:
    return sum(n << 2 * place for place, n in enumerate(one + other))


def _material(one: Army, other: Army) -> Material:
    has_pawns = bool(one[PAWN] + other[PAWN])
    groups = [
        (kind, colour, army[kind], choices(48 if kind == PAWN else 64, army[kind]))
        for colour, army in enumerate((one, other))
        for kind in range(len(KINDS))
        if army[kind]
    ]
    half = len(_king_pairs(has_pawns))
    for *_, ways in groups:
        half *= ways
    parts = [("white to move", half)] if one == other else [("white to move", half), ("black to move", half)]
    words = [_key(one, other), one == other, has_pawns, half, sum(one) + sum(other) + 2, len(groups)]
    words += [word for group in groups for word in group]
    words += [0] * (FIRST + MOST_GROUPS * GROUP - len(words))
    return Material(
        name=_name(one, other),
        pieces=sum(one) + sum(other) + 2,
        key=_key(one, other),
        mirrored=_key(other, one),
        parts=tuple(parts),
        words=tuple(map(int, words)),
        leads_to=tuple(sorted(_after(one, other) - {_name(one, other)})),
    )


def _after(one: Army, other: Army) -> set[str]:
    """The materials that one capture, promotion or both lead to."""
    found = set()
    for mine, theirs in ((one, other), (other, one)):
        become = [mine] + [_changed(mine, PAWN, kind) for kind in range(PAWN) if mine[PAWN]]
        left = [theirs] + [_changed(theirs, kind, None) for kind in range(len(KINDS)) if theirs[kind]]
        found |= {_name(army, rest) for army in become for rest in left}
    return found


def _changed(army: Army, gone: int, come: int | None) -> Army:
    return tuple(n - (kind == gone) + (kind == come) for kind, n in enumerate(army))


def _king_pairs(has_pawns: bool) -> list[tuple[int, int]]:
    """The squares of the white and the black king, up to symmetry."""
    found = []
    for white in range(64):
        file, rank = white % 8, white // 8
        if file > 3 or (not has_pawns and rank > file):
            continue
        for black in range(64):
            if max(abs(black % 8 - file), abs(black // 8 - rank)) < 2:
                continue
            if has_pawns or rank < file or black // 8 <= black % 8:
                found.append((white, black))
    return found


# --- numbers and unmoves --------------------------------------------------------------------------------------------


def indexing() -> Indexing:
    """The indexing of chess."""
    moves, tables = chess_moves(), chess_tables()
    bit, in_check, bishop_sees, rook_sees = moves.bit, moves.in_check, moves.bishop_sees, moves.rook_sees
    knight_from, king_from, pawn_from = tables.knight, tables.king, tables.pawn
    none, one = np.uint64(0), np.uint64(1)
    pairs = np.zeros((2, 1806, 2), dtype=np.int64)  # by whether there are pawns, and number: both kings
    numbers = np.zeros((2, 64, 64), dtype=np.int64)
    for pawns in (0, 1):
        for number, (white, black) in enumerate(_king_pairs(bool(pawns))):
            pairs[pawns, number] = white, black
            numbers[pawns, white, black] = number

    def counts(state, side):
        """The key of one side's pieces."""
        sliders, others = state.diagonal & state.straight, state.diagonal ^ state.straight
        found = count(sliders & side)
        found |= count(state.straight & others & side) << 2
        found |= count(state.diagonal & others & side) << 4
        found |= count(state.knights & side) << 6
        return found | count(state.pawns & side) << 8

    def material(state):
        if count(state.white | state.black) > MOST or state.rights or state.passant:
            return -1
        return counts(state, state.white) | counts(state, state.black) << 10

    def pieces_of(state, kind):
        if kind == 0:
            return state.diagonal & state.straight
        if kind == 1:
            return state.straight & ~state.diagonal
        if kind == 2:
            return state.diagonal & ~state.straight
        return state.knights if kind == 3 else state.pawns

    def turned(square, turn, crossed):
        """A square mirrored as `turn` says, and along the long diagonal if crossed."""
        square ^= turn
        return (square & 7) << 3 | square >> 3 if crossed else square

    def rank_pieces(words, at, state, white, black, turn, crossed, number):
        """The number of the kings, with the sets of squares of all other pieces behind it."""
        for group in range(words[at + GROUPS]):
            here = at + FIRST + group * GROUP
            word = pieces_of(state, words[here + KIND]) & (white if words[here + COLOUR] == 0 else black)
            first = 8 if words[here + KIND] == PAWN else 0
            number *= words[here + CHOICES]
            if words[here + HOW_MANY] == 1:
                number += turned(lowest(word), turn, crossed) - first
            else:
                squares = none
                while word:
                    squares |= bit(turned(lowest(word), turn, crossed))
                    word = without_lowest(word)
                place = 0
                while squares:
                    number += rank_square(lowest(squares) - first, place)
                    squares = without_lowest(squares)
                    place += 1
        return number

    def rank(words, at, state, key):
        exchanged = key != words[at + KEY] or (words[at + SYMMETRIC] == 1 and state.player == 1)
        white, black = (state.black, state.white) if exchanged else (state.white, state.black)
        turn, side = (56, 1 - state.player) if exchanged else (0, state.player)
        white_king, black_king = lowest(state.kings & white) ^ turn, lowest(state.kings & black) ^ turn
        mirror = 7 if white_king & 4 else 0
        has_pawns = words[at + PAWNS]
        if has_pawns == 0 and white_king & 32:
            mirror |= 56
        turn, white_king, black_king = turn ^ mirror, white_king ^ mirror, black_king ^ mirror
        crossed, both = False, False
        if has_pawns == 0:
            above = (white_king >> 3) - (white_king & 7)
            if above == 0:
                above = (black_king >> 3) - (black_king & 7)
                both = above == 0
            crossed = above > 0
        if crossed:
            kings = numbers[has_pawns, turned(white_king, 0, True), turned(black_king, 0, True)]
        else:
            kings = numbers[has_pawns, white_king, black_king]
        number = rank_pieces(words, at, state, white, black, turn, crossed, kings)
        if both:  # of a position and its mirror image, the smaller number
            number = min(number, rank_pieces(words, at, state, white, black, turn, True, kings))
        return side * words[at + HALF] + number

    def unrank(words, at, number):
        side = number // words[at + HALF]
        number -= side * words[at + HALF]
        queens, rooks, bishops, knights, pawns = none, none, none, none, none
        white, black = none, none
        for group in range(words[at + GROUPS] - 1, -1, -1):
            here = at + FIRST + group * GROUP
            rest = number % words[here + CHOICES]
            number //= words[here + CHOICES]
            kind, word = words[here + KIND], none
            for place in range(words[here + HOW_MANY] - 1, -1, -1):
                square = unrank_square(rest, place)
                rest -= rank_square(square, place)
                word |= bit(square + 8 if kind == PAWN else square)
            if words[here + COLOUR] == 0:
                white |= word
            else:
                black |= word
            if kind == 0:
                queens |= word
            elif kind == 1:
                rooks |= word
            elif kind == 2:
                bishops |= word
            elif kind == 3:
                knights |= word
            else:
                pawns |= word
        white_king = bit(pairs[words[at + PAWNS], number, 0])
        black_king = bit(pairs[words[at + PAWNS], number, 1])
        return ChessState(
            pawns,
            knights,
            bishops | queens,
            rooks | queens,
            white_king | black_king,
            white | white_king,
            black | black_king,
            none,
            none,
            side,
            0,
            1,
        )

    def with_player(state, player):
        return state._replace(rights=none, passant=none, player=player, clock=0, move=1)

    def is_legal(words, at, state):
        """Does each piece have a square of its own, and is the side that has moved not in check?"""
        if count(state.white | state.black) != words[at + PIECES]:
            return False
        return not in_check(with_player(state, 1 - state.player))

    def write_all(buffer, total, square, origins):
        while origins:
            buffer[total] = square | lowest(origins) << 6
            origins = without_lowest(origins)
            total += 1
        return total

    def unmoves(state, buffer):
        """Pieces come from where they can go; pawns from behind, at once from two squares behind if on the way."""
        mover = 1 - state.player
        own, enemy = (state.white, state.black) if mover == 0 else (state.black, state.white)
        empty = ~(own | enemy)
        king, other = lowest(state.kings & own), lowest(state.kings & enemy)
        # Kings side by side have no number
        total = write_all(buffer, 0, king, king_from[king] & empty & ~king_from[other])
        pieces = state.knights & own
        while pieces:
            square = lowest(pieces)
            pieces = without_lowest(pieces)
            total = write_all(buffer, total, square, knight_from[square] & empty)
        pieces = state.diagonal & own
        while pieces:
            square = lowest(pieces)
            pieces = without_lowest(pieces)
            total = write_all(buffer, total, square, bishop_sees(square, ~empty) & empty)
        pieces = state.straight & own
        while pieces:
            square = lowest(pieces)
            pieces = without_lowest(pieces)
            total = write_all(buffer, total, square, rook_sees(square, ~empty) & empty)
        pieces = state.pawns & own
        up = 8 if mover == 0 else -8
        home, fourth = (1, 3) if mover == 0 else (6, 4)
        while pieces:
            square = lowest(pieces)
            pieces = without_lowest(pieces)
            behind = square - up
            if square >> 3 == home or not empty & bit(behind):
                continue
            buffer[total] = square | behind << 6
            total += 1
            if square >> 3 == fourth and empty & bit(behind - up):
                unmove = square | (behind - up) << 6
                buffer[total] = -unmove if pawn_from[mover, behind] & state.pawns & enemy else unmove
                total += 1
        return total

    def back(word, square, origin):
        """The word with what stands on a square on the empty origin instead."""
        carried = (word >> np.uint64(square)) & one
        return word ^ (carried << np.uint64(square) | carried << np.uint64(origin))

    def unplay(state, unmove):
        unmove = abs(unmove)
        square, origin = unmove & 63, unmove >> 6
        return ChessState(
            back(state.pawns, square, origin),
            back(state.knights, square, origin),
            back(state.diagonal, square, origin),
            back(state.straight, square, origin),
            back(state.kings, square, origin),
            back(state.white, square, origin),
            back(state.black, square, origin),
            none,
            none,
            1 - state.player,
            0,
            1,
        )

    return Indexing(
        version=1,
        usual=USUAL,
        most=MOST,
        patience=FIFTY_MOVES,
        most_unmoves=128,
        **named(materials, material, rank, unrank, is_legal, unmoves, unplay),
    )
