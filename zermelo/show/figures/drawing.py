"""What is drawn of a figure: the tree of a search, a position, boards, a table, curves, or an opponent's simulation.

A figure's `drawing` says it in words:

trace ALGORITHM [depth N]      the tree of that search
position                       the position, or the tree as it was written
position numbered by the other of a backgammon board, with the points as the player counts who is not to move
positions                      those that the part `positions` lists, side by side
plies N [valued depth D]       boards of the first N plies, symmetric ones merged, with the values of minimax
model OPPONENT                 each chance node with the simulation of the opponent's own search
counts at C                    wins / visits of the nodes of Monte Carlo tree search, with UCB1 and what it selects
table                          the part `table`
plot ACROSS of FACT, FACT      facts that are rows of numbers, as curves: "random as random order" gives one a name, and
                               one after / is a formula, drawn dashed in the colour of the curve before it
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from zermelo.figures import Figure
from zermelo.game import Game, ZermeloError
from zermelo.hidden.information_sets import trace_open
from zermelo.loading import FIGURE, load
from zermelo.picture import Picture, Points
from zermelo.search.trace.trace import usual_algorithm
from zermelo.show.by_view import seen
from zermelo.show.canvas import card
from zermelo.show.figures.boards import first_plies, side_by_side
from zermelo.show.figures.counts import counted
from zermelo.show.figures.model import modelled
from zermelo.show.figures.pictured import Pictured, beside, pictured_drawing, pictured_text, rows_of
from zermelo.show.figures.table import table_drawing, table_text
from zermelo.show.measured.plot import Series, plot_svg, plot_text
from zermelo.show.svg import svg
from zermelo.show.text import text


@dataclass(frozen=True)
class Drawn:
    """A figure's drawing in both forms."""

    text: str
    svg: str

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


def drawn(figure: Figure) -> Drawn:
    """What a figure's `drawing` asks for. Raises ZermeloError."""
    words = figure.drawing
    if words == "table":
        return Drawn(table_text(figure.rows), card(table_drawing(figure.rows, figure.title)))
    if found := re.fullmatch(r"plot (\w+) of (.+)", words):
        return _plot(figure, found[1], found[2])
    game = load(f"{FIGURE}:{figure.name}")
    if words == "trace" or figure.algorithm:
        algorithm = figure.algorithm or usual_algorithm(game)
        return _of(trace_open(game, algorithm, game.initial(), figure.depth, False).picture())
    if words == "position":
        return _of(seen(game, game.initial(), None))
    if words == "position numbered by the other":
        return _of(_renumbered(figure, seen(game, game.initial(), None)))
    if words == "positions":
        return _positions(figure, game)
    if found := re.fullmatch(r"plies (\d)(?: valued depth (\d))?", words):
        return _pictured(first_plies(game, int(found[1]), int(found[2]) if found[2] else None), figure.title)
    if found := re.fullmatch(r"counts at (\d+(?:\.\d+)?)", words):
        return _of(counted(game, float(found[1])))
    if found := re.fullmatch(r"model (\S+)", words):
        return _pictured(modelled(game, found[1]), figure.title)
    raise ZermeloError(f"figure {figure.name}: '{words}' is no drawing; see docs/figures.md")


def _of(picture: Picture) -> Drawn:
    return Drawn(text(picture), svg(picture))


def _renumbered(figure: Figure, picture: Picture) -> Picture:
    if not isinstance(picture, Points):
        raise ZermeloError(f"figure {figure.name}: only the points of a backgammon board are numbered by a player")
    told = f"{picture.caption} with {'-'.join(map(str, picture.dice))}"
    return replace(picture, numbered=1 - picture.numbered, dice=(), caption=told)


def _pictured(root: Pictured, title: str) -> Drawn:
    return Drawn(pictured_text(root), card(pictured_drawing(root, title)))


def _positions(figure: Figure, game: Game) -> Drawn:
    boards = side_by_side(game, figure.positions)
    return Drawn(rows_of(boards), card(beside(boards, figure.title)))


def _plot(figure: Figure, across: str, names: str) -> Drawn:
    lines = []
    for one in names.split(", "):
        name, _, label = one.partition(" as ")
        fact = figure.facts.get(name.removeprefix("/"))
        if fact is None:
            there = ", ".join(figure.facts)
            raise ZermeloError(f"figure {figure.name}: the plot asks for '{name}', and the facts are {there}")
        points = tuple((place, float(word)) for place, word in enumerate(fact.text.split(), 1))
        lines.append(Series(label or fact.name, points, is_formula=name.startswith("/")))
    return Drawn(plot_text(lines, across), plot_svg(lines, figure.title, across))
