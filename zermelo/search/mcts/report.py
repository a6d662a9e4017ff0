"""The analysis of a Monte Carlo tree: the choice, each candidate, and why the search stopped."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zermelo.compile.kernel.memory import NODES
from zermelo.compile.kernel.prepare import Kernel
from zermelo.compile.kernel.rules import has_moves
from zermelo.game import CHANCE, Game, State
from zermelo.installed import np
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.mcts.options import MctsOptions
from zermelo.search.mcts.parts import WHY, MctsParts
from zermelo.search.mcts.stop import NO_ROOM, PROVED, SETTLED
from zermelo.search.mcts.tree import MctsTree
from zermelo.search.sampling.distance import Distances
from zermelo.search.sampling.ledger import USED, spare
from zermelo.search.sampling.line import line_of
from zermelo.search.sampling.memory import DEEP
from zermelo.search.sampling.proof import rivals
from zermelo.search.sampling.scale import HIGH, LOW
from zermelo.search.sampling.workspace import Workspace
from zermelo.search.task import Task


@dataclass
class Growth:
    """The trees of a search and everything that its threads work on, kept for the next search."""

    game: Game
    state: State
    parts: MctsParts
    kernel: Kernel
    trees: list[MctsTree]  # one, or one per thread in root parallelism
    workspaces: list[Workspace]  # one per thread
    shared: list[Any]  # one per tree
    memories: list[Any] = field(default_factory=list)  # one per thread, of the last search
    before: int = 0  # nodes in the trees before the last search
    pruned: int = 0  # nodes that the last search pruned
    is_bounded: bool = False  # is the number of nodes that it may add limited?

    @property
    def nodes(self) -> int:
        """Nodes that the last search added."""
        unused = sum(map(spare, self.workspaces)) if self.parts.shared else 0
        return sum(int(shared[USED]) for shared in self.shared) - unused - self.before + self.pruned


class RootChildren(NamedTuple):
    """What is known about the root's children, for the player to move, over all trees of a search."""

    is_open: bool  # does the root have children? Not if the budget ended first
    visits: Any  # [action]
    means: Any  # [action]
    low: Any  # [action] proved lower bound
    high: Any  # [action] proved upper bound
    priors: Any  # [action]


def report(task: Task, search: MctsOptions, grown: Growth) -> Analysis:
    """The analysis of a search, finished or not."""
    game, state, parts, memories = grown.game, grown.state, grown.parts, grown.memories
    actions = game.moves(state)
    root = _root(grown, len(actions))
    chances = np.array([p for _, p in game.outcomes(state)]) if game.to_move(state) == CHANCE else None
    best = None if chances is not None else _choice(root)
    low, high = (bound.max() if chances is None else chances @ bound for bound in (root.low, root.high))
    is_proved = bool(parts.solver and root.is_open and low == high)
    tree = grown.trees[0]
    is_read = parts.solver and root.is_open and not game.has_chance
    distances = Distances(tree, parts.best, parts.indexing is not None) if is_read else None
    first = int(tree.first[0])
    by_number = has_moves(game) and grown.kernel.compiled
    is_informed = _is_informed(search, grown)
    candidates = []
    for i, action in enumerate(actions):
        is_decided = bool(parts.solver and root.low[i] == root.high[i])
        after = game.result(state, action) if not by_number else state
        below = line_of(game, after, tree, first + i, by_number) if root.is_open else ()
        candidates.append(
            Candidate(
                action,
                game.middle + float(root.low[i] if is_decided else root.means[i]),
                "exact" if root.visits[i] or is_decided else "stopped",
                int(root.visits[i]),
                decided=is_decided,
                prior=float(root.priors[i]) if parts.priors and root.is_open else None,
                line=(action, *below),
                known=is_decided or bool(root.visits[i] and is_informed) or (chances is not None and is_informed),
                distance=distances.after(first + i) if distances and is_decided else None,
                probability=None if chances is None else float(chances[i]),
            )
        )
    chosen = None if best is None else candidates[best]
    if is_proved or chosen is None:
        value = game.middle + float(low if is_proved else _expected(root, chances))
    else:
        value = chosen.value
    return task.found(
        chosen,
        candidates,
        value=value,
        exact=is_proved,
        depth=max(memory[DEEP] for memory in memories),
        nodes=grown.nodes,
        simulations=sum(memory[NODES] for memory in memories),
        ran=grown.kernel,
        parts=parts.words(),
        stopped=_why(search, grown, is_proved),
        in_utilities=True,
        distance=chosen.distance if chosen and is_proved and chosen.decided else None,
    )


def _root(grown: Growth, count: int) -> RootChildren:
    parts = grown.parts
    visits, total = np.zeros(count, np.int64), np.zeros(count)
    low, high = np.full(count, -np.inf), np.full(count, np.inf)
    priors = np.full(count, 0.5)
    is_open = all(tree.count[0] > 0 for tree in grown.trees)
    for tree in grown.trees if is_open else ():
        children = slice(int(tree.first[0]), int(tree.first[0]) + count)
        visits += tree.visits[children]
        total += tree.total[children]
        if parts.solver:
            mine = tree.mover[0] != 1
            low = np.maximum(low, tree.low[children] if mine else -tree.high[children])
            high = np.minimum(high, tree.high[children] if mine else -tree.low[children])
        if parts.priors:
            priors = tree.prior_mean[children]
            if parts.prior is None:
                priors = np.clip(0.5 + 0.5 * priors / parts.best, 0.0, 1.0)
    return RootChildren(is_open, visits, total / np.maximum(visits, 1), low, high, priors)


def _expected(root: RootChildren, chances: Any) -> float:
    """The mean over the outcomes of chance, those without a visit left out."""
    weights = chances * (root.visits > 0)
    return float(weights @ root.means / weights.sum()) if weights.any() else 0.0


def _is_informed(search: MctsOptions, grown: Growth) -> bool:
    """Do the means say anything? Not if every playout was cut and nothing evaluates where it was."""
    if grown.game.max_plies is not None or search.evaluator(grown.game) is not None:
        return True
    return any(workspace.scale[LOW] != 0.0 or workspace.scale[HIGH] != 0.0 for workspace in grown.workspaces)


def _choice(root: RootChildren) -> int:
    """The most visited action not proved worse than another; or the best proved one, if none has a better mean."""
    floor = root.low.max()
    is_proved = root.low == root.high
    left = rivals(root.low, root.high)
    best = max(left, key=lambda i: (int(root.visits[i]), float(root.means[i])))
    safe = [i for i in left if root.low[i] == floor and is_proved[i]]
    seems = floor if is_proved[best] else root.means[best]
    if safe and (floor >= seems or root.high.max() == floor):
        return max(safe, key=lambda i: (int(root.visits[i]), float(root.means[i])))
    return best


def _why(search: MctsOptions, grown: Growth, is_proved: bool) -> str:
    """Why the search ended, in words."""
    memories = grown.memories
    reasons = {memory[WHY] for memory in memories}
    if is_proved:
        return "the value is proved"
    if PROVED in reasons:
        return "no other action can be better"
    if SETTLED in reasons:
        return "the leader cannot be overtaken any more"
    if NO_ROOM in reasons and grown.is_bounded:
        return "the nodes are used up"
    done = sum(memory[NODES] for memory in memories)
    if search.simulations is not None and done >= search.simulations:
        return "the simulations are used up"
    return "the time is up"
