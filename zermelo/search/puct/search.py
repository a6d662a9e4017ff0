"""PUCT, AlphaZero's search: a network's priors lead down the tree, and its values come back up it.

def network(states):
    return priors, values       # see zermelo.evaluate.network.Network

zermelo.PUCT(network, sims=800, batch=16).analyse(game)
"""

from __future__ import annotations

import math
import secrets
import time as clock
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from itertools import accumulate
from typing import Any, ClassVar
from zlib import crc32

import numpy as np

from zermelo.bits import mix
from zermelo.compile.prepare import Kernel, prepare
from zermelo.compile.rules import has_integer_actions
from zermelo.evaluate.network import Network, ask, bounds, default_network, new_moves
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.puct.tree import (
    ABSORB,
    BYTES_A_NODE,
    DEEP,
    DESCEND,
    FULL,
    GROWN,
    LEAF,
    LIMIT,
    MOST,
    NOISE,
    NONE,
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
    kernel_for,
    new_tree,
)
from zermelo.search.textbook.lookahead import Watch, check_choice, needs_no_secrets
from zermelo.search.time.budget import UNLIMITED

USUAL = 800  # where no budget is given
TRIES_A_LEAF = 4  # descents in search of a leaf; some end where the game does, or at a leaf that waits already


@dataclass(frozen=True)
class PUCT:
    """Tree search led by a network. The most visited action is the choice; the tree is kept for the next move."""

    network: Network | None = None  # None: one made of the game's evaluation, or of random playouts
    sims: int | None = None  # simulations; 800 where no budget is given
    time: float | None = None  # seconds
    nodes: int | None = None  # of the tree
    batch: int = 8  # leaves of one tree that the network is asked about at once; 1: no virtual loss, the best search
    exploration: float = 1.25  # c of PUCT
    growth: float = 19652.0  # simulations after which c has grown by ln 2
    reluctance: float = 0.2  # how much worse than its parent an action looks before its first visit, on -1 … 1
    noise: float = 0.0  # share of Dirichlet noise in the root's priors; AlphaZero learns with 0.25
    concentration: float | None = None  # α of that noise; None: 10 / number of actions
    temperature: float = 0.0  # 0: the most visited action; T: any, in proportion to visits^(1/T)
    megabytes: int = 256  # of memory for the trees of one call
    keep: bool = True  # keep the tree for the next move
    seed: int | None = None
    compiled: bool | None = None

    name: ClassVar[str] = "puct"
    _memory: dict[str, tuple[Kept, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.network is not None and not callable(self.network):
            raise ZermeloError(f"puct: network must be a function of a list of states, not {self.network!r}")
        for knob in ("sims", "nodes", "batch", "megabytes"):
            value = getattr(self, knob)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
                raise ZermeloError(f"puct: {knob} must be a whole number of at least 1, not {value}")
        for knob in ("time", "exploration", "growth", "concentration"):
            value = getattr(self, knob)
            if value is not None and not (isinstance(value, int | float) and 0 < value < math.inf):
                raise ZermeloError(f"puct: {knob} must be a number above 0, not {value}")
        for knob, most in (("reluctance", 2.0), ("noise", 1.0), ("temperature", 100.0)):
            value = getattr(self, knob)
            if not (isinstance(value, int | float) and 0 <= value <= most):
                raise ZermeloError(f"puct: {knob} must be a number from 0 to {most:g}, not {value}")

    def __call__(self, game: Game, state: State) -> Action:
        return self.analyse(game, state).action

    def __str__(self) -> str:
        knobs = ("sims", "time", "nodes")
        chosen = [f"{knob}={getattr(self, knob)}" for knob in knobs if getattr(self, knob)]
        for knob in ("batch", "exploration", "noise", "temperature"):
            if getattr(self, knob) != getattr(PUCT, knob):
                chosen.append(f"{knob}={getattr(self, knob):g}")
        return f"puct:{','.join(chosen)}" if chosen else "puct"

    def __reduce__(self) -> Any:
        return _made, ({f.name: getattr(self, f.name) for f in fields(self) if f.init},)

    def refusal(self, game: Game) -> str | None:
        """Why this algorithm cannot serve the game, in one sentence."""
        return needs_no_secrets(game, self.name)

    def analyse(self, game: Game, state: State | None = None, watch: Watch | None = None) -> Analysis:
        """Searches a position (by default the initial one)."""
        return search_many(game, [game.initial() if state is None else state], self)[0]


def search_many(
    game: Game, states: Sequence[State], player: PUCT, seeds: Sequence[int | None] | None = None
) -> list[Analysis]:
    """Searches many positions of a game in step: the leaves of all their trees go to the network in one batch.

    Each analysis is what `player.analyse` would give alone (a budget of time is shared). For self-play leave the
    player's seed out, or give one a position here: equal seeds in equal positions make equal choices.
    """
    refusal = player.refusal(game)
    if refusal:
        raise ZermeloError(refusal)
    for state in states:
        check_choice(game, state)
    kernel = prepare(game, kernel_for(game.players), example_for(game.players), label="puct", compiled=player.compiled)
    network = player.network or default_network(game)
    kept = player._memory.pop("last", ()) if player.keep else ()
    searches = [
        _Search(game, state, player, kernel, len(states), seed, kept[place] if place < len(kept) else None)
        for place, (state, seed) in enumerate(zip(states, seeds or [player.seed] * len(states), strict=True))
    ]
    start = clock.perf_counter()
    while True:
        waiting = [(search, search.gather()) for search in searches if not search.is_over]
        asked = [state for _, leaves in waiting for state in leaves]
        if asked:
            counts = [count for search, _ in waiting for count in search.counts()]
            movers = [mover for search, _ in waiting for mover in search.movers()]
            priors, values = ask(network, game, asked, counts, movers)
            ends = [0, *accumulate(counts)]
            place = 0
            for search, leaves in waiting:
                after = place + len(leaves)
                search.absorb(priors[ends[place] : ends[after]], values[place:after])
                place = after
        seconds = clock.perf_counter() - start
        if all(search.is_over for search in searches) or (player.time is not None and seconds >= player.time):
            break
    found = [search.analysis(seconds) for search in searches]
    if player.keep:
        player._memory["last"] = tuple(search.kept() for search in searches)
    return found


class _Search:
    """One position's tree, and the kernel's work on it."""

    def __init__(
        self, game: Game, state: State, player: PUCT, kernel: Kernel, trees: int, seed: int | None, kept: Kept | None
    ) -> None:
        self.game, self.state, self.player, self.kernel = game, state, player, kernel
        sims = player.sims if player.sims or player.time or player.nodes else USUAL
        most = max(game.max_actions, 512 if game.has_chance else 1)
        node = find(kept, game, state) if kept is not None else None
        room = player.megabytes * 1_000_000 // (BYTES_A_NODE * trees)
        if sims is not None:
            saved = int(kept.tree.visits[node]) if kept is not None and node is not None else 0
            room = min(room, (sims + saved + 2) * most * (2 if game.has_chance else 1) + 1)
        room = max(room, most + 1)  # the root and its children at least
        self.tree: PuctTree = new_tree(kernel.compiled, room)
        low, high = bounds(game)
        known = game.zero_sum and math.isfinite(high)
        self.scale = np.array([low, high] if known else [math.inf, -math.inf])
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
        memory[SIMULATIONS] = -1 if self.is_fresh else 0  # to look at the root is no simulation
        memory[LIMIT] = sims or UNLIMITED
        memory[USED], memory[MOST] = used, min(room, max((player.nodes or room) + used, most + 1))
        memory[NOISE] = mix(sum(self.seeds))
        self.leaves = np.zeros(player.batch, np.int32)
        self.buffers = (new_moves(kernel.compiled, max(game.max_actions, 512)), np.ones(max(game.max_actions, 512)))
        self.no_priors, self.no_values = np.zeros(1), np.zeros((1, game.players))
        self.utilities = np.zeros(game.players)
        self.root_state = kernel.state(state)
        self.pure: Any = None  # the root's priors without noise
        if not self.is_fresh:
            self._disturb()

    @property
    def is_over(self) -> bool:
        return bool(self.memory[SIMULATIONS] >= self.memory[LIMIT] or self.memory[FULL])

    def gather(self) -> list[State]:
        """The states of leaves that are for the network to judge: a batch at most, none where there are none now."""
        self.memory[TASK], self.memory[TRIES] = DESCEND, TRIES_A_LEAF * self.player.batch
        found: list[State] = []
        while len(found) < self.player.batch:
            state = self._run(self.no_priors, self.no_values)
            if self.memory[LEAF] == NONE:
                break
            found.append(self.kernel.state(state))
        return found

    def counts(self) -> list[int]:
        """How many actions each waiting leaf has."""
        return self.tree.count[self.leaves[: self.memory[WAITING]]].tolist()

    def movers(self) -> list[int]:
        """Who is to move at each waiting leaf."""
        return self.tree.mover[self.leaves[: self.memory[WAITING]]].tolist()

    def absorb(self, priors: Any, values: Any) -> None:
        """Takes in what the network said of the leaves that were gathered."""
        if not self.memory[WAITING]:
            return
        self.memory[TASK] = ABSORB
        self._run(priors, values)
        if self.pure is None:
            self._disturb()

    def _run(self, priors: Any, values: Any) -> State:
        arguments = (self.tree, self.memory, self.scale, *self.buffers, self.leaves, priors, values, self.utilities)
        try:
            return self.kernel.run(self.root_state, *arguments)
        except ValueError as error:  # what a kernel raises: a game that breaks its own word
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
        """The tree, for a later search to go on from."""
        self.tree.prior[self._children()] = self.pure
        return Kept(self.game, self.state, self.tree, self.scale)

    def analysis(self, seconds: float) -> Analysis:
        game, tree, memory = self.game, self.tree, self.memory
        actions = game.legal(self.state)
        children = self._children()
        visits = [int(n) for n in tree.visits[children]]
        totals = [float(total) for total in tree.total[children]]
        means = [total / max(1, n) for total, n in zip(totals, visits, strict=True)]
        chosen = self._chosen(visits, means)
        whole = not self.kernel.compiled or game.fill is not None or has_integer_actions(game)
        lines = [
            _line(game, self.state, tree, child, action, whole) for child, action in enumerate(actions, children.start)
        ]
        reason = self.kernel.reason
        if memory[FULL] and not reason:
            reason = "the tree is full"
        return Analysis(
            game=game,
            state=self.state,
            engine=str(self.player),
            action=actions[chosen],
            value=means[chosen],
            exact=False,
            line=lines[chosen],
            depth=int(memory[DEEP]),
            nodes=int(memory[USED]) - self.used,
            seconds=seconds,
            candidates=tuple(
                Candidate(action, mean, "exact" if n else "stopped", n, prior=float(prior), line=line)
                for action, mean, n, prior, line in zip(actions, means, visits, self.pure, lines, strict=True)
            ),
            simulations=int(memory[SIMULATIONS]),
            compiled=self.kernel.compiled,
            reason=reason,
        )

    def _chosen(self, visits: list[int], means: list[float]) -> int:
        """The index of the action to play."""
        heat = self.player.temperature
        if heat > 0 and sum(visits) > 0:
            weights = (np.array(visits) / max(visits)) ** (1 / heat)
            return int(self.choose.choice(len(visits), p=weights / weights.sum()))
        return max(range(len(visits)), key=lambda i: (visits[i], means[i] if visits[i] else -math.inf, self.pure[i]))


def _made(options: dict[str, Any]) -> PUCT:
    return PUCT(**options)


def _line(game: Game, state: State, tree: PuctTree, child: int, action: Action, whole: bool) -> tuple[Action, ...]:
    """An action at the root and the most visited ones after it, up to a chance node.

    whole: the tree holds the actions themselves; else their indices, which only the states can tell.
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
