"""Which processes serve which game.

Each of the user's games has processes of its own, so that one whose rules never end, or take all the memory, holds up
nobody at another game. All games of this package share theirs. Short jobs (a click) never wait for searches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.web.server.pool import Pool, Spares, cores
from zermelo.web.server.process import CLICK, OWN_CLICK, OWN_SEARCH
from zermelo.web.server.warming import Warmer

CLICKS = 2  # processes for the clicks on this package's games
MOST_READERS = 2  # for their long records
MOST_OWN_CLICKS = 8  # for a user's game: so many visitors may be stuck in its rules, and the next is still served
MOST_COMPILERS = 2  # that compile users' games; one may be stuck

QUICK, OWN_QUICK = 60.0, 5.0  # seconds that a short job may be silent, and one of a user's game
BESIDES = 10.0  # seconds that a search of a user's game may take beside its time
LONGEST = 60.0  # seconds that one without a time may take


@dataclass(frozen=True)
class Crew:
    """The processes for one of the user's games, or for all of this package's."""

    clicks: Pool  # short jobs
    readers: Pool  # long records
    searches: Pool
    warmer: Warmer | None
    own: bool

    @property
    def short(self) -> float:
        """The seconds that a short job may be silent."""
        return OWN_QUICK if self.own else QUICK

    def patience(self, seconds: float | None) -> float | None:
        """The seconds that a search with this time may be silent: a search of ours ends by itself."""
        if not self.own:
            return None
        return LONGEST if seconds is None else 2 * seconds + BESIDES  # "why not" searches twice


class Crews:
    """All processes."""

    def __init__(self, own: Iterable[str] = (), workers: int | None = None) -> None:
        """own: the specs of the user's games. workers: how many processes search this package's games."""
        self._spares = [Spares(OWN_CLICK), Spares(OWN_SEARCH)]
        self._compilers = Pool(0, most=MOST_COMPILERS, kind=OWN_SEARCH, spares=self._spares[1])  # for all users' games
        self._crews: dict[str | None, Crew] = {None: self._ours(workers)}
        self._crews |= {spec: self._own() for spec in own}
        self._opening: asyncio.Task[Any] | None = None

    def of(self, own: str | None) -> Crew:
        """The crew for a user's game by its spec; None: for this package's games."""
        return self._crews[own]

    def open(self, ahead: Sequence[dict[str, Any]] = ()) -> None:
        """Starts the processes in the background. ahead: searches to compile while nobody is searching."""
        ours = self._crews[None]
        self._opening = asyncio.create_task(_open(ours.clicks, ours.searches))
        if len(self._crews) > 1:
            for spares in self._spares:
                spares.open()
        for own, crew in self._crews.items():
            if crew.warmer:
                crew.warmer.open([request for request in ahead if own == (request["spec"] if request["own"] else None)])

    async def close(self) -> None:
        """Ends all processes, whatever they do."""
        if self._opening:
            self._opening.cancel()
        closing = [spares.close() for spares in self._spares]
        for crew in self._crews.values():
            closing += [pool.close() for pool in (crew.clicks, crew.readers, crew.searches)]
            closing += [crew.warmer.close()] if crew.warmer else []
        await asyncio.gather(*closing)

    def _ours(self, workers: int | None) -> Crew:
        searches = Pool(workers)
        readers = Pool(0, most=MOST_READERS, kind=CLICK)
        return Crew(Pool(CLICKS, most=2 * CLICKS, kind=CLICK), readers, searches, Warmer(searches), own=False)

    def _own(self) -> Crew:
        light, heavy = self._spares
        clicks = Pool(0, most=MOST_OWN_CLICKS, kind=OWN_CLICK, spares=light)
        searches = Pool(0, most=cores(), kind=OWN_SEARCH, spares=heavy)
        return Crew(clicks, clicks, searches, Warmer(searches, self._compilers), own=True)


async def _open(*pools: Pool) -> None:
    for pool in pools:  # clicks first
        await pool.open()
