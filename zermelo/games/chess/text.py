"""Chess in writing: FEN, moves as SAN and as engines write them, and the board's picture.

A state is known here by its fields alone (see ChessState in chess.py).
"""

from __future__ import annotations

import re
from typing import Any

from zermelo.installed import np
from zermelo.picture import Board, written_rows
from zermelo.picture.arranging import Cells

FILES = "abcdefgh"
MOST_COUNTED = 9999  # moves, and plies since the last capture or pawn's move
PIECES = "pnbrqk"
PROMOTIONS = ".nbrq"
FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
CORNERS = {"K": 7, "Q": 0, "k": 63, "q": 56}  # the rooks that castle, and the kings' squares
HOMES = {"K": 4, "Q": 4, "k": 60, "q": 60}

POINTS = {"q": 9, "r": 5, "b": 3, "n": 3, "p": 1}  # by which captures are counted
ARMY = {"q": 1, "r": 2, "b": 2, "n": 2, "p": 8}  # what each side begins with


def square_name(square: int) -> str:
    """e4 for 28."""
    return f"{FILES[square % 8]}{square // 8 + 1}"


def piece_at(state: Any, square: int) -> str:
    """The piece on a square as FEN writes it: upper case for White, "" for none."""
    bit = 1 << square
    kinds = {
        "p": int(state.pawns),
        "n": int(state.knights),
        "k": int(state.kings),
        "q": int(state.diagonal) & int(state.straight),
        "b": int(state.diagonal),
        "r": int(state.straight),
    }
    for kind, word in kinds.items():
        if word & bit:
            return kind.upper() if int(state.white) & bit else kind
    return ""


# --- FEN ------------------------------------------------------------------------------------------------------------


def to_fen(state: Any) -> str:
    """The position as FEN; the en passant square is given where an enemy pawn stands ready to take."""
    ranks = []
    for rank in range(7, -1, -1):
        row = "".join(piece_at(state, rank * 8 + file) or "." for file in range(8))
        ranks.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
    rights = "".join(letter for letter, corner in CORNERS.items() if int(state.rights) >> corner & 1) or "-"
    passant = square_name(int(state.passant).bit_length() - 1) if state.passant else "-"
    return f"{'/'.join(ranks)} {'wb'[state.player]} {rights} {passant} {state.clock} {state.move}"


def parse_fen(text: str, make: Any) -> Any:
    """A state from FEN; the counters may be left out. Raises ValueError saying what is wrong."""
    fields = text.split()
    if not 2 <= len(fields) <= 6:
        raise ValueError("FEN has a board, the side to move, castling, en passant and two counters")
    board, side, castling, passant, clock, number = fields + ["-", "-", "0", "1"][len(fields) - 2 :]
    words = _read_board(board)
    if side not in ("w", "b"):
        raise ValueError(f"the side to move is w or b, not '{side}'")
    player = "wb".index(side)
    rights = _read_rights(castling, words)
    if not (clock.isdigit() and number.isdigit()):
        raise ValueError(f"the counters are whole numbers, not '{clock} {number}'")
    if int(clock) > MOST_COUNTED or int(number) > MOST_COUNTED:
        raise ValueError(f"the counters are at most {MOST_COUNTED}, not '{clock} {number}'")
    return make(
        pawns=_word(words["p"] | words["P"]),
        knights=_word(words["n"] | words["N"]),
        diagonal=_word(words["b"] | words["B"] | words["q"] | words["Q"]),
        straight=_word(words["r"] | words["R"] | words["q"] | words["Q"]),
        kings=_word(words["k"] | words["K"]),
        white=_word(sum(words[kind] for kind in PIECES.upper())),
        black=_word(sum(words[kind] for kind in PIECES)),
        rights=_word(rights),
        passant=_word(_read_passant(passant, player, words)),
        player=player,
        clock=int(clock),
        move=max(1, int(number)),
    )


def _word(value: int) -> np.uint64:
    return np.uint64(value)


def _read_board(board: str) -> dict[str, int]:
    ranks = board.split("/")
    if len(ranks) != 8:
        raise ValueError(f"the board has 8 ranks, not {len(ranks)}")
    words = dict.fromkeys(PIECES + PIECES.upper(), 0)
    for rank, row in zip(range(7, -1, -1), ranks, strict=True):
        spread = re.sub(r"[1-8]", lambda digit: "." * int(digit[0]), row)
        if len(spread) != 8 or set(spread) - set(words) - {"."}:
            raise ValueError(f"rank {rank + 1} should fill 8 squares with pieces and numbers, not '{row}'")
        for file, piece in enumerate(spread):
            if piece != ".":
                words[piece] |= 1 << (rank * 8 + file)
    for king, colour in (("K", "White"), ("k", "Black")):
        if words[king].bit_count() != 1:
            raise ValueError(f"{colour} has {words[king].bit_count()} kings, not one")
    if (words["p"] | words["P"]) & 0xFF000000000000FF:
        raise ValueError("a pawn stands on the first or last rank")
    return words


def _read_rights(castling: str, words: dict[str, int]) -> int:
    rights = 0
    for letter in castling if castling != "-" else "":
        if letter not in CORNERS:
            raise ValueError(f"castling is written with K, Q, k, q or -, not '{castling}'")
        king, rook = ("K", "R") if letter.isupper() else ("k", "r")
        if not (words[king] >> HOMES[letter] & 1 and words[rook] >> CORNERS[letter] & 1):
            raise ValueError(f"castling '{letter}' needs the king and the rook on their first squares")
        rights |= 1 << CORNERS[letter]
    return rights


def _read_passant(text: str, player: int, words: dict[str, int]) -> int:
    """The en passant square, kept only where an enemy pawn could take."""
    if text == "-":
        return 0
    if not re.fullmatch(r"[a-h][36]", text) or (text[1] == "6") != (player == 0):
        raise ValueError(f"'{text}' cannot be the en passant square here")
    file, rank = FILES.index(text[0]), int(text[1]) - 1
    up = 1 if player == 0 else -1
    pawn, enemy = ("P", "p") if player == 0 else ("p", "P")
    if not words[enemy] >> ((rank - up) * 8 + file) & 1:
        raise ValueError(f"no pawn stands before the en passant square {text}")
    ready = [f for f in (file - 1, file + 1) if 0 <= f < 8 and words[pawn] >> ((rank - up) * 8 + f) & 1]
    return 1 << (rank * 8 + file) if ready else 0


# --- moves ----------------------------------------------------------------------------------------------------------


def uci(move: int) -> str:
    """A move as engines write it: g1f3, e7e8q."""
    promotion = PROMOTIONS[move >> 12].replace(".", "")
    return f"{square_name(move & 63)}{square_name(move >> 6 & 63)}{promotion}"


def parse_move(text: str, legal: list[int]) -> int | None:
    """The legal move that was written as engines do (e2e4, e7e8q), else None."""
    return next((move for move in legal if uci(move) == text.strip().lower()), None)


def san(state: Any, move: int, legal: list[int], replies: list[int], check: bool) -> str:
    """A move in standard algebraic notation; the legal moves tell what must be said to make it clear.

    replies: the legal moves after it, which matter only if it gives check.
    """
    start, target, promotion = move & 63, move >> 6 & 63, move >> 12
    piece = piece_at(state, start).lower()
    ending = ("#" if not replies else "+") if check else ""
    if piece == "k" and abs(target - start) == 2:
        return ("O-O" if target > start else "O-O-O") + ending
    captures = piece_at(state, target) or (piece == "p" and start % 8 != target % 8)
    goal = ("x" if captures else "") + square_name(target)
    if piece == "p":
        become = f"={PROMOTIONS[promotion].upper()}" if promotion else ""
        return (FILES[start % 8] if captures else "") + goal + become + ending
    others = [m & 63 for m in legal if m >> 6 & 63 == target and m & 63 != start]
    rivals = [square for square in others if piece_at(state, square).lower() == piece]
    origin = ""
    if rivals:
        if all(rival % 8 != start % 8 for rival in rivals):
            origin = FILES[start % 8]
        elif all(rival // 8 != start // 8 for rival in rivals):
            origin = str(start // 8 + 1)
        else:
            origin = square_name(start)
    return piece.upper() + origin + goal + ending


def describe(state: Any, is_check: bool = False) -> Board:
    """The board as White sees it, and what each side has captured; is_check: is the king to move in check?"""
    pieces = [[piece_at(state, rank * 8 + file) for file in range(8)] for rank in range(7, -1, -1)]
    king = "Kk"[state.player] if is_check else "none"
    places = ((row, column) for row, line in enumerate(pieces) for column, piece in enumerate(line) if piece == king)
    return Board(
        cells=tuple(tuple(FIGURES.get(piece, "") for piece in line) for line in pieces),
        warned=frozenset(places),
        beside=_beside([piece for line in pieces for piece in line]),
        rows=tuple(str(rank) for rank in range(8, 0, -1)),
        columns=tuple(FILES),
        caption=f"{('white', 'black')[state.player]} to move",
    )


def write_cells(state: Any, cells: Cells, mover: int) -> str:
    """The position on that board as FEN; those may castle who may in the state and whose king and rook are at home."""
    letters = {figure: letter for letter, figure in FIGURES.items()}
    board = re.sub(r"\.+", lambda gap: str(len(gap[0])), written_rows(cells, letters))
    homes = {"K": ("♔", 7, "♖"), "Q": ("♔", 7, "♖"), "k": ("♚", 0, "♜"), "q": ("♚", 0, "♜")}
    rights = [
        side
        for side, (king, row, rook) in homes.items()
        if int(state.rights) >> CORNERS[side] & 1
        and cells[row][4] == king
        and cells[row][7 if side in "Kk" else 0] == rook
    ]
    return f"{board} {'wb'[mover]} {''.join(rights) or '-'} - 0 {state.move}"


def _beside(pieces: list[str]) -> tuple[tuple[str, ...], ...]:
    """What Black, above, and White, below, have captured, and by how many points one of them leads.

    That is what the side's army lacks; a pawn that became a second queen was not captured.
    """
    found: tuple[list[str], list[str]] = ([], [])
    for taker, side in enumerate((str.upper, str.lower)):
        counts = {kind: pieces.count(side(kind)) for kind in ARMY}
        promoted = sum(max(0, counts[kind] - there) for kind, there in ARMY.items() if kind != "p")
        for kind, there in ARMY.items():
            gone = there - counts[kind] - (promoted if kind == "p" else 0)
            found[taker].extend([FIGURES[side(kind)]] * gone)
    lead = sum(worth * (pieces.count(kind.upper()) - pieces.count(kind)) for kind, worth in POINTS.items())
    if lead:
        found[lead > 0].append(f"+{abs(lead)}")
    return (tuple(found[0]), tuple(found[1])) if any(found) else ()


def touches(state: Any, move: int) -> tuple[tuple[int, int], ...]:
    """Where the move begins and ends on that picture; the king's squares when castling."""
    return tuple((7 - square // 8, square % 8) for square in (move & 63, move >> 6 & 63))
