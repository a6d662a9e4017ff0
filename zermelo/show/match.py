"""A match as a drawing and as HTML: the results and the Elo difference."""

from __future__ import annotations

import math

from zermelo.arena.match import Match
from zermelo.arena.mean import Mean
from zermelo.show import html
from zermelo.show.canvas import Drawing, box, card, disc, fitted, length, tag, write
from zermelo.show.words import one_line, signed

HEADLINE, LINE, SMALL = 16.0, 14.0, 12.0  # font sizes
WIDTH, BAR = 440.0, 30.0
LISTED = 10  # faults


def match_svg(match: Match) -> str:
    """Wins, draws and losses as one bar; below it the score with its 95% interval on the same scale."""
    first, second = (one_line(name) for name in match.engines)
    top = 34.0
    parts = [
        write(0, HEADLINE / 2, fitted(first, HEADLINE, WIDTH / 2 - 16), HEADLINE, "start strong"),
        write(WIDTH, HEADLINE / 2, fitted(second, HEADLINE, WIDTH / 2 - 16), HEADLINE, "end strong"),
    ]
    x = 0.0
    if not match.games:
        parts.append(box(0, top, WIDTH, BAR, "track"))
    for count, look in ((match.wins, "won"), (match.draws, "drawn"), (match.losses, "lost")):
        wide = WIDTH * count / max(1, match.games)
        if count:
            parts.append(box(x, top, wide, BAR, look))
        if length(f"{count}", LINE) + 4 <= wide:
            parts.append(write(x + wide / 2, top + BAR / 2, f"{count}", LINE, "on-bar"))
        x += wide
    for above, tall in ((top - 6, 6.0), (top + BAR, 26.0)):  # an even score; does not cross the bar's numbers
        parts.append(box(WIDTH / 2 - 0.75, above, 1.5, tall, "tick"))
    low, high, at = (WIDTH * part for part in (*_interval(match), match.score))
    y = top + BAR + 14
    ends = (f"M{x:.2f} {y - 6:.2f}V{y + 6:.2f}" for x in (low, high))
    parts.append(tag("path", d=f"M{low:.2f} {y:.2f}H{high:.2f}{''.join(ends)}", class_="whisker"))
    parts.append(disc(at, y, 5, "tick"))
    parts.append(write(0, y + 26, score_words(match), LINE, "start"))
    parts.append(write(0, y + 48, elo_words(match), LINE, "start"))
    parts.append(write(WIDTH, y + 26, fitted(one_line(match.game.title), SMALL, WIDTH / 2), SMALL, "end faint"))
    return card(Drawing("".join(parts), WIDTH, y + 60, f"{first} against {second}: {score_words(match)}"))


def match_html(match: Match) -> str:
    """The drawing with a table and the faults."""
    elo = match.elo
    row = [
        match.engines[0],
        *(f"{count:,}" for count in (match.games, match.wins, match.draws, match.losses)),
        f"{match.score:.1%}",
        whole(elo.difference),
        f"{whole(elo.low)} to {whole(elo.high)}",
    ]
    headings = ["engine", "games", "wins", "draws", "losses", "score", "Elo", "95% between"]
    words = [
        html.paragraph(f"against {match.engines[1]}, {match.game.title}", strong=match.engines[0]),
        html.table(headings, [row]),
    ]
    words += [html.paragraph(line) for line in explained(match)]
    words += [html.paragraph(fault) for fault in match.faults[:LISTED]]
    if len(match.faults) > LISTED:
        words.append(html.paragraph(f"… and {len(match.faults) - LISTED} more faults"))
    return html.figure(match_svg(match), *words)


def score_words(match: Match) -> str:
    """+7 =2 -1, a score of 80.0%."""
    return f"+{match.wins} ={match.draws} -{match.losses}, a score of {match.score:.1%}"


def explained(match: Match) -> list[str]:
    """What the score means where that is not plain, and the mean results where games are more than won or lost."""
    if not match.is_scored:
        return []
    first, second = (one_line(name) for name in match.engines)
    lines = []
    if match.game.players > 2 and match.swapped:
        lines.append(f"{first} takes each of the {match.game.players} seats in turn, {second} all the others")
    if not match.game.is_duel:
        lines.append(
            "a game is won by getting more than every other player, drawn by getting as much as the best of them"
        )
    if match.duplicate:
        seats = match.game.players
        lines.append(f"each of {match.games // seats:,} deals was played from all {seats} seats, and counts once")
    what = f"mean {match.game.points or 'utility'}" + ("" if match.game.is_duel else " per seat")
    ours, theirs = map(mean_words, match.means)
    return [*lines, f"{what}: {ours} for {first}, {theirs} for {second}"]


def mean_words(mean: Mean) -> str:
    """+483.2 (95% between +470.1 and +496.3)."""
    if not math.isfinite(mean.low):
        return signed(mean.value)
    return f"{signed(mean.value)} (95% between {signed(mean.low)} and {signed(mean.high)})"


def elo_words(match: Match) -> str:
    """Elo +241, 95% between +35 and +∞."""
    elo = match.elo
    return f"Elo {whole(elo.difference)}, 95% between {whole(elo.low)} and {whole(elo.high)}"


def whole(value: float) -> str:
    """A difference as a whole number with its sign, ∞ where it is infinite."""
    return f"{round(value):+d}" if math.isfinite(value) else ("+∞" if value > 0 else "-∞")


def _interval(match: Match) -> tuple[float, float]:
    """The scores that go with the ends of the Elo interval, 0 to 1."""
    elo = match.elo
    return 1 / (1 + 10 ** (-elo.low / 400)), 1 / (1 + 10 ** (-elo.high / 400))
