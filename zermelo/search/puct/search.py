"""PUCT, AlphaZero's search: a network's priors guide the descent, and its values are backed up.

def network(states):
    return priors, values       # see zermelo.evaluate.network.Network

zermelo.PUCT(network, sims=800, batch=16).analyse(game)
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, ClassVar, cast
from zlib import crc32

import numpy as np

from zermelo.bits import mix
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.kernel.rules import has_integer_actions
from zermelo.evaluate.learned import Learned
from zermelo.evaluate.learned.opinion import learned_network, played_game, read_evaluation
from zermelo.evaluate.learned.shipped import SHIPPED, shipped_network
from zermelo.evaluate.network import Network, ask, bounds, default_network, new_moves
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import LONGEST, Algorithm, Session, analyse_only, check_choice
from zermelo.search.options import number, switch, thing, whole
from zermelo.search.puct.halving import CONSIDERED, halving, rated
from zermelo.search.puct.tree import (
    ABSORB,
    BYTES_PER_NODE,
    DEEP,
    DESCEND,
    FULL,
    GROWN,
    LEAF,
    LIMIT,
    MOST,
    NOISE,
    NONE,
    SCHEDULED,
    SIMULATIONS,
    TASK,
    TRIES,
    USED,
    WAITING,
    WORDS,
    Kept,
    PuctTree,
    example_for,
    find,
    graft,
    half_range,
    kernel_for,
    new_tree,
)
from zermelo.search.task import Limits, Task, analysis_of, least
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline

USUAL = 800  # simulations, if no budget is given
FEW = 1000  # simulations that are shared by sequential halving at most, if the network was learned
OFTEN = 0.3  # seconds between two reports
TRIES_PER_LEAF = 4  # descents to find a leaf; some reach a terminal state or a leaf that is already waiting


def read_network(typed: str, engine: Callable[[str], Any]) -> Learned | str:
    """Reads a network that a person typed: `shipped`, or a file that `zermelo learn` wrote. Raises ValueError."""
    return typed if typed == SHIPPED else read_evaluation(typed)


@dataclass(frozen=True)
class PUCT(Algorithm):
    """AlphaZero's search: a network's priors guide the descent, its values are backed up.

    It chooses the most visited action and keeps the tree for the next move.
    """

    network: Network | Learned | str | None = thing(
        None,
        "a learned file, 'shipped' for the one that comes with the game, or a function of states; by default "
        "made from the game's evaluation, or from random playouts",
        read=read_network,
        accepts=lambda value: isinstance(value, Learned) or value == SHIPPED or callable(value),
        allowed=f"a learned file, {SHIPPED}, or a function of a list of states",
    )
    sims: int | None = whole(None, f"simulations; {USUAL} if no budget is given", 1, visitor=10**7)
    time: float | None = number(None, "seconds to think", above=0, most=LONGEST, unit="seconds", visitor=30.0)
    nodes: int | None = whole(None, "maximum number of nodes to add to the tree", 1, visitor=10**8)
    batch: int = whole(8, "leaves per call of the network; 1 searches best, more are faster", 1, 10**6)
    exploration: float = number(1.25, "PUCT's constant c: higher explores more", above=0, visitor=100.0)
    growth: float = number(19652.0, "simulations after which c has grown by ln 2", above=0)
    halving: bool | None = switch(
        None,
        "share the simulations at the root by sequential halving, and begin each search with a new tree; by default "
        f"where a learned network is asked at most {FEW:,} times",
    )
    reluctance: float = number(0.2, "how much worse than its parent's mean an unvisited action counts", 0, 2)
    noise: float = number(0.0, "share of Dirichlet noise in the root's priors; AlphaZero trains with 0.25", 0, 1)
    concentration: float | None = number(None, "α of the Dirichlet noise; by default 10 / number of actions", above=0)
    temperature: float = number(
        0.0, "0: play the most visited action; T: draw one with probability proportional to visits^(1/T)", 0, 100
    )
    megabytes: int = whole(256, "memory for the tree in megabytes", 1, 10**6)
    keep: bool = switch(True, "keep the tree for the next move of the game")
    seed: int | None = whole(None, "seed that makes the search repeatable", None)
    compiled: bool | None = switch(
        None, "true: compiled or an error; false: interpreted; by default compiled if possible"
    )

    name: ClassVar[str] = "puct"

    def open(self, game: Game, megabytes: int | None = None) -> PuctSession:
        self.check_served(game)
        if self.halving and self.sims is None and not (self.time is None and self.nodes is None):
            raise ZermeloError("halving shares out a number of simulations: say how many, such as sims=64")
        return PuctSession(self, game, megabytes)

    def halves(self, sims: int | None) -> bool:
        """Does a search with so many simulations (None: nobody knows how many) share them by sequential halving?"""
        if sims is None or self.halving is not None:
            return sims is not None and self.halving is True
        return sims <= FEW and isinstance(self.network, Learned | str)

    def learned(self, game: Game) -> Learned | None:
        """The learned file whose network it asks; None: it asks another one. Raises ZermeloError."""
        if isinstance(self.network, str):
            return shipped_network(game)
        return self.network if isinstance(self.network, Learned) else None

    def asked(self, game: Game) -> Network:
        """The network that it asks. Raises ZermeloError where that does not fit the game."""
        learned = self.learned(game)
        if learned is not None:
            return learned_network(learned, game)
        return cast("Network | None", self.network) or default_network(game)

    def wanted(self, game: Game) -> dict[str, Any]:
        """The kernel for a game, as arguments of `prepare`."""
        learned = self.learned(game)
        return {
            "game": played_game(learned, game) if learned is not None else game,
            "factory": kernel_for(game.players),
            "arguments": example_for(game.players),
            "label": self.name,
            "compiled": self.compiled,
        }


class PuctSession(Session):
    """A running search, with the trees of the last positions."""

    algorithm: PUCT
    is_parallel = False  # it returns to Python for every call of the network

    def __init__(self, algorithm: PUCT, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.megabytes = algorithm.megabytes if megabytes is None else min(algorithm.megabytes, megabytes)
        self.kernel = prepare(**algorithm.wanted(game))
        self.network = algorithm.asked(game)
        self.kept: tuple[Kept, ...] = ()  # one per position of the last call

    def new_game(self) -> None:
        self.kept = ()

    def search(self, task: Task) -> Analysis:
        if task.limits.only is not None:
            return analyse_only(self, task)
        task.allow(self.algorithm.time, to_soft=True)
        tell = (lambda found: task.tell(found[0])) if task.watch else None
        return self._search([task.state], [self.algorithm.seed], tell, task.deadline, task.limits)[0]

    def analyse_many(self, states: Sequence[State], seeds: Sequence[int | None] | None = None) -> list[Analysis]:
        """Searches many positions in lockstep: the leaves of all their trees go to the network in one batch.

        Each analysis equals that of `analyse` alone (except that a time budget is shared). For self-play, omit the
        seed or give one per position here: equal seeds in equal positions make equal choices.
        """
        deadline = Deadline(None, self.algorithm.time)
        return self._search(states, seeds or [self.algorithm.seed] * len(states), None, deadline, Limits())

    def _search(
        self,
        states: Sequence[State],
        seeds: Sequence[int | None],
        tell: Callable[[list[Analysis]], None] | None,
        deadline: Deadline,
        limits: Limits,
    ) -> list[Analysis]:
        game, search = self.game, self.algorithm
        for state in states:
            check_choice(game, state)
        budget = least(search.nodes, limits.nodes)
        sims = search.sims
        if sims is None and budget is None and deadline.hard is None and not limits.endless:
            sims = USUAL
        halved = search.halves(sims)
        kept, self.kept = self.kept if search.keep and not halved else (), ()
        searches = [
            _Search(self, state, self.megabytes // len(states), seed, kept[i] if i < len(kept) else None, sims, budget)
            for i, (state, seed) in enumerate(zip(states, seeds, strict=True))
        ]
        told = deadline.elapsed
        while True:
            waiting = [(one, one.gather()) for one in searches if not one.is_over]
            asked = [state for _, leaves in waiting for state in leaves]
            if asked:
                counts = [count for one, _ in waiting for count in one.counts()]
                movers = [mover for one, _ in waiting for mover in one.movers()]
                priors, values = ask(self.network, game, asked, counts, movers)
                ends = [0, *accumulate(counts)]
                place = 0
                for one, leaves in waiting:
                    after = place + len(leaves)
                    one.absorb(priors[ends[place] : ends[after]], values[place:after])
                    place = after
            if all(one.is_over for one in searches) or deadline.is_over:
                break
            if tell and deadline.elapsed - told >= OFTEN:
                told = deadline.elapsed
                tell([one.analysis(told) for one in searches])
        found = [one.analysis(deadline.elapsed) for one in searches]
        if search.keep and not halved:
            self.kept = tuple(one.kept() for one in searches)
        return found


class _Search:
    """One position's tree, and the kernel's work on it."""

    def __init__(
        self,
        session: PuctSession,
        state: State,
        megabytes: int,
        seed: int | None,
        kept: Kept | None,
        sims: int | None,
        nodes: int | None,
    ) -> None:
        self.game, self.state, self.player, self.kernel = session.game, state, session.algorithm, session.kernel
        game, player, kernel = self.game, self.player, self.kernel
        most = max(game.max_actions, 512 if game.has_chance else 1)
        node = find(kept, game, state) if kept is not None else None
        room = megabytes * 1_000_000 // BYTES_PER_NODE
        if sims is not None:
            saved = int(kept.tree.visits[node]) if kept is not None and node is not None else 0
            room = min(room, (sims + saved + 2) * most * (2 if game.has_chance else 1) + 1)
        room = max(room, most + 1)  # at least the root and its children
        self.tree: PuctTree = new_tree(kernel.compiled, room)
        low, high = bounds(game)
        known = math.isfinite(low) and math.isfinite(high)
        self.scale = np.array([low - game.middle, high - game.middle] if known else [math.inf, -math.inf])
        used = 1
        if kept is not None and node is not None and kept.tree.move.dtype == self.tree.move.dtype:
            used, self.scale = graft(kept.tree, node, self.tree), kept.scale[:2].copy()
        self.scale = np.concatenate((self.scale, [player.exploration, player.growth, player.reluctance]))
        self.used = used
        word = crc32(game.state_text(state).encode())
        self.seeds = [seed, word] if seed is not None else [secrets.randbits(62)]
        self.choose = np.random.default_rng([abs(part) for part in self.seeds])
        self.memory = memory = np.zeros(WORDS, np.int64)
        self.is_fresh = self.tree.mark[0] != GROWN
        memory[SIMULATIONS] = -1 if self.is_fresh else 0  # expanding the root is not a simulation
        memory[LIMIT] = sims or UNLIMITED
        memory[USED], memory[MOST] = used, min(room, max((nodes or room) + used, most + 1))
        memory[NOISE] = mix(sum(self.seeds))
        self.leaves = np.zeros(player.batch, np.int32)
        self.buffers = (new_moves(kernel.compiled, max(game.max_actions, 512)), np.ones(max(game.max_actions, 512)))
        self.no_priors, self.no_values = np.zeros(1), np.zeros((1, game.players))
        self.utilities = np.zeros(game.players)
        self.order = self.tried = np.zeros(1, np.int32)
        if sims is not None and player.halves(sims):
            actions = len(game.legal(state))
            self.tried = np.zeros(actions, np.int32)
            self.order = np.array(halving(min(actions, CONSIDERED), sims), np.int32)
            memory[SCHEDULED] = sims
        self.root_state = kernel.state(state)
        self.pure: Any = None  # the root's priors without noise
        self.first_value: float | None = None  # the network's of the root; unknown in a tree that was kept
        if not self.is_fresh:
            self._disturb()

    @property
    def is_over(self) -> bool:
        return bool(self.memory[SIMULATIONS] >= self.memory[LIMIT] or self.memory[FULL])

    def gather(self) -> list[State]:
        """The states of leaves that need the network: at most a batch, perhaps none."""
        self.memory[TASK], self.memory[TRIES] = DESCEND, TRIES_PER_LEAF * self.player.batch
        found: list[State] = []
        while len(found) < self.player.batch:
            state = self._run(self.no_priors, self.no_values)
            if self.memory[LEAF] == NONE:
                break
            found.append(self.kernel.given_back(state))
        return found

    def counts(self) -> list[int]:
        """How many actions each waiting leaf has."""
        counts: list[int] = self.tree.count[self.leaves[: self.memory[WAITING]]].tolist()
        return counts

    def movers(self) -> list[int]:
        """Who is to move at each waiting leaf."""
        movers: list[int] = self.tree.mover[self.leaves[: self.memory[WAITING]]].tolist()
        return movers

    def absorb(self, priors: Any, values: Any) -> None:
        """Adds the network's answers for the gathered leaves to the tree."""
        if not self.memory[WAITING]:
            return
        self.memory[TASK] = ABSORB
        self._run(priors, values)
        if self.pure is None:
            self.first_value = self.game.middle + float(values[0][self.game.to_move(self.state)])
            self._disturb()

    def _run(self, priors: Any, values: Any) -> State:
        arguments = (self.tree, self.memory, self.scale, *self.buffers, self.leaves, priors, values, self.utilities)
        try:
            return self.kernel.run(self.root_state, *arguments, self.order, self.tried)
        except ValueError as error:  # how a kernel reports a game that violates the contract
            raise ZermeloError(str(error)) from None

    def _children(self) -> slice:
        first = int(self.tree.first[0])
        return slice(first, first + int(self.tree.count[0]))

    def _disturb(self) -> None:
        """Mixes noise into the root's priors."""
        children = self._children()
        self.pure = self.tree.prior[children].copy()
        share, count = self.player.noise, len(self.pure)
        if share > 0:
            noise = self.choose.dirichlet([self.player.concentration or 10 / count] * count)
            self.tree.prior[children] = (1 - share) * self.pure + share * noise

    def kept(self) -> Kept:
        """The tree, for a later search to continue."""
        self.tree.prior[self._children()] = self.pure
        return Kept(self.game, self.state, self.tree, self.scale)

    def analysis(self, seconds: float) -> Analysis:
        game, tree, memory = self.game, self.tree, self.memory
        actions = game.legal(self.state)
        children = self._children()
        visits = [int(n) for n in tree.visits[children]]
        totals = [float(total) for total in tree.total[children]]
        means = [game.middle + total / max(1, n) for total, n in zip(totals, visits, strict=True)]
        chosen = self._chosen(visits, means)
        whole = not self.kernel.compiled or game.fill is not None or has_integer_actions(game)
        lines = [
            _line(game, self.state, tree, child, action, whole) for child, action in enumerate(actions, children.start)
        ]
        reason = self.kernel.reason
        if memory[FULL] and not reason:
            reason = "the tree is full"
        weights = self._weights(visits, means)
        candidates = [
            Candidate(
                action, mean, "exact" if n else "stopped", n,
                prior=float(prior), weight=weight, line=line, known=n > 0,
            )
            for action, mean, n, prior, weight, line in zip(
                actions, means, visits, self.pure, weights, lines, strict=True
            )
        ]  # fmt: skip
        return analysis_of(
            game,
            self.state,
            str(self.player),
            candidates[chosen],
            candidates,
            depth=int(memory[DEEP]),
            nodes=int(memory[USED]) - self.used,
            seconds=seconds,
            simulations=int(memory[SIMULATIONS]),
            network_value=self.first_value,
            in_utilities=True,
            compiled=self.kernel.compiled,
            reason=reason,
        )

    def _scores(self, visits: list[int], means: list[float]) -> Any:
        """The actions' scores in sequential halving; one that was not tried counts as the position does."""
        most, half = max(visits), half_range(self.scale)
        whole = self.game.middle + self.tree.own[0] / self.tree.visits[0]
        worth = [mean if n else whole for mean, n in zip(means, visits, strict=True)]
        return np.array([rated(prior, mean, most, half) for prior, mean in zip(self.pure, worth, strict=True)])

    def _weights(self, visits: list[int], means: list[float]) -> list[float] | list[None]:
        """What the search made of the priors; None where the visits tell it, as they do without sequential halving."""
        if not self.memory[SCHEDULED]:
            return [None] * len(visits)
        scores = self._scores(visits, means)
        weights = np.exp(scores - scores.max())
        return [float(weight) for weight in weights / weights.sum()]

    def _chosen(self, visits: list[int], means: list[float]) -> int:
        """The index of the action to play."""
        heat = self.player.temperature
        if heat > 0 and sum(visits) > 0:
            weights = (np.array(visits) / max(visits)) ** (1 / heat)
            return int(self.choose.choice(len(visits), p=weights / weights.sum()))
        if self.memory[SCHEDULED]:  # the last two share the last round: their priors count beside their values
            scores = self._scores(visits, means)
            return max(range(len(visits)), key=lambda i: (visits[i], scores[i]))
        return max(range(len(visits)), key=lambda i: (visits[i], means[i] if visits[i] else -math.inf, self.pure[i]))


def _line(game: Game, state: State, tree: PuctTree, child: int, action: Action, whole: bool) -> tuple[Action, ...]:
    """An action at the root and the most visited ones after it, up to a chance node.

    whole: the tree holds the actions themselves, not their indices in `legal`.
    """
    line, node = [action], child
    if not whole:
        state = game.result(state, action)
    while tree.mark[node] == GROWN and tree.mover[node] != CHANCE:
        first = int(tree.first[node])
        visits = tree.visits[first : first + int(tree.count[node])]
        index = int(visits.argmax())
        if visits[index] == 0:
            break
        node = first + index
        if whole:
            move = tree.move[node]
            line.append(int(move) if tree.move.dtype == np.int64 else move)
        else:
            action = game.legal(state)[index]
            line.append(action)
            state = game.result(state, action)
    return tuple(line)
