"""What a position of Scrabble looks like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.games.scrabble.challenge import partly_laid
from zermelo.games.scrabble.plays import BLANK, tiles_of, without
from zermelo.games.scrabble.squares import Squares
from zermelo.games.scrabble.tiles import BLANK_NAME, Tiles
from zermelo.picture import Board

BONUS = {"d": "2L", "t": "3L", "D": "2W", "T": "3W", ".": ""}


def painter(
    squares: Squares, tiles: Tiles, rack: int, scoreless: int
) -> tuple[Callable[[Any], Board], Callable[[Any, int], Board]]:
    """The functions `picture` and `scene` of a game."""
    size = squares.size
    rows = range(0, size * size, size)
    labels = tuple(str(row + 1) for row in range(size)), tuple(chr(ord("A") + column) for column in range(size))

    def drawn(board: bytes, beside: tuple[tuple[str, ...], ...], caption: str) -> Board:
        cells = tuple(tuple(name(tile) if tile else "" for tile in board[at : at + size]) for at in rows)
        corners = tuple(tuple(corner(board, square) for square in range(at, at + size)) for at in rows)
        return Board(
            cells, rows=labels[0], columns=labels[1], shape="letters", corners=corners, beside=beside, caption=caption
        )

    def name(tile: int) -> str:
        return tiles.written(tile).strip("[]")

    def corner(board: bytes, square: int) -> str:
        tile = board[square]
        return str(tiles.value(tile) or "") if tile else BONUS[squares.bonus[square]]

    def shown(own: bytes) -> tuple[str, ...]:
        return tuple(BLANK_NAME if tile == BLANK else f"{name(tile)}{tiles.value(tile) or ''}" for tile in own)

    def told(scores: tuple[int, ...], bag: int, turn: str) -> str:
        points = ", ".join(f"player {player + 1} {score}" for player, score in enumerate(scores))
        return "; ".join(filter(None, [points, f"{bag} in the bag" if bag else "the bag is empty", turn]))

    def picture(state: Any) -> Board:
        is_over = state.scoreless >= scoreless or (not state.bag and not state.aside and not all(state.racks))
        is_drawing = state.bag and any(len(own) < rack for own in state.racks)
        turn = "" if is_over else "a tile is drawn" if is_drawing else f"player {state.player + 1} to play"
        racks = list(state.racks)
        racks[state.player] = without(racks[state.player], tiles_of(state.laying))
        below, *others = racks
        above = tuple(tile for own in others for tile in (*shown(own), ""))[:-1]
        return drawn(
            partly_laid(squares, state.board, state.laying),
            (above, shown(below)),
            told(state.scores, len(state.bag), turn),
        )

    def scene(view: Any, player: int) -> Board:
        turn = "your turn" if view.player == player else f"player {view.player + 1} to play"
        if view.bag and any(count < rack for count in view.sizes):
            turn = "tiles are drawn"
        own = without(view.rack, tiles_of(view.laying)) if view.player == player else view.rack
        board = partly_laid(squares, view.board, view.laying)
        seen = bytes(BLANK if tile & BLANK else tile for tile in view.board if tile) + view.rack
        hidden = without(tiles.all, seen)
        kinds = " ".join(tiles.text(bytes([tile]) * hidden.count(tile)) for tile in sorted(set(hidden)))
        caption = told(view.scores, view.bag, turn)
        return drawn(board, ((), shown(own)), f"{caption}\nunseen: {kinds}" if kinds else caption)

    return picture, scene
