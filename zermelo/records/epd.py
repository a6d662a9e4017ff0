"""EPD, positions of chess with operations after them: `bm Nf3; id "…";`."""

from __future__ import annotations

from zermelo.game import Game


def position_in(line: str, game: Game) -> str:
    """The position on a line: of an EPD the four fields before its operations, of other games the whole line."""
    fields = line.split(maxsplit=4)
    is_epd = game.name == "chess" and len(fields) == 5 and ";" in fields[4]
    return " ".join(fields[:4]) if is_epd else line
