"""Chess. The third time of a position is a draw for whoever keeps the path; see `reversible`.

Boards are words; a move is from | to << 6 | promotion << 12. Every move that `fill` writes is legal: pins and checks
are seen before a move is written, so that counting moves needs no move to be made.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.bits import count, fold, mix
from zermelo.game import Game, game_from_fill
from zermelo.games._named import named
from zermelo.games.chess.moves import BISHOP, KNIGHT, MOST_MOVES, QUEEN, ROOK, chess_moves
from zermelo.games.chess.san import moves_named
from zermelo.games.chess.tables import chess_tables
from zermelo.games.chess.text import FIGURES, describe, parse_fen, parse_move, san, to_fen, touches, write_cells
from zermelo.installed import np
from zermelo.picture import Arranging

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
    """White begins.

    Whoever attacks the other's king so that it cannot escape wins by checkmate. Who has no legal move but is not in
    check draws by stalemate. A game is also drawn after fifty moves without a capture or a pawn's move, with too little
    material to mate, or when a position comes up for the third time. Moves are written Nf3, e4, O-O and read so or as
    g1f3; positions are FEN.
    """
    moves = chess_moves()
    bit, in_check, list_moves = moves.bit, moves.in_check, moves.list_moves
    pawn_from = chess_tables().pawn
    none, one = np.uint64(0), np.uint64(1)
    light = np.uint64(0x55AA55AA55AA55AA)
    salts = tuple(np.uint64(mix(number) * 2 + 1) for number in range(1, 9))

    def initial():
        return parse_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ChessState)

    def to_move(state):
        return state.player

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

    def adjudicated(state):
        return state.clock >= FIFTY_MOVES or is_dead(state)

    def is_terminal(state):
        return adjudicated(state) or list_moves(state, None) == 0

    def key(state):
        """Of the position as repetition sees it: clocks do not matter."""
        pawns_and_white = fold(state.pawns ^ salts[0], state.white ^ salts[1])
        knights_and_black = fold(state.knights ^ salts[2], state.black ^ salts[3])
        sliders = fold(state.diagonal ^ salts[4], state.straight ^ salts[5])
        rest = state.rights ^ state.passant ^ (np.uint64(state.player) << np.uint64(8))
        return pawns_and_white ^ knights_and_black ^ sliders ^ fold(state.kings ^ salts[6], rest ^ salts[7])

    def reversible(state):
        return state.clock

    def utility(state, player):
        if not in_check(state) or list_moves(state, None) > 0:
            return 0.0
        return -1.0 if state.player == player else 1.0

    def ending(state):
        if list_moves(state, None) == 0:
            return "by checkmate" if in_check(state) else "by stalemate"
        return "by the fifty-move rule" if state.clock >= FIFTY_MOVES else "by insufficient material"

    def legal(state):
        buffer = [0] * MOST_MOVES
        return buffer[: list_moves(state, buffer)]

    def format_action(state, move):
        after = result(state, move)
        check = in_check(after)
        return san(state, move, legal(state), legal(after) if check else [], check)

    def parse_action(state, text):
        """Also e2e4, and the habits of those who write moves: 0-0, Ng1f3, e8Q."""
        meant = moves_named(state, text, legal(state))
        return meant[0] if len(meant) == 1 else parse_move(text, legal(state))

    def parse_state(text):
        state = parse_fen(text, ChessState)
        if in_check(state._replace(player=1 - state.player)):
            raise ValueError("the side that is not to move stands in check")
        return state

    return game_from_fill(
        fill,
        max_actions=MOST_MOVES,
        counts_on=lambda state: True,
        label="Chess",
        summary="the royal game",
        best_utility=1.0,
        win_name="mate",
        player_names=("white", "black"),
        format_state=to_fen,
        picture=lambda state: describe(state, bool(in_check(state))),
        touches=touches,
        arranging=Arranging(tuple(FIGURES.values()), write_cells),
        **named(initial, to_move, result, is_terminal, utility, key, adjudicated, reversible),
        **named(format_action, parse_action, parse_state, ending),
    )
