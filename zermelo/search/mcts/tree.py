"""The tree of Monte Carlo tree search as named arrays: creating, reusing and pruning it."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.compile.kernel.memory import CACHE_LINE, Words, new_words
from zermelo.game import CHANCE
from zermelo.installed import np
from zermelo.search.mcts.parts import MctsParts
from zermelo.search.sampling.ledger import GIVEN, MOST, USED
from zermelo.search.sampling.tree import POSITION, bytes_of, new_arrays
from zermelo.search.sampling.workspace import Workspace

OPEN, BUSY = 0, -2  # `count` of a node without children, or CLOSED: not expanded; being expanded
# words that all threads share, beside those of the ledger; TABLE: number of entries - 1
FULL, FULL_STOPS, TABLE = SHARED = Words("FULL", "FULL_STOPS", "TABLE", after=GIVEN, at=2 * CACHE_LINE)


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
    pending: Any  # [node] threads that are in its subtree now, unless its parent has a page
    page: Any  # [node] where its page lies in ledgers; 0: it has none (see sampling/ledger.py)


OF_PARTS = {  # the columns that only some parts need: the part, and the type
    "chance": ("chance", np.float64),
    "squares": ("tuned", np.float64),
    "prior_mean": ("priors", np.float32),
    "prior_visits": ("priors", np.float32),
    "amaf_visits": ("rave", np.float32),
    "amaf_total": ("rave", np.float32),
    "guess": ("implicit", np.float64),
    "low": ("solver", np.float64),
    "high": ("solver", np.float64),
    "pending": ("shared", np.int32),
    "page": ("shared", np.int32),
}
TABLE_BYTES = 16  # per node, for transpositions: at most one entry each
PRUNING_BYTES = 32  # per node, while a full tree is pruned


def bytes_per_node(parts: MctsParts) -> int:
    """Bytes of memory per node, including what pruning needs."""
    of_parts = {name: kind for name, (part, kind) in OF_PARTS.items() if getattr(parts, part)}
    return bytes_of(POSITION | of_parts) + PRUNING_BYTES + (TABLE_BYTES if parts.transpositions else 0)


def new_tree(compiled: bool, parts: MctsParts, nodes: int) -> MctsTree:
    """A tree with a root and room for `nodes` nodes.

    Of a compiled tree only the root is cleared. Other nodes are initialised when they become children: clearing whole
    arrays could take as long as a thousand simulations.
    """
    types = POSITION | {name: kind for name, (_, kind) in OF_PARTS.items()}
    sizes = {name: nodes if name in POSITION or getattr(parts, OF_PARTS[name][0]) else 1 for name in types}
    tree = new_arrays(MctsTree, types, sizes, compiled, ("move", "mover"), is_cleared=not compiled)
    for array in tree:
        array[0] = 0
    if parts.solver:
        tree.low[0], tree.high[0] = -parts.best, parts.best
    return tree


def new_shared(compiled: bool) -> Any:
    """The words that all threads of a search share; see MOST … TABLE."""
    return new_words(compiled, SHARED.end + CACHE_LINE)


# --- reusing and pruning the tree ---


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
