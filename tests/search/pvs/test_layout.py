"""The memory of the kernel: every part has its own words, and lines are put together from those below."""

from __future__ import annotations

from zermelo.compile.kernel import memory
from zermelo.search.pvs import layout
from zermelo.search.pvs.layout import LINES_AT, PAST, PLIES, ROW, SLOTS, Layout, extend_line


def test_no_part_of_the_memory_overlaps_another():
    words = [memory.NODES, memory.LIMIT, memory.LEAVES, memory.CUTOFFS]
    words += [layout.SELECTIVE, layout.ROOT_DEPTH, layout.AGE, layout.MASK, layout.BEFORE]
    assert len(set(words)) == len(words)
    assert max(words) < LINES_AT
    for most in (1, 6, 256):
        plan = Layout(most)
        sizes = {
            LINES_AT: (PLIES + 2) ** 2,
            plan.moves: (PLIES + 1) * most,
            plan.scores: (PLIES + 1) * most,
            plan.killers: 2 * (PLIES + 1),
            plan.statics: PLIES + 1,
            plan.played: PLIES + 1,
            plan.history: 2 * SLOTS,
            plan.counters: 2 * SLOTS + 1,
            plan.path: PAST + PLIES + 1,
            plan.root: most + 1,
            plan.root_values: 2 * most,
        }
        ends = [start + size for start, size in sizes.items()]
        assert all(end <= start for end, start in zip(ends, [*list(sizes)[1:], plan.size], strict=True))


def test_a_line_is_a_move_and_the_line_below_it():
    words = [0] * (LINES_AT + 4 * ROW)
    for ply, move in ((2, 30), (1, 20), (0, 10)):
        extend_line(move, ply, words)
        assert words[LINES_AT + ply * ROW :][: 4 - ply] == [3 - ply, *[10, 20, 30][ply:]]
    words[LINES_AT + 2 * ROW] = 0
    extend_line(21, 1, words)
    assert words[LINES_AT + ROW :][:2] == [1, 21]
