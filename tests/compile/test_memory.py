"""Kernels' memory: where it lies, and how its words get their numbers."""

from __future__ import annotations

import ast
import importlib
from itertools import pairwise
from pathlib import Path

import pytest

from zermelo.compile.kernel.memory import CACHE_LINE, COUNTERS, LIMIT, NODES, Words, new_numbers, new_words

PACKAGE = Path(__file__).parents[2] / "zermelo"
DECLARING = sorted(path for path in PACKAGE.rglob("*.py") if " = Words(" in path.read_text())


@pytest.mark.parametrize("size", [1, 7, 1000, 1 << 20])
def test_compiled_memory_begins_at_a_cache_line_and_is_empty(size):
    memory = new_words(True, size)
    assert memory.address % (8 * CACHE_LINE) == 0
    assert memory.address == memory.array.ctypes.data
    assert memory.array.shape == (size,)
    assert not memory.array.any()


def test_numbers_are_floats_of_either_kind():
    assert new_numbers(False, 3) == [0.0, 0.0, 0.0]
    assert new_numbers(True, 3).array.tolist() == [0.0, 0.0, 0.0]


def test_words_are_numbered_in_order_and_the_next_block_goes_on():
    first = Words("ONE", "TWO", row=10)
    assert (list(first), first.start, first.end) == ([0, 1, 2], 0, 12)
    second = Words("THREE", after=first)
    (three,) = second
    assert (three, type(three), second.row, second.ONE, second.end) == (12, int, 2, 0, 13)
    assert Words("FOUR", after=second, at=20).FOUR == 20
    with pytest.raises(AttributeError, match="no word is called FIVE"):
        second.FIVE  # noqa: B018


def test_a_name_is_declared_once_in_a_memory():
    first = Words("ONE", row=2)
    for names, rows in ((("TWO", "TWO"), {}), (("ONE",), {}), ((), {"row": 3}), (("TWO",), {"TWO": 3})):
        with pytest.raises(ValueError, match="is declared twice"):
            Words(*names, after=Words("BETWEEN", after=first), **rows)
    assert Words("ONE").ONE == 0, "another memory has words of its own"


def test_a_block_cannot_begin_inside_the_one_before_it():
    with pytest.raises(ValueError, match="TWO: word 3 is taken, 4 is the first free one"):
        Words("TWO", after=Words(row=4), at=3)


def declared(call: ast.Call) -> list[str]:
    """The names in a declaration, in order."""
    return [arg.value for arg in call.args] + [row.arg for row in call.keywords if row.arg not in ("after", "at")]


@pytest.mark.parametrize("path", DECLARING, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_word_is_known_under_the_name_that_it_was_declared_by(path):
    blocks = {}
    for node in ast.parse(path.read_text()).body:
        if not isinstance(node, ast.Assign):
            continue
        if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "Words":
            blocks |= {getattr(target, "id", node.lineno): declared(node.value) for target in node.targets}
            names = declared(node.value)
        else:
            names = blocks.get(getattr(node.value, "id", ""))
        for target in node.targets:
            if names and isinstance(target, ast.Tuple):
                assert [one.id for one in target.elts] == names
    assert blocks


@pytest.mark.parametrize("path", DECLARING, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_two_words_of_a_memory_overlap(path):
    module = importlib.import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
    for block in vars(module).values():
        if isinstance(block, Words):
            spans = sorted(block.all_spans().values(), key=lambda span: span.start)
            assert all(one.stop <= other.start for one, other in pairwise(spans))


def test_the_counters_come_first():
    assert (NODES, LIMIT, COUNTERS.start) == (0, 1, 0)
