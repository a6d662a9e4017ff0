"""A ledger: what one of several threads on a tree notes by itself, and posts to the tree now and then.

The nodes near the root lie on every simulation's way. If each thread wrote there at once, their cache lines would
travel between the cores all the time, and two threads would simulate less than one. So a node that was visited often
gets a page in the ledger of each thread: what the thread knows of the node's children, and what of that it has not
posted yet. It posts a page before the news are a noticeable part of what is known, and everything when it stops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.compile.kernel.memory import CACHE_LINE, Words
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.plain import atomics
from zermelo.search.sampling.tree import NOWHERE

# words that all threads share: the tree's room and the length of each ledger; and in a cache line of their own, since
# threads write them: how much of both is given away
MOST, LEDGER = STEADY = Words("MOST", "LEDGER")
USED, PAGES = GIVEN = Words("USED", "PAGES", after=STEADY, at=CACHE_LINE)

# the first words of a ledger: the page that the thread opened last; its own room in the tree, and how much it gave up
OPENED, NEXT, END, LOST = Words("OPENED", "NEXT", "END", "LOST")
FIRST_PAGE = 8
# the first words of a page: the node's visits as far as they are known; those that were not posted; how many are to be;
# the node; the page that was opened before; visits of the node beside its children's. Then a row for each child
VISITS, LATE, DUE, NODE, BEFORE, OWN = Words("VISITS", "LATE", "DUE", "NODE", "BEFORE", "OWN")
HEAD = 8
# the words of a row: visits and total as far as they are known, and what of them was not posted
KNOWN, TOTAL, NEW, GAINED = Words("KNOWN", "TOTAL", "NEW", "GAINED")
ROW = 4

NO_PAGE = -1  # in `tree.page`: it has none, and gets none
LATEST = 64  # visits of a node after which a page is posted at the latest
NOTICED = 32  # what all threads have not posted is at most this part of what is known
MOST_WORDS, LEAST_WORDS, ALL_WORDS = 1 << 18, 1 << 14, 1 << 21  # of a ledger, and of the ledgers of all threads
CHUNK = 2048  # nodes that a thread takes from the tree's room at once


class Ledgers(NamedTuple):
    """The functions of ledgers, for kernels."""

    page_of: Callable[..., Any]  # (tree, node, visits, shared, workspace) -> its page's first word; 0: it has none
    visits_of: Callable[..., Any]  # (tree, depth, workspace): of the path's node at this depth, as this thread knows
    enter: Callable[..., Any]  # (tree, depth, gained, workspace) counts a simulation through it
    post: Callable[..., Any]  # (tree, workspace) posts all that is new
    take: Callable[..., Any]  # (room, shared, workspace) -> the first of so many new nodes; NOWHERE: there is no room


def words_for(threads: int) -> int:
    """How long the ledger of each thread is."""
    return min(MOST_WORDS, max(LEAST_WORDS, ALL_WORDS // threads))


def spare(workspace: Any) -> int:
    """Nodes that the thread took from the tree's room and has not used."""
    ledger = workspace.ledger
    return int(ledger[END] - ledger[NEXT] + ledger[LOST])


def clear(tree: Any, workspaces: Any, shared: Any) -> None:
    """Tears all pages out: the tree's nodes have other numbers now."""
    tree.page[: int(shared[USED])] = 0
    shared[PAGES] = FIRST_PAGE
    for workspace in workspaces:
        workspace.ledger[:] = 0


def ledgers(rules: Rules) -> Ledgers:
    """The functions of ledgers."""

    @rules.inner
    def refresh(tree, start, workspace):
        """Posts a page's news, and reads what other threads have posted."""
        ledger = workspace.ledger
        node = int(ledger[start + NODE])
        first, row, visits = tree.first[node], start + HEAD, ledger[start + OWN]
        for child in range(first, first + tree.count[node]):
            new, gained = ledger[row + NEW], ledger[row + GAINED]
            if new > 0.0:
                ledger[row + KNOWN] = float(atomics.add(tree.visits, child, int(new))) + new
                ledger[row + TOTAL] = atomics.add(tree.total, child, gained) + gained
                ledger[row + NEW], ledger[row + GAINED] = 0.0, 0.0
            else:
                ledger[row + KNOWN], ledger[row + TOTAL] = float(tree.visits[child]), tree.total[child]
            visits += ledger[row + KNOWN]
            row += ROW
        if node == 0:
            atomics.add(tree.visits, 0, int(ledger[start + LATE]))
        ledger[start + VISITS], ledger[start + LATE] = visits, 0.0
        ledger[start + DUE] = min(float(LATEST), max(1.0, visits / (NOTICED * workspace.knobs.threads)))

    @rules.inner
    def claim(tree, node, shared):
        """Gives a node a page, if no other thread is doing so and there is room."""
        size = HEAD + ROW * tree.count[node]
        if not atomics.replace(tree.page, node, 0, NO_PAGE) or shared[PAGES] + size > shared[LEDGER]:
            return 0
        start = atomics.add(shared, PAGES, size)
        if start + size > shared[LEDGER]:
            return 0
        tree.page[node] = start
        return start

    @rules.inner
    def page_of(tree, node, visits, shared, workspace):
        start = int(tree.page[node])
        if start == 0 and visits >= 2 * NOTICED * workspace.knobs.threads:
            start = claim(tree, node, shared)
        if start <= 0:
            return 0
        ledger = workspace.ledger
        if ledger[start + VISITS] == 0.0:
            ledger[start + NODE], ledger[start + BEFORE] = float(node), ledger[OPENED]
            ledger[OPENED] = float(start)
            refresh(tree, start, workspace)
            ledger[start + OWN] = max(0.0, float(visits) - ledger[start + VISITS])
            ledger[start + VISITS] += ledger[start + OWN]
        return start

    @rules.inner
    def row_at(tree, depth, workspace):
        """The row of the path's node at this depth; 0: it is on no page."""
        start = int(workspace.pages[depth - 1]) if depth > 0 else 0
        if start == 0:
            return 0
        return start + HEAD + ROW * (workspace.path[depth] - tree.first[workspace.path[depth - 1]])

    @rules.inner
    def visits_of(tree, depth, workspace):
        row = row_at(tree, depth, workspace)
        return int(workspace.ledger[row + KNOWN]) if row > 0 else int(tree.visits[workspace.path[depth]])

    @rules.inner
    def enter(tree, depth, gained, workspace):
        ledger, row = workspace.ledger, row_at(tree, depth, workspace)
        if row > 0:
            ledger[row + KNOWN] += 1.0
            ledger[row + TOTAL] += gained
            ledger[row + NEW] += 1.0
            ledger[row + GAINED] += gained
            start = int(workspace.pages[depth - 1])
            ledger[start + VISITS] += 1.0
            ledger[start + LATE] += 1.0
            if ledger[start + LATE] >= ledger[start + DUE]:
                refresh(tree, start, workspace)
        elif depth > 0:
            here = workspace.path[depth]
            atomics.add(tree.visits, here, 1)
            atomics.add(tree.total, here, gained)
            atomics.add(tree.pending, here, -1)
        elif workspace.pages[0] == 0:
            atomics.add(tree.visits, 0, 1)

    @rules.inner
    def post(tree, workspace):
        ledger = workspace.ledger
        start = int(ledger[OPENED])
        while start > 0:
            if ledger[start + LATE] > 0.0:
                refresh(tree, start, workspace)
            start = int(ledger[start + BEFORE])

    @rules.inner
    def take(room, shared, workspace):
        ledger = workspace.ledger
        first = int(ledger[NEXT])
        if first + room <= int(ledger[END]):
            ledger[NEXT] += float(room)
            return first
        wanted = int((shared[MOST] - shared[USED]) / (8.0 * workspace.knobs.threads))
        wanted = max(room, min(CHUNK, wanted))
        first = int(atomics.add(shared, USED, wanted))
        if first + wanted > shared[MOST] and wanted > room:
            atomics.add(shared, USED, -wanted)
            wanted = room
            first = int(atomics.add(shared, USED, wanted))
        if first + wanted > shared[MOST]:
            atomics.add(shared, USED, -wanted)
            return NOWHERE
        ledger[LOST] += ledger[END] - ledger[NEXT]
        ledger[NEXT], ledger[END] = float(first + room), float(first + wanted)
        return first

    return Ledgers(page_of, visits_of, enter, post, take)
