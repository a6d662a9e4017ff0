"""A genetic search: a population of states, of which the better ones have more children."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from zermelo.compile.kernel.memory import COUNTERS, LIMIT, NODES, Words, new_numbers, new_words
from zermelo.compile.kernel.prepare import Kernel
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.kernel.states import words_of
from zermelo.game import Game, State
from zermelo.problem import Problem
from zermelo.search.options import number, whole
from zermelo.search.single.base import SingleAgent
from zermelo.search.single.climbing import noise_at, valuer
from zermelo.search.single.local import random_state
from zermelo.search.single.way import FOUND, STOPPED, STUCK
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline

OWN = Words("SIZE", "GENERATIONS", "AGE", "NOISE", "SEEDED", after=COUNTERS)
SIZE, GENERATIONS, AGE, NOISE, SEEDED = OWN
# SIZE: states of the population   GENERATIONS: at most   AGE: generations so far   SEEDED: states of the first one
BUFFER = OWN.end
MUTATION = 0  # the first number; then the value of each state, and of each of the next generation
VALUES = 1


@lru_cache(maxsize=256)
def kernel_for(problem: Problem) -> Callable[[Rules], Any]:
    """The factory of evolve(state, memory, numbers, states): the best state, of the last generation or a goal."""

    def kernel(rules: Rules) -> Any:
        fill, play, buffer, store, stored = rules.fill, rules.play, rules.buffer, rules.store, rules.stored
        is_goal, worth = rules.register(problem.is_goal), rules.register(valuer(problem, rules))
        child_of, noisy = rules.register(problem.crossover), noise_at(NOISE, rules)

        @rules.inner
        def chosen(first, memory, numbers):
            """The better of two random states of the generation that begins at a place."""
            one = first + int(noisy(memory) * memory[SIZE])
            other = first + int(noisy(memory) * memory[SIZE])
            return one if numbers[VALUES + one] >= numbers[VALUES + other] else other

        @rules.jit
        def evolve(state, memory, numbers, states):
            """state: of the type of all; put into the population until it is SEEDED, when evolution begins."""
            size = memory[SIZE]
            if memory[SEEDED] < size:
                store(states, memory[SEEDED], state)
                numbers[VALUES + memory[SEEDED]] = worth(state)
                memory[SEEDED] += 1
                memory[NODES] += 1
                return state
            first, best = 0, 0
            for one in range(size):
                if numbers[VALUES + one] > numbers[VALUES + best]:
                    best = one
            while not is_goal(stored(states, best, state)):
                if memory[AGE] >= memory[GENERATIONS] or memory[NODES] > memory[LIMIT]:
                    break
                memory[AGE] += 1
                then = size - first
                store(states, then, stored(states, best, state))  # the best one lives on
                numbers[VALUES + then] = numbers[VALUES + best]
                champion = then
                for one in range(then + 1, then + size):
                    mother = stored(states, chosen(first, memory, numbers), state)
                    father = stored(states, chosen(first, memory, numbers), state)
                    child = child_of(mother, father, noisy(memory))
                    if noisy(memory) < numbers[MUTATION]:
                        found = fill(child, buffer(memory, BUFFER))
                        if found > 0:
                            child = play(child, memory[BUFFER + int(noisy(memory) * found)])
                    memory[NODES] += 1
                    store(states, one, child)
                    numbers[VALUES + one] = worth(child)
                    if numbers[VALUES + one] > numbers[VALUES + champion]:
                        champion = one
                first, best = then, champion
            return stored(states, best, state)

        return evolve

    return kernel


def new_population(compiled: bool, size: int, actions: int, words: int) -> tuple[Any, Any, Any]:
    """The memory, the numbers and the states of a search."""
    memory = new_words(compiled, BUFFER + actions)
    memory[SIZE] = size
    return memory, new_numbers(compiled, VALUES + 2 * size), new_words(compiled, 2 * size * words)


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernel after the state."""
    return new_population(compiled, 1, 1, 1)


@dataclass(frozen=True)
class Genetic(SingleAgent):
    """Mates the better states of a population and changes some of the children at random.

    >>> import zermelo
    >>> queens = zermelo.load("n-queens:complete=true")
    >>> zermelo.Genetic(seed=1, compiled=False).solve(queens).outcome
    'found'
    """

    population: int = whole(50, "states of a generation", 2, 100_000, visitor=1000)
    generations: int = whole(1000, "generations, at most", 1, 10_000_000, visitor=10_000)
    mutation: float = number(0.3, "how likely a random action changes a child", 0, 1)
    seed: int = whole(1, "makes random choices repeatable", None)

    name: ClassVar[str] = "genetic"
    is_local: ClassVar[bool] = True

    def refusal(self, game: Game) -> str | None:
        refused = super().refusal(game)
        if refused is None and isinstance(game, Problem) and game.crossover is None:
            return f"genetic needs crossover, which makes a state of two, and {game.name} has none: try annealing"
        return refused

    factory = staticmethod(kernel_for)
    arguments = staticmethod(example)

    def found(self, kernel: Kernel, problem: Problem, state: State, deadline: Deadline) -> dict[str, Any]:
        noise = random.Random(self.seed)
        words = words_of(problem) if kernel.compiled else 1
        memory, numbers, states = new_population(kernel.compiled, self.population, problem.max_actions, words)
        memory[LIMIT], memory[GENERATIONS] = self.nodes or UNLIMITED, self.generations
        memory[NOISE], numbers[MUTATION] = noise.getrandbits(62), self.mutation
        for one in range(self.population):
            kernel.run(kernel.state(random_state(problem, state, noise) if one else state), memory, numbers, states)
        ends: list[State] = []

        def work() -> None:
            ends.append(kernel.run(kernel.state(state), memory, numbers, states))

        deadline.run(work, [memory], kernel.compiled)
        end = kernel.given_back(ends[-1])
        is_done = memory[AGE] >= self.generations
        assert problem.is_goal is not None
        outcome = FOUND if problem.is_goal(end) else STUCK if is_done else STOPPED
        counted = {"generated": int(memory[NODES]), "kept": 2 * self.population, "rounds": int(memory[AGE])}
        return {"actions": None, "end": end, "outcome": outcome, **counted}
