"""Monte Carlo tree search with UCT: selection by UCB1, expansion, playout, back-propagation."""

from __future__ import annotations

import math
import secrets
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np

from zermelo.bits import fraction, mix, step
from zermelo.evaluate import Evaluator, opinion
from zermelo.evaluate.linear import as_evaluator
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.jit import Kernel, prepare
from zermelo.memory import LIMIT, NODES, new_memory
from zermelo.rules import Rules
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.budget import UNLIMITED, supervise
from zermelo.search.lookahead import Watch, check_choice, needs_no_secrets

# further words of the kernel's memory: NODES counts simulations here, LIMIT bounds them
USED, MOST, NOISE, DEEP, FULL, FULL_ENDS = range(5, 11)
LOW, HIGH = 0, 1  # words of the scale: the least and the greatest utility seen

SELECT, EXPAND, PLAYOUT, BACKUP = range(20, 24)  # what a trace sees of each simulation

OPEN, CLOSED = 0, -1  # `count` of a node without children: not expanded yet; the game is over there

Playout = Callable[[State, float], Action]


class Tree(NamedTuple):
    """The search tree in flat arrays; the children of a node lie side by side."""

    first: Any  # [node] index of its first child
    count: Any  # [node] how many children, or OPEN, or CLOSED
    visits: Any  # [node]
    total: Any  # [node] utilities added up, for the player who moved here
    chance: Any  # [node] probability of the outcome that leads here, below a chance node
    move: Any  # [node] the move that leads here, as `fill` writes it
    mover: Any  # [node] the player to move here


@lru_cache(maxsize=64)
def kernel_for(
    players: int, zero_sum: bool, exploration: float, longest: int, playout: Playout | None
) -> Callable[[Rules], Any]:
    """The kernel's factory: search(state, tree, memory, scale, moves, weights, path, utilities)."""
    mirrored = zero_sum and players == 2  # what one gets the other loses

    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, result = rules.to_move, rules.is_terminal, rules.result
        utility, evaluate, note = rules.utility, rules.evaluate, rules.note
        fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance
        policy = rules.register(playout) if playout is not None else None

        @rules.jit
        def draw(memory):
            """A random fraction, 0 ≤ f < 1."""
            memory[NOISE] = step(memory[NOISE])
            return fraction(mix(memory[NOISE]))

        @rules.jit
        def best_child(tree, node, scale):
            """UCB1: the child with the greatest mean + c √(ln N / n); one that was never visited comes first."""
            first = tree.first[node]
            breadth = exploration * (scale[HIGH] - scale[LOW])
            logarithm = math.log(tree.visits[node])
            best, chosen = -math.inf, first
            for child in range(first, first + tree.count[node]):
                n = tree.visits[child]
                if n == 0:
                    return child
                share = 1.0 / n
                bound = tree.total[child] * share + breadth * math.sqrt(logarithm * share)
                if bound > best:
                    best, chosen = bound, child
            return chosen

        @rules.jit
        def drawn_child(tree, node, memory):
            """Nature's choice: a child by its probability."""
            first = tree.first[node]
            last = first + tree.count[node] - 1
            threshold = draw(memory)
            for child in range(first, last):
                threshold -= tree.chance[child]
                if threshold < 0:
                    return child
            return last

        @rules.jit
        def expand(tree, node, state, memory, moves, weights):
            """Gives the node its children, as long as there is room."""
            if is_terminal(state):
                tree.count[node] = CLOSED
                return
            mover = to_move(state)
            tree.mover[node] = mover
            if mover == CHANCE:
                count = fill_chances(state, moves, weights)
            else:
                count = fill(state, moves)
            first = memory[USED]
            if first + count > memory[MOST]:
                memory[FULL] = 1
                return
            memory[USED] = first + count
            tree.first[node], tree.count[node] = first, count
            for i in range(count):
                child = first + i
                tree.move[child] = moves[i]
                tree.count[child] = OPEN
                tree.visits[child] = 0
                tree.total[child] = 0.0
                tree.chance[child] = weights[i] if mover == CHANCE else 1.0

        @rules.jit
        def finish(state, memory, moves, weights):
            """Plays on to the end (or to the longest playout); returns the last state and whether the game is over."""
            for _ in range(longest):
                if is_terminal(state):
                    return state, True
                if to_move(state) == CHANCE:
                    count = fill_chances(state, moves, weights)
                    threshold, i = draw(memory), 0
                    while i < count - 1:
                        threshold -= weights[i]
                        if threshold < 0:
                            break
                        i += 1
                    state = play_chance(state, moves[i])
                elif policy is not None:
                    state = result(state, policy(state, draw(memory)))
                else:
                    count = fill(state, moves)
                    state = play(state, moves[int(draw(memory) * count)])
            return state, is_terminal(state)

        @rules.jit
        def search(state, tree, memory, scale, moves, weights, path, utilities):
            root_state = state
            while memory[NODES] < memory[LIMIT] and not (memory[FULL] and memory[FULL_ENDS]):
                memory[NODES] += 1
                node, state, length = 0, root_state, 0
                path[0] = node

                # Step 1. Selection: down the tree by UCB1, and by nature's draw at chance nodes
                while tree.count[node] > 0 and length < longest:
                    mover = tree.mover[node]
                    if mover == CHANCE:
                        node = drawn_child(tree, node, memory)
                        state = play_chance(state, tree.move[node])
                    else:
                        node = best_child(tree, node, scale)
                        state = play(state, tree.move[node])
                    length += 1
                    path[length] = node
                    note(SELECT, state, length, tree.total[node], tree.visits[node], 0.0)

                # Step 2. Expansion: a leaf that was visited before gets children, and the first of them a visit
                if tree.count[node] == OPEN and (tree.visits[node] > 0 or length == 0):
                    expand(tree, node, state, memory, moves, weights)
                    if tree.count[node] > 0:
                        mover = tree.mover[node]
                        if mover == CHANCE:
                            node = drawn_child(tree, node, memory)
                            state = play_chance(state, tree.move[node])
                        else:
                            node = tree.first[node]
                            state = play(state, tree.move[node])
                        length += 1
                        path[length] = node
                        note(EXPAND, state, length, 0.0, 0.0, 0.0)

                # Step 3. Playout: to the end of the game by the rollout policy
                end, over = finish(state, memory, moves, weights)
                for p in range(players):
                    if p == 1 and mirrored:
                        utilities[1] = 0.0 - utilities[0]
                    else:
                        utilities[p] = utility(end, p) if over else evaluate(end, p)
                    scale[LOW] = min(scale[LOW], utilities[p])
                    scale[HIGH] = max(scale[HIGH], utilities[p])
                note(PLAYOUT, end, length, 0.0, 0.0, utilities[0])

                # Step 4. Back-propagation: each node counts for the player who chose it
                memory[DEEP] = max(memory[DEEP], length)
                tree.visits[path[0]] += 1
                for i in range(1, length + 1):
                    chooser = tree.mover[path[i - 1]]
                    tree.visits[path[i]] += 1
                    tree.total[path[i]] += utilities[chooser] if chooser != CHANCE else utilities[0]
                note(BACKUP, state, length, 0.0, 0.0, utilities[0])

        return search

    return kernel


def new_tree(compiled: bool, nodes: int) -> Tree:
    """Room for that many nodes; a page of it costs memory only when it is touched."""
    return Tree(
        first=np.empty(nodes, np.int32),
        count=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        total=np.zeros(nodes, np.float64),
        chance=np.empty(nodes, np.float64),
        move=np.empty(nodes, np.int64 if compiled else object),
        mover=np.empty(nodes, np.int8),
    )


BYTES_A_NODE = 37


@lru_cache(maxsize=64)
def example_for(players: int) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        memory = new_memory(compiled, 1)
        return new_tree(compiled, 1), memory, *_buffers(compiled, players, 1, 1)

    return example


def _buffers(compiled: bool, players: int, most: int, longest: int) -> tuple[Any, ...]:
    """scale, moves, weights, path, utilities"""
    moves: Any = np.empty(most, np.int64 if compiled else object)
    if compiled:
        from zermelo.intrinsics import Memory

        moves = Memory(moves)
    return (
        np.array([math.inf, -math.inf]),
        moves,
        np.ones(most),
        np.empty(longest + 2, np.int32),
        np.zeros(players),
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
        buffers = _buffers(kernel.compiled, game.players, max(game.max_actions, 512), longest)
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
