"""The double-dummy solver: how many tricks each side makes if all see all cards."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from zermelo.compile.cache.tables import compiled_kernel, interpreted, is_compiled
from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.experts.bridge.double_dummy import kernel
from zermelo.experts.bridge.double_dummy import words as at
from zermelo.experts.bridge.double_dummy.deal import (
    NO_TRUMPS,
    STRAINS,
    Play,
    card_in_lanes,
    points_of,
)
from zermelo.experts.bridge.double_dummy.table import new_owners, new_table

MEGABYTES = 32
UNLIMITED = 1 << 62
NO_CARD = -1
Hands = tuple[int, int, int, int]
Table = tuple[tuple[int, ...], ...]  # [strain][declarer] tricks


class DoubleDummy:
    """Says how many tricks can be made, all cards open. What is found out is kept while the deal and strain stay.

    devices: which of the search's devices are on (see `words`), for comparisons; each gives the same answers.
    What is asked returns None if memory[LIMIT] stopped the search.
    """

    def __init__(self, compiled: bool = True, megabytes: float = MEGABYTES, devices: int = at.ALL_DEVICES) -> None:
        self.compiled, self.megabytes, self.devices = compiled, megabytes, devices
        self.memory = at.new_memory(compiled)
        self._table, self.memory[at.ROOM], self.memory[at.SHIFT] = new_table(compiled, megabytes)
        self._owners = new_owners(compiled)
        self.memory[LIMIT], self.memory[at.DEVICES] = UNLIMITED, devices
        self._run = _kernel(compiled)
        self._deal: Hands | None = None  # whose cards the table knows
        self._strain = -1

    def beside(self) -> DoubleDummy:
        """Another solver of this kind, for another thread."""
        return DoubleDummy(self.compiled, self.megabytes, self.devices)

    @property
    def nodes(self) -> int:
        """Cards at the end of a trick, and beginnings of tricks, that were visited so far."""
        return int(self.memory[NODES])

    @property
    def is_stopped(self) -> bool:
        """Has the node budget run out?"""
        return bool(self.memory[NODES] > self.memory[LIMIT])

    def tricks(self, play: Play, guess: int | None = None) -> int | None:
        """How many of the tricks left, this one included, the side to move makes."""
        if guess is None:
            side = play.mover & 1
            points = [points_of(hand) for hand in play.at_start]
            ours, total = points[side] + points[side + 2], sum(points)
            guess = (play.tricks * ours + total // 2) // total if total else play.tricks // 2
        return self._around(play, NO_CARD, guess)

    def makes(self, play: Play, wanted: int) -> bool | None:
        """Does the side to move make so many of the tricks left?"""
        return self._makes(play, NO_CARD, wanted)

    def tricks_of(self, play: Play, card: int, guess: int) -> int | None:
        """How many the side to move makes if it plays this card."""
        after, won = play.after(card)
        if won == 0:
            return self._around(play, card, guess)
        if after is None:
            return int(won > 0)
        same = (after.mover ^ play.mover) & 1 == 0
        rest = self.tricks(after, guess - 1 if same else after.tricks - guess)
        return None if rest is None else rest + 1 if same else after.tricks - rest

    def cards(self, play: Play) -> dict[int, int] | None:
        """How many tricks the side to move makes with each legal card."""
        best, found = self.tricks(play), dict[int, int]()
        for group in play.equal_cards():
            value = None if best is None else self.tricks_of(play, group[0], best)
            if value is None:
                return None
            found.update(dict.fromkeys(group, value))
        return {card: found[card] for card in play.legal}

    def table(self, hands: Hands, helpers: Sequence[DoubleDummy] = ()) -> Table | None:
        """[strain][declarer] the tricks that declarer makes.

        helpers: other solvers that take strains off this one, each in a thread of its own.
        """
        if not helpers:
            rows = [self._row(hands, strain) for strain in range(STRAINS)]
        else:
            solvers = [self, *helpers]
            waiting = reversed(range(STRAINS))  # no trumps, the quickest, would be last otherwise
            found: dict[int, tuple[int, ...] | None] = {}

            def work(solver: DoubleDummy) -> None:
                for strain in waiting:  # one iterator for all threads: each strain is taken once
                    found[strain] = solver._row(hands, strain)

            with ThreadPoolExecutor(len(solvers)) as pool:
                for job in [pool.submit(work, solver) for solver in solvers]:
                    job.result()
            rows = [found[strain] for strain in range(STRAINS)]
        whole = tuple(row for row in rows if row is not None)
        return whole if len(whole) == STRAINS else None

    def _row(self, hands: Hands, strain: int) -> tuple[int, ...] | None:
        """[declarer] the tricks of one strain: what one hand makes is a good guess for its partner."""
        made, guess = dict[int, int](), None
        for declarer in (0, 2, 1, 3):
            play = Play(hands, strain, (declarer + 1) % at.SEATS)
            if declarer == 1:
                guess = None if guess is None else play.tricks - guess
            lost = self.tricks(play, guess)
            if lost is None:
                return None
            made[declarer], guess = play.tricks - lost, lost
        return tuple(made[seat] for seat in range(at.SEATS))

    def _around(self, play: Play, card: int, guess: int) -> int | None:
        """The tricks of the side to move, by questions around a guess."""
        low, high = 0, play.tricks
        wanted = min(max(guess, 1), high)
        while low < high:
            makes = self._makes(play, card, wanted)
            if makes is None:
                return None
            if makes:
                low, wanted = wanted, wanted + 1
            else:
                high, wanted = wanted - 1, wanted - 1
        return low

    def _makes(self, play: Play, card: int, wanted: int) -> bool | None:
        """Does the side to move make so many tricks, if it plays this card?"""
        cards = play.trick if card == NO_CARD else (*play.trick, card)
        leads = len(play.trick) % 2 == 0  # is it the leader's side that asks?
        need = wanted if leads else play.tricks - wanted + 1
        if need <= 0 or need > play.tricks:
            return (need <= 0) == leads
        memory, strain, start = self.memory, play.strain, play.at_start
        is_known = self._deal is not None and all(
            hand & ~held == 0 for hand, held in zip(start, self._deal, strict=True)
        )
        fresh = strain != self._strain or not is_known
        if fresh:
            self._deal, self._strain = start, strain
        memory[at.HAS_TRUMPS], memory[at.ROOT] = int(strain != NO_TRUMPS), play.tricks if cards else 0
        for place in range(at.SEATS):
            memory[at.FORCED + place] = card_in_lanes(cards[place], strain) if place < len(cards) else NO_CARD
        found = self._run(*play.lanes, play.leader, need, play.tricks, fresh, memory, self._table, self._owners)
        if found < 0 or self.is_stopped:
            self._deal = None
            return None
        return bool(found & 1) == leads


def is_ready() -> bool:
    """Can a solver be made without compiling anything?"""
    return is_compiled(kernel.make, *_example(), lone=True)


@lru_cache(maxsize=2)
def _kernel(compiled: bool) -> Any:
    if not compiled:
        return interpreted(kernel.make)
    return compiled_kernel("bridge", "double dummy", kernel.make, *_example(), lone=True)


def _example() -> tuple[Any, ...]:
    """Arguments of the kernel."""
    return 0, 0, 0, 0, 0, 0, 0, True, at.new_memory(True), new_table(True, 0)[0], new_owners(True)
