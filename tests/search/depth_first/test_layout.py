"""The memory of depth-first kernels: every part has its own words, and lines are put together from those below."""

from __future__ import annotations

from itertools import pairwise

import pytest

from zermelo.compile.kernel.memory import COUNTERS, LINES
from zermelo.search.depth_first.layout import LINES_AT, PLIES, ROW, SHARED, SLOTS, ordering_rows
from zermelo.search.depth_first.lines import extend_line, read_line
from zermelo.search.pvs import layout as pvs
from zermelo.search.solver import layout as solver
from zermelo.search.star import layout as star

ROWS = {"lines": ROW**2, "killers": 2 * ROW, "played": ROW, "history": 2 * SLOTS, "counters": 2 * SLOTS + 1}


@pytest.mark.parametrize("most", [1, 6, 256])
@pytest.mark.parametrize("search", [pvs, star], ids=["pvs", "star"])
def test_no_part_of_the_memory_overlaps_another(search, most):
    spans = search.layout_for(most).all_spans()
    in_order = sorted(spans.values(), key=lambda span: span.start)
    assert all(one.stop <= other.start for one, other in pairwise(in_order))
    sizes = {name: len(span) for name, span in spans.items()}
    assert sizes.items() >= {**ROWS, "moves": ROW * most, "scores": ROW * most}.items()
    assert all(sizes[name] == 1 for block in (COUNTERS, SHARED, search.OWN) for name in block.spans)
    assert all(place < LINES_AT for place in search.OWN)


def test_both_searches_have_what_they_share_at_the_same_words():
    """The ordering and the lines are compiled for either."""
    for most in (1, 256):
        shared = ordering_rows(SHARED, most)
        for search in (pvs, star):
            assert [getattr(search.layout_for(most), name) for name in shared.spans] == list(shared)


def test_star_has_no_word_for_databases():
    """Its CUTS used to be the word that principal-variation search, whose layout it took over, had for DATABASES."""
    assert pvs.DATABASES != star.CUTS
    assert "DATABASES" not in star.layout_for(6).all_spans()
    assert "CUTS" not in pvs.layout_for(6).all_spans()


def test_the_solvers_words_stay_where_files_of_unfinished_work_have_them():
    assert list(solver.OWN) == [6, 7, 8, 9, 10, 11]
    assert (solver.PROGRESS, solver.PATH, solver.KILLERS, solver.HISTORY, solver.STACK) == (16, 24, 1025, 2026, 10218)
    assert (LINES_AT, LINES, PLIES) == (16, 16, 120)


def test_a_line_is_a_move_and_the_line_below_it():
    words = [0] * (LINES_AT + 4 * ROW)
    for ply, move in ((2, 30), (1, 20), (0, 10)):
        extend_line(move, ply, words)
        assert read_line(words, ply) == (10, 20, 30)[ply:]
        assert words[LINES_AT + ply * ROW :][: 4 - ply] == [3 - ply, *[10, 20, 30][ply:]]
    words[LINES_AT + 2 * ROW] = 0
    extend_line(21, 1, words)
    assert words[LINES_AT + ROW :][:2] == [1, 21]
    assert read_line(words, 1) == (21,)
