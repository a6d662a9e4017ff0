"""Reads the fields of the page's messages and checks their types and sizes."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from zermelo.game import ZermeloError
from zermelo.numerals import plain

LARGEST_MESSAGE = 64 * 1024  # bytes
LONGEST_TEXT = 20_000  # characters: a tree typed by hand, a position
LONGEST_WORD = 200  # a move, a name
LONGEST_SIDE = 100  # cells of a board
MOST_PLIES = 5_000  # of an open game
LONGEST_SEARCH = 60.0  # seconds

Message = Mapping[str, Any]


def read_message(text: str | bytes) -> dict[str, Any]:
    """The JSON object in a message. Raises ZermeloError if it is anything else."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise ZermeloError("a message is one JSON object") from None
    if not isinstance(message, dict):
        raise ZermeloError("a message is one JSON object")
    return message


def number_of(message: Message) -> int | None:
    """The message's id, which its answers repeat."""
    number = message.get("id")
    return number if isinstance(number, int) and not isinstance(number, bool) and abs(number) < 2**53 else None


def word(message: Message, name: str, longest: int = LONGEST_WORD) -> str:
    """A required text."""
    value = message.get(name)
    if not isinstance(value, str) or len(value) > longest:
        raise ZermeloError(f"{name} must be a text of at most {longest:,} characters")
    return value


def optional_word(message: Message, name: str, longest: int = LONGEST_TEXT) -> str | None:
    """A text, or None if it is missing or empty."""
    return None if message.get(name) in (None, "") else word(message, name, longest)


def words(message: Message, name: str, most: int = MOST_PLIES) -> list[str]:
    """A list of short texts; empty if it is missing."""
    values = message.get(name) or []
    if not isinstance(values, list) or len(values) > most:
        raise ZermeloError(f"{name} must be a list of at most {most:,} texts")
    if not all(isinstance(value, str) and len(value) <= LONGEST_WORD for value in values):
        raise ZermeloError(f"{name} must hold texts of at most {LONGEST_WORD} characters")
    return values


def rows(message: Message, name: str) -> list[list[str]]:
    """The cells of a board, as rows of texts."""
    values = message.get(name)
    if not isinstance(values, list) or len(values) > LONGEST_SIDE or not all(isinstance(row, list) for row in values):
        raise ZermeloError(f"{name} must be a list of at most {LONGEST_SIDE} rows")
    return [words({name: row}, name, LONGEST_SIDE) for row in values]


def tiles_laid(message: Message, name: str, most: int = 50) -> list[list[Any]]:
    """Tiles that a person has laid: rows, columns and texts."""
    values = message.get(name)
    if not isinstance(values, list) or len(values) > most:
        raise ZermeloError(f"{name} must be a list of at most {most} tiles")
    for value in values:
        is_tile = isinstance(value, list) and len(value) == 3 and all(map(_is_whole, value[:2]))
        if not is_tile or not isinstance(value[2], str) or not 0 <= min(value[:2]) <= max(value[:2]) < LONGEST_SIDE:
            raise ZermeloError(f"{name} must hold tiles: a row, a column and a text")
        if len(value[2]) > LONGEST_WORD:
            raise ZermeloError(f"{name} must hold texts of at most {LONGEST_WORD} characters")
    return values


def branches(message: Message) -> list[dict[str, Any]]:
    """The variations of a game: lists of moves, each after the position of a number. Empty if they are missing."""
    values = message.get("lines") or []
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise ZermeloError("lines must be a list of objects with after and moves")
    found: list[dict[str, Any]] = []
    for value in values:
        found.append({"after": whole(value, "after", None, 0, 10**6), "moves": words(value, "moves")})
    if sum(len(line["moves"]) for line in found) > MOST_PLIES:
        raise ZermeloError(f"lines must have at most {MOST_PLIES:,} moves together")
    return found


def results(message: Message, name: str, players: int, most: int) -> list[tuple[int, tuple[float, ...]]]:
    """The results of games that were played before: the first engine's seat, and each player's utility."""
    values = message.get(name) or []
    if not isinstance(values, list) or len(values) > most:
        raise ZermeloError(f"{name} must be a list of at most {most:,} results")
    found = []
    for value in values:
        is_row = isinstance(value, list) and len(value) == players + 1 and _is_whole(value[0])
        if not is_row or not 0 <= value[0] < players or not all(map(_is_finite, value[1:])):
            raise ZermeloError(f"{name} must hold a seat and {players} utilities for each game")
        found.append((value[0], tuple(float(utility) for utility in value[1:])))
    return found


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_finite(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e12


def comments(message: Message) -> list[tuple[int, str]]:
    """What is said about positions, by their numbers. Empty if it is missing."""
    values = message.get("comments") or []
    if not isinstance(values, list) or len(values) > MOST_PLIES:
        raise ZermeloError(f"comments must be a list of at most {MOST_PLIES:,} pairs")
    for value in values:
        is_pair = isinstance(value, list) and len(value) == 2 and isinstance(value[1], str)
        if not is_pair or not isinstance(value[0], int) or isinstance(value[0], bool):
            raise ZermeloError("comments must hold pairs of a number and a text")
    return [(number, text) for number, text in values]


def whole(message: Message, name: str, default: int | None, least: int, most: int) -> int:
    """A whole number within bounds; required unless there is a default."""
    value = message.get(name, default)
    value = default if value is None else value
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ZermeloError(f"{name} must be a whole number from {least:,} to {most:,}")
    return value


def real(message: Message, name: str, least: float, most: float) -> float:
    """A number within bounds."""
    value = message.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        raise ZermeloError(f"{name} must be a number from {plain(least)} to {plain(most)}")
    return float(value)


def seconds(message: Message, name: str, default: float, most: float = LONGEST_SEARCH) -> float:
    """A time above 0, cut to `most`."""
    value = message.get(name, default)
    value = default if value is None else value
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < math.inf:
        raise ZermeloError(f"{name} must be a number of seconds above 0")
    return min(float(value), most)


def indices(message: Message, name: str, most: int) -> set[int]:
    """A set of node numbers."""
    values = message.get(name) or []
    if not isinstance(values, list) or len(values) > most:
        raise ZermeloError(f"{name} must be a list of at most {most:,} numbers")
    if not all(isinstance(value, int) and not isinstance(value, bool) and 0 <= value < most for value in values):
        raise ZermeloError(f"{name} must hold numbers of nodes")
    return set(values)


def mapping(message: Message, name: str) -> dict[str, Any]:
    """An object of numbers, booleans and texts by name; empty if it is missing."""
    value = message.get(name) or {}
    if not isinstance(value, dict) or len(value) > 32:
        raise ZermeloError(f"{name} must be an object of at most 32 entries")
    for key, entry in value.items():
        if len(key) > 64 or not isinstance(entry, bool | int | float | str):
            raise ZermeloError(f"{name} must hold numbers, booleans and texts")
        if isinstance(entry, str) and len(entry) > LONGEST_TEXT:
            raise ZermeloError(f"{name}: '{key[:20]}' is too long")
        if isinstance(entry, float) and not math.isfinite(entry):
            raise ZermeloError(f"{name}: '{key[:20]}' must be a finite number")
    return value


def finite(value: float | None) -> float | None:
    """The number for JSON; None if there is none, or it is infinite or NaN."""
    return None if value is None or not math.isfinite(value) else float(value)
