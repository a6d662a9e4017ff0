"""An analysis as plain text: the board, the choice with its value and line, and a table of the candidates."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.search.analysis import Analysis, Candidate
from zermelo.show.by_view import seen, viewer_at
from zermelo.show.reports.analysis import TERMS, columns, effort, is_mixed, row, shown_line, term_row
from zermelo.show.text import text
from zermelo.show.words import one_line, width
from zermelo.show.worth import choice_words, each_words, headline, network_words, value_words

LISTED = 20  # candidates
SHOWN_PLIES = 8  # of a candidate's line
BAR = 12  # characters of the bar of a share
TEXTS = (
    "action",
    "outcome",
    "line",
    "term",
    "engine",
    "against",
    "version",
    "state",
    "as good",
    "note",
)  # columns that are aligned to the left


def analysis_text(analysis: Analysis, room: int | None = None) -> str:
    """The text that `print(analysis)` and `zermelo analyse` show.

    room: the columns of the terminal. Candidates' lines are cut there, never their values; None: nothing is cut.
    """
    game, state = analysis.game, analysis.state
    lines = [text(seen(game, state, viewer_at(game, state))), "", headline(analysis)]
    if analysis.values and game.players > 1:
        each = each_words(game, analysis.values)
        lines.append(f"for each player: {each}")
    if len(analysis.variations) > 1:
        rows = [[value_words((analysis, v)), " ".join(analysis.texts(v.line))] for v in analysis.variations]
        lines += table(["value", "line"], rows, room)
    elif shown_line(analysis):
        lines.append(f"line: {' '.join(shown_line(analysis))}")
    if network_words(analysis):
        lines.append(network_words(analysis))
    lines.append(effort(analysis))
    if analysis.chosen:
        lines.append(choice_words(analysis))
    if analysis.parts:
        lines.append(f"parts: {', '.join(analysis.parts)}")
    listed = analysis.ranked()
    with_lines = any(len(candidate.line) > 1 for candidate in analysis.candidates) and viewer_at(game, state) is None
    rows = [
        [*_barred(analysis, one), *([" ".join(analysis.texts(one.line[:SHOWN_PLIES]))] if with_lines else [])]
        for one in listed[:LISTED]
    ]
    lines += ["", *table([*columns(analysis), *(["line"] if with_lines else [])], rows, room)]
    if len(listed) > LISTED:
        lines.append(f"… and {len(listed) - LISTED} more")
    if analysis.terms:
        lines += ["", "the evaluation's terms at the end of the line:"]
        shown = (
            sorted(analysis.terms, key=lambda term: -abs(term.share))[:TERMS] if _are_many(analysis) else analysis.terms
        )
        lines += table(["term", "feature", "weight", "share"], [term_row(term) for term in shown], room)
        if _are_many(analysis):
            lines.append(f"… and {len(analysis.terms) - TERMS} that weigh less")
    return "\n".join(lines)


def _are_many(analysis: Analysis) -> bool:
    """Has the evaluation more terms than one cares to read, such as one for each piece?"""
    return len(analysis.terms) > TERMS


def _barred(analysis: Analysis, candidate: Candidate) -> list[str]:
    """A candidate's row; of a mixed strategy with a bar before the share with which it is played."""
    action, *numbers = row(analysis, candidate)
    if is_mixed(analysis):
        full = round(BAR * (candidate.share or 0.0))
        numbers[0] = f"{'█' * full}{'░' * (BAR - full)} {numbers[0]:>6}"
    return [action, *numbers]


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], room: int | None = None) -> list[str]:
    """Lines with aligned columns; numbers stand at the right of theirs. Only a last column `line` is cut."""
    cells = [[one_line(cell) for cell in cells] for cells in (headings, *rows)]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    lines = []
    for cells_of_row in cells:
        parts = []
        for heading, cell, wide in zip(headings, cells_of_row, widths, strict=True):
            space = " " * (wide - width(cell))
            parts.append(cell + space if heading in TEXTS else space + cell)
        if headings[-1] == "line" and room is not None:
            parts[-1] = _cut(parts[-1].rstrip(), room - sum(width(part) + 2 for part in parts[:-1]))
        lines.append("  ".join(parts).rstrip())
    return lines


def _cut(text: str, room: int) -> str:
    """The text, cut with an ellipsis where it is wider than the room; "" where there is no room for both."""
    if width(text) <= room:
        return text
    while text and width(text) >= room:
        text = text[:-1]
    return f"{text}…" if text else ""
