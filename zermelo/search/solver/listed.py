"""An attempt to solve a position by listing all states that it leads to, where there seem to be few of them.

Neither loops nor the number of ways to a state matter to it, unlike to a search, and it values every state that it
lists, so that the positions after the first are answered at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from zermelo.game import CHANCE, Action, Game, State
from zermelo.installed import is_installed
from zermelo.search.solver.solver import Child, ValuedRoot
from zermelo.search.task import chosen_actions
from zermelo.search.time.deadline import Deadline
from zermelo.solve.graph import GraphValues, Listing, can_value, looks_small, new_listing, value_states

MOST = 3_000_000  # states
NEAR = 0.3  # the share of states that still wait, below which a listing seems to come to its end
LONGEST_LINE, BRIEF_LINE = 60, 8  # plies that are told after the best move and after another one


def can_list(game: Game) -> bool:
    """May listing solve the game's positions? Not if a draw depends on the path, nor without NumPy."""
    return can_value(game) and game.reversible is None and is_installed("numpy")


class ListedSolver:
    """Lists the states of a game, and keeps what it knows about them for the positions that follow."""

    def __init__(self, game: Game, compiled: bool | None) -> None:
        self.game, self._compiled = game, compiled
        self._listing: Listing | None = None
        self._values: GraphValues | None = None
        self._is_hopeless = False

    @property
    def compiled(self) -> bool:
        """Are states listed by compiled code?"""
        return self._listing is not None and self._listing.compiled

    @property
    def reason(self) -> str:
        """Why they are not."""
        return "" if self._listing is None else self._listing.reason

    def known(self, state: State, only: Collection[Action] | None = None) -> ValuedRoot | None:
        """The solution of a position whose state was listed before; None: it was not."""
        values = self._values
        number = None if values is None else values.graph.number_of(state)
        if values is None or number is None or not values.is_known(number):
            return None
        return self._solution(values, number, state, only)

    def attempt(
        self,
        state: State,
        deadline: Deadline,
        ends: Callable[[], float | None],
        states: int | None,
        only: Collection[Action] | None,
    ) -> ValuedRoot | None:
        """The solution of a position, or None.

        ends(): the deadline's elapsed seconds at which an attempt ends that begins now, asked when all is compiled.
        states: how many it may list.
        """
        listing = self._begun(state, deadline)
        if listing is None:
            return None
        begin, until = deadline.elapsed, ends()
        listing.most = MOST if states is None else min(MOST, states)

        def is_over() -> bool:
            if until is None:
                return deadline.is_over
            is_near = listing.waiting < NEAR * listing.listed  # then it may take twice as long
            return deadline.is_over or deadline.elapsed > (2 * until - begin if is_near else until)

        latest = None if until is None else 2 * until - begin
        deadline.run(lambda: listing.run(is_over), listing.memories, listing.compiled, until=latest)
        if listing.is_full:
            self._is_hopeless, self._listing = states is None, None
        elif listing.is_done:
            self._values = value_states(listing.graph(), is_over)
        return self.known(state, only)

    def _begun(self, state: State, deadline: Deadline) -> Listing | None:
        """The listing of the states after this one, which may have begun at an earlier position; None: hopeless."""
        if self._is_hopeless or self._values is not None:
            return None
        if self._listing is None:
            if not looks_small(self.game, state):
                self._is_hopeless = True
                return None
            begin = deadline.elapsed
            self._listing = new_listing(self.game, state, MOST, self._compiled)
            deadline.grant(deadline.elapsed - begin)  # it may have been compiled
        return self._listing

    def _solution(
        self, values: GraphValues, number: int, state: State, only: Collection[Action] | None
    ) -> ValuedRoot | None:
        game, graph = self.game, values.graph
        mover = game.to_move(state)
        moves = game.moves(state)
        chosen = moves if only is None else chosen_actions(game, state, only, "solving")
        places = [place for place, move in enumerate(moves) if move in chosen]
        after = [int(graph.targets[graph.first[number] + place]) for place in places]
        if not all(map(values.is_known, after)):
            return None
        children = tuple(
            Child(moves[place], game.result(state, moves[place]), self._worth(values, target), True)
            for place, target in zip(places, after, strict=True)
        )
        choice = None if mover == CHANCE else places.index(values.best(number, places))
        best = number if mover == CHANCE else after[choice or 0]
        lines = [
            (child.move, *values.line(child.state, (LONGEST_LINE if i == choice else BRIEF_LINE) - 1))
            for i, child in enumerate(children)
        ]
        return ValuedRoot(
            self._worth(values, best),
            choice,
            children,
            True,
            len(graph),
            max(map(len, lines)),
            tuple(lines),
            tuple(None if plies is None else plies + 1 for plies in map(values.distance, after)),
        )

    def _worth(self, values: GraphValues, number: int) -> tuple[float, ...]:
        """What a state is worth to each player, above or below the middle."""
        value = values.value(number)
        return (value, 0.0 - value) if self.game.players == 2 else (value,)
