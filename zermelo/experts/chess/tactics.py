"""Chess tactics: which captures win something, and what else a selective search asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from zermelo.bits import lowest, without_lowest
from zermelo.evaluate.tactics import Tactics
from zermelo.games.chess.moves import BISHOP, KNIGHT, QUEEN, ROOK, chess_moves
from zermelo.games.chess.tables import chess_tables
from zermelo.installed import np

PAWN_KIND, KNIGHT_KIND, BISHOP_KIND, ROOK_KIND, QUEEN_KIND, KING_KIND = range(1, 7)  # 0: an empty square
WORTH = (0, 1, 3, 3, 5, 9, 0)  # by kind, in pawns; a king is never exchanged
UNDERPROMOTION = -100  # ranks below every losing capture


class Aims(NamedTuple):
    """From where the enemy's king would be attacked; all but its square are words."""

    king: int
    diagonal: Any  # squares that see it diagonally
    straight: Any
    screens: Any  # pieces of the one to move that alone keep a slider of theirs from seeing it


def chess_tactics() -> Tactics:
    """Captures by what they win, promotions to a queen, checks as forced, null moves with a piece on the board."""
    moves = chess_moves()
    exchange, kind_on, bit = chess_exchange(), _kind_on, moves.bit
    worth = np.array(WORTH)

    def rank(state, move):
        """Most moves are quiet, which this small function sees where it is called."""
        if move >> 12 == 0 and not (state.white | state.black | state.passant) & bit((move >> 6) & 63):
            return 0
        return rank_noisy(state, move)

    def rank_noisy(state, move):
        start, target, promotion = move & 63, (move >> 6) & 63, move >> 12
        victim, attacker = kind_on(state, target), kind_on(state, start)
        if promotion:
            if promotion != QUEEN:
                return UNDERPROMOTION - promotion
            lost = exchange(state, move)
            return lost if lost < 0 else 8 * (QUEEN_KIND + victim)
        if victim == 0:
            if attacker != PAWN_KIND or (start - target) % 8 == 0:
                return 0
            victim = PAWN_KIND  # en passant
        if attacker != KING_KIND and worth[attacker] > worth[victim]:
            lost = exchange(state, move)
            if lost < 0:
                return lost
        return 8 * victim + KING_KIND - attacker + 1

    def passed(state):
        other, moves = 1 - state.player, state.move + state.player
        return state._replace(passant=np.uint64(0), player=other, clock=state.clock + 1, move=moves)

    def may_pass(state):
        """With pawns alone, having to move is often what loses."""
        own = state.white if state.player == 0 else state.black
        return (own & ~(state.pawns | state.kings)) != np.uint64(0)

    aims, forces = chess_checks()
    return Tactics(
        rank=rank,
        noisy=moves.list_noisy,
        forced=moves.in_check,
        aims=aims,
        forces=forces,
        passed=passed,
        may_pass=may_pass,
        margin=1.0,
    )


@cache
def chess_checks() -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Makes aims(state) -> Aims and forces(state, aims, move) -> does a quiet move give check? See Tactics."""
    moves, tables = chess_moves(), chess_tables()
    bit, bishop_sees, rook_sees = moves.bit, moves.bishop_sees, moves.rook_sees
    knight_from, pawn_from, between, through = tables.knight, tables.pawn, tables.between, tables.through
    none = np.uint64(0)

    def aims(state):
        own, enemy = (state.white, state.black) if state.player == 0 else (state.black, state.white)
        occupied, king = own | enemy, lowest(state.kings & enemy)
        diagonal, straight = bishop_sees(king, occupied), rook_sees(king, occupied)
        unscreened = occupied & ~(own & (diagonal | straight))
        snipers = bishop_sees(king, unscreened) & state.diagonal | rook_sees(king, unscreened) & state.straight
        snipers &= own
        screens = none
        while snipers:
            screens |= between[king, lowest(snipers)] & own
            snipers = without_lowest(snipers)
        return Aims(king, diagonal, straight, screens)

    def forces(state, aims, move):
        start, target = move & 63, (move >> 6) & 63
        here, there = bit(start), bit(target)
        if aims.screens & here and not through[aims.king, start] & there:
            return True
        if state.kings & here:
            if target - start == 2 or start - target == 2:  # castling
                rook = bit((start + target) // 2)
                occupied = (state.white | state.black) & ~here | there | rook
                return rook_sees(aims.king, occupied) & rook != none
            return False
        sees = pawn_from[1 - state.player, aims.king] if state.pawns & here else none
        sees |= knight_from[aims.king] if state.knights & here else none
        sees |= aims.diagonal if state.diagonal & here else none
        sees |= aims.straight if state.straight & here else none
        return sees & there != none

    return aims, forces


@cache
def chess_exchange() -> Callable[..., Any]:
    """Makes exchange(state, move) -> int: what the move wins, in pawns, when both sides then take on its square.

    The cheapest piece takes first, whoever is better off stops, pieces behind others join in, and pins do not count.
    """
    moves, tables, kind_on = chess_moves(), chess_tables(), _kind_on
    bit, bishop_sees, rook_sees = moves.bit, moves.bishop_sees, moves.rook_sees
    knight_from, king_from, pawn_from = tables.knight, tables.king, tables.pawn
    none = np.uint64(0)
    worth = np.array(WORTH)
    becomes = np.zeros(5, np.int64)
    becomes[[KNIGHT, BISHOP, ROOK, QUEEN]] = KNIGHT_KIND, BISHOP_KIND, ROOK_KIND, QUEEN_KIND

    def cheapest(state, takers):
        """The least valuable of some pieces, as a word of one bit or more of the same kind."""
        if takers & state.pawns:
            return takers & state.pawns
        if takers & state.knights:
            return takers & state.knights
        if takers & state.diagonal & ~state.straight:
            return takers & state.diagonal & ~state.straight
        if takers & state.straight & ~state.diagonal:
            return takers & state.straight & ~state.diagonal
        if takers & state.diagonal:
            return takers & state.diagonal
        return takers

    def exchange(state, move):
        start, target, promotion = move & 63, (move >> 6) & 63, move >> 12
        occupied = (state.white | state.black) & ~bit(start)
        standing, victim = kind_on(state, start), kind_on(state, target)
        if standing == PAWN_KIND and victim == 0 and (start - target) % 8 != 0:
            victim = PAWN_KIND
            occupied &= ~bit(target - 8 if state.player == 0 else target + 8)
        balance = worth[victim]
        if promotion:
            standing = becomes[promotion]
            balance += worth[standing] - 1

        near = (
            knight_from[target] & state.knights
            | king_from[target] & state.kings
            | pawn_from[0, target] & state.pawns & state.black
            | pawn_from[1, target] & state.pawns & state.white
        )
        # Alpha-beta along one line, seen by the one who moved first: each side in turn may stop at the balance.
        low, high = -100, 100
        moved, player = True, 1 - state.player
        while True:
            if moved:
                high = max(low, min(high, balance))
            else:
                low = min(high, max(low, balance))
            if low == high:
                break
            diagonal = bishop_sees(target, occupied) & state.diagonal
            straight = rook_sees(target, occupied) & state.straight
            takers = (near | diagonal | straight) & occupied
            own, enemy = (state.white, state.black) if player == 0 else (state.black, state.white)
            if takers & own == none:
                break
            taker = lowest(cheapest(state, takers & own))
            kind = kind_on(state, taker)
            if kind == KING_KIND and takers & enemy != none:
                break
            balance += -worth[standing] if moved else worth[standing]
            standing = kind
            occupied &= ~bit(taker)
            moved, player = not moved, 1 - player
        return high if moved else low

    return exchange


def _kind_on(state, square):
    """What stands on a square, 1 (a pawn) to 6 (a king), or 0."""
    at, one = np.uint64(square), np.uint64(1)
    diagonal, straight = (state.diagonal >> at) & one, (state.straight >> at) & one
    few = ((state.pawns >> at) & one) + np.uint64(2) * ((state.knights >> at) & one)
    few += np.uint64(3) * diagonal + np.uint64(4) * straight - np.uint64(2) * (diagonal & straight)
    return np.int64(few + np.uint64(6) * ((state.kings >> at) & one))
