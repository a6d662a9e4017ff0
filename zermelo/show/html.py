"""Pieces of HTML for notebooks. Every text is escaped here; the result is also well-formed XML."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import Game
from zermelo.show.canvas import clean
from zermelo.show.svg import svg
from zermelo.show.words import filled

BAR = "height:.8em;border-radius:.3em"


def figure(drawing: str, *words: str) -> str:
    """A drawing with words beside it, or below it where the page is narrow; the words are markup already."""
    told = f'<div style="min-width:16em">{"".join(words)}</div>' if words else ""
    style = "margin:0;display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start"
    return f'<figure style="{style}"><div style="max-width:100%">{drawing}</div>{told}</figure>'


def paragraph(*words: str, strong: str = "") -> str:
    """A line of text; strong: words in bold before it."""
    begin = f"<b>{clean(strong)}</b> " if strong else ""
    return f'<p style="margin:.3em 0">{begin}{clean("".join(words))}</p>'


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the first column is text, the others are numbers."""

    def line(cells: Sequence[str], kind: str) -> str:
        sides = ["left", *["right"] * (len(cells) - 1)]
        return "".join(
            f'<{kind} style="text-align:{side};padding:.1em .6em">{clean(cell)}</{kind}>'
            for side, cell in zip(sides, cells, strict=True)
        )

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f"<table><thead><tr>{line(headings, 'th')}</tr></thead><tbody>{body}</tbody></table>"


def bar(part: float) -> str:
    """A bar that is filled to this part, from 0 to 1."""
    full = f'<div style="{BAR};width:{100 * filled(part, 1.0):.1f}%;background:#4a80d6"></div>'
    return f'<div style="{BAR};max-width:18em;margin:.3em 0;background:#8884">{full}</div>'


def game_html(game: Game) -> str:
    """A game with its first position."""
    name = f'<figcaption style="width:100%"><b>{clean(game.title)}</b> {clean(game.summary)}</figcaption>'
    return f'<figure style="margin:0">{name}{svg(game.describe(game.initial()))}</figure>'
