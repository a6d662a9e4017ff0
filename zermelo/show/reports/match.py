"""A match as text, as a drawing and as HTML: the results, and the Elo difference between two engines."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zermelo.arena.elo import Elo
from zermelo.arena.mean import Mean
from zermelo.arena.score import Match, Result
from zermelo.arena.seats import together
from zermelo.arena.statistics.sprt import SprtState
from zermelo.game import Game
from zermelo.numerals import percent, signed, whole
from zermelo.show import html
from zermelo.show.canvas import Drawing, box, card, disc, fitted, length, tag, write
from zermelo.show.reports.report import table
from zermelo.show.words import listed, one_line, title_of

HEADLINE, LINE, SMALL = 16.0, 14.0, 12.0  # font sizes
WIDTH, BAR = 440.0, 30.0
LISTED = 10  # faults


def match_text(match: Match) -> str:
    """What `print(match)` and `zermelo match` show."""
    names = " against ".join(match.engines) if match.is_between_two else listed(match.engines)
    lines = [f"{names}, {title_of(match.game)}, {match.games} {'game' if match.games == 1 else 'games'}"]
    lines += [score_words(match), elo_words(match.elo)] if match.is_between_two else standing_lines(match)
    lines += sprt_lines(match.sprt) if match.sprt else []
    return "\n".join([*lines, *explained(match), *_fault_lines(match)])


def match_line(match: Match) -> str:
    """What a match is in one line, for a prompt."""
    if match.is_between_two:
        names = " against ".join(match.engines)
        return f"<Match of {title_of(match.game)}, {names}, {match.games} games: {score_words(match)}>"
    means = ", ".join(f"{one.engine} {signed(one.mean.value, match.game.scale)}" for one in match.standings)
    return f"<Match of {title_of(match.game)}, {match.games} games: {means}>"


def standing_lines(match: Match) -> list[str]:
    """A line for each engine, the best first: games won, shared and lost, and what it got."""
    headings = ["engine", "won", "shared", "lost", mean_name(match.game), "95% between"]
    return table(headings, [[one.engine, *_standing(one, match.game.scale)] for one in match.standings])


def _standing(one: Result, scale: float) -> list[str]:
    counts = (f"{count:,}" for count in (one.wins, one.draws, one.losses))
    return [*counts, signed(one.mean.value, scale), _between(one.mean, scale)]


def _between(mean: Mean, scale: float) -> str:
    return f"{signed(mean.low, scale)} and {signed(mean.high, scale)}" if math.isfinite(mean.low) else "unknown"


def mean_name(game: Game) -> str:
    """What the numbers of a match are."""
    seat = "" if len(game.teams) <= 2 else " per seat"
    return f"mean {game.points or 'utility'}{seat}"


def _fault_lines(match: Match) -> list[str]:
    more = len(match.faults) - LISTED
    return [*match.faults[:LISTED], *([f"… and {more} more faults"] if more > 0 else [])]


def match_svg(match: Match) -> str:
    """The results as a drawing."""
    return _two_svg(match) if match.is_between_two else _standings_svg(match)


def _standings_svg(match: Match) -> str:
    """A bar for each engine, the best first: what it got, between the least and the most of all."""
    standings = match.standings
    low, high = (choose(one.mean.value for one in standings) for choose in (min, max))
    low, high = min(low, 0.0), max(high, 0.0)
    reach = max(high - low, 1e-12)
    zero = WIDTH * -low / reach
    parts = [write(0, HEADLINE / 2, one_line(mean_name(match.game)), LINE, "start strong")]
    y = 34.0
    for one in standings:
        at = WIDTH * (one.mean.value - low) / reach
        parts.append(write(0, y, fitted(one_line(one.engine), LINE, WIDTH / 2), LINE, "start"))
        parts.append(write(WIDTH, y, f"{signed(one.mean.value, match.game.scale)}, won {one.wins:,}", LINE, "end"))
        parts.append(box(0, y + 12, WIDTH, 10, "track"))
        parts.append(box(min(zero, at), y + 12, abs(at - zero), 10, "won" if one.mean.value >= 0 else "lost"))
        y += 50
    parts.append(
        write(0, y, fitted(f"{title_of(match.game)}, {match.games} games", SMALL, WIDTH), SMALL, "start faint")
    )
    return card(Drawing("".join(parts), WIDTH, y + 12, match_line(match)))


def _two_svg(match: Match) -> str:
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
    parts.append(write(0, y + 48, elo_words(match.elo), LINE, "start"))
    parts.append(write(WIDTH, y + 26, fitted(one_line(match.game.title), SMALL, WIDTH / 2), SMALL, "end faint"))
    return card(Drawing("".join(parts), WIDTH, y + 60, f"{first} against {second}: {score_words(match)}"))


def match_html(match: Match) -> str:
    """The drawing with a table and the faults."""
    elo = match.elo
    if match.is_between_two:
        title = html.paragraph(f"against {match.engines[1]}, {title_of(match.game)}", strong=match.engines[0])
        headings = ["engine", "games", "wins", "draws", "losses", "score", "Elo", "95% between"]
        row = [
            match.engines[0],
            *(f"{count:,}" for count in (match.games, match.wins, match.draws, match.losses)),
            percent(match.score, 1),
            whole(elo.difference),
            f"{whole(elo.low)} to {whole(elo.high)}",
        ]
        rows = [row]
    else:
        title = html.paragraph(f", {match.games} games", strong=match.game.title)
        headings = ["engine", "won", "shared", "lost", mean_name(match.game), "95% between"]
        rows = [[one.engine, *_standing(one, match.game.scale)] for one in match.standings]
    words = [title, html.table(headings, rows)]
    words += [html.paragraph(line) for line in (*explained(match), *_fault_lines(match))]
    return html.figure(match_svg(match), *words)


def score_words(match: Match) -> str:
    """+7 =2 -1, a score of 80.0%."""
    return f"+{match.wins} ={match.draws} -{match.losses}, a score of {percent(match.score, 1)}"


def explained(match: Match) -> list[str]:
    """What the score means where that is not plain, and the mean results where games are more than won or lost."""
    if not match.is_scored and match.is_between_two:
        return []
    game, lines = match.game, []
    names = [one_line(name) for name in match.engines]
    if game.players == 1:
        lines.append("each deal is played by every engine, with the same luck")
    elif len(names) > 2 and match.swapped:
        lines.append(f"the engines take the {game.players} seats in turn")
    elif game.sides and match.swapped:
        lines.append(f"{names[0]} and {names[1]} take the sides in turn")
    elif game.players > 2 and match.swapped:
        lines.append(f"{names[0]} takes each of the {game.players} seats in turn, {names[1]} all the others")
    if game.players > 1 and len(game.teams) > 2:
        lines.append(
            "a game is won by getting more than every other player, drawn by getting as much as the best of them"
        )
    if match.duplicate:
        tables = together(len(names), game.players, match.swapped, game.sides)
        where = f"at {tables} tables" if tables < game.players else f"from all {tables} seats"
        lines.append(f"each of {match.games // tables:,} deals was played {where}, and counts once")
    if match.is_between_two:
        lines.append(f"{mean_name(game)}: {means_words(match.means, names, game.scale)}")
    if match.swing is not None:
        lines.append(f"{game.swing_name} per deal for {names[0]}: {mean_words(match.swing, 1.0)}")
    if match.difference is not None:
        lines.append(f"{names[0]} against {names[1]} with the same luck: {mean_words(match.difference, game.scale)}")
    return lines


def mean_words(mean: Mean, scale: float) -> str:
    """+483.2 (95% between +470.1 and +496.3). scale: that of the game."""
    value = signed(mean.value, scale)
    return f"{value} (95% between {_between(mean, scale)})" if math.isfinite(mean.low) else value


def means_words(means: Sequence[Mean], names: Sequence[str], scale: float) -> str:
    """+483.2 (95% between …) for one, -483.2 (95% between …) for the other."""
    return ", ".join(f"{mean_words(mean, scale)} for {name}" for mean, name in zip(means, names, strict=True))


def rating_words(match: Match, rated: int) -> str:
    """The first engine's rating, where the second's is known."""
    told = [f"{rated + one:.0f}" if math.isfinite(one) else "unknown" for one in match.elo]
    first, second = match.engines
    return f"{first} is rated {told[0]} if {second} is rated {rated}; 95% between {told[1]} and {told[2]}"


def elo_words(elo: Elo) -> str:
    """Elo +241, 95% between +35 and +∞."""
    return f"Elo {whole(elo.difference)}, 95% between {whole(elo.low)} and {whole(elo.high)}"


def sprt_lines(state: SprtState) -> list[str]:
    """Which test a match was played for, what was counted, and what it accepts."""
    test, pairs = state.test, state.counts.are_pairs
    names = {"normalized": "normalized Elo", "logistic": "Elo", "bayesian": "BayesElo"}
    verdict = {
        "": "not decided yet",
        "elo0": f"accepted: {signed(test.elo0)} (that it is {signed(test.elo1)} is rejected)",
        "elo1": f"accepted: {signed(test.elo1)} (that it is {signed(test.elo0)} is rejected)",
    }
    what = "pairs by points 0, ½, 1, 1½, 2" if pairs else "lost, drawn, won"
    return [
        f"SPRT, {names[test.model]} {signed(test.elo0)} or {signed(test.elo1)}: {verdict[state.decision]}",
        f"log-likelihood ratio {state.llr:+.2f}, bounds {test.lower:.2f} and {test.upper:+.2f}; "
        f"{what}: {', '.join(f'{count:,.0f}' for count in state.counts.numbers)}",
    ]


def _interval(match: Match) -> tuple[float, float]:
    """The scores that go with the ends of the Elo interval, 0 to 1."""
    elo = match.elo
    return 1 / (1 + 10 ** (-elo.low / 400)), 1 / (1 + 10 ** (-elo.high / 400))
