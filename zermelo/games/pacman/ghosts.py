"""A ghost as one number: its cell, the direction of its last step, and how many of its moves it will be scared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

TIME, HEADING = 6, 3  # bits
Ghosts = Any  # a tuple of such numbers


def ghost_at(cell, heading, scared):
    """The ghost with these."""
    return (cell << HEADING | heading) << TIME | scared


def cell_of(ghost):
    """Where it is."""
    return ghost >> (TIME + HEADING)


def heading_of(ghost):
    """The direction of its last step; STOP where it has not moved since it came out."""
    return ghost >> TIME & 7


def scared_of(ghost):
    """How many of its moves it will be scared; 0: it is not."""
    return ghost & 63


def changer(count: int) -> Callable[[Ghosts, int, int], Ghosts]:
    """changed(ghosts, which, ghost): the first `count` ghosts with another one in its place.

    All but the last are changed as if they were fewer, and the last one joins them: the compiler knows every length.
    """
    last = count - 1

    def changed_last(ghosts, which, ghost):
        return ghost if which == last else ghosts[last]

    if count == 1:
        return lambda ghosts, which, ghost: (changed_last(ghosts, which, ghost),)
    before = changer(last)
    return lambda ghosts, which, ghost: (*before(ghosts, which, ghost), changed_last(ghosts, which, ghost))
