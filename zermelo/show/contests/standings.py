"""A tournament as text: places with ratings, the cross table with whole names, pairs of games, faults."""

from __future__ import annotations

import math
from itertools import combinations

from zermelo.arena.tournament.standings import Standing, Tournament
from zermelo.numerals import percent, signed, whole
from zermelo.show.reports.match import mean_name
from zermelo.show.reports.report import table
from zermelo.show.words import title_of, width

ROOM = 120  # columns, unless the terminal says how many it has
LISTED = 10  # faults
PAIRED = 8  # engines of which all pairs are listed; those of more are in `to_json`
HALF = "½"


def tournament_text(found: Tournament, room: int = ROOM) -> str:
    """What `print(tournament)` and `zermelo tournament` show."""
    state = "" if found.is_complete else f", ended early (about {found.planned:,} were planned)"
    lines = [f"{title_of(found.game)}, {found.kind} of {len(found.engines)}: {found.games:,} games{state}", ""]
    if not found.bouts:
        return "\n".join([*lines[:1], "no game was finished"])
    lines += standing_lines(found)
    lines += ["", *cross_lines(found, room)]
    if found.game.players == 2 and len(found.engines) <= PAIRED:
        lines += ["", *_pair_lines(found)]
    notes = [*found.remarks, *fault_lines(found)]
    return "\n".join([*lines, *(["", *notes] if notes else [])])


def standing_lines(found: Tournament) -> list[str]:
    """A line for each engine, the best first."""
    headings = ["place", "engine", "points", "games", "won", "shared", "lost", "Elo", "95% between", "better than next"]
    scored, faulty = found.is_scored, any(one.faults for one in found.standings)
    headings += [mean_name(found.game), "mean between"] if scored else []
    headings += ["faults"] if faulty else []
    return table(headings, [_row(one, found.game.scale, scored, faulty) for one in found.standings])


def _row(one: Standing, scale: float, scored: bool, faulty: bool) -> list[str]:
    cells = [f"{one.place}", one.engine, points_words(one.points), f"{one.games:,}"]
    cells += [f"{count:,}" for count in (one.wins, one.draws, one.losses)]
    unknown = math.isinf(one.elo.high)
    cells += [whole(one.elo.difference), "unknown" if unknown else f"{whole(one.elo.low)} and {whole(one.elo.high)}"]
    cells.append("" if one.superiority is None else percent(one.superiority, 1))
    if scored:
        known = math.isfinite(one.mean.low)
        between = f"{signed(one.mean.low, scale)} and {signed(one.mean.high, scale)}" if known else "unknown"
        cells += [signed(one.mean.value, scale), between]
    return cells + ([f"{one.faults}" if one.faults else ""] if faulty else [])


def cross_lines(found: Tournament, room: int = ROOM) -> list[str]:
    """The cross table: points of the engine on the left against each other one, by their places; in parts if wide."""
    order = [found.engines.index(one.engine) for one in found.standings]
    numbered = [f"{at}. {found.engines[engine]}" for at, engine in enumerate(order, 1)]
    cells = [[cross_words(found, one, other) for other in order] for one in order]
    wide = max(width(text) for row in cells for text in row)
    wide = max(wide, len(str(len(order))))
    each = max(1, (room - max(map(width, numbered))) // (wide + 2))
    lines = ["points against each other, across in the order of the places:"]
    for first in range(0, len(order), each):
        columns = range(first, min(first + each, len(order)))
        rows = [[numbered[at], *(cells[at][column] for column in columns)] for at in range(len(order))]
        lines += table(["engine", *(f"{column + 1}".rjust(wide) for column in columns)], rows)
    return lines


def cross_words(found: Tournament, one: int, other: int) -> str:
    """What one engine has against another in a cross table: points of games."""
    if one == other:
        return "×"
    counts = found.counts_between(one, other)
    return f"{points_words(counts[0] + counts[1] / 2)}/{sum(counts)}" if any(counts) else "-"


def _pair_lines(found: Tournament) -> list[str]:
    rows = []
    for one, other in combinations([found.engines.index(standing.engine) for standing in found.standings], 2):
        pairs = found.pairs_between(one, other)
        if pairs is not None and pairs.total:
            rows.append([found.engines[one], found.engines[other], *(f"{count:,.0f}" for count in pairs.numbers)])
    if not rows:
        return []
    lines = ["pairs of games with one opening, by the points of the first engine:"]
    return [*lines, *table(["engine", "against", "0", HALF, "1", f"1{HALF}", "2"], rows)]


def fault_lines(found: Tournament) -> list[str]:
    """What went wrong, each fault once, with the first game that it happened in."""
    games: dict[str, list[int]] = {}
    for number, bout in enumerate(found.bouts, 1):
        if bout.fault:
            games.setdefault(bout.fault, []).append(number)
    lines = [
        f"game {numbers[0]}{f' and {len(numbers) - 1} more' if numbers[1:] else ''}: {fault}"
        for fault, numbers in games.items()
    ]
    more = len(lines) - LISTED
    return [*lines[:LISTED], *([f"… and {more} more kinds of faults"] if more > 0 else [])]


def points_words(points: float) -> str:
    """Points as in cross tables: 7, 7½, ½."""
    full, half = divmod(round(2 * points), 2)
    return f"{full:,}{HALF * half}" if full or not half else HALF


def running_words(found: Tournament, most: int) -> str:
    """The table while the tournament goes on, of so many lines."""
    lines = standing_lines(found)
    return "\n".join([*lines[: most + 1], *([f"… and {len(lines) - 1 - most} more"] if len(lines) - 1 > most else [])])
