"""Hill climbing, simulated annealing and tabu search: one state, changed step by step for the better."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.compile.kernel.prepare import Kernel
from zermelo.game import Action, State
from zermelo.problem import Problem
from zermelo.search.options import number, whole
from zermelo.search.single import climbing as at
from zermelo.search.single.base import SingleAgent
from zermelo.search.single.way import FOUND, STOPPED, STUCK, way_at
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline

WALK = 100  # random actions to a new start, where the problem has no random states of its own
MOST_STEPS = 10_000_000


@dataclass(frozen=True)
class Local(SingleAgent):
    """A search that keeps one state, and begins again from random ones if it is told to."""

    restarts: int = whole(0, "how often it begins again from a random state when no goal was found", 0, 1_000_000)
    steps: int = whole(10_000, "steps from each start, at most", 1, MOST_STEPS, visitor=100_000)
    seed: int = whole(1, "makes random choices repeatable", None)

    is_local: ClassVar[bool] = True

    def settings(self, memory: Any, numbers: Any) -> None:
        """Writes the algorithm's own options where its kernel reads them."""

    def tenure(self) -> int:
        """Words for states that are tabu."""
        return 1

    arguments = staticmethod(at.example)

    def found(self, kernel: Kernel, problem: Problem, state: State, deadline: Deadline) -> dict[str, Any]:
        noise = random.Random(self.seed)
        best: tuple[float, State, tuple[Action, ...]] | None = None
        generated, starts, is_found, start = 1, 0, False, state
        most = self.nodes or UNLIMITED
        while not is_found and starts <= self.restarts and not deadline.is_over and generated < most:
            room, memory, numbers = at.new_climbing(kernel.compiled, self.steps, self.tenure(), problem.max_actions)
            memory[LIMIT], memory[at.NOISE] = most - generated, noise.getrandbits(62)
            self.settings(memory, numbers)
            root = kernel.state(start)

            def work(root: State = root, room: int = room, memory: Any = memory, numbers: Any = numbers) -> None:
                nonlocal is_found
                is_found = bool(kernel.run(root, room, memory, numbers))

            deadline.run(work, [memory], kernel.compiled)
            generated, starts = generated + int(memory[NODES]), starts + 1
            if best is None or is_found or numbers[at.REACHED] > best[0]:
                way = way_at(problem, start, (int(memory[at.PATH + i]) for i in range(int(memory[at.BEST]))))
                best = float(numbers[at.REACHED]), start, way
            start = random_state(problem, state, noise)
        _, start, way = best or (0.0, state, ())
        outcome = FOUND if is_found else STUCK if starts > self.restarts else STOPPED
        counted = {"generated": generated, "kept": 1, "rounds": starts, "starts": starts}
        return {"start": start, "actions": way, "outcome": outcome, **counted}


def random_state(problem: Problem, state: State, noise: random.Random) -> State:
    """A random state of the problem's own, or where a random walk from a state leads."""
    if problem.sample is not None:
        return problem.sample(noise.random())
    for _ in range(WALK):
        actions = problem.legal(state)
        if not actions:
            break
        state = problem.result(state, noise.choice(actions))
    return state


@dataclass(frozen=True)
class HillClimbing(Local):
    """Takes the step that leads highest, until none leads higher.

    >>> import zermelo
    >>> zermelo.HillClimbing(compiled=False).solve(zermelo.load("blocks-world")).outcome
    'stuck'
    """

    sideways: int = whole(0, "steps in a row to states that are just as good, at most", 0, 1_000_000)

    name: ClassVar[str] = "hill-climbing"

    factory = staticmethod(at.climbing_for)

    def settings(self, memory: Any, numbers: Any) -> None:
        memory[at.SIDEWAYS] = self.sideways


@dataclass(frozen=True)
class Annealing(Local):
    """Takes random steps: those uphill always, those downhill ever more rarely as it cools down.

    >>> import zermelo
    >>> queens = zermelo.load("n-queens:complete=true")
    >>> zermelo.Annealing(seed=1, compiled=False).solve(queens).outcome
    'found'
    """

    temperature: float = number(2.0, "at the start: a step down by this much is taken in 37 of 100 cases", above=0)
    cooling: float = number(0.999, "factor of the temperature after each step", above=0, most=1)

    name: ClassVar[str] = "annealing"

    factory = staticmethod(at.annealing_for)

    def settings(self, memory: Any, numbers: Any) -> None:
        numbers[at.HEAT], numbers[at.COOLING] = self.temperature, self.cooling


@dataclass(frozen=True)
class Tabu(Local):
    """Takes the step that leads highest, even if that is downhill, but to no state that it was in recently.

    >>> import zermelo
    >>> queens = zermelo.load("n-queens:complete=true")
    >>> zermelo.Tabu(seed=1, compiled=False).solve(queens).outcome
    'found'
    """

    tabu: int = whole(50, "states that it does not go back to: the last so many", 1, 100_000)

    name: ClassVar[str] = "tabu"
    factory = staticmethod(at.tabu_for)

    def tenure(self) -> int:
        return self.tabu
