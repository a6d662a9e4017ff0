"""What a game declares, checked: who plays with whom, and its opinions; and how it is won in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.numerals import brief, capitalised, counted, is_zero, may_be_plural, plain


def wrong_sides(sides: Sequence[int], players: int) -> str:
    """What is wrong with the side of each player, as `Game` has it; "": nothing."""
    found = list(dict.fromkeys(sides))  # in the order in which they come
    if not sides or (len(sides) == players and len(found) > 1 and found == list(range(len(found)))):
        return ""
    example = "from 0 on, such as (0, 1, 0, 1)"
    return f"sides={tuple(sides)} should name the side of each of {players} players, {example}"


def teams_of(sides: Sequence[int], players: int) -> tuple[tuple[int, ...], ...]:
    """[side] its players; without partners, each player alone."""
    of = tuple(sides) or tuple(range(players))
    return tuple(tuple(player for player in range(players) if of[player] == side) for side in sorted({*of}))


def wrong_opinions(evaluate: Any, guide: Any, expert: Any) -> str:
    """What is wrong with opinions that come with the rules; "": nothing."""
    if isinstance(evaluate, type) or not (evaluate is None or callable(_function(evaluate))):
        wanted = "evaluate is a function of a state and a player, or a Linear, Vector or Opinion"
        return f"{wanted}; not {_named(evaluate)}"
    if guide is not None and (isinstance(guide, type) or not hasattr(guide, "playout")):
        return f"guide is a Guide; not {_named(guide)}"
    if expert is not None and (isinstance(expert, type) or not hasattr(expert, "trained_as")):
        return f"expert is an Expert; not {_named(expert)}"
    return ""


def result_words(
    utilities: Sequence[float],
    names: Sequence[str],
    teams: Sequence[Sequence[int]],
    is_constant: bool,
    points: str | None,
    middle: float,
    scale: float,
    how: str,
) -> str:
    """Who won a game of several players, and how: see `Game.result_text`. The arguments are as the game has them."""
    told, best = [plain(utility, scale) for utility in utilities], max(utilities)
    first = tuple(player for player, utility in enumerate(utilities) if is_zero(best - utility, scale))
    name = " and ".join(names[player] for player in first) if is_constant and first in teams else ""
    if not name:
        won = "draw"
    elif len(first) > 1:
        won = f"{capitalised(name)} win"
    else:
        won = f"win for {name}" if may_be_plural(name) else f"{capitalised(name)} wins"
    if len(teams) != 2 or not is_constant:
        each = ", ".join(f"{one} {utility}" for one, utility in zip(names, told, strict=True))
        return f"{won} {how}".rstrip() + f" ({each})" if name else each
    if not how and name and points is not None:
        how = f"by {counted(plain(best - middle, scale), points)}"
    return f"{won} {how}".rstrip()


def _function(evaluate: Any) -> Any:
    """The function of an evaluator, or the function itself."""
    return getattr(evaluate, "function", evaluate)


def _named(thing: Any) -> str:
    """A thing of the wrong kind, in an error."""
    if isinstance(thing, type):
        return f"the class {thing.__name__}"
    return f"a {type(thing).__name__}" + (f" ({brief(repr(thing))})" if isinstance(thing, int | float | str) else "")
