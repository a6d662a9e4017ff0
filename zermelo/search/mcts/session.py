"""A session of Monte Carlo tree search: keeps a tree, has the kernel grow it, and reports what it says."""

from __future__ import annotations

import secrets
import time as clock
from collections.abc import Callable
from typing import Any

from zermelo.bits import mix
from zermelo.compile.kernel.memory import LIMIT, NODES, new_memory
from zermelo.compile.kernel.pointers import as_pointers
from zermelo.compile.kernel.prepare import Kernel, prepare
from zermelo.compile.plain.mapped import place_of
from zermelo.game import CHANCE, Game, State
from zermelo.installed import np
from zermelo.search.analysis import Analysis
from zermelo.search.base import Session, analyse_only
from zermelo.search.known import known_analysis
from zermelo.search.mcts import tree as at
from zermelo.search.mcts.defaults import choose
from zermelo.search.mcts.kernel import example_for, kernel_for
from zermelo.search.mcts.options import MctsOptions
from zermelo.search.mcts.parts import DATABASES, WHY, MctsParts
from zermelo.search.mcts.report import Growth, report
from zermelo.search.mcts.stop import NO_ROOM, SETTLED
from zermelo.search.mcts.tree import bytes_per_node, make_room, new_shared, new_tree, prune, with_room
from zermelo.search.sampling import ledger
from zermelo.search.sampling.last_tree import find
from zermelo.search.sampling.memory import NOISE
from zermelo.search.sampling.scale import as_utility
from zermelo.search.sampling.workspace import ARRAYS, new_workspace
from zermelo.search.task import Task
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline
from zermelo.search.time.threads import run_together
from zermelo.solve.databases.endgames import open_endgames

INTERPRETED = 200_000  # nodes of an interpreted tree that has no other limit
FEW = 1000  # simulations before the leader can count as settled
FIRST_SLICE, LONGEST_SLICE = 0.1, 0.25  # seconds between reports; each slice is twice as long as the last


def wanted_kernel(search: MctsOptions, game: Game, parts: MctsParts) -> dict[str, Any]:
    """The kernel for a game and these parts, as arguments of `prepare`."""
    evaluator: Any = search.evaluator(game)
    return {
        "game": game,
        "factory": kernel_for(parts),
        "arguments": example_for(parts),
        "label": search.name,
        "evaluate": as_utility(evaluator, parts.best, game.middle) if evaluator else None,
        "compiled": search.compiled,
    }


class MctsSession(Session):
    """A session that keeps its tree from one move to the next."""

    algorithm: MctsOptions

    def __init__(self, algorithm: MctsOptions, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.megabytes = algorithm.megabytes if megabytes is None else min(algorithm.megabytes, megabytes)
        self.parts, self.knobs = choose(algorithm, game)
        self.takes_chance = not self.parts.open_loop
        self.kernel: Kernel = prepare(**wanted_kernel(algorithm, game, self.parts))
        self.is_parallel = self.kernel.compiled
        self.grown: Growth | None = None  # the last search's tree
        self.endgames = open_endgames(game, algorithm.databases) if self.parts.solver else None
        self.directory = self.endgames.directory(self.kernel.compiled) if self.endgames else None

    def new_game(self) -> None:
        self.grown = None

    def search(self, task: Task) -> Analysis:
        search, limits = self.algorithm, task.limits
        is_chance = self.game.to_move(task.state) == CHANCE
        if limits.only is not None and not is_chance:
            return analyse_only(self, task)
        sims = None if limits.endless else search.sims if task.is_timed else search.simulations
        known = known_analysis(self.endgames, task)
        if known is not None:
            return known
        task.allow(search.time, to_soft=True)
        growth = self._plant(task.state, sims, limits.nodes)
        for workspace in growth.workspaces:
            workspace.knobs.update(**self.knobs)
            workspace.knobs.early *= not is_chance  # nobody chooses, so no leader ends the search
        self._grow(task, growth, sims, limits.endless or is_chance)
        if self.algorithm.keep:
            self.grown = growth
        return report(task, self.algorithm, growth)

    # --- the tree ---

    def _plant(self, state: State, sims: int | None, nodes: int | None) -> Growth:
        """The tree to begin with: the last tree's part below this state if it has one, else only a root."""
        game, parts, kernel, search = self.game, self.parts, self.kernel, self.algorithm
        workers = search.threads if kernel.compiled else 1
        count = workers if search.parallel == "root" else 1
        most = self._room(count)  # that the memory has room for
        room = self._needed(sims, most)
        kept = self.grown if search.keep else None
        if kept is not None:
            found = [find(game, tree, kept.state, state) for tree in kept.trees]
            if all(node is not None for node in found):
                for workspace in kept.workspaces:
                    workspace.seen[:] = 0  # its stamps count simulations, which restart from 1
                for i, node in enumerate(found):
                    kept.shared[i][ledger.USED] = prune(kept.trees[i], kept.workspaces[i], node or 0, 0, parts.family)
                    if parts.solver and kept.trees[i].count[0] <= 0:  # a proof without the moves is useless
                        kept.trees[i].low[0], kept.trees[i].high[0] = -parts.best, parts.best
                    used = kept.shared[i][ledger.USED]
                    if parts.shared:
                        ledger.clear(kept.trees[i], kept.workspaces, kept.shared[i])
                    kept.trees[i] = with_room(kernel.compiled, parts, kept.trees[i], used, min(most, used + room))
                return self._open(
                    Growth(game, state, parts, kernel, kept.trees, kept.workspaces, kept.shared), most, nodes
                )
        buffer = max(game.max_actions, 512)
        entries = 1 << max(0, min(most, 1 << 28).bit_length() - 1) if parts.transpositions else 1
        words = ledger.words_for(workers) if parts.shared else 1
        growth = Growth(
            game,
            state,
            parts,
            kernel,
            [new_tree(kernel.compiled, parts, room) for _ in range(count)],
            [new_workspace(kernel.compiled, parts, buffer, entries, words) for _ in range(workers)],
            [new_shared(kernel.compiled) for _ in range(count)],
        )
        for shared in growth.shared:
            shared[at.TABLE] = entries - 1
            shared[ledger.USED], shared[ledger.LEDGER], shared[ledger.PAGES] = 1, words, ledger.FIRST_PAGE
        return self._open(growth, room, nodes)

    def _room(self, trees: int) -> int:
        """The most nodes per tree."""
        sims = self.algorithm.simulations
        room = self.megabytes * 1_000_000 // bytes_per_node(self.parts) // trees
        if not self.kernel.compiled:  # arrays of objects are slow to allocate, and interpreted searches stay small
            room = min(room, INTERPRETED if sims is None else (sims + 2) * self._family + 1)
        return max(room, 2)

    @property
    def _family(self) -> int:
        """The most children of a node."""
        return max(self.game.max_actions, 512 if self.game.has_chance else 1)

    def _needed(self, sims: int | None, most: int) -> int:
        """The nodes that this many simulations can add, and no more than `most`: each gives one node children.

        Memory that is asked for in vain still costs time: in a large array, the first word used clears two megabytes.
        """
        if sims is None or self.parts.open_loop:
            return most
        room = (sims + 2) * self._family + 1
        if self.parts.shared:  # what threads take and do not use
            room += room // 8 + 2 * ledger.CHUNK * self.algorithm.threads
        return min(most, room)

    def _open(self, growth: Growth, room: int, nodes: int | None) -> Growth:
        """Sets how far the trees may grow: within their room, and by at most `nodes` nodes."""
        budget = min((given for given in (self.algorithm.nodes, nodes) if given is not None), default=None)
        for tree, shared in zip(growth.trees, growth.shared, strict=True):
            within = min(room, len(tree.count))
            shared[ledger.MOST] = within if budget is None else min(within, shared[ledger.USED] + budget)
            shared[at.FULL], shared[at.FULL_STOPS] = 0, 1
        growth.before = sum(shared[ledger.USED] for shared in growth.shared)
        growth.is_bounded = budget is not None
        return growth

    # --- the search ---

    def _grow(self, task: Task, growth: Growth, sims: int | None, endless: bool) -> None:
        """Runs the kernels to the end of the budget; when a tree is full, prunes its rarely visited nodes."""
        search, kernel, deadline, workers = self.algorithm, self.kernel, task.deadline, len(growth.workspaces)
        growth.memories = memories = [new_memory(kernel.compiled, 1) for _ in range(workers)]
        noise = mix(search.seed) if search.seed is not None else secrets.randbits(62)
        for i, memory in enumerate(memories):
            memory[NOISE] = noise if i == 0 else mix(noise ^ mix(i))
            if self.directory is not None:
                memory[DATABASES] = place_of(self.directory, kernel.compiled)
        state = kernel.state(growth.state)
        settled = self._settled(growth, deadline) if search.stops_early and not endless else None
        slice_ = FIRST_SLICE

        def work(i: int) -> None:
            here = i if len(growth.trees) > 1 else 0
            tree = as_pointers(kernel.compiled, growth.trees[here])
            workspace = as_pointers(kernel.compiled, growth.workspaces[i], ARRAYS)
            kernel.run(state, tree, memories[i], growth.shared[here], workspace)

        while True:
            for i, memory in enumerate(memories):
                memory[LIMIT] = UNLIMITED if sims is None else sims // workers + (i < sims % workers)
                memory[WHY] = 0
            until = None if task.watch is None else deadline.elapsed + slice_
            deadline.run(lambda: run_together(work, workers), memories, kernel.compiled, settled, until)
            if any(memory[WHY] == NO_ROOM for memory in memories):
                if growth.is_bounded or deadline.is_over:
                    return
                for tree, shared, workspace in zip(growth.trees, growth.shared, growth.workspaces, strict=False):
                    unused = sum(map(ledger.spare, growth.workspaces)) if growth.parts.shared else 0
                    growth.pruned += make_room(tree, workspace, shared, growth.parts.family) - unused
                    if growth.parts.shared:
                        ledger.clear(tree, growth.workspaces, shared)
                continue
            done = sum(memory[NODES] for memory in memories)
            is_over = any(memory[WHY] for memory in memories) or (sims is not None and done >= sims)
            if task.watch is None or is_over or deadline.is_over:
                return
            task.tell(report(task, search, growth))
            slice_ = min(2 * slice_, LONGEST_SLICE)

    def _settled(self, growth: Growth, deadline: Deadline) -> Callable[[float], bool]:
        """A function that tells whether the leader cannot be overtaken in the seconds left."""
        begin = clock.perf_counter()

        def is_enough(left: float) -> bool:
            done = sum(memory[NODES] for memory in growth.memories)
            if done < FEW:
                return False
            visits = np.zeros(0)
            for tree in growth.trees:
                if tree.count[0] <= 0:
                    return False
                counts = tree.visits[int(tree.first[0]) : int(tree.first[0]) + int(tree.count[0])].astype(float)
                visits = visits + counts if visits.size == counts.size else counts
            order = np.sort(visits)
            ahead = order[-1] - (order[-2] if order.size > 1 else 0)
            rate = done / max(1e-3, clock.perf_counter() - begin)
            if ahead <= 1.1 * rate * left:
                return False
            for memory in growth.memories:
                memory[WHY] = SETTLED
            return True

        return is_enough
