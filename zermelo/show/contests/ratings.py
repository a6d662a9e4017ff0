"""Ratings with their 95% intervals as a drawing, the best engine first, and below them the results by opening."""

from __future__ import annotations

import math

from zermelo.arena.tournament.standings import Tournament
from zermelo.numerals import whole
from zermelo.show.canvas import Drawing, box, card, disc, fitted, length, shifted, tag, write
from zermelo.show.contests.openings import openings_drawing
from zermelo.show.words import one_line, title_of

SIZE, SMALL, ROW, TOP = 14.0, 12.0, 28.0, 34.0
PLOT, GAP, MOST_NAME = 360.0, 14.0, 420.0  # widths
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
BETWEEN = 24.0  # the ratings and the openings
LINES = 6  # at most so many steps of the axis


def tournament_svg(found: Tournament) -> str:
    """A line for each engine: its name, its Elo over the mean of all, and the interval; then a bar per opening."""
    standings = found.standings
    names = [fitted(one_line(one.engine), SIZE, MOST_NAME) for one in standings]
    left = max((length(name, SIZE) for name in names), default=0.0) + GAP
    ends = [end for one in standings for end in one.elo if math.isfinite(end)] or [0.0]
    low, high = min(ends), max(ends)
    step = next((one for one in STEPS if (high - low) / one <= LINES), STEPS[-1])
    low, high = step * math.floor(low / step), step * math.ceil(high / step)
    high = max(high, low + step)
    bottom = TOP + ROW * len(standings)

    def place(elo: float) -> float:
        return left + PLOT * (min(max(elo, low), high) - low) / (high - low)

    title = f"{title_of(found.game)}, {found.kind}, {found.games:,} games: Elo with 95% intervals"
    parts = [write(0, SIZE / 2, fitted(title, SIZE, left + PLOT), SIZE, "start strong")]
    for elo in range(int(low), int(high) + 1, step):
        parts.append(box(place(elo) - 0.5, TOP, 1, ROW * len(standings), "track"))
        parts.append(write(place(elo), bottom + 12, whole(elo), SMALL, "faint"))
    for row, (name, one) in enumerate(zip(names, standings, strict=True)):
        y = TOP + ROW * (row + 0.5)
        parts.append(write(left - GAP, y, name, SIZE, "end"))
        least, most = place(one.elo.low), place(one.elo.high)
        caps = "".join(
            f"M{x:.2f} {y - 5:.2f}V{y + 5:.2f}"
            for x, end in ((least, one.elo.low), (most, one.elo.high))
            if low <= end <= high
        )
        parts.append(tag("path", d=f"M{least:.2f} {y:.2f}H{most:.2f}{caps}", class_="whisker"))
        parts.append(disc(place(one.elo.difference), y, 5, "pointer"))
    ratings = Drawing("".join(parts), left + PLOT + GAP, bottom + 24, title)
    openings = found.openings
    if set(openings) <= {""}:
        return card(ratings)
    below = openings_drawing(found.game, openings)
    body = ratings.body + shifted(below.body, 0, ratings.height + BETWEEN)
    height = ratings.height + BETWEEN + below.height
    return card(Drawing(body, max(ratings.width, below.width), height, f"{title}; results by opening"))
