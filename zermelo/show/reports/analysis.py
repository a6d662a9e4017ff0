"""An analysis as one drawing, and as HTML: the board with the best line on it, the value and the candidates."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.evaluate import Term
from zermelo.game import CHANCE
from zermelo.numerals import fixed, percent, plain, signed
from zermelo.picture import Picture
from zermelo.search.advantage import advantage, advantage_of
from zermelo.search.analysis import Analysis, Candidate
from zermelo.show import html
from zermelo.show.by_view import cells_touched, seen, viewer_at
from zermelo.show.canvas import Drawing, box, captioned, card, fitted, length, shifted, write
from zermelo.show.svg import drawing, svg
from zermelo.show.svg.arrows import Arrow
from zermelo.show.touch import touched
from zermelo.show.words import filled, one_line
from zermelo.show.worth import best_text, choice_words, headline, network_words, value_words, verdict

ARROWS = 3  # moves of the best line that are drawn
SHOWN = 10  # candidates in a drawing; a table has room for more
LISTED = 20
TERMS = 20

HEADLINE, LINE, SMALL = 19.0, 14.0, 12.0  # font sizes
STEP = 22.0  # from line to line
PANEL = 330.0  # the width of the panel beside the board
GAP = 28.0
NARROW = 640.0  # a wider picture gets its panel below it
BAR = 14.0
CANDIDATE_BAR = 70.0
NUMBER = 86.0  # the width of a column of numbers


def analysis_svg(analysis: Analysis) -> str:
    """The position with the best line's first moves as arrows, and what the search found beside it or below it."""
    position = captioned(drawing(_position(analysis), arrows(analysis)))
    is_beside = position.width <= NARROW
    panel = _panel(analysis, PANEL if is_beside else max(PANEL, min(position.width, NARROW)))
    if is_beside:
        body = position.body + shifted(panel.body, position.width + GAP, 0)
        width, height = position.width + GAP + panel.width, max(position.height, panel.height)
    else:
        body = position.body + shifted(panel.body, 0, position.height + GAP)
        width, height = max(position.width, panel.width), position.height + GAP + panel.height
    return card(Drawing(body, width, height, panel.title))


def analysis_html(analysis: Analysis) -> str:
    """The same for a notebook, with tables and with the terms of the evaluation."""
    words = [html.paragraph(verdict(analysis), strong=best_text(analysis) or "chance is to move")]
    for label, value, part in _bars(analysis):
        words.append((html.paragraph(f"{label} {value}") if label else "") + html.bar(part))
    if shown_line(analysis):
        words.append(html.paragraph(" ".join(shown_line(analysis)), strong="line"))
    listed = analysis.ranked()
    words.append(html.table(columns(analysis), [row(analysis, candidate) for candidate in listed[:LISTED]]))
    if len(listed) > LISTED:
        words.append(html.paragraph(f"… and {len(listed) - LISTED} more"))
    if analysis.terms:
        rows = [term_row(term) for term in analysis.terms[:TERMS]]
        words.append(html.paragraph("the evaluation's terms at the end of the line"))
        words.append(html.table(["term", "feature", "weight", "share"], rows))
    if network_words(analysis):
        words.append(html.paragraph(network_words(analysis)))
    words.append(html.paragraph(effort(analysis)))
    if analysis.chosen:
        words.append(html.paragraph(choice_words(analysis)))
    return html.figure(svg(_position(analysis), arrows(analysis)), *words)


def _position(analysis: Analysis) -> Picture:
    """The position as the player to move sees it."""
    return seen(analysis.game, analysis.state, viewer_at(analysis.game, analysis.state))


def arrows(analysis: Analysis) -> list[Arrow]:
    """The first moves of the best line as cells of the board; where something is hidden, the first alone."""
    game, state = analysis.game, analysis.state
    found: list[Arrow] = []
    viewer = viewer_at(game, state)
    if viewer is not None:
        return [cells_touched(game, state, action, viewer) for action in analysis.line[:1]]
    for action in analysis.line[:ARROWS]:
        found.append(touched(game, state, action))
        state = game.result(state, action)
        if game.is_terminal(state) or game.to_move(state) == CHANCE:
            break
    return found


def shown_line(analysis: Analysis) -> list[str]:
    """The best line as its players write it; none where later moves would depend on what is hidden."""
    return [] if viewer_at(analysis.game, analysis.state) is not None else analysis.line_text()


def effort(analysis: Analysis) -> str:
    """How much work the search did, in one line."""
    return "; ".join([analysis.engine, *_work(analysis)])


def _work(analysis: Analysis) -> list[str]:
    words = [f"depth {analysis.depth}"]
    if analysis.simulations is not None:
        rate = analysis.simulations / max(analysis.seconds, 1e-9)
        words.append(f"{analysis.simulations:,} simulations, {rate:,.0f} per second")
    else:
        words.append(f"{analysis.nodes:,} nodes, {analysis.nodes_per_second:,.0f} per second")
    if analysis.skipped is not None:
        words.append(f"{analysis.leaves:,} leaves visited, {analysis.skipped:,} skipped")
    if not analysis.compiled:
        words.append(f"interpreted ({analysis.reason})")
    if analysis.stopped:
        words.append(f"stopped: {analysis.stopped}")
    return words


def columns(analysis: Analysis) -> list[str]:
    """The headings of the table of candidates."""
    numbers = ["visits"] if analysis.simulations else []
    first = ["outcome", "probability"] if analysis.is_chance else ["action"]
    mixed = ["played"] if is_mixed(analysis) else []
    votes = ["votes"] if _has_votes(analysis) else []
    return [
        *first,
        *mixed,
        *votes,
        "value",
        *numbers,
        *(["prior"] if _has_priors(analysis) else []),
        *(["note"] if _has_notes(analysis) else []),
    ]


def row(analysis: Analysis, candidate: Candidate) -> list[str]:
    """A candidate's row of the table, one cell for each of `columns`."""
    action = analysis.game.action_text(analysis.state, candidate.action)
    visits = [f"{candidate.visits or 0:,}"] if analysis.simulations else []
    prior = [fixed(candidate.prior or 0.0)] if _has_priors(analysis) else []
    note = [candidate.note] if _has_notes(analysis) else []
    first = [action] if candidate.probability is None else [action, plain(candidate.probability, digits=3)]
    mixed = [percent(candidate.share or 0.0, 1)] if is_mixed(analysis) else []
    votes = [f"{candidate.votes or 0:,}"] if _has_votes(analysis) else []
    return [*first, *mixed, *votes, value_words((analysis, candidate)), *visits, *prior, *note]


def is_mixed(analysis: Analysis) -> bool:
    """Does the strategy play several actions, each with a probability?"""
    return any(candidate.share is not None for candidate in analysis.candidates)


def _has_votes(analysis: Analysis) -> bool:
    return any(candidate.votes is not None for candidate in analysis.candidates)


def _has_notes(analysis: Analysis) -> bool:
    return any(candidate.note for candidate in analysis.candidates)


def _has_priors(analysis: Analysis) -> bool:
    return any(candidate.prior is not None for candidate in analysis.candidates)


def term_row(term: Term) -> list[str]:
    """A term's row of the table: name, feature, weight, share."""
    return [term.name, f"{term.feature + 0.0:g}", f"{term.weight:g}", signed(term.share)]  # + 0.0: of -0.0 it is 0


def _bars(analysis: Analysis) -> list[tuple[str, str, float]]:
    """Label, value and share: one for the player to move, or one per player if each has its own value."""
    game = analysis.game
    if analysis.values and game.players > 1:
        return [
            (game.player_name(player), signed(value, game.scale), advantage(game, value, analysis.is_utility()))
            for player, value in enumerate(analysis.values)
        ]
    worth = advantage_of(analysis)
    return [] if worth is None else [("", "", worth)]


# --- the panel beside the board --------------------------------------------------------------------------------------


def _panel(analysis: Analysis, width: float) -> Drawing:
    column = _Column(width)
    column.line(best_text(analysis) or "chance is to move", size=HEADLINE, look="strong")
    column.line(verdict(analysis))
    for label, value, part in _bars(analysis):
        if label:
            column.space()
            column.line(label, value)
        column.bar(part)
    listed = analysis.ranked()
    column.space()
    room = max([NUMBER, *(length(row(analysis, one)[1], LINE) + 12 for one in listed[:SHOWN])])
    column.line(*columns(analysis)[:3], size=SMALL, look="faint", room=room)
    for candidate in listed[:SHOWN]:
        worth = advantage_of(analysis, candidate) if candidate.bound == "exact" else None
        worth = worth if candidate.share is None else candidate.share
        look = "strong" if candidate.action == analysis.action else ""
        column.line(*row(analysis, candidate)[:3], part=worth, look=look, room=room)
    if len(listed) > SHOWN:
        column.line(f"… and {len(listed) - SHOWN} more", size=SMALL, look="faint")
    column.space()
    if shown_line(analysis):
        column.line(f"line: {' '.join(shown_line(analysis))}", size=SMALL, look="faint")
    column.line(analysis.engine, size=SMALL, look="faint")
    if analysis.chosen:
        column.line(choice_words(analysis), size=SMALL, look="faint")
    column.line("; ".join(_work(analysis)[:2]), size=SMALL, look="faint")
    return Drawing("".join(column.parts), width, column.y, headline(analysis))


@dataclass
class _Column:
    """Lines below each other, each cropped where it would be too long."""

    width: float
    parts: list[str] = field(default_factory=list)
    y: float = 0.0

    def line(
        self,
        words: str,
        *numbers: str,
        size: float = LINE,
        look: str = "",
        part: float | None = None,
        room: float = NUMBER,
    ) -> None:
        """Words at the left, numbers at the right, and before these a bar that is full to a part from 0 to 1.

        room: the width of the first number's column.
        """
        middle = self.y + max(STEP, 1.4 * size) / 2
        right = self.width
        for place, number in reversed(list(enumerate(numbers))):
            self.parts.append(write(right, middle, number, size, f"end {look}".strip()))
            right -= NUMBER if place else room
        if part is not None:
            right -= CANDIDATE_BAR
            self._bar(right, middle - 4, CANDIDATE_BAR, 8, part, "full")
        shown = fitted(one_line(words), size, right - 10 if numbers else right)
        self.parts.append(write(0, middle, shown, size, f"start {look}".strip()))
        self.y += max(STEP, 1.4 * size)

    def bar(self, part: float) -> None:
        """A bar over the whole width, with its middle marked."""
        self._bar(0, self.y + 4, self.width, BAR, part, "full active")
        self.parts.append(box(self.width / 2 - 0.75, self.y + 1, 1.5, BAR + 6, "tick"))
        self.y += BAR + 12

    def space(self) -> None:
        self.y += 8

    def _bar(self, x: float, y: float, width: float, height: float, part: float, look: str) -> None:
        full = filled(part, 1.0) * width
        self.parts.append(box(x, y, width, height, "track", corner=height / 3))
        if full:
            self.parts.append(box(x, y, full, height, look, corner=height / 3))
