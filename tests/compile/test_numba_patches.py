"""Our changes to Numba still fit the installed version: when Numba changes, these tests say what broke."""

from __future__ import annotations

import gc
import tomllib
from pathlib import Path

import numba
import pytest
from fresh import python

from zermelo.compile.kernel.kernels import compile_kernel, inside
from zermelo.compile.numba import patches as numba_patches
from zermelo.compile.numba.patches import CHANGED, FIRST_UNKNOWN, LEANED_ON, OLDEST, Place, check, compiling_kernel
from zermelo.game import ZermeloError


@pytest.mark.parametrize("place", [*CHANGED, *LEANED_ON], ids=lambda place: f"{place.module}.{place.name}")
def test_numba_still_has(place):
    assert place.fault() is None


def test_a_place_that_is_gone_or_changed_is_told():
    assert (
        Place("numba.core.codegen", "CPUCodeLibrary.polish").fault()
        == "numba.core.codegen.CPUCodeLibrary.polish is gone"
    )
    assert Place("numba.core.nowhere", "anything").fault() == "numba.core.nowhere.anything is gone"
    changed = Place("numba.core.event", "install_timer", ("kind",)).fault()
    assert changed == "numba.core.event.install_timer takes (kind, callback)"


@pytest.mark.parametrize("version", ["0.60.2", "0.69.0", "0.70.0rc1", "1.0.0", "unknown"])
def test_a_version_outside_the_known_range_gives_one_clear_line(version):
    with pytest.raises(ZermeloError) as caught:
        check(version)
    line = str(caught.value)
    assert "\n" not in line
    assert f"Numba {version} is installed" in line
    assert "0.64 to below 0.69" in line
    assert "pip install 'numba>=0.64,<0.69'" in line


def test_a_version_inside_the_range_that_lacks_something_gives_one_clear_line(monkeypatch):
    monkeypatch.setattr(numba_patches, "CHANGED", (Place("numba.core.codegen", "CPUCodeLibrary.polish"),))
    with pytest.raises(ZermeloError, match=r"CPUCodeLibrary\.polish is gone.*pip install") as caught:
        check(numba.__version__)
    assert "\n" not in str(caught.value)


UNKNOWN = """
import numba
numba.__version__ = "9.9.9"
import zermelo
try:
    zermelo.Minimax(depth=2).analyse(zermelo.load("nim"))
except zermelo.ZermeloError as error:
    print(error)
"""


def test_a_search_with_an_unknown_numba_stops_with_that_line(tmp_path):
    """It is not the game's fault, so nothing is played interpreted."""
    assert python(UNKNOWN, tmp_path).stdout.startswith("Numba 9.9.9 is installed, and Zermelo is known to work from")


def test_the_installed_version_is_bounded_as_the_file_says():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    low, high = (".".join(map(str, bound)) for bound in (OLDEST, FIRST_UNKNOWN))
    assert f"numba>={low},<{high}" in project["project"]["dependencies"]


def test_other_peoples_functions_are_compiled_as_numba_does_it():
    """Outside our own compilations a function gets machine code and can be called, timed and linked as ever."""

    @numba.njit
    def double(n):
        return n + max(n, 1)

    with compiling_kernel():
        pass
    assert double(4) == 8
    (signature,) = double.signatures
    assert "llvm_lock" in double.get_metadata(signature)["timers"]


def test_a_function_of_ours_is_compiled_for_types_not_for_constants(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))  # nothing is kept there yet

    @inside()
    def half(n):
        return n // 2

    @inside()
    def kernel(limit):
        total, n = 0, 0  # a constant at first, an integer in the loop
        while n < limit:
            total += half(n) + half(7)
            n += 1
        return total

    compile_kernel(kernel, (numba.int64,), begin=lambda: None)
    assert half.signatures == [(numba.int64,)]
    assert kernel(6) == 24


def test_only_the_kernel_is_opened_to_python():
    decorate = inside()
    opened, shut = decorate(lambda n: n), decorate(lambda n: n + 1)
    compile_kernel(opened, (numba.int64,), begin=lambda: None)
    assert not opened.targetoptions["no_cpython_wrapper"]
    assert shut.targetoptions["no_cpython_wrapper"]


def test_garbage_is_not_looked_for_until_the_last_thread_has_compiled():
    assert gc.isenabled()
    with compiling_kernel():
        with compiling_kernel():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.disable()
    try:
        with compiling_kernel():
            pass
        assert not gc.isenabled()  # as its owner wants it
    finally:
        gc.enable()


INNER = """
import numba
from numba.core import codegen
finalised = []
original = codegen.CPUCodeLibrary._finalize_final_module
def count(library):
    finalised.append(library.name)
    original(library)
codegen.CPUCodeLibrary._finalize_final_module = count
import zermelo
zermelo.perft(zermelo.load("connect-four"), depth=2, compiled=True)
print(len(finalised))
print(zermelo.perft(zermelo.load("connect-four"), depth=5, compiled=True).leaves)
"""


def test_only_the_kernel_becomes_machine_code(tmp_path):
    """The functions that it calls are linked into it as they were lowered."""
    count, leaves = python(INNER, tmp_path).stdout.split()
    assert int(count) <= 2  # the kernel, and Numba's own runtime where that is needed
    assert leaves == "16807"


SHARING = """
from numba.core import compiler
compiled = []
original = compiler.CompilerBase._compile_core
def count(pipeline):
    compiled.append(pipeline.state.func_id.func_qualname)
    return original(pipeline)
compiler.CompilerBase._compile_core = count
import zermelo
game = zermelo.load("othello")
zermelo.Minimax(depth=1, compiled=True).analyse(game)
first = set(compiled)
compiled.clear()
zermelo.perft(game, depth=1, compiled=True)
print(sorted(name for name in compiled if name in first and name.startswith("othello")))
print(len(first), len(compiled))
"""


@pytest.mark.long
def test_the_functions_of_a_game_are_compiled_once_for_all_kernels(tmp_path):
    again, counts = python(SHARING, tmp_path).stdout.splitlines()
    assert again == "[]"
    first, second = map(int, counts.split())
    assert second < first / 2
