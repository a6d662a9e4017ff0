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
from typing import Any, cast
from zlib import crc32

from zermelo.bits import mix
from zermelo.compile.kernel.kernels import entry_of
from zermelo.compile.kernel.memory import LIMIT, new_words
from zermelo.compile.kernel.memory import NODES as SIMULATIONS
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.kernel.rules import has_moves
from zermelo.evaluate.learned import Learned
from zermelo.evaluate.learned.opinion import learned_network, played_game
from zermelo.evaluate.learned.shipped import shipped_network
from zermelo.evaluate.network import Network, ask, bounds, default_network
from zermelo.game import Game, State, ZermeloError
from zermelo.installed import np
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import Session, analyse_only, check_choice
from zermelo.search.puct import kernel as at
from zermelo.search.puct.options import USUAL, PuctOptions
from zermelo.search.puct.tree import GROWN, Kept, PuctTree, bytes_per_node, find, graft, new_tree
from zermelo.search.sampling.distance import Distances
from zermelo.search.sampling.halving import CONSIDERED, LEAST_PRIOR, halving, rated
from zermelo.search.sampling.line import line_of
from zermelo.search.sampling.memory import DEEP, NOISE
from zermelo.search.sampling.proof import rivals
from zermelo.search.sampling.scale import half_range
from zermelo.search.sampling.tree import NOWHERE
from zermelo.search.task import Limits, Task, analysis_of, least
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline
from zermelo.search.time.threads import run_together

OFTEN = 0.3  # seconds between two reports
TRIES_PER_LEAF = 4  # descents to find a leaf; some reach a terminal state or a leaf that is already waiting


@dataclass(frozen=True)
class PUCT(PuctOptions):
    """AlphaZero's search: a network's priors guide the descent, its values are backed up.

    It chooses the most visited action and keeps the tree for the next move.

    >>> import zermelo
    >>> from zermelo.evaluate.network import from_rollouts
    >>> game = zermelo.load("tic-tac-toe")
    >>> zermelo.PUCT(from_rollouts(game, seed=1), sims=50).analyse(game).action in game.legal(game.initial())
    True
    """

    def open(self, game: Game, megabytes: int | None = None) -> PuctSession:
        self.check_served(game)
        if self.halving and self.sims is None and not (self.time is None and self.nodes is None):
            raise ZermeloError("halving shares out a number of simulations: say how many, such as sims=64")
        return PuctSession(self, game, megabytes)

    def learned(self, game: Game) -> Learned | None:
        """The learned file whose network it asks; None: it asks another one. Raises ZermeloError."""
        if isinstance(self.network, str):
            return shipped_network(game)
        return self.network if isinstance(self.network, Learned) else None

    def asked(self, game: Game) -> Network:
        """The network that it asks. Raises ZermeloError where that does not fit the game."""
        learned = self.learned(game)
        if learned is not None:
            return learned_network(learned, game, self.threads, run_together)
        return cast("Network | None", self.network) or default_network(game)

    def wanted(self, game: Game) -> dict[str, Any]:
        """The kernel for a game, as arguments of `prepare`."""
        learned = self.learned(game)
        return {
            "game": played_game(learned, game) if learned is not None else game,
            "factory": at.kernel_for(game.players, self.proves(game), reach_of(game)),
            "arguments": at.example_for(game.players),
            "label": self.name,
            "compiled": self.compiled,
        }


def reach_of(game: Game) -> float:
    """How far a utility can lie from the game's middle."""
    return math.inf if game.reach is None else float(game.reach)


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
        room = megabytes * 1_000_000 // bytes_per_node()
        if sims is not None:
            saved = int(kept.tree.visits[node]) if kept is not None and node is not None else 0
            room = min(room, (sims + saved + 2) * most * (2 if game.has_chance else 1) + 1)
        room = max(room, most + 1)  # at least the root and its children
        self.tree: PuctTree = new_tree(kernel.compiled, room, reach_of(game))
        workspace = at.new_workspace(kernel.compiled, max(game.max_actions, 512), player.batch, game.players)
        low, high = bounds(game)
        if math.isfinite(low) and math.isfinite(high):
            workspace.scale[:] = low - game.middle, high - game.middle
        used = 1
        if kept is not None and node is not None and kept.tree.move.dtype == self.tree.move.dtype:
            used = graft(kept.tree, node, self.tree)
            workspace.scale[:] = kept.scale
        workspace.knobs.update(exploration=player.exploration, growth=player.growth, reluctance=player.reluctance)
        self.used = used
        word = crc32(game.state_text(state).encode())
        self.seeds = [seed, word] if seed is not None else [secrets.randbits(62)]
        self.choose = np.random.default_rng([abs(part) for part in self.seeds])
        self.memory = memory = new_words(kernel.compiled, at.PUCT_WORDS.end)
        self.is_fresh = self.tree.mark[0] != GROWN
        self.solves = player.proves(game)
        memory[SIMULATIONS] = -1 if self.is_fresh else 0  # expanding the root is not a simulation
        memory[LIMIT] = sims or UNLIMITED
        memory[at.USED], memory[at.MOST] = used, min(room, max((nodes or room) + used, most + 1))
        memory[NOISE] = mix(sum(self.seeds))
        self.no_priors, self.no_values = np.zeros(1), np.zeros((1, game.players))
        if sims is not None and player.halves(sims):
            actions = len(game.legal(state))
            order = np.array(halving(min(actions, CONSIDERED), sims), np.int32)
            workspace = workspace._replace(order=order, tried=np.zeros(actions, np.int32))
            memory[at.SCHEDULED] = sims
        self.workspace, self.scale = workspace, workspace.scale
        self.arguments = at.as_arguments(kernel.compiled, self.tree, memory, workspace)
        self.run = entry_of(kernel.run) if kernel.compiled else kernel.run
        self.root_state = kernel.state(state)
        self.pure: Any = None  # the root's priors without noise
        self.first_value: float | None = None  # the network's of the root; unknown in a tree that was kept
        if not self.is_fresh:
            self._disturb()

    @property
    def is_over(self) -> bool:
        return bool(self.memory[SIMULATIONS] >= self.memory[LIMIT] or self.memory[at.FULL] or self.is_proved)

    @property
    def is_proved(self) -> bool:
        """Is the value of the position proved?"""
        return bool(self.solves and self.tree.low[0] == self.tree.high[0])

    def gather(self) -> list[State]:
        """The states of leaves that need the network: at most a batch, perhaps none."""
        self.memory[at.TASK], self.memory[at.TRIES] = at.DESCEND, TRIES_PER_LEAF * self.player.batch
        found: list[State] = []
        while len(found) < self.player.batch:
            state = self._run(self.no_priors, self.no_values)
            if self.memory[at.LEAF] == NOWHERE:
                break
            found.append(self.kernel.given_back(state))
        return found

    def counts(self) -> list[int]:
        """How many actions each waiting leaf has."""
        counts: list[int] = self.tree.count[self.workspace.leaves[: self.memory[at.WAITING]]].tolist()
        return counts

    def movers(self) -> list[int]:
        """Who is to move at each waiting leaf."""
        movers: list[int] = self.tree.mover[self.workspace.leaves[: self.memory[at.WAITING]]].tolist()
        return movers

    def absorb(self, priors: Any, values: Any) -> None:
        """Adds the network's answers for the gathered leaves to the tree."""
        if not self.memory[at.WAITING]:
            return
        self.memory[at.TASK] = at.ABSORB
        self._run(np.ascontiguousarray(priors, np.float64), np.ascontiguousarray(values, np.float64))
        if self.pure is None:
            self.first_value = self.game.middle + float(values[0][self.game.to_move(self.state)])
            self._disturb()

    def _run(self, priors: Any, values: Any) -> State:
        try:
            return self.run(self.root_state, *self.arguments, priors, values)
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
        low, high = self._bounds()
        chosen = self._best(visits, means, low, high)
        by_number = not self.kernel.compiled or has_moves(game)
        after = [self.state if by_number else game.result(self.state, action) for action in actions]
        lines = [
            (action, *line_of(game, after[place], tree, children.start + place, by_number))
            for place, action in enumerate(actions)
        ]
        reason = self.kernel.reason
        if memory[at.FULL] and not reason:
            reason = "the tree is full"
        weights = self._weights(visits, means)
        decided = [bool(self.solves and least == most) for least, most in zip(low, high, strict=True)]
        distances = Distances(tree, reach_of(game)) if self.solves and not game.has_chance else None
        candidates = [
            Candidate(
                action,
                game.middle + float(low[i]) if decided[i] else means[i],
                "exact" if visits[i] or decided[i] else "stopped",
                visits[i],
                decided=decided[i],
                prior=float(self.pure[i]),
                weight=weights[i],
                line=lines[i],
                known=visits[i] > 0 or decided[i],
                distance=distances.after(children.start + i) if distances and decided[i] else None,
            )
            for i, action in enumerate(actions)
        ]
        best = candidates[chosen]
        details: dict[str, Any] = {}
        if self.is_proved:
            details = {"exact": True, "stopped": "the value is proved", "distance": best.distance}
        return analysis_of(
            game,
            self.state,
            str(self.player),
            best,
            candidates,
            depth=int(memory[DEEP]),
            nodes=int(memory[at.USED]) - self.used,
            seconds=seconds,
            simulations=int(memory[SIMULATIONS]),
            network_value=self.first_value,
            in_utilities=True,
            compiled=self.kernel.compiled,
            reason=reason,
            **details,
        )

    def _bounds(self) -> tuple[Any, Any]:
        """What is proved of the actions for the player to move, at least and at most."""
        children = self._children()
        low, high = self.tree.low[children], self.tree.high[children]
        return (low, high) if self.tree.mover[0] != 1 else (-high, -low)

    def _best(self, visits: list[int], means: list[float], low: Any, high: Any) -> int:
        """The index of the action to play: the search's choice among those that are not proved worse than another.

        Where none seems better than the best of those that are proved, that is taken.
        """
        if not self.solves:
            return self._chosen(visits, means, range(len(visits)))
        floor = low.max()
        left = rivals(low, high)
        best = self._chosen(visits, means, left)
        safe = [i for i in left if low[i] == high[i] == floor]
        seems = floor if low[best] == high[best] else means[best] - self.game.middle
        if safe and (floor >= seems or high.max() == floor):
            return self._chosen(visits, means, safe)
        return best

    def _scores(self, visits: list[int], means: list[float]) -> Any:
        """The actions' scores in sequential halving; one that was not tried counts as the position does."""
        most, half = max(visits), half_range(self.scale)
        whole = self.game.middle + self.tree.own[0] / self.tree.visits[0]
        worth = [mean if n else whole for mean, n in zip(means, visits, strict=True)]
        logits = [math.log(max(prior, LEAST_PRIOR)) for prior in self.pure]
        return np.array([rated(logit, mean, most, half) for logit, mean in zip(logits, worth, strict=True)])

    def _weights(self, visits: list[int], means: list[float]) -> list[float] | list[None]:
        """What the search made of the priors; None where the visits tell it, as they do without sequential halving."""
        if not self.memory[at.SCHEDULED]:
            return [None] * len(visits)
        scores = self._scores(visits, means)
        weights = np.exp(scores - scores.max())
        return [float(weight) for weight in weights / weights.sum()]

    def _chosen(self, visits: list[int], means: list[float], rivals: Sequence[int]) -> int:
        """The index of the action to play among the rivals."""
        heat = self.player.temperature
        tried = np.array([visits[i] for i in rivals])
        if heat > 0 and tried.sum() > 0:
            weights = (tried / tried.max()) ** (1 / heat)
            return rivals[int(self.choose.choice(len(rivals), p=weights / weights.sum()))]
        if self.memory[at.SCHEDULED]:  # the last two share the last round: their priors count beside their values
            scores = self._scores(visits, means)
            return max(rivals, key=lambda i: (visits[i], scores[i]))
        return max(rivals, key=lambda i: (visits[i], means[i] if visits[i] else -math.inf, self.pure[i]))
