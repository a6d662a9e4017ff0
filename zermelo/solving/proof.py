"""Solving by proof-number search: does the one side win, does the other, and within how many plies?

Both questions are asked for any length and for a growing number of plies, in rounds of growing budgets. A win within
n plies that is not won within n - 1 has its exact distance; two disproofs are a draw.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar

from zermelo.compile.kernel.memory import restore_words, saved_words
from zermelo.files.fields import number, switch, whole
from zermelo.game import Game, State
from zermelo.search.time.deadline import Deadline
from zermelo.solve.proof import FOREVER, Numbers, ProofSearch
from zermelo.solving.finding import Finding
from zermelo.solving.work import Work

FIRST, GROWTH, MOST = 20_000, 2, 500_000  # nodes of a share in the first round; in later ones; at most
REFINING = 1_000_000  # nodes, besides as many as it took to find the winner, to find the exact distance
LONGEST_LINE = 60


@dataclass
class Side:
    """What is known about the win of one player."""

    player: int
    asked: int  # plies within which it may win: the next question
    horizon: int = 0  # it does not win within so many plies
    within: int | None = None  # it wins within so many
    never: bool = False  # it does not win at all
    blocked: bool = False  # the question without a bound cannot be decided: lines get too long


class ProofWork(Work):
    """Proof-number search at work on a position."""

    name: ClassVar[str] = "proof"
    title: ClassVar[str] = "proof-number search"

    def __init__(self, game: Game, state: State, why: str, compiled: bool | None, megabytes: float) -> None:
        super().__init__(game, state, why)
        self._limits = (compiled, megabytes)
        mover = game.to_move(state)
        self.sides = [Side(mover, 1), Side(1 - mover, 2)]
        self.budget, self.nodes = FIRST, 0
        self._refined = 0  # nodes spent on the distance
        self._is_unequal = False  # are games won by different amounts, so that to win is not the whole question?

    @cached_property
    def search(self) -> ProofSearch:
        """The search, whose kernel is compiled when its turn comes."""
        return ProofSearch(self.game, *self._limits)

    @property
    def winner(self) -> Side | None:
        """The side that is proved to win."""
        return next((side for side in self.sides if side.within is not None), None)

    @property
    def reason(self) -> str:
        return self.search.kernel.reason

    def open(self) -> None:
        _ = self.search

    def step(self, deadline: Deadline) -> Finding:
        begin = deadline.elapsed
        deadline.run(self._round, [self.search.memory], self.search.kernel.compiled)
        self.seconds += deadline.elapsed - begin
        return self._found()

    def _round(self) -> None:
        # Where draws depend on the path, wins are short or not found: most of the work goes into bounded questions.
        bounded, endless = (8, 1) if self.game.reversible is not None else (1, 4)
        winner = self.winner
        if winner is None:
            for side in self.sides:
                self._settle(side, endless * self.budget)
            for side, share in zip(self.sides, (bounded, max(1, bounded // 4)), strict=True):
                if self.winner is None:
                    self._deepen_more(side, share * self.budget)
        else:
            before = self.nodes
            self._deepen_more(winner, 4 * self.budget)
            self._refined += self.nodes - before
        self.budget = min(self.budget * GROWTH, MOST)
        winner = self.winner
        if self._is_unequal:
            self.is_over = True
        elif winner is not None:
            is_exact = winner.within == winner.horizon + 1
            self.is_over = is_exact or self._refined > REFINING + (self.nodes - self._refined)
        elif all(side.never for side in self.sides):
            self.is_over = True

    def _deepen_more(self, side: Side, nodes: int) -> None:
        """Asks one question after another until the nodes are spent, one stays open, or the winner is known."""
        was_open = self.winner is None
        while nodes > 0 and (self.winner is None or not was_open):
            spent = self._deepen(side, nodes)
            nodes -= spent
            if spent == 0:
                return

    def _deepen(self, side: Side, nodes: int) -> int:
        """Asks whether a side wins within two more plies, or one less than is known to be enough; 0: still open."""
        if side.never or (side.within is not None and side.within <= side.horizon + 1):
            return 0
        plies = side.asked if side.within is None else min(side.asked, side.within - 1)
        found = self.search.ask(self.state, side.player, plies, nodes)
        self._note(found)
        if found.proof == 0:
            assert found.plies is not None
            side.within, side.asked = found.plies, max(side.horizon + 1, found.plies - 1)
        elif found.disproof == 0:
            side.horizon, side.asked = plies, plies + 2
        return found.nodes if found.is_decided else 0

    def _settle(self, side: Side, nodes: int) -> None:
        """Asks whether a side wins at all."""
        if side.never or side.blocked or self.winner is not None:
            return
        found = self.search.ask(self.state, side.player, FOREVER, nodes)
        self._note(found)
        if found.proof == 0:
            side.within = found.plies
        side.never, side.blocked = found.disproof == 0, self.search.is_too_deep

    def _note(self, found: Numbers) -> None:
        self.nodes += found.nodes
        self._is_unequal = self._is_unequal or self.search.is_unequal

    def _found(self) -> Finding:
        game, (mine, theirs) = self.game, self.sides
        if self._is_unequal:
            return self.finding(nodes=self.nodes, remarks=("games are won by different amounts: try alphabeta",))
        reach = self.search.reach
        low, high = game.middle - reach, game.middle + reach
        winner, distance = self.winner, None
        if winner is not None:
            low = high = game.middle + (reach if winner is mine else -reach)
            distance = winner.within if winner.within == winner.horizon + 1 else None
        else:
            high = game.middle if mine.never else high
            low = game.middle if theirs.never else low
        line: tuple[Any, ...] = ()
        if low == high:
            line = self.search.line(self.state, winner.player if winner else None, LONGEST_LINE)
        return self.finding(
            low=low, high=high, distance=distance, line=line, nodes=self.nodes, remarks=self._remarks(distance)
        )

    def _remarks(self, distance: int | None) -> tuple[str, ...]:
        winner = self.winner
        if winner is not None:
            if distance is not None:
                return ()
            return (f"the win takes from {winner.horizon + 1} to {winner.within} plies",)
        names = [(side, self.game.player_name(side.player)) for side in self.sides if not side.never]
        return tuple(f"{name} does not win within {side.horizon} plies" for side, name in names if side.horizon)

    def outlook(self) -> str:
        return "; ".join((f"{self.nodes:,} nodes", *self._remarks(None)))

    def header(self) -> dict[str, Any]:
        return {
            "sides": [asdict(side) for side in self.sides],
            "budget": self.budget,
            "nodes": self.nodes,
            "refined": self._refined,
            "seconds": self.seconds,
        }

    def arrays(self) -> dict[str, Any]:
        return {"table": saved_words(self.search.table)} if self.nodes else {}

    def resume(self, header: dict[str, Any], arrays: dict[str, Any]) -> None:
        sides = [_read_side(side) for side in header["sides"]]
        if [side.player for side in sides] != [side.player for side in self.sides]:
            raise ValueError("these are not the two sides")
        self.sides = sides
        self.budget, self.nodes, self._refined = (
            whole(header["budget"], 1, MOST),
            whole(header["nodes"]),
            whole(header["refined"]),
        )
        self.seconds = number(header["seconds"])
        if arrays:
            restore_words(self.search.table, arrays["table"])


def _read_side(side: dict[str, Any]) -> Side:
    """What a file says about a side. Raises ValueError, KeyError or TypeError."""
    within = side["within"]
    return Side(
        player=whole(side["player"], 0, 1),
        asked=whole(side["asked"], 0, FOREVER),
        horizon=whole(side["horizon"], 0, FOREVER),
        within=None if within is None else whole(within, 1, FOREVER),
        never=switch(side["never"]),
        blocked=switch(side["blocked"]),
    )
