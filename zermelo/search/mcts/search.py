"""Monte Carlo tree search: the player that keeps a tree, has the kernel grow it, and reads the answer off it."""

from __future__ import annotations

import math
import secrets
import threading
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

import numpy as np

from zermelo.bits import mix
from zermelo.compile.memory import LIMIT, NODES, new_memory
from zermelo.compile.prepare import Kernel, prepare
from zermelo.evaluate import Evaluator, opinion
from zermelo.evaluate.linear import as_evaluator
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.search.analysis import Analysis
from zermelo.search.mcts.defaults import as_utility, choose
from zermelo.search.mcts.kernel import WHY, example_for, kernel_for
from zermelo.search.mcts.parts import MctsParts
from zermelo.search.mcts.playout import NOISE
from zermelo.search.mcts.report import report
from zermelo.search.mcts.stop import NO_ROOM, SETTLED
from zermelo.search.mcts.tree import (
    FULL,
    FULL_STOPS,
    MOST,
    TABLE,
    USED,
    MctsTree,
    Workspace,
    as_pointers,
    bytes_a_node,
    find,
    has_moves,
    make_room,
    new_shared,
    new_tree,
    new_workspace,
    prune,
    with_room,
)
from zermelo.search.textbook.lookahead import Watch, check_choice, needs_no_secrets
from zermelo.search.time.budget import UNLIMITED, supervise

Playout = Callable[[State, float], Action]

SELECTIONS = ("ucb1", "ucb1-tuned")
PARALLELS = ("tree", "root")
INTERPRETED = 200_000  # nodes of an interpreted tree that has no other bound
FEW = 1000  # simulations, before the leader counts as settled


@dataclass(frozen=True)
class Grown:
    """A tree with all that its threads work on: what a search goes on with."""

    game: Game
    state: State
    parts: MctsParts
    kernel: Kernel
    trees: list[MctsTree]  # one, or one a thread in root parallelism
    desks: list[Workspace]  # one a thread
    shared: list[Any]  # one a tree


@dataclass(frozen=True)
class MCTS:
    """Monte Carlo tree search. The most visited action is the choice; the tree is kept for the next move.

    An option that is None is chosen for the game.
    """

    # the budget: whichever ends first
    sims: int | None = None  # simulations; 10,000 where no budget is given
    time: float | None = None  # seconds
    nodes: int | None = None  # of the tree
    early: bool = True  # stop when the leader cannot be overtaken any more

    # selection
    selection: str = "ucb1"  # or ucb1-tuned
    exploration: float | None = None  # c of UCB1, for utilities scaled to 0 … 1
    urgency: float | None = None  # what an unvisited child seems worth, 0 … 1; None: it is visited first
    prior: float | None = None  # simulations that the opinion on a new node counts as; 0: no such opinion
    bias: float = 0.0  # of that opinion, added to the bound and divided by the visits (progressive bias)
    rave: float | None = None  # simulations at which a move's own mean weighs as much as its RAVE value; 0: no RAVE
    implicit: float = 0.0  # share of the evaluation backed up by minimax in a child's value, 0 … 1

    # expansion and proofs
    patience: int | None = None  # visits before a node gets children
    solver: bool | None = None  # prove wins, losses and draws
    decisive: bool | None = None  # look for the end of the game among the children of each new node
    transpositions: bool = False  # positions reached in several ways share what is below them
    open_loop: bool = False  # nodes below chance stand for what was played, not for what was drawn

    # playouts
    playout: Playout | str | None = None  # policy(state, fraction) -> action; None: the game's own, else any action
    epsilon: float | None = None  # share of playout moves that are random, with a policy or MAST
    mast: bool = False  # playouts prefer the moves with which the player has done best
    longest: int | None = None  # plies of a playout before the evaluation is asked
    evaluate: Any = None  # an opinion for cut playouts and priors; None: the game's own; "none": no opinion

    # resources
    threads: int = 1
    parallel: str = "tree"  # how threads work together: on one tree, or (root) each on its own
    virtual_loss: float = 1.0  # visits that a thread on its way counts as, all lost
    megabytes: int = 256  # of memory for the tree
    keep: bool = True  # keep the tree for the next move
    plain: bool = False  # UCT as in the book: UCB1 and random playouts, nothing else
    seed: int | None = None
    compiled: bool | None = None

    name: ClassVar[str] = "mcts"
    _memory: dict[str, Grown] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for knob in ("sims", "nodes", "megabytes", "longest", "threads"):
            value = getattr(self, knob)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
                raise ZermeloError(f"mcts: {knob} must be a whole number of at least 1, not {value}")
        for knob in ("time", "exploration"):
            value = getattr(self, knob)
            if value is not None and not (_is_number(value) and value > 0):
                raise ZermeloError(f"mcts: {knob} must be a number above 0, not {value}")
        for knob in ("prior", "bias", "rave", "patience", "virtual_loss"):
            value = getattr(self, knob)
            if value is not None and not (_is_number(value) and value >= 0):
                raise ZermeloError(f"mcts: {knob} must be a number of at least 0, not {value}")
        for knob in ("epsilon", "implicit", "urgency"):
            value = getattr(self, knob)
            if value is not None and not (_is_number(value) and 0 <= value <= (2 if knob == "urgency" else 1)):
                raise ZermeloError(f"mcts: {knob} must be a number of 0 to 1, not {value}")
        for knob, allowed in (("selection", SELECTIONS), ("parallel", PARALLELS)):
            if getattr(self, knob) not in allowed:
                raise ZermeloError(f"mcts: {knob} must be {' or '.join(allowed)}, not '{getattr(self, knob)}'")
        if isinstance(self.playout, str) and self.playout != "random":
            raise ZermeloError(f"mcts: playout can only be 'random' here, not '{self.playout}'; policies are functions")
        for knob, alone in (("transpositions", self.transpositions), ("open loops", self.open_loop)):
            if alone and self.shares:
                raise ZermeloError(f"mcts: {knob} need a tree of their own for each thread: try parallel=root")
        if self.transpositions and self.open_loop:
            raise ZermeloError("mcts: in an open loop there are no transpositions")

    def __call__(self, game: Game, state: State) -> Action:
        return self.analyse(game, state).action

    def __str__(self) -> str:
        shown = {f.name: getattr(self, f.name) for f in fields(self) if f.init and f.name not in ("seed", "compiled")}
        chosen = [f"{name}={_word(value)}" for name, value in shown.items() if value != _default(name)]
        return f"mcts:{','.join(chosen)}" if chosen else "mcts"

    def __reduce__(self) -> Any:
        return _made, ({f.name: getattr(self, f.name) for f in fields(self) if f.init},)

    def within(self, **budget: Any) -> MCTS:
        """The same search under another budget, with the same tree: what one grows, the other goes on with."""
        other = replace(self, **budget)
        object.__setattr__(other, "_memory", self._memory)
        return other

    def refusal(self, game: Game) -> str | None:
        """Why this algorithm cannot serve the game, in one sentence."""
        if self.open_loop and not has_moves(game):
            return f"an open loop knows actions by their number, those of {game.name} have none: leave open_loop out"
        return needs_no_secrets(game, self.name)

    # --- what is on ---

    def evaluator(self, game: Game) -> Evaluator | None:
        """The opinion on where a playout was cut, and on new nodes."""
        if self.plain and self.longest is None:
            return None
        if self.evaluate is None:
            return opinion(game)
        return None if self.evaluate == "none" else as_evaluator(self.evaluate)

    def parts(self, game: Game) -> tuple[MctsParts, dict[int, float]]:
        """The choices for a game, all of them made: what is on, and the numbers."""
        return choose(self, game)

    @property
    def shares(self) -> bool:
        """Do several threads work on one tree?"""
        return self.threads > 1 and self.parallel == "tree"

    # --- the search ---

    def analyse(self, game: Game, state: State | None = None, watch: Watch | None = None) -> Analysis:
        """Searches a position (by default the initial one)."""
        state = game.initial() if state is None else state
        refusal = self.refusal(game)
        if refusal:
            raise ZermeloError(refusal)
        check_choice(game, state)
        parts, knobs = self.parts(game)
        kernel = self.kernel(game, parts)
        start = clock.perf_counter()
        grown = self.planted(game, state, parts, kernel)
        for desk in grown.desks:
            desk.knobs[list(knobs)] = list(knobs.values())
        before = sum(shared[USED] for shared in grown.shared)
        memories, pruned = self._grow(grown, start)
        if self.keep:
            self._memory["last"] = grown
        nodes = sum(shared[USED] for shared in grown.shared) - before + pruned
        return report(self, grown, memories, clock.perf_counter() - start, nodes)

    def kernel(self, game: Game, parts: MctsParts) -> Kernel:
        """The search compiled for a game and these parts, or interpreted."""
        evaluator: Any = self.evaluator(game)
        return prepare(
            game,
            kernel_for(parts),
            example_for(parts),
            label=self.name,
            evaluate=as_utility(evaluator, parts.best) if evaluator else None,
            compiled=self.compiled,
        )

    def planted(self, game: Game, state: State, parts: MctsParts, kernel: Kernel) -> Grown:
        """The tree to begin with: the last one's part below this state, if it is there; else a root alone."""
        workers = self.threads if kernel.compiled else 1
        count = workers if self.parallel == "root" else 1
        room = self._room(game, parts, kernel.compiled, count)
        kept = self._memory.get("last") if self.keep else None
        if kept is not None and kept.game is game and kept.parts == parts and len(kept.desks) == workers:
            nodes = [find(game, tree, kept.state, state) for tree in kept.trees]
            if kept.kernel.compiled == kernel.compiled and all(node is not None for node in nodes):
                for desk in kept.desks:
                    desk.seen[:] = 0  # simulations are counted from 1 again
                for i, node in enumerate(nodes):
                    kept.shared[i][USED] = prune(kept.trees[i], kept.desks[i], node or 0, 0, parts.family)
                    if parts.solver and kept.trees[i].count[0] <= 0:  # a proof whose moves were pruned away is no use
                        kept.trees[i].low[0], kept.trees[i].high[0] = -parts.best, parts.best
                    kept.trees[i] = with_room(kernel.compiled, parts, kept.trees[i], kept.shared[i][USED], room)
                return self._open(Grown(game, state, parts, kernel, kept.trees, kept.desks, kept.shared), room)
        buffer = max(game.max_actions, 512)
        entries = 1 << max(0, min(room, 1 << 28).bit_length() - 1) if parts.transpositions else 1
        grown = Grown(
            game,
            state,
            parts,
            kernel,
            [new_tree(kernel.compiled, parts, room) for _ in range(count)],
            [new_workspace(kernel.compiled, parts, buffer, entries) for _ in range(workers)],
            [new_shared(kernel.compiled) for _ in range(count)],
        )
        for shared in grown.shared:
            shared[USED], shared[TABLE] = 1, entries - 1
        return self._open(grown, room)

    def _room(self, game: Game, parts: MctsParts, compiled: bool, trees: int) -> int:
        """Nodes that each tree may have."""
        room = self.megabytes * 1_000_000 // bytes_a_node(parts) // trees
        if not compiled:  # objects are written one by one, and interpreted searches stay small
            family = max(game.max_actions, 512 if game.has_chance else 1)
            room = min(room, INTERPRETED if self.simulations is None else (self.simulations + 2) * family + 1)
        return max(room, 2)

    @property
    def simulations(self) -> int | None:
        """How many, at most; None: as many as the time or the tree allows."""
        return self.sims if self.sims or self.time or self.nodes else 10_000

    def _open(self, grown: Grown, room: int) -> Grown:
        """Lets a tree grow, by so many nodes at most."""
        for tree, shared in zip(grown.trees, grown.shared, strict=True):
            within = min(room, len(tree.count))
            shared[MOST] = within if self.nodes is None else min(within, shared[USED] + self.nodes)
            shared[FULL], shared[FULL_STOPS] = 0, 1
        return grown

    def _grow(self, grown: Grown, start: float) -> tuple[list[Any], int]:
        """Runs the kernels to the end of the budget; where memory runs out, what is seldom visited goes.

        Returns the kernels' memories, and how many nodes went.
        """
        kernel, workers = grown.kernel, len(grown.desks)
        memories = [new_memory(kernel.compiled, 1) for _ in range(workers)]
        noise = mix(self.seed) if self.seed is not None else secrets.randbits(62)
        for i, memory in enumerate(memories):
            memory[NOISE] = noise if i == 0 else mix(noise ^ mix(i))
        state, pruned = kernel.state(grown.state), 0
        while True:
            for i, memory in enumerate(memories):
                sims = self.simulations
                memory[LIMIT] = UNLIMITED if sims is None else sims // workers + (i < sims % workers)
                memory[WHY] = 0

            def work(i: int) -> None:
                here = i if len(grown.trees) > 1 else 0
                tree, desk = (as_pointers(kernel.compiled, part) for part in (grown.trees[here], grown.desks[i]))
                kernel.run(state, tree, memories[i], grown.shared[here], desk)

            left = None if self.time is None else max(0.0, self.time - (clock.perf_counter() - start))
            settled = self._settled(grown, memories, start) if self.early and not self.plain else None
            supervise(lambda: _together(work, workers), memories, left, kernel.compiled, settled)
            out_of_room = any(memory[WHY] == NO_ROOM for memory in memories)
            if not out_of_room or self.nodes is not None or (left is not None and left <= 0):
                return memories, pruned
            for tree, shared, desk in zip(grown.trees, grown.shared, grown.desks, strict=False):
                pruned += make_room(tree, desk, shared, grown.parts.family)

    def _settled(self, grown: Grown, memories: list[Any], start: float) -> Callable[[float], bool]:
        """Is the leader so far ahead that the rest of the time cannot change the choice?"""

        def is_enough(left: float) -> bool:
            done = sum(memory[NODES] for memory in memories)
            if done < FEW:
                return False
            visits = np.zeros(0)
            for tree in grown.trees:
                if tree.count[0] <= 0:
                    return False
                counts = tree.visits[int(tree.first[0]) : int(tree.first[0]) + int(tree.count[0])].astype(float)
                visits = visits + counts if visits.size == counts.size else counts
            order = np.sort(visits)
            ahead = order[-1] - (order[-2] if order.size > 1 else 0)
            rate = done / max(1e-3, clock.perf_counter() - start)
            if ahead <= 1.1 * rate * left:
                return False
            for memory in memories:
                memory[WHY] = SETTLED
            return True

        return is_enough


def _together(work: Callable[[int], None], workers: int) -> None:
    """Runs the work of each thread, this one's among them; raises what any of them raised."""
    failures: list[BaseException] = []

    def guarded(i: int) -> None:
        try:
            work(i)
        except BaseException as error:
            failures.append(error)

    others = [threading.Thread(target=guarded, args=(i,), name=f"zermelo-search-{i}") for i in range(1, workers)]
    for other in others:
        other.start()
    guarded(0)
    for other in others:
        other.join()
    if failures:
        raise failures[0]


def _made(options: dict[str, Any]) -> MCTS:
    return MCTS(**options)


def _default(name: str) -> Any:
    return MCTS.__dataclass_fields__[name].default


def _word(value: Any) -> str:
    if callable(value):
        return getattr(value, "__name__", "…")
    return f"{value:g}" if isinstance(value, float) else str(value).lower() if isinstance(value, bool) else str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
