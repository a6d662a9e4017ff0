"""Counterfactual regret minimization over a game's sequence form: CFR, CFR+, linear and discounted CFR.

In each iteration each player in turn adds up, at every information set, how much better each action would have been
than what it played, and then plays actions in proportion to these regrets. The average of the strategies approaches an
equilibrium in games for two in which one loses what the other wins.

The variants differ in what is kept of the regrets after iteration t, and in the weight of its strategy in the average
(Brown and Sandholm, "Solving imperfect-information games via discounted regret minimization", 2019):

    regrets above 0 are multiplied by t^alpha / (t^alpha + 1), those below by t^beta / (t^beta + 1)
    the strategy of iteration t has the weight t^gamma
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.compile.kernel.arrays import array_kernel
from zermelo.hidden.equilibrium.flat import FlatGame, Numbers
from zermelo.hidden.equilibrium.sequence_form import plan, sequence_form, strategy_of, with_words
from zermelo.installed import is_installed, np


@dataclass(frozen=True)
class Discount:
    """What is forgotten, and how strategies are weighted: see above."""

    alpha: float
    beta: float
    gamma: float

    def schedule(self, start: int, iterations: int) -> Numbers:
        """[iteration, 3] the factors of regrets above and below 0, and the weight, from iteration start + 1 on."""
        times = np.arange(start, start + iterations, dtype=np.float64)
        factors = [_kept(times, exponent) for exponent in (self.alpha, self.beta)]
        return np.ascontiguousarray(np.stack((*factors, (times + 1.0) ** self.gamma), axis=1))


def _kept(times: Numbers, exponent: float) -> Numbers:
    """The factor t^exponent / (t^exponent + 1) for each time."""
    if math.isinf(exponent):
        return np.full(len(times), float(exponent > 0))
    powers = np.maximum(times, 1.0) ** exponent  # before the first iteration there is nothing to forget
    return powers / (powers + 1.0)


METHODS = {
    "cfr": Discount(math.inf, math.inf, 0.0),
    "plus": Discount(math.inf, -math.inf, 1.0),
    "linear": Discount(1.0, 1.0, 1.0),
    "discounted": Discount(1.5, 0.0, 2.0),
}


class RegretMinimizer:
    """CFR at work on a game: `run` makes iterations, `average` is what to play."""

    def __init__(self, flat: FlatGame, discount: Discount = METHODS["plus"], compiled: bool = True) -> None:
        self.flat, self.discount = flat, discount
        compiled = compiled and is_installed("numba")
        self.form = sequence_form(flat)
        self._compact = with_words(self.form) if compiled else self.form
        self.iterations = 0
        self.regret, self.total = np.zeros(flat.slots), np.zeros(flat.slots)
        self.current = flat.uniform()
        self._plans, self._value = plan(self.form, self.current), np.zeros(flat.slots)
        self._iterate = array_kernel(flat.game.name, "cfr", iterator, compiled, *self._arguments(0))

    @property
    def average(self) -> Numbers:
        """The average strategy [slot] of all iterations."""
        return strategy_of(self.form, self.total)

    def run(self, iterations: int) -> None:
        """Makes so many iterations."""
        self._iterate(*self._arguments(iterations))
        self.iterations += iterations

    def state(self) -> dict[str, Any]:
        """The arrays from which `resume` goes on."""
        return {"regret": self.regret, "total": self.total, "current": self.current}

    def resume(self, iterations: int, state: dict[str, Any]) -> None:
        """Takes over the arrays of another run, which has made this many iterations."""
        for name, array in self.state().items():
            array[:] = state[name]
        self.iterations = iterations
        self._plans[:] = plan(self.form, self.current)

    def _arguments(self, iterations: int) -> tuple[Any, ...]:
        schedule = self.discount.schedule(self.iterations, iterations)
        return self._compact, self.regret, self.total, self.current, self._plans, self._value, schedule


def iterator(jit: Callable[..., Any]) -> Callable[..., Any]:
    """iterate(form, regret, total, current, plans, value, schedule): one iteration for each row of the schedule.

    regret, total, current, plans, value: [slot] regrets, the sum of plans, the strategy now and its plan, workspace.
    """

    @jit
    def iterate(form, regret, total, current, plans, value, schedule):
        rest = form.others.shape[1]
        for step in range(schedule.shape[0]):
            above_kept, below_kept, weight = schedule[step, 0], schedule[step, 1], schedule[step, 2]
            for player in range(len(form.roots) - 1):
                # Step 1. What each slot brings at once, if chance and the others do their part
                end = form.rows[form.roots[player]]
                for slot in range(form.roots[player], form.roots[player + 1]):
                    total[slot] += weight * plans[slot]
                    start, end = end, form.rows[slot + 1]
                    brought = 0.0
                    if rest == 1:
                        for entry in range(start, end):
                            brought += form.pay[entry] * plans[form.others[entry, 0]]
                    else:
                        for entry in range(start, end):
                            product = form.pay[entry]
                            for other in range(rest):
                                product *= plans[form.others[entry, other]]
                            brought += product
                    value[slot] = brought

                # Step 2. Regrets and the next strategy, the last information sets first
                for number in range(form.sets[player + 1] - 1, form.sets[player] - 1, -1):
                    low = form.first[number]
                    high = low + form.width[number]
                    worth = 0.0
                    for slot in range(low, high):
                        worth += current[slot] * value[slot]
                    value[form.parent[number]] += worth
                    above = 0.0
                    for slot in range(low, high):
                        before = regret[slot]
                        after = before * (above_kept if before > 0.0 else below_kept) + (value[slot] - worth)
                        regret[slot] = after
                        after = max(after, 0.0)
                        current[slot] = after
                        above += after
                    if above > 0.0:
                        for slot in range(low, high):
                            current[slot] /= above
                    else:
                        share = 1.0 / (high - low)
                        for slot in range(low, high):
                            current[slot] = share

                # Step 3. The plan of the next strategy
                for number in range(form.sets[player], form.sets[player + 1]):
                    low = form.first[number]
                    reached = plans[form.parent[number]]
                    for slot in range(low, low + form.width[number]):
                        plans[slot] = reached * current[slot]

    return iterate
