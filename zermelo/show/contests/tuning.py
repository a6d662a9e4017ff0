"""A run of tuning in words, and its course as a drawing: a panel for each option, its values over the games."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zermelo.arena.tuning.method import Estimate
from zermelo.arena.tuning.result import Tuning
from zermelo.arena.tuning.space import Dimension
from zermelo.numerals import plain
from zermelo.show.canvas import Drawing, box, card, disc, fitted, write
from zermelo.show.reports.report import table
from zermelo.show.svg.plot import SMALL, Plot
from zermelo.show.words import one_line, title_of

SIZE = 14.0  # of the title's letters
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
    games = [sum(2 * int(counts.total) for counts in played.counts) for played in found.rounds]
    after = [sum(games[: number + 1]) for number in range(len(games))]
    last = max(1, after[-1] if after else 1)
    plot = Plot(LEFT, top + TOP, WIDTH, HEIGHT, 0, last, 0.0, 1.0)
    parts = [write(0, top + SMALL, one_line(one.name), SMALL, "start strong"), plot.ends("0 games", f"{last:,} games")]
    interval = found.intervals.get(one.name)
    if interval:
        (_, high), (_, low) = (plot.at(0, one.place_of(value)) for value in (interval.high, interval.low))
        parts.append(box(LEFT, high, WIDTH, max(low - high, 1.0), "track"))
    parts += [plot.row(share, plain(one.at(share), digits=DIGITS)) for share in (0.0, 0.5, 1.0)]
    parts.append(_tried(found, one, after, plot) if found.scores else _chains(found, one, after, plot))
    if interval:
        place = one.place_of(interval.value)
        parts.append(plot.line([(0, place), (last, place)], "whisker"))
        parts.append(write(plot.right, plot.top - 8, _words(interval), SMALL, "end"))
    return "".join(parts)


def _chains(found: Tuning, one: Dimension, after: Sequence[int], plot: Plot) -> str:
    """A line for each chain."""
    lines = []
    for chain in range(len(found.path[0]) if found.path else 0):
        steps = zip(after, found.path, strict=False)
        lines.append(plot.line(((games, one.place_of(step[chain][one.name])) for games, step in steps), "edge best"))
    return "".join(lines)


def _tried(found: Tuning, one: Dimension, after: Sequence[int], plot: Plot) -> str:
    """A disc for each value that was tried, the larger the better it scored."""
    low, high = min(found.scores), max(found.scores)
    discs = []
    for games, (values,), score in zip(after, found.path, found.scores, strict=False):
        share = (score - low) / (high - low) if high > low else 0.5
        discs.append(disc(*plot.at(games, one.place_of(values[one.name])), 1.5 + 3.5 * math.sqrt(share), "pointer"))
    return "".join(discs)


def _words(one: Estimate) -> str:
    return f"{plain(one.value, digits=DIGITS)} ({_between(one)})"


def _between(one: Estimate) -> str:
    return f"{plain(one.low, digits=DIGITS)} and {plain(one.high, digits=DIGITS)}"
