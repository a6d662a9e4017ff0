"""Monte Carlo tree search: the player that keeps a tree, asks UCT's kernel to grow it, and reads the answer off it."""

from __future__ import annotations

import math
import secrets
import time as clock
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

import numpy as np

from zermelo.bits import mix
from zermelo.evaluate import Evaluator, opinion
from zermelo.evaluate.linear import as_evaluator
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.jit import Kernel, prepare
from zermelo.memory import LIMIT, NODES, new_memory
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.budget import UNLIMITED, supervise
from zermelo.search.lookahead import Watch, check_choice, needs_no_secrets
from zermelo.search.uct import (
    BYTES_A_NODE,
    DEEP,
    FULL_ENDS,
    MOST,
    NOISE,
    OPEN,
    USED,
    Playout,
    Tree,
    example_for,
    kernel_for,
    new_buffers,
    new_tree,
)


@dataclass(frozen=True)
class _Kept:
    """The tree of the last search, for the next move."""

    game: Game
    state: State
    tree: Tree
    used: int
    scale: Any


@dataclass(frozen=True)
class MCTS:
    """Monte Carlo tree search. The most visited action is the choice; the tree is kept for the next move."""

    sims: int | None = None  # simulations; 10,000 where no budget is given
    time: float | None = None  # seconds
    nodes: int | None = None  # of the tree
    exploration: float = math.sqrt(2) / 2  # c of UCB1, for utilities scaled to 0 … 1
    playout: Playout | None = None  # policy(state, fraction) -> action, given a random fraction; None: any action alike
    longest: int | None = None  # plies of a playout; None: the longest game, or 1000
    evaluate: Any = None  # what a playout that was cut there is worth; None: the game's own opinion
    megabytes: int = 256  # of memory for the tree
    keep: bool = True  # keep the tree for the next move
    seed: int | None = None
    compiled: bool | None = None

    name: ClassVar[str] = "mcts"
    _memory: dict[str, _Kept] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for knob in ("sims", "nodes", "megabytes", "longest"):
            value = getattr(self, knob)
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
                raise ZermeloError(f"mcts: {knob} must be a whole number of at least 1, not {value}")
        for knob in ("time", "exploration"):
            value = getattr(self, knob)
            if value is not None and not (isinstance(value, int | float) and 0 < value < math.inf):
                raise ZermeloError(f"mcts: {knob} must be a number above 0, not {value}")

    def __call__(self, game: Game, state: State) -> Action:
        return self.analyse(game, state).action

    def __str__(self) -> str:
        chosen = [f"{knob}={getattr(self, knob)}" for knob in ("sims", "time", "nodes") if getattr(self, knob)]
        if self.exploration != MCTS.exploration:
            chosen.append(f"exploration={self.exploration:g}")
        return f"mcts:{','.join(chosen)}" if chosen else "mcts"

    def refusal(self, game: Game) -> str | None:
        """Why this algorithm cannot serve the game, in one sentence."""
        return needs_no_secrets(game, self.name)

    def analyse(self, game: Game, state: State | None = None, watch: Watch | None = None) -> Analysis:
        """Searches a position (by default the initial one)."""
        state = game.initial() if state is None else state
        refusal = self.refusal(game)
        if refusal:
            raise ZermeloError(refusal)
        check_choice(game, state)
        kernel, longest = self._kernel(game)
        tree, used, scale, memory = self._start(game, state, kernel)
        buffers = new_buffers(kernel.compiled, game.players, max(game.max_actions, 512), longest)
        start = clock.perf_counter()
        arguments = (kernel.state(state), tree, memory, scale, *buffers[1:])
        supervise(lambda: kernel.run(*arguments), memory, self.time, kernel.compiled)
        seconds = clock.perf_counter() - start
        if self.keep:
            self._memory["last"] = _Kept(game, state, tree, memory[USED], scale)
        return self._analysis(game, state, kernel, tree, memory, seconds, memory[USED] - used)

    def _kernel(self, game: Game) -> tuple[Kernel, int]:
        longest = self.longest or game.max_plies or 1000
        evaluator = self.evaluator(game)
        factory = kernel_for(game.players, game.zero_sum, self.exploration, longest, self.playout)
        example = example_for(game.players)
        kernel = prepare(
            game,
            factory,
            example,
            label=self.name,
            evaluate=evaluator.function if evaluator else None,
            win=evaluator.win if evaluator else 1.0,
            compiled=self.compiled,
        )
        return kernel, longest

    def evaluator(self, game: Game) -> Evaluator | None:
        """The opinion on where a playout was cut."""
        if self.evaluate is None:
            return opinion(game)
        return None if self.evaluate == "none" else as_evaluator(self.evaluate)

    def __reduce__(self) -> Any:
        return _made, ({f.name: getattr(self, f.name) for f in fields(self) if f.init},)

    def _start(self, game: Game, state: State, kernel: Kernel) -> tuple[Tree, int, Any, Any]:
        """The tree to begin with (the last one's part below this state, if it is there) and the kernel's memory."""
        sims = self.sims if self.sims or self.time or self.nodes else 10_000
        room = self.megabytes * 1_000_000 // BYTES_A_NODE
        if sims is not None:
            room = min(room, (sims + 1) * max(game.max_actions, 512 if game.has_chance else 1) + 1)
        kept = self._memory.get("last")
        node = _find(kept, game, state) if kept is not None and self.keep else None
        tree = new_tree(kernel.compiled, room)
        used, scale = 1, np.array([math.inf, -math.inf])
        if kept is not None and node is not None and kept.tree.move.dtype == tree.move.dtype:
            used, scale = _graft(kept.tree, node, tree), kept.scale
        memory = new_memory(kernel.compiled, 1)
        memory[LIMIT] = sims or UNLIMITED
        memory[USED], memory[MOST] = used, min(room, (self.nodes or room) + used)
        memory[FULL_ENDS] = self.nodes is not None
        memory[NOISE] = mix(self.seed) if self.seed is not None else secrets.randbits(62)
        return tree, used, scale, memory

    def _analysis(
        self, game: Game, state: State, kernel: Kernel, tree: Tree, memory: Any, seconds: float, grown: int
    ) -> Analysis:
        actions = game.legal(state)
        visits, means = [0] * len(actions), [0.0] * len(actions)
        if tree.count[0] > 0:  # else the budget ended before the root had children
            children = slice(int(tree.first[0]), int(tree.first[0]) + len(actions))
            visits = [int(n) for n in tree.visits[children]]
            evaluator = self.evaluator(game)
            win = evaluator.win if evaluator else 1.0
            means = [float(total) / max(1, n) / win for total, n in zip(tree.total[children], visits, strict=True)]
        best = max(range(len(actions)), key=lambda i: (visits[i], means[i]))
        return Analysis(
            game=game,
            state=state,
            engine=str(self),
            action=actions[best],
            value=means[best],
            exact=False,
            line=_line(game, state, tree),
            depth=memory[DEEP],
            nodes=grown,
            seconds=seconds,
            candidates=tuple(
                Candidate(action, mean, "exact" if n else "stopped", n)
                for action, mean, n in zip(actions, means, visits, strict=True)
            ),
            simulations=memory[NODES],
            compiled=kernel.compiled,
            reason=kernel.reason,
        )


def _made(options: dict[str, Any]) -> MCTS:
    return MCTS(**options)


def is_same(one: Any, other: Any) -> bool:
    """Equality of states, of those with arrays too."""
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(is_same(a, b) for a, b in zip(one, other, strict=True))
    return bool(one == other)


def _line(game: Game, state: State, tree: Tree) -> tuple[Action, ...]:
    """The most visited actions one after another, up to a chance node."""
    line, node = [], 0
    while tree.count[node] > 0 and game.to_move(state) != CHANCE:
        first = int(tree.first[node])
        visits = tree.visits[first : first + int(tree.count[node])]
        if visits.max() == 0:
            break
        index = int(visits.argmax())
        action = game.legal(state)[index]
        line.append(action)
        state, node = game.result(state, action), first + index
    return tuple(line)


def _find(kept: _Kept, game: Game, state: State) -> int | None:
    """The node of the kept tree that stands for a state: the root or one a few plies below."""
    if kept.game is not game:
        return None
    waiting = [(0, kept.state, 0)]
    for looked, (node, here, depth) in enumerate(waiting):
        if is_same(here, state):
            return node
        if depth == 6 or looked > 2000 or kept.tree.count[node] <= 0:
            continue
        if game.to_move(here) == CHANCE:
            moves = [outcome for outcome, _ in game.outcomes(here)]
        else:
            moves = game.legal(here)
        first = int(kept.tree.first[node])
        for index, move in enumerate(moves):
            waiting.append((first + index, game.result(here, move), depth + 1))
    return None


def _graft(old: Tree, root: int, new: Tree) -> int:
    """Copies the part of a tree below a node, generation by generation, as far as it fits; returns how much it is."""
    room, used, level = len(new.count), 0, np.array([root])
    while level.size:
        here = slice(used, used + level.size)
        for source, target in zip(old, new, strict=True):
            target[here] = source[level]
        used += level.size
        has_children = old.count[level] > 0
        counts = np.where(has_children, old.count[level], 0).astype(np.int64)
        ends = np.cumsum(counts)
        if used + int(ends[-1]) >= room:
            new.count[here] = np.where(has_children, OPEN, old.count[level])
            break
        starts = ends - counts
        new.first[here] = np.where(has_children, used + starts, 0)
        parents = np.repeat(np.arange(level.size), counts)
        level = old.first[level][parents] + (np.arange(int(ends[-1])) - starts[parents])
    return used
