"""The kernels of local search: hill climbing, annealing and tabu search, which keep one state and change it.

All three write the way that they took: the place of each action among those of its state.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.bits import fraction, mix
from zermelo.compile.kernel.memory import COUNTERS, LIMIT, NODES, Words, new_numbers, new_words
from zermelo.compile.kernel.rules import Rules
from zermelo.problem import Problem

OWN = Words("STEPS", "LENGTH", "BEST", "NOISE", "SIDEWAYS", "TENURE", "TAKEN", after=COUNTERS)
STEPS, LENGTH, BEST, NOISE, SIDEWAYS, TENURE, TAKEN = OWN
# STEPS: steps to take at most       LENGTH: steps taken          BEST: after how many the best state was reached
# NOISE: the random numbers' seed    SIDEWAYS: steps to states just as good, in a row     TENURE: states kept as tabu
# TAKEN: tabu states so far
PATH = OWN.end  # then the path, the tabu states' keys and the actions: see `new_climbing`
HEAT, COOLING, REACHED = range(3)  # numbers: the temperature, its factor after each step, the best value


@lru_cache(maxsize=256)
def climbing_for(problem: Problem) -> Callable[[Rules], Any]:
    """The factory of climb(state, room, memory, numbers): steepest ascent, until nothing near is better."""

    def kernel(rules: Rules) -> Any:
        fill, play, buffer = rules.fill, rules.play, rules.buffer
        is_goal, worth, noisy = (
            rules.register(problem.is_goal),
            rules.register(valuer(problem, rules)),
            noise_at(NOISE, rules),
        )

        @rules.jit
        def climb(state, room, memory, numbers):
            """room: where the actions are listed. Ties between the best are broken at random."""
            here, value, sideways = state, worth(state), 0
            while memory[LENGTH] < memory[STEPS] and not is_goal(here):
                found = fill(here, buffer(memory, room))
                best, choice, ties = -math.inf, 0, 0
                for place in range(found):
                    other = worth(play(here, memory[room + place]))
                    if other > best:
                        best, choice, ties = other, place, 1
                    elif other == best:
                        ties += 1
                        if noisy(memory) * ties < 1.0:
                            choice = place
                memory[NODES] += found
                if found == 0 or best < value or (best == value and sideways >= memory[SIDEWAYS]):
                    break
                if memory[NODES] > memory[LIMIT]:
                    break
                sideways = sideways + 1 if best == value else 0
                memory[PATH + memory[LENGTH]] = choice
                memory[LENGTH] += 1
                here, value = play(here, memory[room + choice]), best
            memory[BEST], numbers[REACHED] = memory[LENGTH], value
            return is_goal(here)

        return climb

    return kernel


@lru_cache(maxsize=256)
def annealing_for(problem: Problem) -> Callable[[Rules], Any]:
    """The factory of anneal(state, room, memory, numbers): random steps, ever fewer of them downhill."""

    def kernel(rules: Rules) -> Any:
        fill, play, buffer = rules.fill, rules.play, rules.buffer
        is_goal, worth, noisy = (
            rules.register(problem.is_goal),
            rules.register(valuer(problem, rules)),
            noise_at(NOISE, rules),
        )

        @rules.jit
        def anneal(state, room, memory, numbers):
            here, value, heat, step = state, worth(state), numbers[HEAT], 0
            numbers[REACHED] = value
            while step < memory[STEPS] and not is_goal(here):
                step += 1
                found = fill(here, buffer(memory, room))
                if found == 0 or memory[NODES] > memory[LIMIT]:
                    break
                place = int(noisy(memory) * found)
                after = play(here, memory[room + place])
                memory[NODES] += 1
                other = worth(after)
                if other > value or noisy(memory) < math.exp((other - value) / max(heat, 1e-300)):
                    memory[PATH + memory[LENGTH]] = place
                    memory[LENGTH] += 1
                    here, value = after, other
                    if value > numbers[REACHED]:
                        numbers[REACHED], memory[BEST] = value, memory[LENGTH]
                heat *= numbers[COOLING]
            if is_goal(here):
                numbers[REACHED], memory[BEST] = value, memory[LENGTH]
                return True
            return False

        return anneal

    return kernel


@lru_cache(maxsize=256)
def tabu_for(problem: Problem) -> Callable[[Rules], Any]:
    """The factory of roam(state, room, memory, numbers): the best step, even downhill, but not back."""

    def kernel(rules: Rules) -> Any:
        fill, play, buffer, key_of = rules.fill, rules.play, rules.buffer, rules.whole_key
        is_goal, worth = rules.register(problem.is_goal), rules.register(valuer(problem, rules))

        @rules.inner
        def is_tabu(key, memory):
            first = PATH + memory[STEPS]
            for place in range(min(memory[TAKEN], memory[TENURE])):
                if memory[first + place] == key:
                    return True
            return False

        @rules.jit
        def roam(state, room, memory, numbers):
            here, value = state, worth(state)
            numbers[REACHED] = value
            while memory[LENGTH] < memory[STEPS] and not is_goal(here):
                memory[PATH + memory[STEPS] + memory[TAKEN] % memory[TENURE]] = key_of(here)
                memory[TAKEN] += 1
                found = fill(here, buffer(memory, room))
                best, choice = -math.inf, -1
                for place in range(found):
                    after = play(here, memory[room + place])
                    other = worth(after)
                    if other > best and not is_tabu(key_of(after), memory):
                        best, choice = other, place
                memory[NODES] += found
                if choice < 0 or memory[NODES] > memory[LIMIT]:
                    break
                memory[PATH + memory[LENGTH]] = choice
                memory[LENGTH] += 1
                here, value = play(here, memory[room + choice]), best
                if value > numbers[REACHED]:
                    numbers[REACHED], memory[BEST] = value, memory[LENGTH]
            if is_goal(here):
                numbers[REACHED], memory[BEST] = value, memory[LENGTH]
                return True
            return False

        return roam

    return kernel


def valuer(problem: Problem, rules: Rules) -> Callable[..., Any]:
    """Makes worth(state): the problem's value, or minus its heuristic, as a float."""
    if problem.value is not None:
        value = rules.register(problem.value)

        def worth(state):
            return float(value(state))

        return worth
    heuristic = rules.register(problem.heuristic)

    def worth_by_estimate(state):
        return -float(heuristic(state))

    return worth_by_estimate


def noise_at(place: int, rules: Rules) -> Callable[..., Any]:
    """Makes noise(memory): a random fraction, 0 ≤ f < 1. place: where the memory keeps its seed."""

    def noise(memory):
        memory[place] = mix(memory[place] + 0x9E3779B9)
        return fraction(memory[place])

    return rules.register(noise)


def new_climbing(compiled: bool, steps: int, tenure: int, actions: int) -> tuple[int, Any, Any]:
    """Where the actions are listed, the memory and the numbers of a search."""
    room = PATH + steps + tenure
    memory = new_words(compiled, room + actions)
    memory[STEPS], memory[TENURE] = steps, tenure
    return room, memory, new_numbers(compiled, 3)


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernels after the state."""
    return new_climbing(compiled, 1, 1, 1)
