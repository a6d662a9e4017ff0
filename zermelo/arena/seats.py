"""Who sits where in the games of a match."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from zermelo.game import Game, ZermeloError


def seating(engines: int, players: int, number: int, swap: bool = True, sides: Sequence[int] = ()) -> tuple[int, ...]:
    """The engine in each seat of one game of a match, by its number among the engines; games count from 0.

    Two engines: the first takes each seat in turn, the second all the others. As many as there are seats: they move
    on by a seat from game to game, and when each has been everywhere, the others' order after the first is another one.
    Where players have partners (sides: see `Game`), two engines take a side each.
    In a game for one they take turns. swap: False leaves everyone where the first game has them.
    """
    if players == 1:
        return (number % engines,)
    if engines == 2 and sides:
        own = number % len({*sides}) if swap else 0
        return tuple(0 if side == own else 1 for side in sides)
    turn, round_ = (number % players, number // players) if swap else (0, 0)
    if engines == 2:
        return tuple(0 if seat == turn else 1 for seat in range(players))
    order = (0, *_arranged(list(range(1, engines)), round_ % factorial(engines - 1)))
    return tuple(order[(seat - turn) % players] for seat in range(players))


def together(engines: int, players: int, swap: bool = True, sides: Sequence[int] = ()) -> int:
    """How many games in a row have the same opening and seeds: those in which the engines exchange seats."""
    if engines == 2 and sides and swap:
        return len({*sides})
    return engines if players == 1 else players if swap else 1


def check_engines(game: Game, engines: Sequence[object]) -> None:
    """Raises ZermeloError if so many engines cannot play a match."""
    count, players = len(engines), game.players
    if players == 1 and count < 2:
        raise ZermeloError(f"a match of {game.name}, a game for one, compares two engines or more, not {count}")
    if players > 1 and count not in (2, players):
        each = "" if players == 2 else f", or between {players}, one in each seat of {game.name}"
        raise ZermeloError(f"a match is between two engines{each}, not {count}")


def _arranged(items: list[int], number: int) -> list[int]:
    """The arrangement of this number, from 0, of some items; 0 is the order that they have."""
    found = []
    while items:
        place, number = divmod(number, factorial(len(items) - 1))
        found.append(items.pop(place))
    return found
