"""Chess moves: which are legal, who attacks what. Rules and evaluation both ask here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from zermelo.bits import along, lowest, without_lowest
from zermelo.games.chess.tables import chess_tables
from zermelo.installed import np

KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 3, 4  # what a pawn becomes
MOST_MOVES = 256  # no position is known with more than 218


@dataclass(frozen=True)
class ChessMoves:
    """The functions; a square is 0 (a1) to 63 (h8), a move is from | to << 6 | promotion << 12."""

    bit: Callable[..., Any]  # (square) -> word
    bishop_sees: Callable[..., Any]  # (square, occupied) -> word
    rook_sees: Callable[..., Any]
    attackers: Callable[..., Any]  # (state, square, occupied, enemy) -> word
    in_check: Callable[..., Any]  # (state) -> is the king of the one to move attacked?
    list_moves: Callable[..., Any]  # (state, buffer or None) -> how many legal moves there are
    list_noisy: Callable[..., Any]  # likewise, captures and promotions only


@cache
def chess_moves() -> ChessMoves:
    """Makes the functions, once a process."""
    tables = chess_tables()
    knight_from, king_from, pawn_from = tables.knight, tables.king, tables.pawn
    lines, between, through = tables.lines, tables.between, tables.through
    none, one, everything = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)
    eight = np.uint64(8)
    not_a, not_h = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
    last_ranks = np.uint64(0xFF000000000000FF)
    third, sixth = np.uint64(0xFF0000), np.uint64(0xFF0000000000)

    def bit(square):
        return one << np.uint64(square)

    def bishop_sees(square, occupied):
        return along(lines[2, square], occupied, bit(square)) | along(lines[3, square], occupied, bit(square))

    def rook_sees(square, occupied):
        return along(lines[0, square], occupied, bit(square)) | along(lines[1, square], occupied, bit(square))

    def attackers(state, square, occupied, enemy):
        """Enemy pieces that attack a square."""
        found = knight_from[square] & state.knights
        found |= king_from[square] & state.kings
        found |= pawn_from[state.player, square] & state.pawns
        found |= bishop_sees(square, occupied) & state.diagonal
        found |= rook_sees(square, occupied) & state.straight
        return found & enemy

    def write(buffer, total, move):
        if buffer is not None:
            buffer[total] = move
        return total + 1

    def write_all(buffer, total, square, targets):
        while targets:
            total = write(buffer, total, square | lowest(targets) << 6)
            targets = without_lowest(targets)
        return total

    def write_pawns(buffer, total, state, targets, step, king, pinned):
        """Moves of pawns to each of the targets from the square `step` before it."""
        while targets:
            target = lowest(targets)
            square = target - step
            targets = without_lowest(targets)
            if pinned & bit(square) and not through[king, square] & bit(target):
                continue
            if bit(target) & last_ranks:
                for piece in (QUEEN, KNIGHT, ROOK, BISHOP):
                    total = write(buffer, total, square | target << 6 | piece << 12)
            else:
                total = write(buffer, total, square | target << 6)
        return total

    def in_check(state):
        own, enemy = (state.white, state.black) if state.player == 0 else (state.black, state.white)
        return attackers(state, lowest(state.kings & own), own | enemy, enemy) != none

    def list_some(state, buffer, only_noisy):
        """Writes the legal moves (nowhere, where the buffer is None) and returns how many there are."""
        white = state.player == 0
        own, enemy = (state.white, state.black) if white else (state.black, state.white)
        occupied = own | enemy
        king = lowest(state.kings & own)
        total = 0

        # Step 1. The king, out of every attack: it does not hide behind where it stood
        goals = enemy if only_noisy else ~own
        targets = king_from[king] & goals
        without_king = occupied & ~bit(king)
        while targets:
            target = lowest(targets)
            targets = without_lowest(targets)
            if not attackers(state, target, without_king, enemy):
                total = write(buffer, total, king | target << 6)

        # Step 2. Checks: one must be met where it comes from or on the way, two only by the king
        checks = attackers(state, king, occupied, enemy)
        allowed = everything
        if checks:
            if without_lowest(checks):
                return total
            allowed = checks | between[king, lowest(checks)]

        # Step 3. Pins: own pieces alone between the king and a slider that looks at it
        pinned = none
        snipers = (bishop_sees(king, enemy) & state.diagonal | rook_sees(king, enemy) & state.straight) & enemy
        while snipers:
            blockers = between[king, lowest(snipers)] & own
            if blockers and not without_lowest(blockers):
                pinned |= blockers
            snipers = without_lowest(snipers)

        # Step 4. Castling: not in check, nothing on the way, and no square of the king's way attacked
        if not checks and not only_noisy:
            rooks = state.rights & own
            while rooks:
                rook = lowest(rooks)
                rooks = without_lowest(rooks)
                if between[king, rook] & occupied:
                    continue
                side = 1 if rook > king else -1
                if attackers(state, king + side, occupied, enemy) or attackers(state, king + 2 * side, occupied, enemy):
                    continue
                total = write(buffer, total, king | (king + 2 * side) << 6)

        # Step 5. Knights and sliders
        open_to = goals & allowed
        pieces = state.knights & own & ~pinned
        while pieces:
            square = lowest(pieces)
            pieces = without_lowest(pieces)
            total = write_all(buffer, total, square, knight_from[square] & open_to)
        pieces = state.diagonal & own
        while pieces:
            square = lowest(pieces)
            pieces = without_lowest(pieces)
            targets = bishop_sees(square, occupied) & open_to
            if pinned & bit(square):
                targets &= through[king, square]
            total = write_all(buffer, total, square, targets)
        pieces = state.straight & own
        while pieces:
            square = lowest(pieces)
            pieces = without_lowest(pieces)
            targets = rook_sees(square, occupied) & open_to
            if pinned & bit(square):
                targets &= through[king, square]
            total = write_all(buffer, total, square, targets)

        # Step 6. Pawns
        pawns = state.pawns & own
        if white:
            single = (pawns << eight) & ~occupied
            double = ((single & third) << eight) & ~occupied
            left, right = ((pawns & not_a) << np.uint64(7)), ((pawns & not_h) << np.uint64(9))
            up = 8
        else:
            single = (pawns >> eight) & ~occupied
            double = ((single & sixth) >> eight) & ~occupied
            left, right = ((pawns & not_h) >> np.uint64(7)), ((pawns & not_a) >> np.uint64(9))
            up = -8
        if only_noisy:
            single, double = single & last_ranks, none
        sideways = 7 if white else -7
        other_way = 9 if white else -9
        total = write_pawns(buffer, total, state, left & enemy & allowed, sideways, king, pinned)
        total = write_pawns(buffer, total, state, right & enemy & allowed, other_way, king, pinned)
        total = write_pawns(buffer, total, state, single & allowed, up, king, pinned)
        total = write_pawns(buffer, total, state, double & allowed, 2 * up, king, pinned)

        # Step 7. En passant: two pawns leave their rank at once, so the king looks for itself
        if state.passant:
            target = lowest(state.passant)
            taken = bit(target - up)
            takers = pawn_from[1 - state.player, target] & pawns
            while takers:
                square = lowest(takers)
                takers = without_lowest(takers)
                after = (occupied & ~bit(square) & ~taken) | state.passant
                if not attackers(state, king, after, enemy & ~taken):
                    total = write(buffer, total, square | target << 6)
        return total

    def list_moves(state, buffer):
        return list_some(state, buffer, False)

    def list_noisy(state, buffer):
        return list_some(state, buffer, True)

    return ChessMoves(bit, bishop_sees, rook_sees, attackers, in_check, list_moves, list_noisy)
