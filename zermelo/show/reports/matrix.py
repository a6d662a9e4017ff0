"""The solution of a matrix game in words: the table with best replies marked, dominance, equilibria and values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from zermelo.hidden.matrix.correlated import Correlated
from zermelo.hidden.matrix.dominance import Domination
from zermelo.hidden.matrix.programme import LARGEST
from zermelo.hidden.matrix.report import Elimination, MatrixReport
from zermelo.hidden.matrix.table import MatrixGame, Mixture, best_replies, surely
from zermelo.numerals import plain
from zermelo.show.words import width

LISTED = 20  # equilibria, cells of a correlated equilibrium, steps of an elimination
MARK = "*"


def matrix_lines(report: MatrixReport) -> Iterator[str]:
    """The whole report, line by line."""
    game = report.game
    yield f"{game.title}: {game.players[0]} chooses a row, {game.players[1]} a column, at the same time"
    yield ""
    yield from table_lines(game)
    yield f"{MARK} is a best reply to what the other does; a cell with both numbers marked is an equilibrium"
    yield _kind(game)
    for heading, lines in (
        ("dominance", _dominance(report)),
        ("equilibria", _equilibria(report)),
        ("what each can make sure of", _security(report)),
        ("correlated equilibrium", _correlated(report)),
        ("better for both", _improved(report)),
    ):
        yield ""
        yield heading
        yield from (f"  {line}" for line in lines)


def _kind(game: MatrixGame) -> str:
    """What kind of game it is: opposed or shared interests, and whether the roles differ."""
    if game.is_shared:
        interests = "both get the same, so it is a game of cooperation"
    elif game.total is not None:
        interests = "what one gains the other loses (zero-sum)" if not game.total else "the sum is constant"
    else:
        interests = "interests are partly opposed and partly shared (not zero-sum)"
    roles = "symmetric: with exchanged roles it is the same game" if game.is_symmetric else "the roles differ"
    return f"{interests}; {roles}"


def table_lines(game: MatrixGame, marked: bool = True) -> list[str]:
    """The table of utilities, with best replies marked."""
    rows, columns = game.shape
    to_column = [best_replies(game.first, surely(column, columns)) for column in range(columns)]
    to_row = [best_replies(game.second, surely(row, rows)) for row in range(rows)]

    def text(row: int, column: int) -> str:
        marks = (row in to_column[column], column in to_row[row]) if marked else (False, False)
        one, other = (
            amount(worth) + (MARK if is_best else "")
            for worth, is_best in zip(game.cell(row, column), marks, strict=True)
        )
        return f"{one}, {other}"

    grid = [["", *game.columns]]
    grid += [[name, *(text(row, column) for column in range(columns))] for row, name in enumerate(game.rows)]
    wide = [max(width(line[place]) for line in grid) for place in range(columns + 1)]
    return ["   ".join(_padded(part, size) for part, size in zip(line, wide, strict=True)).rstrip() for line in grid]


def amount(number: Fraction) -> str:
    """A utility: 3, 0.25, 2/3, or a decimal where the fraction has a large denominator."""
    short = f"{float(number):.6g}"
    if Fraction(short) == number:
        return short
    if number.denominator > LARGEST:
        return plain(float(number))
    return f"{number.numerator}/{number.denominator}"


def chance(number: Fraction) -> str:
    """A probability: 1/3, or a decimal where the fraction has a large denominator."""
    if number.denominator > LARGEST:
        return f"{float(number):.6g}"
    return f"{number.numerator}/{number.denominator}" if number.denominator > 1 else str(number.numerator)


def mixture_text(names: Sequence[str], mixture: Mixture) -> str:
    """An action, or actions with their probabilities: rock 1/3, paper 1/3, scissors 1/3."""
    played = [(name, p) for name, p in zip(names, mixture, strict=True) if p]
    return played[0][0] if len(played) == 1 else ", ".join(f"{name} {chance(p)}" for name, p in played)


def _padded(text: str, size: int) -> str:
    return text + " " * (size - width(text))


def _dominance(report: MatrixReport) -> Iterator[str]:
    game = report.game
    if not report.dominated:
        yield "no action is dominated: each is right against something that the other may do"
    for one in report.dominated[:LISTED]:
        by = mixture_text(game.names(one.player), one.by)
        why = (
            "it is better whatever the other does"
            if one.strict
            else "it is never worse, and better against something that the other may do"
        )
        kind = "strictly" if one.strict else "weakly"
        yield f"{game.players[one.player]}: {game.names(one.player)[one.action]} is {kind} dominated by {by}: {why}"
    if report.strictly.steps:
        yield f"without strictly dominated actions, one by one, there {_left(game, report.strictly)}, in any order"
        yield from _steps(game, report.strictly.steps)
    if report.weakly.steps != report.strictly.steps:
        yield f"without weakly dominated ones too there {_left(game, report.weakly)}; another order may leave others"
        yield from _steps(game, report.weakly.steps)


def _left(game: MatrixGame, one: Elimination) -> str:
    rows, columns = [game.rows[row] for row in one.rows], [game.columns[column] for column in one.columns]
    return f"remain {' or '.join(rows)} for {game.players[0]} and {' or '.join(columns)} for {game.players[1]}"


def _steps(game: MatrixGame, steps: Sequence[Domination]) -> Iterator[str]:
    for number, step in enumerate(steps[:LISTED], 1):
        names = game.names(step.player)
        how = "strictly" if step.strict else "weakly"
        by = mixture_text(names, step.by)
        yield f"  {number}. {game.players[step.player]}'s {names[step.action]} goes, {how} dominated by {by}"
    if len(steps) > LISTED:
        yield f"  … and {len(steps) - LISTED} more"


def _equilibria(report: MatrixReport) -> Iterator[str]:
    game, found = report.game, report.equilibria
    one, other = game.players
    if report.value is not None:
        what = "loses" if game.total == 0 else "leaves"
        yield f"value {amount(report.value)}: {one} makes sure of it on average, and {other} {what} no more"
    for number, listed in enumerate(found.listed[:LISTED], 1):
        kind = "pure" if listed.is_pure else "mixed"
        first, second = mixture_text(game.rows, listed.first), mixture_text(game.columns, listed.second)
        worth = f"{amount(listed.utilities[0])} for {one}, {amount(listed.utilities[1])} for {other}"
        yield f"{number}. {kind}: {one} plays {first}; {other} plays {second}"
        if listed.is_pure:
            yield f"   {worth}: neither gains by changing alone"
        else:
            yield f"   {worth} on average: all that one mixes is worth the same to it, and nothing is worth more"
        cell = listed.first.index(max(listed.first)), listed.second.index(max(listed.second))
        if listed.is_pure and cell in report.improved:
            better = report.improved[cell]
            gains = [b > a for a, b in zip(game.cell(*cell), game.cell(*better), strict=True)]
            for_whom = "both" if all(gains) else "one and no worse for the other"
            yield f"   but {_cell(game, better)} is better for {for_whom}"
    if len(found.listed) > LISTED:
        yield f"… and {len(found.listed) - LISTED} more: --json lists them"
    if found.largest is not None:
        yield f"all pure ones are listed, and mixtures of up to {found.largest} actions were tried: there may be more"
    elif not found.regions:
        yield "there are no others" if len(found.listed) > 1 else "there is no other"
    for region in found.regions[:LISTED]:
        firsts = _any_of(game.rows, region.firsts)
        seconds = _any_of(game.columns, region.seconds)
        yield f"degenerate: {one} with {firsts} and {other} with {seconds} is an equilibrium too"
    if found.regions and found.largest is None:
        yield "there are no others besides these in between"


def _any_of(names: Sequence[str], mixtures: Sequence[Mixture]) -> str:
    shown = [
        f"({mixture_text(names, mixture)})" if len(mixtures) > 1 else mixture_text(names, mixture)
        for mixture in mixtures
    ]
    return f"any mixture of {' and '.join(shown)}" if len(mixtures) > 1 else shown[0]


def _security(report: MatrixReport) -> Iterator[str]:
    game = report.game
    for player, one in enumerate(report.security):
        names = game.names(player)
        line = f"{game.players[player]}: {amount(one.sure)} by {names[one.action]}"
        if one.value > one.sure:
            line += f", {amount(one.value)} on average by {mixture_text(names, one.mixture)}"
        yield f"{line} (maximin)"


def _correlated(report: MatrixReport) -> Iterator[str]:
    game, best = report.game, report.correlated
    yield "a referee draws a cell and tells each player only its own action; nobody gains by not obeying"
    total = sum(best.utilities)
    yield f"largest sum: {amount(Fraction(total))} = {amount(best.utilities[0])} + {amount(best.utilities[1])}"
    yield from _drawn(game, best)
    for player, one in enumerate(report.favourites):
        worth = amount(one.utilities[player])
        yield f"the best for {game.players[player]} gives {worth}"


def _drawn(game: MatrixGame, found: Correlated) -> Iterator[str]:
    cells = [(found.chances[row][column], row, column) for row, column in game.cells() if found.chances[row][column]]
    for p, row, column in cells[:LISTED]:
        yield f"  {_cell(game, (row, column))} with probability {chance(p)}"
    if len(cells) > LISTED:
        yield f"  … and {len(cells) - LISTED} more cells"


def _improved(report: MatrixReport) -> Iterator[str]:
    game = report.game
    if game.total is not None:
        yield "no cell is: what one wins the other loses"
        return
    if not report.improved:
        yield "no cell is better for one and no worse for the other than any other cell"
    for cell, better in list(report.improved.items())[:LISTED]:
        yield f"{_cell(game, cell)} is Pareto-dominated by {_cell(game, better)}"


def _cell(game: MatrixGame, cell: tuple[int, int]) -> str:
    one, other = game.cell(*cell)
    return f"{game.rows[cell[0]]}/{game.columns[cell[1]]} ({amount(one)}, {amount(other)})"
