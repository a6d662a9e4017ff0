"""What all single-agent searches are: algorithms that solve a problem, and so can also play it."""

from __future__ import annotations

import time as clock
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from zermelo.arguments import checked
from zermelo.compile.kernel.prepare import Kernel, prepare, with_room
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.kernel.states import holds_array
from zermelo.compile.trust.users import is_users
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.laws.trial import require_laws
from zermelo.problem import Problem
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import Algorithm, Session
from zermelo.search.options import compiling, seconds, whole
from zermelo.search.single.way import FOUND, STOPPED, Way, end_of
from zermelo.search.task import Task
from zermelo.search.time.deadline import Deadline


@dataclass(frozen=True)
class SingleAgent(Algorithm):
    """A search for one agent: its budget, and whether it is compiled."""

    time: float | None = seconds("seconds to search")
    nodes: int | None = whole(None, "maximum number of states to generate", 1, visitor=10**7)
    compiled: bool | None = compiling()

    is_local: ClassVar[bool] = False  # does it climb towards better states, rather than look for a way to a goal?
    needs_estimates: ClassVar[bool] = False

    def refusal(self, game: Game) -> str | None:
        if not isinstance(game, Problem):
            return f"{self.name} solves problems, which have a goal and one agent, and {game.name} is a game: try auto"
        if self.needs_estimates and game.heuristic is None:
            return f"{self.name} needs a heuristic, and {game.name} has none: try uniform-cost"
        if self.is_local and game.heuristic is None and game.value is None:
            return f"{self.name} needs a value or a heuristic, and {game.name} has neither: try uniform-cost"
        return None

    def searched(self, problem: Problem, state: State, deadline: Deadline) -> Way:
        """What the search finds from a state. It ends at the deadline, if not before."""
        kernel = self.kernel(problem)
        begin = clock.perf_counter()
        found = {"start": state, "expanded": None, **self.found(kernel, problem, state, deadline)}
        if "end" not in found:
            found["end"] = end_of(problem, found["start"], found["actions"])
        return Way(
            problem,
            str(self),
            cheapest=found["outcome"] == FOUND and self.proves(problem),
            seconds=clock.perf_counter() - begin,
            compiled=kernel.compiled,
            reason=kernel.reason,
            **found,
        )

    @abstractmethod
    def found(self, kernel: Kernel, problem: Problem, state: State, deadline: Deadline) -> dict[str, Any]:
        """What the kernel finds, as fields of `Way`: `end` if that is not where the actions lead from `start`."""

    @staticmethod
    @abstractmethod
    def factory(problem: Problem) -> Callable[[Rules], Any]:
        """The kernel's factory."""

    @staticmethod
    @abstractmethod
    def arguments(compiled: bool) -> tuple[Any, ...]:
        """Example arguments for the compiler, after the state."""

    def proves(self, problem: Problem) -> bool:
        """Is the way that it finds the cheapest?"""
        return False

    def sure(self, problem: Problem) -> SingleAgent | None:
        """A quick search whose way is played where this one runs out of time; None: there is none."""
        return None

    @checked
    def solve(self, game: Game, state: State | None = None, deadline: Deadline | None = None) -> Way:
        """Solves a problem, by default from its initial state. Raises ZermeloError if it is none, or breaks a law."""
        self.check_served(game)
        assert isinstance(game, Problem)
        require_laws(game)
        start = game.initial() if state is None else state
        until = deadline or Deadline()
        until.shorten(self.time)
        return with_room(game, lambda: self.searched(game, start, until))

    def wanted(self, game: Game) -> dict[str, Any] | None:
        if not isinstance(game, Problem) or holds_array(game.initial()):
            return None
        return {
            "game": game,
            "factory": self.factory(game),
            "arguments": self.arguments,
            "label": self.name,
            "evaluate": asked_of(game),
            "compiled": self.compiled,
        }

    def kernel(self, problem: Problem) -> Kernel:
        """The kernel for a problem, compiled if possible."""
        wanted = self.wanted(problem)
        if wanted is not None:
            return prepare(**wanted)
        if self.compiled:
            raise ZermeloError(f"{problem.name} does not compile for {self.name}: its states hold arrays")
        kernel = prepare(problem, self.factory(problem), self.arguments, label=self.name, compiled=False)
        return replace(kernel, reason="states that hold arrays are searched in Python")

    def open(self, game: Game, megabytes: int | None = None) -> Session:
        self.check_served(game)
        assert isinstance(game, Problem)
        return SingleSession(self, game)


@lru_cache(maxsize=256)
def asked_of(problem: Problem) -> Callable[..., Any] | None:
    """A user's heuristic as an evaluation, which is compared with itself before it is trusted compiled; None: none."""
    guess = problem.heuristic or problem.value
    if guess is None or not is_users(problem):
        return None
    asked = guess

    def judged(state: State, player: int) -> Any:
        return float(asked(state))

    return judged


class SingleSession(Session):
    """Plays a problem: the first action of the way that is found."""

    algorithm: SingleAgent

    def __init__(self, algorithm: SingleAgent, problem: Problem) -> None:
        super().__init__(algorithm, problem)
        self.quick = algorithm.sure(problem)  # compiled now, and not when the clock runs
        for search in (algorithm, self.quick):
            if search is not None:
                search.kernel(problem)

    def search(self, task: Task) -> Analysis:
        problem = self.game
        assert isinstance(problem, Problem)
        algorithm = replace(self.algorithm, nodes=task.most_nodes(self.algorithm.nodes))
        task.allow(algorithm.time, to_soft=True)
        is_timed = task.deadline.left is not None and self.quick is not None
        sure = self.quick.searched(problem, task.state, task.deadline) if is_timed and self.quick else None
        found = algorithm.searched(problem, task.state, task.deadline)
        if sure and sure.is_found and found.outcome == STOPPED:
            found = replace(sure, generated=sure.generated + found.generated)
        if found.actions is None:
            raise ZermeloError(f"{task.name} finds states and no way to them: zermelo solve shows what it finds")
        if not found.actions and found.outcome == STOPPED:
            found = replace(found, actions=(_looks_best(problem, task.state),))
        if not found.actions:
            raise ZermeloError(f"{task.name} is {found.outcome} here: it finds nothing better to do")
        only = task.actions()
        if found.actions[0] not in only:
            raise ZermeloError(f"{task.name} searches all actions, and chose another one")
        best = Candidate(
            found.actions[0],
            1.0 if found.is_found else 0.0,
            decided=found.is_found,
            line=found.actions,
            distance=len(found.actions) if found.is_found else None,
            known=found.is_found,
        )
        return task.found(
            best,
            (best,),
            exact=found.cheapest,
            depth=len(found.actions),
            nodes=found.generated,
            ran=found,
            distance=best.distance,
            in_utilities=True,
            stopped="" if found.outcome != STOPPED else "the budget was used up",
        )


def _looks_best(problem: Problem, state: State) -> Action:
    """The action that looks best without a search: the cheapest with the estimate after it."""

    def rank(action: Action) -> float:
        after = problem.result(state, action)
        return problem.step_cost(state, action, after) + problem.estimate(after)

    return min(problem.legal(state), key=rank)
