"""How dark chess is written and drawn: rows of letters from the top, capitals for White, and the plies played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from zermelo.bits import count, lowest
from zermelo.games._board_text import drawn, read_rows, square, write_rows
from zermelo.games._named import named
from zermelo.games.chess.text import FIGURES

LAYOUTS = {
    "microchess": "knbr/p.../..../...P/RBNK",
    "silverman": "rqkr/pppp/..../PPPP/RQKR",
    "gardner": "rnbqk/ppppp/...../PPPPP/RNBQK",
}


def layout_rows(layout: str) -> list[str]:
    """The rows of a layout from the top. Raises ValueError where it is none."""
    rows = LAYOUTS.get(layout, layout).split("/")
    text = "".join(rows)
    if len({len(row) for row in rows}) != 1 or len(rows) < 2 or len(rows[0]) < 2 or set(text) - {*FIGURES, "."}:
        raise ValueError(f"layout must be {', '.join(LAYOUTS)}, or rows such as k../.../..K, not '{layout}'")
    if text.count("K") != 1 or text.count("k") != 1:
        raise ValueError(f"each side has one king, and not as in '{layout}'")
    if "P" in rows[0] or "p" in rows[-1]:
        raise ValueError(f"no pawn stands on the last row, as in '{layout}'")
    return rows


def notation(start: list[str], plies: int, make: Callable[..., Any]) -> dict[str, Any]:
    """The functions of `Game` for text and drawing.

    start: the rows of the board with the most pieces. make: the class of states.
    """
    rows, columns = len(start), len(start[0])

    def piece_at(seen: Any, white: int, row: int, column: int) -> str:
        """The piece on a square of a state or a view; white: the white ones."""
        here = 1 << (row * columns + column)
        words = (seen.pawns, seen.knights, seen.diagonal & seen.straight, seen.diagonal, seen.straight, seen.kings)
        piece = next((piece for piece, word in zip("pnqbrk", words, strict=True) if word & here), ".")
        return piece.upper() if white & here else piece

    def format_state(state: Any) -> str:
        return f"{write_rows(lambda *place: piece_at(state, state.white, *place), rows, columns)} {state.ply}"

    def parse_state(text: str) -> Any:
        found, rest = read_rows(text, rows, columns, "".join(FIGURES), f"{'/'.join(start)} 0")
        ply = rest[0] if rest else "0"
        if len(rest) > 1 or not ply.isdecimal() or int(ply) > plies:
            raise ValueError(f"after the rows comes how many plies were played, 0 to {plies}")
        words = {piece: sum(1 << (row * columns + column) for row, column in found[piece]) for piece in found}
        for side in (str.upper, str.lower):
            here, most = [sum(map(board.count, map(side, "pnbrqk"))) for board in ("".join(start), _flat(found))]
            if most > here or len(found[side("k")]) > 1:
                raise ValueError("a side has at most one king, and no more pieces than at the start")
        if any(row == rows - 1 for row, _ in found["P"]) or any(row == 0 for row, _ in found["p"]):
            raise ValueError("a pawn on the last row has become a queen")
        if not found["K"] and not found["k"]:
            raise ValueError("one of the kings is still there")
        kinds = {piece: words[piece.upper()] | words[piece] for piece in "pnbrqk"}
        white, black = (sum(words[side(piece)] for piece in "pnbrqk") for side in (str.upper, str.lower))
        if not found["K"] and int(ply) & 1 or not found["k"] and not int(ply) & 1:
            raise ValueError("the game would have ended before")
        diagonal, straight = kinds["b"] | kinds["q"], kinds["r"] | kinds["q"]
        return make(kinds["p"], kinds["n"], diagonal, straight, kinds["k"], white, black, int(ply))

    def picture(state: Any) -> Any:
        turn = f"{('White', 'Black')[state.ply & 1]} to move, ply {state.ply + 1} of {plies}"
        caption = turn if state.kings & state.white and state.kings & state.black else ""
        return drawn(lambda *place: piece_at(state, state.white, *place), rows, columns, FIGURES, caption)

    def scene(seen: Any, player: int) -> Any:
        white = seen.mine if player == 0 else seen.theirs

        def is_seen(row: int, column: int) -> bool:
            return bool(seen.seen >> (row * columns + column) & 1)

        def letter(row: int, column: int) -> str:
            return piece_at(seen, white, row, column) if is_seen(row, column) else "."

        dark = {
            (rows - 1 - row, column) for row in range(rows) for column in range(columns) if not is_seen(row, column)
        }
        caption = f"you are {('White', 'Black')[player]}; plies played: {seen.ply} of {plies}"
        return replace(drawn(letter, rows, columns, FIGURES, caption), dark=frozenset(dark))

    def heard(before: Any, after: Any, player: int) -> tuple[int, str]:
        """One piece moves: where both ends are seen, before and after, the move is known."""
        mover, both = before.ply & 1, before.seen & after.seen
        left = before.theirs & both & ~after.theirs
        reached = after.theirs & both & ~before.theirs | before.mine & ~after.mine
        is_known = mover != player and count(left) == count(reached) == 1
        return mover, written(lowest(left), lowest(reached)) if is_known else ""

    def written(start: int, end: int) -> str:
        return square(*divmod(start, columns)) + square(*divmod(end, columns))

    def format_action(state: Any, move: int) -> str:
        return written(move & 63, move >> 6)

    def touches(state: Any, move: int) -> list[tuple[int, int]]:
        return [(rows - 1 - cell // columns, cell % columns) for cell in (move & 63, move >> 6)]

    return named(format_action, format_state, parse_state, picture, scene, heard, touches)


def _flat(found: dict[str, list[tuple[int, int]]]) -> str:
    """The letters of a board, each as often as it is there."""
    return "".join(piece * len(places) for piece, places in found.items())
