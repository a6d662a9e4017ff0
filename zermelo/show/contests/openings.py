"""Results by opening as a drawing: for each opening a bar of what each seat won, the most played first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from zermelo.game import Game
from zermelo.show.canvas import Drawing, box, fitted, length, write
from zermelo.show.words import one_line

SIZE, SMALL, ROW, TOP = 14.0, 12.0, 26.0, 58.0
PLOT, GAP, MOST_NAME, KEY = 360.0, 14.0, 300.0, 11.0  # widths
MOST = 30  # openings
LOOKS = ("bar-blue", "bar-red", "bar-green", "bar-yellow", "bar-brown", "bar-sky", "bar-pink", "bar-orange")
FIRST = "no moves before"


def openings_drawing(game: Game, openings: Mapping[str, Sequence[int]]) -> Drawing:
    """openings: the games of each that each seat won, and last those that nobody won alone, as in a `Tournament`."""
    rows = sorted(openings.items(), key=lambda row: -sum(row[1]))
    shown = rows[:MOST]
    names = [fitted(one_line(opening or FIRST), SIZE, MOST_NAME) for opening, _ in shown]
    left = max((length(name, SIZE) for name in names), default=0.0) + GAP
    title = "Results by opening"
    words = "the rest: shared" if game.players > 2 else "drawn"
    parts = [write(0, SIZE / 2, title, SIZE, "start strong")]
    seats = [(LOOKS[seat % len(LOOKS)], f"{game.player_name(seat)} won") for seat in range(game.players)]
    looks, x = [*(look for look, _ in seats), "drawn"], 0.0
    for look, said in (*seats, ("drawn", words)):
        parts += [box(x, 26, KEY, KEY, look), write(x + KEY + 5, 26 + KEY / 2, said, SMALL, "start")]
        x += KEY + 5 + length(said, SMALL) + 2 * GAP
    for row, (name, (_, counts)) in enumerate(zip(names, shown, strict=True)):
        y, at, games = TOP + ROW * (row + 0.5), left, sum(counts)
        parts.append(write(left - GAP, y, name, SIZE, "end"))
        for look, count in zip(looks, counts, strict=True):
            wide = PLOT * count / games
            if count:
                parts.append(box(at, y - 9, wide, 18, look))
            if count and length(f"{count:,}", SMALL) + 4 < wide:
                parts.append(write(at + wide / 2, y, f"{count:,}", SMALL, "on-bar"))
            at += wide
        parts.append(write(left + PLOT + GAP, y, f"{games:,}", SMALL, "start faint"))
    bottom = TOP + ROW * len(shown)
    if len(rows) > MOST:
        parts.append(write(left, bottom + 12, f"and {len(rows) - MOST:,} more openings", SMALL, "start faint"))
        bottom += 24
    return Drawing("".join(parts), max(left + PLOT + 4 * GAP, x), bottom + 6, title)
