"""An analysis as plain text: the board, the choice with its value and line, and a table of the candidates."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.search.analysis import Analysis
from zermelo.show.analysis import columns, effort, row, term_row
from zermelo.show.text import text
from zermelo.show.words import one_line, signed, width
from zermelo.show.worth import value_words, verdict

LISTED = 20  # candidates
SHOWN_PLIES = 8  # of a candidate's line
TEXTS = ("action", "line", "term")  # columns that are aligned to the left


def analysis_text(analysis: Analysis, room: int | None = None) -> str:
    """The text that `print(analysis)` and `zermelo analyse` show.

    room: the columns of the terminal. Candidates' lines are cut there, never their values; None: nothing is cut.
    """
    game, state = analysis.game, analysis.state
    lines = [text(game.describe(state)), "", f"{game.action_text(state, analysis.action)} {verdict(analysis)}"]
    if analysis.values:
        each = ", ".join(f"{game.player_name(p)} {signed(v)}" for p, v in enumerate(analysis.values))
        lines.append(f"for each player: {each}")
    if len(analysis.variations) > 1:
        rows = [[value_words((analysis, v)), " ".join(analysis.texts(v.line))] for v in analysis.variations]
        lines += table(["value", "line"], rows, room)
    else:
        lines.append(f"line: {' '.join(analysis.line_text())}")
    lines.append(effort(analysis))
    if analysis.parts:
        lines.append(f"parts: {', '.join(analysis.parts)}")
    listed = analysis.ranked()
    with_lines = any(len(candidate.line) > 1 for candidate in analysis.candidates)
    rows = [
        [*row(analysis, one), *([" ".join(analysis.texts(one.line[:SHOWN_PLIES]))] if with_lines else [])]
        for one in listed[:LISTED]
    ]
    lines += ["", *table([*columns(analysis), *(["line"] if with_lines else [])], rows, room)]
    if len(listed) > LISTED:
        lines.append(f"… and {len(listed) - LISTED} more")
    if analysis.terms:
        lines += ["", "the evaluation's terms at the end of the line:"]
        lines += table(["term", "feature", "weight", "share"], [term_row(term) for term in analysis.terms], room)
    return "\n".join(lines)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], room: int | None = None) -> list[str]:
    """Lines with aligned columns; numbers stand at the right of theirs. Only the last column is cut to the room."""
    cells = [[one_line(cell) for cell in cells] for cells in (headings, *rows)]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    lines = []
    for cells_of_row in cells:
        parts = []
        for heading, cell, wide in zip(headings, cells_of_row, widths, strict=True):
            space = " " * (wide - width(cell))
            parts.append(cell + space if heading in TEXTS else space + cell)
        lines.append(_cut("  ".join(parts).rstrip(), room) if headings[-1] == "line" else "  ".join(parts).rstrip())
    return lines


def _cut(line: str, room: int | None) -> str:
    """The line, cut with an ellipsis where it is wider than the room."""
    if room is None or width(line) <= room:
        return line
    while line and width(line) >= room:
        line = line[:-1]
    return line + "…"
