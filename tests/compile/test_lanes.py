"""Vectors of 16-bit integers: compiled and interpreted to the bit, from the disk cache, and for another processor."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from fresh import python
from llvmlite import binding

from zermelo.compile.numba.intrinsics import Memory
from zermelo.compile.plain.lanes import lanes_of, loaded, minus, plus, put, squared_dot
from zermelo.compile.plain.shared import SharedTable

WIDTH, TOP = 24, 255
ROWS = np.random.default_rng(3).integers(-30_000, 30_000, (6, WIDTH)).astype(np.int16)
SMALL = np.random.default_rng(4).integers(-127, 128, (6, WIDTH)).astype(np.int16)
rows = SharedTable(lambda: ROWS, "rows of a test")
small = SharedTable(lambda: SMALL, "small rows of a test")


def summed(memory, one, other, weights):
    """(bias + one − other) through the memory, clipped, squared, weighed. Sums of large numbers wrap around."""
    found = minus(
        plus(lanes_of(rows, 0, WIDTH), lanes_of(rows, one * WIDTH, WIDTH)), lanes_of(rows, other * WIDTH, WIDTH)
    )
    put(memory, 2, found)
    return squared_dot(loaded(memory, 2, WIDTH), lanes_of(small, weights * WIDTH, WIDTH), TOP)


@pytest.fixture(scope="module")
def compiled():
    return numba.njit(_nrt=False)(summed)


def test_compiled_interpreted_and_by_hand_they_are_the_same(compiled):
    words, plain = Memory(np.zeros(16, np.int64)), [0] * 16
    for one in range(6):
        for other in range(6):
            wrapped = (ROWS[0].astype(int) + ROWS[one] - ROWS[other]).astype(np.int16)
            expected = int((np.clip(wrapped.astype(int), 0, TOP) ** 2) @ SMALL[other].astype(int))
            assert summed(plain, one, other, other) == compiled(words, one, other, other) == expected
            assert words.array.tolist() == plain
            assert np.array(plain[2 : 2 + WIDTH // 4], np.int64).view(np.int16).tolist() == wrapped.tolist()


def test_the_largest_sum_fits():
    full = SharedTable(lambda: np.full(256, 127, np.int16), "the largest weights")
    top = SharedTable(lambda: np.full(256, 30_000, np.int16), "the largest lanes")

    def most(at):
        return squared_dot(lanes_of(top, at, 128), lanes_of(full, at, 128), TOP)

    assert most(0) == numba.njit(_nrt=False)(most)(128) == 128 * 127 * TOP * TOP


def test_tables_begin_where_vectors_are_read_at_once():
    numbers = np.arange(100, dtype=np.int16)
    for start in range(34):
        table = SharedTable(lambda start=start: numbers[start : start + 64], "numbers from", start)
        assert table.array.ctypes.data % 64 == 0
        assert table.array.tolist() == list(range(start, start + 64))


def test_counts_are_constants():
    with pytest.raises(numba.TypingError):
        numba.njit(lambda count: squared_dot(lanes_of(rows, 0, count), lanes_of(rows, 0, count), TOP))(WIDTH)


@pytest.mark.parametrize("triple", ["aarch64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-unknown-linux-gnu"])
def test_it_compiles_for_other_processors(compiled, triple):
    """Into their vector instructions: the assembly is made and looked at, not run."""
    compiled(Memory(np.zeros(16, np.int64)), 0, 0, 0)
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    (code,) = compiled.inspect_llvm().values()
    module = binding.parse_assembly(code)
    module.triple = triple
    machine = binding.Target.from_triple(triple).create_target_machine(opt=2)
    module.data_layout = str(machine.target_data)
    assembly = machine.emit_assembly(module)
    wanted = ("pminsw", "pmullw") if triple.startswith("x86") else ("smin", ".8h")
    assert all(word in assembly for word in wanted), assembly[:2000]


CODE = """
    import numba, numpy as np
    from zermelo.compile.kernel.kernels import compile_kernel, inside
    from zermelo.compile.plain.lanes import lanes_of, plus, squared_dot
    from zermelo.compile.plain.shared import SharedTable
    import zermelo.compile.numba.intrinsics

    table = SharedTable(lambda: np.zeros(64, np.int16), "a shelf", 64)
    table.array[:] = np.arange(64) * {times}

    def total(at):
        return squared_dot(plus(lanes_of(table, 0, 32), lanes_of(table, at, 32)), lanes_of(table, 0, 32), 255)

    kernel, told = inside()(total), []
    compile_kernel(kernel, (numba.int64,), lambda: told.append("compiled"))
    print(kernel(32), total(32), *told)
"""


@pytest.mark.long
def test_another_process_with_other_numbers_takes_the_kernel_from_the_disk(tmp_path):
    first, second = (python(CODE.format(times=times), tmp_path).stdout.split() for times in (1, 2))
    assert first[0] == first[1] != second[0] == second[1]
    assert first[2:] == ["compiled"]
    assert second[2:] == []
