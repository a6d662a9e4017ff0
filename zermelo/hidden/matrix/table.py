"""A matrix game: what each of two players gets for every pair of actions, exactly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from zermelo.game import CHANCE, Game, ZermeloError, brief
from zermelo.knowledge import after, at_start

Payoffs = tuple[tuple[Fraction, ...], ...]  # [own action][the other's action]
Mixture = tuple[Fraction, ...]  # probabilities of a player's actions; they add up to 1

MOST = 30  # actions of a player
LONGEST = 20_000  # characters of a table
LONGEST_NAME = 24
FORM = 'write rows of cells, such as "[[3,3],[0,5]],[[5,0],[1,1]]" for pairs or "[[1,-1],[-1,1]]" for a zero-sum game'
NUMBER = r"[-+]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})(?:/\d{1,12})?"


@dataclass(frozen=True)
class MatrixGame:
    """Two players choose at the same time; the first chooses a row, the second a column."""

    first: Payoffs  # [row][column], what the first player gets
    second: Payoffs  # [column][row], what the second player gets
    rows: tuple[str, ...]  # the names of the first player's actions
    columns: tuple[str, ...]
    title: str = "a table"
    players: tuple[str, str] = ("player 1", "player 2")

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        return len(self.rows), len(self.columns)

    def payoffs(self, player: int) -> Payoffs:
        """What a player gets, [own action][the other's action]."""
        return (self.first, self.second)[player]

    def names(self, player: int) -> tuple[str, ...]:
        """The names of a player's actions."""
        return (self.rows, self.columns)[player]

    def cell(self, row: int, column: int) -> tuple[Fraction, Fraction]:
        """What both players get."""
        return self.first[row][column], self.second[column][row]

    def cells(self) -> Iterator[tuple[int, int]]:
        """Every row and column."""
        return ((row, column) for row in range(len(self.rows)) for column in range(len(self.columns)))

    @cached_property
    def total(self) -> Fraction | None:
        """What the players' utilities add up to in every cell; None: not the same everywhere."""
        totals = {sum(self.cell(row, column), Fraction()) for row, column in self.cells()}
        return totals.pop() if len(totals) == 1 else None

    @property
    def is_symmetric(self) -> bool:
        """Is it the same game when the players exchange roles?"""
        return self.rows == self.columns and self.first == self.second

    @property
    def is_shared(self) -> bool:
        """Do both get the same in every cell, so that all they can do is cooperate?"""
        return all(one == other for one, other in (self.cell(row, column) for row, column in self.cells()))

    def utilities(self, first: Mixture, second: Mixture) -> tuple[Fraction, Fraction]:
        """What both get on average when they mix their actions independently."""
        one = sum((p * worth for p, worth in zip(first, expected(self.first, second), strict=True)), Fraction())
        other = sum((p * worth for p, worth in zip(second, expected(self.second, first), strict=True)), Fraction())
        return one, other


def expected(payoffs: Payoffs, other: Mixture) -> list[Fraction]:
    """What each action of a player is worth on average against a mixture of the other's."""
    return [sum((p * worth for p, worth in zip(other, row, strict=True) if p), Fraction()) for row in payoffs]


def best_replies(payoffs: Payoffs, other: Mixture) -> frozenset[int]:
    """The actions that are worth the most against a mixture of the other's."""
    worths = expected(payoffs, other)
    best = max(worths)
    return frozenset(action for action, worth in enumerate(worths) if worth == best)


def surely(action: int, actions: int) -> Mixture:
    """The mixture that always plays one action."""
    return tuple(Fraction(int(place == action)) for place in range(actions))


def matrix_game(
    cells: Sequence[Sequence[Any]], rows: Sequence[str] = (), columns: Sequence[str] = (), title: str = "a table"
) -> MatrixGame:
    """The game of a table: pairs of numbers, or numbers that the first player wins and the second loses.

    rows, columns: names of the actions; by default 1, 2, … and a, b, …
    Raises ZermeloError saying what would be right.
    """
    if not isinstance(cells, list | tuple) or not cells or not all(isinstance(row, list | tuple) for row in cells):
        raise ZermeloError(f"a table has rows: {FORM}")
    widths = [len(row) for row in cells]
    if len(set(widths)) > 1:
        odd = next(place for place, width in enumerate(widths) if width != widths[0])
        raise ZermeloError(f"row {odd + 1} has {widths[odd]} cells and row 1 has {widths[0]}: all rows are as long")
    if not widths[0]:
        raise ZermeloError(f"the rows are empty: {FORM}")
    if max(len(cells), widths[0]) > MOST:
        raise ZermeloError(f"a table has up to {MOST} rows and {MOST} columns, not {len(cells)} and {widths[0]}")
    deep = [isinstance(cell, list | tuple) for row in cells for cell in row]
    if any(deep) and not all(deep):
        raise ZermeloError("some cells are numbers and some are not: all are pairs, or all are numbers")
    pairs = [[_pair(cell) if deep[0] else (_number(cell), -_number(cell)) for cell in row] for row in cells]
    return MatrixGame(
        tuple(tuple(one for one, _ in row) for row in pairs),
        tuple(tuple(row[column][1] for row in pairs) for column in range(widths[0])),
        _named(rows, len(cells), "rows", [str(place + 1) for place in range(len(cells))]),
        _named(columns, widths[0], "columns", [_letters(place) for place in range(widths[0])]),
        title,
    )


def _pair(cell: Sequence[Any]) -> tuple[Fraction, Fraction]:
    if len(cell) != 2 or any(isinstance(number, list | tuple) for number in cell):
        raise ZermeloError(
            f"a cell has two numbers, one for each player, not {_written(cell)}: games for two are solved here, as in "
            "[[3,3],[0,5]],[[5,0],[1,1]]"
        )
    return _number(cell[0]), _number(cell[1])


def _number(value: Any) -> Fraction:
    try:
        if isinstance(value, bool):
            raise TypeError
        return Fraction(value)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise ZermeloError(f"a cell has finite numbers, not {brief(value)}") from None


def _written(cell: Any) -> str:
    """A cell as it was typed, or its beginning."""
    if isinstance(cell, list | tuple):
        return brief(f"[{','.join(_written(part) for part in cell[:8])}]")
    return str(cell)


def _named(names: Sequence[str], count: int, side: str, usual: list[str]) -> tuple[str, ...]:
    chosen = [name.strip() for name in names] if names else usual
    if len(chosen) != count:
        raise ZermeloError(f"there are {count} {side}, and {len(chosen)} names for them")
    if len(set(chosen)) < count or not all(chosen):
        raise ZermeloError(f"every one of the {side} has a name of its own")
    wrong = [name for name in chosen if len(name) > LONGEST_NAME or not name.isprintable()]
    if wrong:
        raise ZermeloError(f"names have up to {LONGEST_NAME} characters, not '{brief(wrong[0])}'")
    return tuple(chosen)


def _letters(place: int) -> str:
    return chr(ord("a") + place) if place < 26 else f"a{chr(ord('a') + place - 26)}"


# --- a table that a person typed --------------------------------------------------------------------------------------


def read_table(text: str, rows: str | None = None, columns: str | None = None) -> MatrixGame:
    """Reads "[[3,3],[0,5]],[[5,0],[1,1]]"; rows and columns: names, separated by commas. Raises ZermeloError.

    The brackets around the whole table may be left out. A table of numbers, "[[1,-1],[-1,1]]", is a zero-sum game; one
    row of pairs needs the outer brackets, "[[[3,3],[0,5]]]".
    """
    return matrix_game(
        _nested(text), rows.split(",") if rows else (), columns.split(",") if columns else (), brief(text.strip())
    )


def table_of(text: str) -> str:
    """What kind of table a text in brackets may be: "numbers", "pairs", "nested pairs" or, if it is none, "".

    Nested pairs stand in square brackets like all the rest, around which there is another pair of brackets: they look
    like a tree of three levels. A table of numbers has two rows and two columns at least.
    """
    try:
        rows = _nested(text)
        widths = {len(row) if isinstance(row, list) else 0 for row in rows}
        cells = [cell for row in rows for cell in row]
    except (TypeError, ZermeloError):
        return ""
    if len(widths) != 1 or not cells:
        return ""
    if not any(isinstance(cell, list) for cell in cells):
        return "numbers" if len(rows) > 1 and widths != {1} else ""
    if not all(isinstance(cell, list) and len(cell) == 2 for cell in cells):
        return ""
    if any(isinstance(number, list) for cell in cells for number in cell):
        return ""
    is_nested = "(" not in text and text.replace(" ", "").startswith("[[[") and len(rows) > 1
    return "nested pairs" if is_nested else "pairs"


def _nested(text: str) -> list[Any]:
    """The lists that a text stands for. Nothing is evaluated: there are brackets, commas and numbers only."""
    if len(text) > LONGEST:
        raise ZermeloError(f"a table has up to {LONGEST:,} characters, not {len(text):,}")
    whole: list[Any] = []
    open_lists, wants_value = [whole], True
    for found in re.finditer(rf"\s*(?:([\[(])|([\])])|(,)|({NUMBER})(?![\w.+/-])|(\S[^\s,\[\]()]*))", text):
        opens, _, comma, number, other = found.groups()
        if other:
            raise ZermeloError(f"'{brief(other, 30)}' is no number of up to 12 digits: {FORM}")
        if (opens or number) and not wants_value:
            raise ZermeloError(f"a comma is missing before '{brief(text[found.start() :], 30)}': {FORM}")
        if opens:
            if len(open_lists) > 3:
                raise ZermeloError(f"brackets are at most 3 deep, around the table, a row and a cell: {FORM}")
            open_lists[-1].append([])
            open_lists.append(open_lists[-1][-1])
        elif number:
            open_lists[-1].append(_fraction(number))
            wants_value = False
        elif comma:
            if wants_value:
                raise ZermeloError(f"a number is missing before '{brief(text[found.start() :], 30)}': {FORM}")
            wants_value = True
        else:
            if len(open_lists) == 1 or (wants_value and open_lists[-1]):
                raise ZermeloError(f"a bracket closes too early at '{brief(text[found.start() :], 30)}': {FORM}")
            open_lists.pop()
            wants_value = False
    if len(open_lists) > 1 or wants_value:
        raise ZermeloError(f"the table is not complete, something is missing at its end: {FORM}")
    return whole[0] if len(whole) == 1 and isinstance(whole[0], list) else whole


def _fraction(number: str) -> Fraction:
    over, _, under = number.partition("/")
    if under and not int(under):
        raise ZermeloError(f"'{number}' divides by zero")
    return Fraction(over) / (int(under) if under else 1)


# --- a game with one choice each --------------------------------------------------------------------------------------


def from_game(game: Game) -> MatrixGame | None:
    """The table of a game with one choice per player, the second without seeing the first; None: another game."""
    start = game.initial()
    if game.players != 2 or not game.has_hidden or game.is_terminal(start) or game.to_move(start) != 0:
        return None
    choices, known = list(game.actions(start)), at_start(game, start)
    replies: list[Any] = []
    cells, seen = [], set()
    for choice in choices[: MOST + 1]:
        state = game.result(start, choice)
        if game.is_terminal(state) or game.to_move(state) in (0, CHANCE):
            return None
        seen.add(after(game, known, start, choice, state)[1])
        replies = list(game.actions(state))
        ends = [game.result(state, reply) for reply in replies[: MOST + 1]]
        if len(seen) > 1 or not all(map(game.is_terminal, ends)):
            return None
        cells.append([tuple(_number(game.utility(end, player)) for player in range(2)) for end in ends])
    rows = [game.action_text(start, choice) for choice in choices]
    middle = game.result(start, choices[0])
    columns = [game.action_text(middle, reply) for reply in replies]
    if max(len(rows), len(columns)) > MOST:
        return None
    made = matrix_game(cells, rows, columns, game.title)
    return MatrixGame(
        made.first, made.second, made.rows, made.columns, game.title, (game.player_name(0), game.player_name(1))
    )
