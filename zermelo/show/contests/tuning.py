"""A run of tuning in words, and its course as a drawing: a panel for each option, its values over the games."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zermelo.arena.tuning.method import Estimate
from zermelo.arena.tuning.result import Tuning
from zermelo.arena.tuning.space import Dimension
from zermelo.numerals import plain
from zermelo.show.canvas import Drawing, box, card, disc, fitted, tag, write
from zermelo.show.reports.report import table
from zermelo.show.words import one_line, title_of

SIZE, SMALL = 14.0, 12.0  # of letters
WIDTH, HEIGHT, LEFT, TOP, FOOT = 560.0, 150.0, 70.0, 26.0, 40.0  # of a panel; from its top to the plot; below the plot
DIGITS = 3


def tuning_text(found: Tuning) -> str:
    """What `print(found)` and `zermelo tune` show."""
    rounds = f"{len(found.rounds)} of {found.planned} rounds" if not found.is_complete else f"{found.planned} rounds"
    lines = [
        f"{one_line(found.space.engine)}, {title_of(found.game)}, tuned by {found.method}: "
        f"{found.games:,} games in {rounds}"
    ]
    if not found.intervals:
        return "\n".join([*lines, "too few games to tell anything yet"])
    rows = [
        [one.name, plain(interval.value, digits=DIGITS), _between(interval), str(one).partition("=")[2]]
        for one in found.space.dimensions
        for interval in (found.intervals[one.name],)
    ]
    lines += table(["option", "best", "95% between", "tuned over"], rows)
    if found.elo is not None:
        value, low, high = (f"{elo:+.0f}" for elo in found.elo)
        lines.append(f"Elo over the engine as it was: {value} (95% between {low} and {high})")
    lines.append(f"found: {one_line(found.engine)}")
    return "\n".join(lines)


def running_words(found: Tuning) -> str:
    """Where a run stands, on one line."""
    return ", ".join(
        f"{name} {plain(one.value, digits=DIGITS)} ({_between(one)})" for name, one in found.intervals.items()
    )


def tuning_svg(found: Tuning) -> str:
    """A panel for each option: the values over the games, and the interval that was found."""
    title = f"{one_line(found.space.engine)}, {title_of(found.game)}, tuned by {found.method}"
    parts = [write(0, SIZE / 2, fitted(title, SIZE, LEFT + WIDTH), SIZE, "start strong")]
    top = 2 * SIZE
    for one in found.space.dimensions:
        parts.append(_panel(found, one, top))
        top += TOP + HEIGHT + FOOT
    return card(Drawing("".join(parts), LEFT + WIDTH, top, title))


def _panel(found: Tuning, one: Dimension, top: float) -> str:
    above, bottom = top + TOP, top + TOP + HEIGHT
    games = [sum(2 * int(counts.total) for counts in played.counts) for played in found.rounds]
    after = [sum(games[: number + 1]) for number in range(len(games))]
    last = max(1, after[-1] if after else 1)

    def place(played: int, value: float) -> tuple[float, float]:
        return LEFT + WIDTH * played / last, bottom - HEIGHT * one.place_of(value)

    parts = [write(0, top + SMALL, one_line(one.name), SMALL, "start strong")]
    interval = found.intervals.get(one.name)
    if interval:
        (_, high), (_, low) = place(0, interval.high), place(0, interval.low)
        parts.append(box(LEFT, high, WIDTH, max(low - high, 1.0), "track"))
    for share in (0.0, 0.5, 1.0):
        value = one.at(share)
        x, y = place(0, value)
        parts.append(tag("path", d=f"M{x:.2f} {y:.2f}h{WIDTH:.2f}", class_="edge cut"))
        parts.append(write(x - 8, y, plain(value, digits=DIGITS), SMALL, "end faint"))
    parts.append(_tried(found, one, after, place) if found.scores else _chains(found, one, after, place))
    if interval:
        _, y = place(0, interval.value)
        parts.append(tag("path", d=f"M{LEFT:.2f} {y:.2f}h{WIDTH:.2f}", class_="whisker"))
        parts.append(
            write(
                LEFT + WIDTH, above - 8, f"{plain(interval.value, digits=DIGITS)} ({_between(interval)})", SMALL, "end"
            )
        )
    parts.append(write(LEFT, bottom + 16, "0 games", SMALL, "start faint"))
    parts.append(write(LEFT + WIDTH, bottom + 16, f"{last:,} games", SMALL, "end faint"))
    return "".join(parts)


def _chains(found: Tuning, one: Dimension, after: Sequence[int], place: object) -> str:
    """A line for each chain."""
    assert callable(place)
    lines = []
    for chain in range(len(found.path[0]) if found.path else 0):
        points = [place(games, step[chain][one.name]) for games, step in zip(after, found.path, strict=False)]
        way = "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
        lines.append(tag("path", d=f"M{way}", class_="edge best"))
    return "".join(lines)


def _tried(found: Tuning, one: Dimension, after: Sequence[int], place: object) -> str:
    """A disc for each value that was tried, the larger the better it scored."""
    assert callable(place)
    low, high = min(found.scores), max(found.scores)
    discs = []
    for games, (values,), score in zip(after, found.path, found.scores, strict=False):
        x, y = place(games, values[one.name])
        share = (score - low) / (high - low) if high > low else 0.5
        discs.append(disc(x, y, 1.5 + 3.5 * math.sqrt(share), "pointer"))
    return "".join(discs)


def _words(one: Estimate) -> str:
    return f"{plain(one.value, digits=DIGITS)} ({_between(one)})"


def _between(one: Estimate) -> str:
    return f"{plain(one.low, digits=DIGITS)} and {plain(one.high, digits=DIGITS)}"
