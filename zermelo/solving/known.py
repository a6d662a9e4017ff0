"""Solving by what is there already: endgame databases, and the solvers that some games have of their own."""

from __future__ import annotations

from typing import ClassVar

from zermelo.compile.kernel.memory import LIMIT
from zermelo.evaluate import expert_of
from zermelo.game import Game, State, ZermeloError
from zermelo.search.known import open_solver
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline
from zermelo.solve.databases.endgames import Endgames, open_endgames
from zermelo.solve.solver import Solved
from zermelo.solving.finding import Finding
from zermelo.solving.work import Work

LONGEST_LINE = 200
MEGABYTES = 64


class DatabaseWork(Work):
    """A position that is in the endgame databases."""

    name: ClassVar[str] = "database"
    title: ClassVar[str] = "endgame databases"
    is_over = True

    def __init__(self, game: Game, state: State, why: str, endgames: Endgames) -> None:
        super().__init__(game, state, why)
        self.endgames = endgames

    def step(self, deadline: Deadline) -> Finding:
        game, begin = self.game, deadline.elapsed
        known = self.endgames.value(self.state)
        assert known is not None
        value = game.middle + known.outcome * (game.reach or 1.0)
        line = tuple(self.endgames.line(self.state, LONGEST_LINE))
        self.seconds += deadline.elapsed - begin
        if not self.endgames.is_in_time(self.state, known):
            words = f"a {known} apart from draws by too many quiet moves, which may come first"
            low, high = sorted((game.middle, value))
            return self.finding(low=low, high=high, line=line, nodes=1, remarks=(words,))
        return self.finding(low=value, high=value, distance=known.distance, line=line, nodes=1)

    def outlook(self) -> str:
        return "looking it up"


def find_endgames(game: Game, state: State) -> Endgames | None:
    """The databases that have this position; None: none has."""
    endgames = open_endgames(game)
    return endgames if endgames is not None and endgames.value(state) is not None else None


class OwnWork(Work):
    """A solver that was written for one game."""

    name: ClassVar[str] = "solver"
    title: ClassVar[str] = "the game's own solver"
    is_over = True

    def __init__(
        self, game: Game, state: State, why: str, compiled: bool | None, megabytes: float, threads: int = 1
    ) -> None:
        """Raises ZermeloError if the solver has no use for several threads."""
        super().__init__(game, state, why)
        self._solver = open_solver(game, compiled is not False, megabytes, insists=True)
        if threads > 1 and not self._solver.spread(threads):
            raise ZermeloError(one_thread(game))

    @property
    def reason(self) -> str:
        return "" if self._solver.compiled else "asked to interpret"

    def step(self, deadline: Deadline) -> Finding:
        found: list[Solved] = []

        def work() -> None:
            solved = self._solver.solve(self.state)
            if solved is not None:
                found.append(solved)

        memories = self._solver.memories
        for memory in memories:
            memory[LIMIT] = UNLIMITED
        begin = deadline.elapsed
        deadline.run(work, memories, self._solver.compiled)
        self.seconds += deadline.elapsed - begin
        self.nodes = self._solver.nodes
        if not found:
            return self.finding(nodes=self.nodes)
        solved, middle = found[0], self.game.middle
        value = solved.value + middle
        distance = solved.distance if self.game.points is None and solved.value else None
        return self.finding(
            low=value, high=value, distance=distance, line=solved.line, nodes=solved.nodes, remarks=solved.remarks
        )

    def outlook(self) -> str:
        return f"{self.nodes:,} nodes"


def one_thread(game: Game) -> str:
    """What a person is told who asks for several threads in vain."""
    if game.has_hidden and has_own_solver(game):
        return f"threads share out a position of {game.title}: say which"
    return f"no solver of {game.title} shares a position out: leave out the number of threads"


def has_own_solver(game: Game) -> bool:
    """Is there a solver for this game?"""
    return expert_of(game).solver is not None
