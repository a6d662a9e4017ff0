"""Monte Carlo CFR over a game that is laid out: each iteration looks at a sample of the tree, once for each player.

External sampling follows all actions of the player who learns, and one action of everybody else and of chance.
Outcome sampling follows one game, in which the player who learns also tries actions at random, and weights what it
finds by how likely it was to look there (Lanctot et al., "Monte Carlo sampling for regret minimization in extensive
games", 2009).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.bits import fraction, mix, signed, step
from zermelo.compile.kernel.arrays import array_kernel
from zermelo.game import CHANCE
from zermelo.hidden.equilibrium.flat import TERMINAL, FlatGame, Indices, Numbers
from zermelo.hidden.equilibrium.sequence_form import sequence_form, strategy_of
from zermelo.installed import np

EXPLORATION = 0.6  # how often outcome sampling tries any action


class Tree(NamedTuple):
    """The nodes of a game that is laid out, as kernels take them."""

    mover: Indices  # [node]
    first: Indices  # [node] the first child
    width: Indices  # [node] how many there are
    slot: Indices  # [node] the first slot of its information set
    chance: Numbers  # [node]
    utility: Numbers  # [node, player]


class SamplingMinimizer:
    """Monte Carlo CFR at work on a game: `run` makes iterations, `average` is what to play."""

    def __init__(self, flat: FlatGame, method: str = "external", seed: int = 0, compiled: bool = True) -> None:
        """method: external or outcome."""
        self.flat, self.form = flat, sequence_form(flat)
        self.iterations = 0
        self.regret, self.total = np.zeros(flat.slots), np.zeros(flat.slots)
        self._noise = np.array([signed(mix(seed))], dtype=np.int64)
        slots = np.where(flat.set_of >= 0, flat.set_first[np.maximum(flat.set_of, 0)], 0) if flat.sets else flat.set_of
        self._tree = Tree(flat.mover, flat.first, flat.count, slots, flat.chance, flat.utility)
        self._most = int(flat.set_count.max(initial=1))
        self._work = np.zeros((flat.depth + 1) * self._most)
        factory = {"external": external_sampler, "outcome": outcome_sampler}[method]
        label = f"{method} sampling"
        self._sample = array_kernel(flat.game.name, label, factory, compiled, *self._arguments(0))

    @property
    def average(self) -> Numbers:
        """The average strategy [slot] of all iterations."""
        return strategy_of(self.form, self.total)

    @property
    def current(self) -> Numbers:
        """The strategy [slot] of the next iteration."""
        return strategy_of(self.form, np.maximum(self.regret, 0.0))

    def run(self, iterations: int) -> None:
        """Makes this many iterations, each with a sample for every player."""
        self._sample(*self._arguments(iterations))
        self.iterations += iterations

    def state(self) -> dict[str, Any]:
        """The arrays from which `resume` goes on."""
        return {"regret": self.regret, "total": self.total, "noise": self._noise}

    def resume(self, iterations: int, state: dict[str, Any]) -> None:
        """Takes over the arrays of another run, which has made this many iterations."""
        for name, array in self.state().items():
            array[:] = state[name]
        self.iterations = iterations

    def _arguments(self, iterations: int) -> tuple[Any, ...]:
        return self._tree, self.regret, self.total, self._work, self._noise, self._most, 0, iterations


def drawer(jit: Callable[..., Any]) -> Callable[..., Any]:
    """draw(noise): the next random fraction."""

    @jit
    def draw(noise):
        noise[0] = step(noise[0])
        return fraction(mix(noise[0]))

    return draw


def matcher(jit: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """regret_above(regret, low, count), and share(regret, slot, above, count): how regret matching plays a slot."""

    @jit
    def regret_above(regret, low, count):
        above = 0.0
        for slot in range(low, low + count):
            if regret[slot] > 0.0:
                above += regret[slot]
        return above

    @jit
    def share(regret, slot, above, count):
        if above > 0.0:
            return max(regret[slot], 0.0) / above
        return 1.0 / count

    return regret_above, share


def external_sampler(jit: Callable[..., Any]) -> Callable[..., Any]:
    """sample(tree, regret, total, work, noise, most, root, iterations)."""
    draw = drawer(jit)
    regret_above, share = matcher(jit)

    @jit
    def walk(tree, regret, total, work, noise, most, node, player, depth):
        """What a sample of games from a node on brings to the player."""
        players = tree.utility.shape[1]
        mover = tree.mover[node]
        while mover != player and mover != TERMINAL:
            first, count = tree.first[node], tree.width[node]
            drawn = draw(noise)
            chosen = 0
            if mover == CHANCE:
                while chosen < count - 1 and drawn >= tree.chance[first + chosen]:
                    drawn -= tree.chance[first + chosen]
                    chosen += 1
            else:
                low = tree.slot[node]
                above = regret_above(regret, low, count)
                if mover == (player + 1) % players:  # so that each player's average grows once per iteration
                    for slot in range(low, low + count):
                        total[slot] += share(regret, slot, above, count)
                chance = share(regret, low, above, count)
                while chosen < count - 1 and drawn >= chance:
                    drawn -= chance
                    chosen += 1
                    chance = share(regret, low + chosen, above, count)
            node = first + chosen
            mover = tree.mover[node]
        if mover == TERMINAL:
            return tree.utility[node, player]
        first, count, low, row = tree.first[node], tree.width[node], tree.slot[node], depth * most
        for i in range(count):
            work[row + i] = walk(tree, regret, total, work, noise, most, first + i, player, depth + 1)
        above = regret_above(regret, low, count)
        worth = 0.0
        for i in range(count):
            worth += share(regret, low + i, above, count) * work[row + i]
        for i in range(count):
            regret[low + i] += work[row + i] - worth
        return worth

    @jit
    def sample(tree, regret, total, work, noise, most, root, iterations):
        for _ in range(iterations):
            for player in range(tree.utility.shape[1]):
                walk(tree, regret, total, work, noise, most, root, player, root)

    return sample


def outcome_sampler(jit: Callable[..., Any]) -> Callable[..., Any]:
    """sample(tree, regret, total, work, noise, most, root, iterations)."""
    draw = drawer(jit)
    regret_above, share = matcher(jit)

    @jit
    def walk(tree, regret, total, noise, node, player, mine, others, sampled):
        """An unbiased estimate of what the player gets from a node on.

        mine, others: the probability that the player, and the other players, go there; sampled: that this sample does.
        """
        mover = tree.mover[node]
        while mover == CHANCE:
            drawn, child, last = draw(noise), tree.first[node], tree.first[node] + tree.width[node] - 1
            while child < last and drawn >= tree.chance[child]:
                drawn -= tree.chance[child]
                child += 1
            node = child
            mover = tree.mover[node]
        if mover == TERMINAL:
            return tree.utility[node, player]
        first, count, low = tree.first[node], tree.width[node], tree.slot[node]
        above = regret_above(regret, low, count)
        tries = EXPLORATION if mover == player else 0.0
        drawn, chosen = draw(noise), 0
        chance = share(regret, low, above, count)
        likely = tries / count + (1.0 - tries) * chance
        while chosen < count - 1 and drawn >= likely:
            drawn -= likely
            chosen += 1
            chance = share(regret, low + chosen, above, count)
            likely = tries / count + (1.0 - tries) * chance
        if mover != player:
            return walk(tree, regret, total, noise, first + chosen, player, mine, others * chance, sampled * likely)
        found = walk(tree, regret, total, noise, first + chosen, player, mine * chance, others, sampled * likely)
        found /= likely
        worth, weight = chance * found, others / sampled
        for slot in range(low, low + count):
            total[slot] += mine / sampled * share(regret, slot, above, count)
        for slot in range(low, low + count):
            regret[slot] -= weight * worth
        regret[low + chosen] += weight * found
        return worth

    @jit
    def sample(tree, regret, total, work, noise, most, root, iterations):
        sure = 1.0 + root
        for _ in range(iterations):
            for player in range(tree.utility.shape[1]):
                walk(tree, regret, total, noise, root, player, sure, sure, sure)

    return sample
