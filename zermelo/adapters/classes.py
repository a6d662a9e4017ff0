"""What the adapters share: which methods a class has, what it prints, and how its actions are written."""

from __future__ import annotations

import contextlib
import inspect
import io
from collections.abc import Callable, Iterable
from typing import Any

from zermelo.game import Action
from zermelo.picture import Board, Lines, Picture, guessed


def has(thing: Any, name: str) -> bool:
    """Has a class or an object a method of this name that does more than to say that it is not implemented?"""
    method = inspect.getattr_static(thing, name, None)
    function = getattr(method, "__func__", method)
    if not callable(function) or getattr(function, "__isabstractmethod__", False):
        return False
    return "NotImplementedError" not in getattr(getattr(function, "__code__", None), "co_names", ())


def lacking(thing: Any, *needed: str | tuple[str, ...]) -> list[str]:
    """The methods that a class or an object lacks, in words. Of a tuple of names one is enough."""
    choices = [(names,) if isinstance(names, str) else names for names in needed]
    return [" or ".join(names) for names in choices if not any(has(thing, name) for name in names)]


def ordered(actions: Iterable[Action]) -> list[Action]:
    """Actions as a list; those of a set sorted, since a set has another order in every process."""
    if not isinstance(actions, set | frozenset):
        return list(actions)
    try:
        return sorted(actions)
    except TypeError:
        return sorted(actions, key=repr)


def action_word(action: Action) -> str:
    """An action as people type it: (0, 2) as 0,2."""
    if isinstance(action, tuple) and action and not any(isinstance(part, tuple) for part in action):
        return ",".join(map(str, action))
    return str(action)


def printed(show: Callable[[], Any]) -> str:
    """What a function prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        show()
    return out.getvalue()


def drawn(text: str, first: str, caption: str) -> Picture:
    """A picture of a position as a class prints it: a board if it prints a grid, as it did at the start; else lines.

    first: what it printed at the start.
    """
    rows, before = _rows(text), _rows(first)
    grid = guessed(rows, before, None, caption) if len(rows) > 1 else None
    if isinstance(grid, Board) and 2 * len(grid.cells) > len(rows):  # and not a few lines that happen to be alike
        return grid
    return Lines((*(line.rstrip() for line in text.strip("\n").splitlines()), caption))


def _rows(text: str) -> tuple[Any, ...]:
    """The cells of each line: its words, or its characters where it is one word."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    if all(len(row) == 1 for row in rows):
        return tuple(row[0] for row in rows)
    return tuple(tuple(row) for row in rows)
