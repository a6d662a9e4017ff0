"""Listing all states that a position leads to, in compiled code where the game compiles."""

from __future__ import annotations

import random
import time as clock
from contextlib import suppress
from typing import Any

from zermelo.by_value import hashable
from zermelo.compile.kernel.states import holds_array
from zermelo.game import Game, State
from zermelo.solve.graph.base import Listing
from zermelo.solve.graph.graph import StateGraph
from zermelo.solve.graph.kernel import CompiledListing, prepared
from zermelo.solve.graph.plain import PlainListing

MOMENT = 0.05  # seconds of random games, which show whether states come up again
VISITS, LEAST = 3000, 50  # states at most and at least
PLIES, OPENING = 400, 4  # plies of a game at most, and those whose states come up again in any game
FEW = 20_000  # states that there seem to be, by how many of those in random games come up again; some are rare


def new_listing(game: Game, state: State, most: int, compiled: bool | None = None) -> Listing:
    """A listing that has not begun, in compiled code if the game compiles; compiles what is needed."""
    plain = PlainListing(game, state, most)
    if compiled is False:
        plain.reason = "asked to interpret"
    elif holds_array(game.initial()):
        plain.reason = "states that hold arrays are listed in Python"
    else:
        kernel = prepared(game, compiled)
        if kernel.compiled:
            return CompiledListing(game, state, most, kernel)
        plain.reason = kernel.reason
    return plain


def list_states(
    game: Game, state: State, most: int, seconds: float | None = None, compiled: bool | None = None
) -> StateGraph | None:
    """The states that a state leads to; None if there are more than `most`, or if the time is up."""
    listing = new_listing(game, state, most, compiled)
    end = None if seconds is None else clock.perf_counter() + seconds
    listing.run(lambda: end is not None and clock.perf_counter() > end)
    return listing.graph() if listing.is_done else None


def looks_small(game: Game, state: State) -> bool:
    """Do the states of random games from a position come up again and again, so that there seem to be few of them?"""
    noise, begin, visits = random.Random(0), clock.thread_time(), 0
    seen: set[Any] = set()
    with suppress(Exception):  # a user's rules may fail: the search will tell
        while visits < VISITS and (clock.thread_time() - begin < MOMENT or visits < LEAST):
            here = state
            for ply in range(PLIES):
                if game.is_terminal(here):
                    break
                here = game.result(here, noise.choice(game.moves(here)))
                if ply >= OPENING:
                    visits += 1
                    seen.add(hashable(here))
            if not seen:  # every game is over within the opening
                return True
    return visits**2 <= 2 * FEW * (visits - len(seen))
