"""Chess: the whole of it but repetition, which needs the path and belongs to whoever keeps one.

Boards are words; a move is from | to << 6 | promotion << 12. Every move that `fill` writes is legal: pins and checks
are seen before a move is written, so that counting moves needs no move to be made.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from zermelo.bits import along, count, lowest, without_lowest
from zermelo.game import Game, game_from_fill
from zermelo.games._chess_tables import chess_tables
from zermelo.games._chess_text import describe, parse_fen, parse_move, san, to_fen

KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 3, 4  # what a pawn becomes
MOST_MOVES = 256  # no position is known with more than 218
FIFTY_MOVES = 100  # plies without a capture or a pawn's move


class ChessState(NamedTuple):
    """A position; the boards are numpy.uint64."""

    pawns: Any  # of both colours, as all the words of pieces
    knights: Any
    diagonal: Any  # bishops and queens
    straight: Any  # rooks and queens
    kings: Any
    white: Any
    black: Any
    rights: Any  # rooks that may still castle
    passant: Any  # the square behind a pawn that just moved two, where an enemy pawn could take it; 0: none
    player: int
    clock: int  # plies since the last capture or pawn's move
    move: int  # number of the move, as players count


def chess() -> Game:
    """White begins. Moves are written Nf3, e4, O-O and read so or as g1f3; positions are FEN."""
    tables = chess_tables()
    knight_from, king_from, pawn_from = tables.knight, tables.king, tables.pawn
    lines, between, through = tables.lines, tables.between, tables.through
    none, one, everything = np.uint64(0), np.uint64(1), np.uint64(2**64 - 1)
    eight = np.uint64(8)
    not_a, not_h = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)
    last_ranks = np.uint64(0xFF000000000000FF)
    third, sixth = np.uint64(0xFF0000), np.uint64(0xFF0000000000)
    light = np.uint64(0x55AA55AA55AA55AA)

    def initial():
        return parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ChessState)

    def to_move(state):
        return state.player

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

    def list_moves(state, buffer):
        """Writes the legal moves (nowhere, where the buffer is None) and returns how many there are."""
        white = state.player == 0
        own, enemy = (state.white, state.black) if white else (state.black, state.white)
        occupied = own | enemy
        king = lowest(state.kings & own)
        total = 0

        # Step 1. The king, out of every attack: it does not hide behind where it stood
        targets = king_from[king] & ~own
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
        if not checks:
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
        open_to = ~own & allowed
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

    def fill(state, buffer):
        return list_moves(state, buffer)

    def carry(word, start, target):
        """The word after whatever stood on `start` has gone to `target`, where nothing else is left."""
        carried = ((word >> np.uint64(start)) & one) << np.uint64(target)
        return (word & ~bit(start) & ~bit(target)) | carried

    def result(state, move):
        start, target, promotion = move & 63, (move >> 6) & 63, move >> 12
        up = 8 if state.player == 0 else -8
        pawns = carry(state.pawns, start, target)
        knights = carry(state.knights, start, target)
        diagonal = carry(state.diagonal, start, target)
        straight = carry(state.straight, start, target)
        kings = carry(state.kings, start, target)
        white = carry(state.white, start, target)
        black = carry(state.black, start, target)
        rights = state.rights & ~bit(start) & ~bit(target)
        passant = none
        clock = state.clock + 1
        if (state.white | state.black) & bit(target):
            clock = 0
        if state.pawns & bit(start):
            clock = 0
            if promotion:
                pawns &= ~bit(target)
                if promotion == KNIGHT:
                    knights |= bit(target)
                if promotion in (BISHOP, QUEEN):
                    diagonal |= bit(target)
                if promotion in (ROOK, QUEEN):
                    straight |= bit(target)
            elif bit(target) == state.passant:
                taken = ~bit(target - up)
                pawns &= taken
                white &= taken
                black &= taken
            elif target - start == 2 * up:
                enemy = black if state.player == 0 else white
                if pawn_from[state.player, target - up] & pawns & enemy:
                    passant = bit(target - up)
        elif state.kings & bit(start):
            home = np.uint64(0xFF) if state.player == 0 else np.uint64(0xFF00000000000000)
            rights &= ~home
            if target - start == 2 or start - target == 2:
                rook, landing = (target + 1, target - 1) if target > start else (target - 2, target + 1)
                straight = carry(straight, rook, landing)
                if state.player == 0:
                    white = carry(white, rook, landing)
                else:
                    black = carry(black, rook, landing)
        return ChessState(
            pawns,
            knights,
            diagonal,
            straight,
            kings,
            white,
            black,
            rights,
            passant,
            1 - state.player,
            clock,
            state.move + state.player,
        )

    def is_dead(state):
        """Neither side can ever mate: bare kings, one minor piece, or bishops of one colour of square alone."""
        if state.pawns | state.straight:
            return False
        if count(state.knights | state.diagonal) <= 1:
            return True
        return not state.knights and (not state.diagonal & light or not state.diagonal & ~light)

    def in_check(state):
        own, enemy = (state.white, state.black) if state.player == 0 else (state.black, state.white)
        return attackers(state, lowest(state.kings & own), own | enemy, enemy) != none

    def is_terminal(state):
        return state.clock >= FIFTY_MOVES or is_dead(state) or list_moves(state, None) == 0

    def utility(state, player):
        if not in_check(state) or list_moves(state, None) > 0:
            return 0.0
        return -1.0 if state.player == player else 1.0

    def legal(state):
        buffer = [0] * MOST_MOVES
        return buffer[: list_moves(state, buffer)]

    def format_action(state, move):
        after = result(state, move)
        return san(state, move, legal(state), legal(after), in_check(after))

    def parse_state(text):
        state = parse_fen(text, ChessState)
        if in_check(state._replace(player=1 - state.player)):
            raise ValueError("the side that is not to move stands in check")
        return state

    return game_from_fill(
        fill,
        max_actions=MOST_MOVES,
        initial=initial,
        to_move=to_move,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        counts_on=lambda state: True,
        summary="the royal game",
        best_utility=1.0,
        player_names=("white", "black"),
        format_action=format_action,
        parse_action=lambda state, text: parse_move(text, legal(state)),
        format_state=to_fen,
        parse_state=parse_state,
        picture=describe,
    )
