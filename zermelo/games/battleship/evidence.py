"""What a player knows of the other's fleet, and fleets that fit it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from zermelo.bits import count
from zermelo.game import Game, State, ZermeloError
from zermelo.games.battleship.fleets import Search, Survey, equally_likely, search_for, survey
from zermelo.games.battleship.layout import NOWHERE, Layout, layout_of

DRAWN = 32  # fleets of which one is dealt, each with its weight
FAILED = 1_000_000  # drawings that led nowhere before we give up


class Evidence(NamedTuple):
    """What a player has been told about a fleet; words have a bit for each cell."""

    shots: int
    hits: int
    sunk: tuple[tuple[int, int] | None, ...]  # [ship] the hits so far and the last shot, when it sank; None: afloat


def evidence_of(knowledge: Any, fleet: int) -> Evidence:
    """What a player knows about the other's fleet of so many ships.

    Who joined later does not know which shots sank ships before: their last shots are then all hits.
    """
    sunk: list[tuple[int, int] | None] = [None] * fleet
    before, last = 0, 0
    for entry in knowledge.chain[1:]:
        if isinstance(entry.what, int):
            last = 1 << entry.what
            continue
        hits = int(entry.what.hits)
        for ship in range(fleet):
            if (entry.what.sunk & ~before) >> ship & 1:
                sunk[ship] = hits, last or hits
        before = entry.what.sunk
    return Evidence(int(knowledge.view.shots), int(knowledge.view.hits), tuple(sunk))


@lru_cache(maxsize=64)
def _searched(layout: Layout, by_chance: bool, evidence: Evidence) -> Search:
    return search_for(layout, evidence.shots, evidence.hits, evidence.sunk, by_chance)


def fleets_for(game: Game, knowledge: Any, number: int, seed: int) -> Any:
    """[fleet, ship] places of the other's ships: so many fleets that fit what a player knows, equally likely.

    Raises ZermeloError where none is found.
    """
    given = game.parameters
    layout = layout_of(given["rows"], given["columns"], given["ships"], given["touching"])
    search = _searched(layout, given["placed"] == "chance", evidence_of(knowledge, len(layout.lengths)))
    found = survey(search, number, seed, FAILED)
    _check_found(found, knowledge)
    return equally_likely(found, seed)


def _check_found(found: Survey, knowledge: Any) -> None:
    if not len(found.weights):
        raise ZermeloError(f"no fleet was found that fits what player {knowledge.player + 1} knows")


def dealer(layout: Layout, boards: int, by_chance: bool, make: Callable[..., State]) -> Callable[[Any, float], State]:
    """deal(knowledge, fraction) for a game with this layout. make: the class of its states.

    The fleets that fit are as likely as chance places them; those that players place are all equally likely.
    """
    fleet = len(layout.lengths)
    nowhere = (NOWHERE,) * fleet

    def deal(knowledge: Any, fraction: float) -> State:
        view, is_first = knowledge.view, knowledge.player == 0
        if boards == 2 and NOWHERE in view.ships and is_first:  # the other has not begun to place ships
            return make((*view.ships, *nowhere), view.shots, view.theirs, fleet - view.ships.count(NOWHERE), 0)
        search = _searched(layout, by_chance, evidence_of(knowledge, fleet))
        found = survey(search, DRAWN, int(fraction * (1 << 53)), FAILED)
        _check_found(found, knowledge)
        theirs = tuple(int(place) for place in found.picked)
        if boards == 1:
            return make(theirs, view.shots, view.theirs, fleet, count(view.shots))
        ships = (*view.ships, *theirs) if is_first else (*theirs, *view.ships)
        first, second = (view.shots, view.theirs) if is_first else (view.theirs, view.shots)
        return make(ships, first, second, 2 * fleet - view.ships.count(NOWHERE), count(first) + count(second))

    return deal
