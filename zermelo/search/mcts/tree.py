"""The tree of Monte Carlo tree search in flat arrays: creating, reading, reusing and pruning it."""

from __future__ import annotations

import heapq
import math
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from zermelo.compile.kernel.memory import new_words
from zermelo.compile.kernel.rules import has_integer_actions
from zermelo.game import CHANCE, Action, Game, State
from zermelo.search.mcts.parts import MctsParts

OPEN, CLOSED, BUSY = 0, -1, -2  # `count` of a node without children: not expanded; the game is over; being expanded
USED, MOST, FULL, FULL_STOPS, TABLE = range(5)  # words that all threads share; TABLE: number of entries - 1
NOWHERE = -1  # no node
LOW, HIGH = 0, 1  # words of the scale: the least and the greatest utility seen
SMALL = 1 << 15  # visit counts below this have precomputed logarithms, inverses and roots of both
SLOTS = 4096  # of the statistics of moves, by `rules.slot`
LONGEST_LINE = 200
FAR = 6  # plies below the last root within which the next root is sought
MOST_LOOKED_AT = 500  # states examined in that


class MctsTree(NamedTuple):
    """The search tree; the children of a node are contiguous. Arrays that no part needs have one word."""

    first: Any  # [node] index of its first child
    count: Any  # [node] number of children, or OPEN, CLOSED, BUSY
    visits: Any  # [node]
    total: Any  # [node] sum of the utilities of the player who moved here
    move: Any  # [node] the move that leads here, as `fill` writes it
    mover: Any  # [node] the player to move here
    chance: Any  # [node] probability of the outcome that leads here, below a chance node
    squares: Any  # [node] sum of the squares of those utilities
    prior_mean: (
        Any  # [node] prior value for the player who moved here: 0 … 1 from a guide, a utility from an evaluation
    )
    prior_visits: Any  # [node] visits that the prior counts as
    amaf_visits: Any  # [node] simulations where the move was played here or later by the same player
    amaf_total: Any  # [node]
    guess: Any  # [node] the evaluation for player 0, backed up as minimax does
    low: Any  # [node] proved lower bound of player 0's utility
    high: Any  # [node] proved upper bound of it
    pending: Any  # [node] threads that are in its subtree now


class Workspace(NamedTuple):
    """The working memory of one thread."""

    moves: Any  # [action]
    weights: Any  # [outcome] probabilities
    path: Any  # [ply] the nodes of a simulation
    trail: Any  # [ply] its moves in the tree and the playout: 16 × slot + player, or -1 for chance
    utilities: Any  # [player]
    scale: Any  # [2] LOW, HIGH
    logs: Any  # [2 × visits] natural logarithm, followed by its square root; 0 for no visits; visits < SMALL
    inverses: Any  # [2 × visits] 1 / visits, followed by its square root
    knobs: Any  # [number] see parts.py
    seen: Any  # [slot] 16 × (simulation + 1) + the player who first played it
    learnt_visits: Any  # [player, slot]
    learnt_total: Any  # [player, slot] utilities of the simulations where the player made the move
    table_key: Any  # [entry] key of a position that has children
    table_first: Any  # [entry] its first child
    table_count: Any  # [entry]


NODE_WORDS = {  # field: type, and the part that needs it ("": always needed)
    "first": (np.int32, ""),
    "count": (np.int32, ""),
    "visits": (np.int32, ""),
    "total": (np.float64, ""),
    "move": (np.int64, ""),
    "mover": (np.int8, ""),
    "chance": (np.float64, "chance"),
    "squares": (np.float64, "tuned"),
    "prior_mean": (np.float32, "priors"),
    "prior_visits": (np.float32, "priors"),
    "amaf_visits": (np.float32, "rave"),
    "amaf_total": (np.float32, "rave"),
    "guess": (np.float64, "implicit"),
    "low": (np.float64, "solver"),
    "high": (np.float64, "solver"),
    "pending": (np.int32, "shared"),
}
TABLE_BYTES = 16  # per node, for transpositions: at most one entry each
PRUNING_BYTES = 32  # per node, while a full tree is pruned


def bytes_per_node(parts: MctsParts) -> int:
    """Bytes of memory per node, including what pruning needs."""
    words = sum(np.dtype(kind).itemsize for kind, part in NODE_WORDS.values() if not part or getattr(parts, part))
    return words + PRUNING_BYTES + (TABLE_BYTES if parts.transpositions else 0)


def new_tree(compiled: bool, parts: MctsParts, nodes: int) -> MctsTree:
    """A tree with a root and room for `nodes` nodes; a page takes memory only once it is used.

    Of a compiled tree only the root is cleared. Other nodes are initialised when they become children: clearing whole
    arrays could take as long as a thousand simulations.
    """

    def words(name: str) -> Any:
        kind: Any
        kind, part = NODE_WORDS[name]
        if not compiled and name in ("move", "mover"):
            kind = object
        size = nodes if not part or getattr(parts, part) else 1
        if not compiled:
            return np.zeros(size, kind)
        array = np.empty(size, kind)
        array[0] = 0
        return array

    tree = MctsTree(**{name: words(name) for name in MctsTree._fields})
    if parts.solver:
        tree.low[0], tree.high[0] = -parts.best, parts.best
    return tree


def new_workspace(compiled: bool, parts: MctsParts, most: int, table: int) -> Workspace:
    """A workspace for at most `most` actions and `table` transposition entries (a power of two)."""
    learns = SLOTS * parts.players if parts.mast else 1
    return Workspace(
        moves=np.empty(most, np.int64 if compiled else object),
        weights=np.ones(most),
        path=np.zeros(parts.longest + 2, np.int32),
        trail=np.zeros(2 * parts.longest + 4 if parts.trails else 1, np.int32),
        utilities=np.zeros(parts.players),
        scale=np.array([math.inf, -math.inf]),
        logs=_logs(),
        inverses=_inverses(),
        knobs=np.zeros(16),
        seen=np.zeros(SLOTS if parts.rave else 1, np.int64),
        learnt_visits=np.zeros(learns, np.float32),
        learnt_total=np.zeros(learns, np.float32),
        table_key=np.zeros(table, np.int64),
        table_first=np.zeros(table, np.int32),
        table_count=np.zeros(table, np.int32),
    )


@lru_cache(maxsize=1)
def _logs() -> Any:
    """Logarithms by math.log, which compiled code matches to the last bit; NumPy's may differ."""
    return _with_roots(np.array([math.log(max(1, visits)) for visits in range(SMALL)]))


@lru_cache(maxsize=1)
def _inverses() -> Any:
    return _with_roots(1.0 / np.maximum(1, np.arange(SMALL)))


def _with_roots(numbers: Any) -> Any:
    """Each number, followed by its square root."""
    return np.column_stack([numbers, np.sqrt(numbers)]).ravel()


def as_pointers(compiled: bool, record: Any) -> Any:
    """A tree or workspace for the kernel: its arrays, except the weights, as pointers, which compile faster."""
    if not compiled:
        return record
    from zermelo.compile.numba.intrinsics import Memory

    return record._replace(**{name: Memory(getattr(record, name)) for name in record._fields if name != "weights"})


def new_shared(compiled: bool) -> Any:
    """The words that all threads of a search share; see USED … TABLE."""
    return new_words(compiled, 8)


# --- reading the tree ---


@lru_cache(maxsize=256)
def has_moves(game: Game) -> bool:
    """Are the game's moves integers that mean the same action in every state?"""
    return game.fill is not None or has_integer_actions(game)


def line_of(game: Game, state: State, tree: MctsTree, node: int, by_number: bool) -> tuple[Action, ...]:
    """The line of most visited actions below a node, up to a chance node.

    by_number: are the tree's moves the actions themselves? Otherwise they are indices in the list of legal actions.
    """
    line: list[Action] = []
    while len(line) < LONGEST_LINE:
        count, first = tree.count.item(node), tree.first.item(node)
        if count <= 0 or tree.mover.item(node) == CHANCE:
            break
        visits = tree.visits[first : first + count].tolist()  # short: a list is faster
        most = max(visits)
        if most == 0:
            break
        index = visits.index(most)
        node = first + index
        if by_number:
            line.append(tree.move.item(node))
        else:
            line.append(game.legal(state)[index])
            state = game.result(state, line[-1])
    return tuple(line)


# --- reusing and pruning the tree ---


def find(game: Game, tree: Any, root: State, wanted: State) -> int | None:
    """The node of a state: the root or a node a few plies below it; None if there is none.

    It reads only `first`, `count` and `visits`, which PUCT's tree has too. The most visited nodes are examined first,
    since they are the most likely to have been played.
    """
    waiting: list[tuple[int, int, int, int, Any]] = [(0, 0, 0, 0, lambda: root)]
    for number in range(MOST_LOOKED_AT):
        if not waiting:
            return None
        *_, node, depth, made = heapq.heappop(waiting)
        state = made()
        if is_same(state, wanted):
            return node
        if depth == FAR or tree.count[node] <= 0 or game.is_terminal(state):
            continue
        moves = game.moves(state)
        first = int(tree.first[node])
        for child, move in zip(range(first, first + int(tree.count[node])), moves, strict=False):
            if tree.visits[child] > 0 and len(moves) == tree.count[node]:
                after = partial(game.result, state, move)
                heapq.heappush(waiting, (-int(tree.visits[child]), number, child, depth + 1, after))
    return None


def is_same(one: Any, other: Any) -> bool:
    """Equality of states, including states with arrays."""
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(is_same(a, b) for a, b in zip(one, other, strict=True))
    return bool(one == other)


def prune(tree: MctsTree, workspace: Workspace, root: int, least: int, family: int = 0) -> int:
    """Makes a node the root; drops what is not below it, and the children of nodes with fewer visits than `least`.

    family: see MctsParts. The nodes kept move to the front of the arrays, in place and in their old order. Returns how
    many they are.
    """
    blocks = _blocks(tree, root, least, family)
    firsts, counts = blocks[:, 0], blocks[:, 1]
    ends = np.cumsum(counts) + 1
    starts = ends - counts  # where each block of children goes
    used = int(ends[-1]) if len(ends) else 1
    source = np.empty(used, np.int64)
    source[0] = root
    source[1:] = np.arange(1, used) + np.repeat(firsts - starts, counts)
    for array in tree:
        if len(array) > 1:
            array[:used] = array[source]
    has_children = tree.count[:used] > 0
    place = np.searchsorted(firsts, tree.first[:used][has_children])
    place[place == len(firsts)] = 0
    is_kept = firsts[place] == tree.first[:used][has_children] if len(firsts) else np.zeros(place.shape, bool)
    parents = np.flatnonzero(has_children)
    tree.first[parents[is_kept]] = starts[place[is_kept]]
    tree.count[parents[~is_kept]] = OPEN
    _move_table(workspace, firsts, starts)
    return used


def make_room(tree: MctsTree, workspace: Workspace, shared: Any, family: int = 0) -> int:
    """Prunes a full tree to at most three quarters of its room; returns how many nodes were dropped.

    If that is impossible, the search goes on without new nodes.
    """
    used, least = int(shared[USED]), 2
    while shared[USED] > 0.75 * shared[MOST] and least < 1 << 30:
        shared[USED] = prune(tree, workspace, 0, least, family)
        least *= 2
    shared[FULL] = 0
    shared[FULL_STOPS] = int(shared[USED] <= 0.75 * shared[MOST])
    return used - int(shared[USED])


def with_room(compiled: bool, parts: MctsParts, tree: MctsTree, used: int, room: int) -> MctsTree:
    """The tree, copied into larger arrays if its own are smaller than `room`."""
    if len(tree.count) >= room:
        return tree
    larger = new_tree(compiled, parts, room)
    for source, target in zip(tree, larger, strict=True):
        target[: min(used, len(source))] = source[:used]
    return larger


def _blocks(tree: MctsTree, root: int, least: int, family: int) -> Any:
    """First index and room of each family of children to keep, in the order of the arrays."""
    found = []
    is_known = np.zeros(len(tree.first), bool)
    level = np.array([root])
    while level.size:
        level = level[(tree.count[level] > 0) & ((tree.visits[level] >= least) | (level == root))]
        firsts, order = np.unique(tree.first[level], return_index=True)
        counts = tree.count[level][order].astype(np.int64)
        if family:
            counts = np.where(tree.mover[level][order] == CHANCE, counts, _rooms(counts, family))
        is_new = ~is_known[firsts]
        firsts, counts = firsts[is_new].astype(np.int64), counts[is_new]
        is_known[firsts] = True
        found.append(np.column_stack([firsts, counts]))
        offsets = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        level = np.repeat(firsts, counts) + offsets
    together = np.concatenate(found) if found else np.empty((0, 2), np.int64)
    kept: Any = together[np.argsort(together[:, 0])]
    return kept


def _rooms(counts: Any, family: int) -> Any:
    """The room of each family in an open loop; see open_loop.py."""
    rooms = np.full(len(counts), family, np.int64)
    while (rooms < counts).any():
        rooms = np.where(rooms < counts, 2 * rooms, rooms)
    return rooms


def _move_table(workspace: Workspace, firsts: Any, starts: Any) -> None:
    """Keeps the table's entries for families that were kept, with their new indices."""
    filled = np.flatnonzero(workspace.table_count)
    if not filled.size:
        return
    keys, olds, counts = workspace.table_key[filled], workspace.table_first[filled], workspace.table_count[filled]
    workspace.table_count[:] = 0
    place = np.searchsorted(firsts, olds)
    place[place == len(firsts)] = 0
    mask = len(workspace.table_key) - 1
    for i in np.flatnonzero(firsts[place] == olds) if len(firsts) else ():
        at = int(keys[i]) & mask
        workspace.table_key[at] = keys[i]
        workspace.table_first[at], workspace.table_count[at] = starts[place[i]], counts[i]
