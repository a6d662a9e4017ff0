"""What a network thinks of the first moves, as it learns: their values on the board, and over the games played."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.game import Game, ZermeloError
from zermelo.numerals import signed
from zermelo.picture import Board
from zermelo.show.canvas import Drawing, captioned, card, shifted, tag, write
from zermelo.show.svg import drawing
from zermelo.show.svg.ground import layout
from zermelo.show.svg.plot import SMALL, Plot
from zermelo.show.touch import touches

WIDTH, HEIGHT, LEFT, GAP = 420.0, 240.0, 44.0, 36.0  # of the chart, and between it and the board
GOOD, EVEN, BAD = (31, 138, 76), (150, 150, 150), (192, 57, 43)  # the colours of 1, 0 and -1


def openings_svg(game: Game, header: Mapping[str, Any]) -> str:
    """The initial position with the value of each first move, and beside it how these values changed.

    Of a single point, which is no curve, bars stand there.

    header: that of a learned file, with `openings` (see zermelo.learn.alphazero.openings). Raises ZermeloError.
    """
    texts, games, rows = _points(header)
    state = game.initial()
    actions = game.legal(state)
    if len(actions) != len(texts):
        raise ZermeloError("the file's first moves are not those of the game")
    picture = game.describe(state)
    board = drawing(picture)
    marks = _marks(picture, touches(game, state, actions), rows[-1]) if isinstance(picture, Board) else []
    board = captioned(Drawing(board.body + "".join(marks), board.width, board.height, board.title))
    chart = _chart(texts, games, rows) if len(rows) > 1 else _bars(texts, rows[0])
    body = board.body + shifted(chart, board.width + GAP, 0)
    words = f"the network's value of each first move after {games[-1]:,} games"
    return card(Drawing(body, board.width + GAP + WIDTH + 70, max(board.height, HEIGHT + 30), words, words))


def _points(header: Mapping[str, Any]) -> tuple[list[str], list[int], list[list[float]]]:
    """The moves, the games played at each point, and the values there. Raises ZermeloError."""
    try:
        found = header["openings"]
        texts, points = [str(text) for text in found["actions"]], list(found["points"])
        games, rows = [int(point[0]) for point in points], [[float(value) for value in point[1:]] for point in points]
    except (KeyError, TypeError, ValueError, IndexError):
        raise ZermeloError("the file does not tell what it thought of the first moves") from None
    if not rows or not texts or any(len(row) != len(texts) for row in rows):
        raise ZermeloError("the file does not tell what it thought of the first moves")
    return texts, games, rows


def _marks(picture: Board, cells: Sequence[Sequence[tuple[int, int]]], values: Sequence[float]) -> list[str]:
    """A disc with the value where each move puts something; a board of other moves has the chart alone."""
    place, parts = layout(picture), []
    for touched, value in zip(cells, values, strict=True):
        if len(touched) == 1:
            x, y = place.middle(touched[0])
            parts.append(tag("circle", cx=x, cy=y, r=0.38 * place.side, fill=_colour(value), opacity=0.85))
            parts.append(write(x, y, signed(round(value, 2)), 0.24 * place.side))
    return parts


def _bars(texts: Sequence[str], values: Sequence[float]) -> str:
    """The values of one point, the best first."""
    order = sorted(range(len(texts)), key=lambda i: -values[i])
    high = min(26.0, (HEIGHT + 16) / len(order))
    zero, reach = LEFT + (WIDTH - LEFT) / 2, (WIDTH - LEFT) / 2 - 30
    parts = [tag("line", x1=zero, x2=zero, y1=8, y2=8 + high * len(order), stroke="#999", stroke_width=0.6)]
    for place, index in enumerate(order):
        value, y = values[index], 8 + high * (place + 0.5)
        long, side = reach * abs(value), "start" if value >= 0 else "end"
        parts.append(
            tag(
                "rect",
                x=zero if value >= 0 else zero - long,
                y=y - 0.36 * high,
                width=long,
                height=0.72 * high,
                fill=_colour(value),
            )
        )
        size = min(SMALL, 0.8 * high)
        parts.append(write(LEFT - 8, y, texts[index], size, "end"))
        parts.append(write(zero + (long + 5) * (1 if value >= 0 else -1), y, signed(round(value, 2)), size, side))
    return "".join(parts)


def _chart(texts: Sequence[str], games: Sequence[int], rows: Sequence[Sequence[float]]) -> str:
    first, last = math.log(max(1, games[0])), math.log(max(2, games[-1]))
    plot = Plot(LEFT, 8.0, WIDTH - LEFT, HEIGHT, first, last, -1.0, 1.0)
    parts = [plot.row(value, name) for value, name in ((1.0, "+1"), (0.0, "0"), (-1.0, "-1"))]
    parts.append(plot.ends(f"{games[0]:,} games", f"{games[-1]:,}"))
    taken: list[float] = []
    for index in sorted(range(len(texts)), key=lambda i: -rows[-1][i]):
        values = [max(-1.0, min(1.0, row[index])) for row in rows]
        colour = f"hsl({round(360 * index / len(texts))} 65% 45%)"
        points = [(math.log(max(1, count)), value) for count, value in zip(games, values, strict=True)]
        parts.append(plot.line(points, "series", stroke=colour))
        y = max(plot.at(last, values[-1])[1], (taken[-1] + SMALL if taken else 0.0))
        taken.append(y)
        parts.append(tag("circle", cx=WIDTH + 12, cy=y, r=4, fill=colour))
        parts.append(write(WIDTH + 20, y, texts[index], SMALL, "start"))
    return "".join(parts)


def _colour(value: float) -> str:
    """From red over grey to green."""
    end, share = (GOOD, min(1.0, value)) if value > 0 else (BAD, min(1.0, -value))
    return "rgb({} {} {})".format(*(round(a + (b - a) * share) for a, b in zip(EVEN, end, strict=True)))
