"""Kernels in the disk cache, seen from one process: what is kept, what is not, and when it is compiled anew."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numba
import numpy as np
import pytest

from zermelo.compile.cache import disk as cache
from zermelo.compile.cache import kept
from zermelo.compile.cache.content import PASSING
from zermelo.compile.cache.disk import cache_folder, read_note, write_note
from zermelo.compile.cache.kept import ContentCache
from zermelo.compile.cache.sealed import UNFINISHED, open_folder
from zermelo.compile.kernel.events import listen
from zermelo.compile.kernel.kernels import compile_kernel, inside, is_kept
from zermelo.compile.trust.guests import FOR_GUESTS

TYPES = (numba.int64,)
TOLD_ANEW = "is compiled in every process anew"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    cache.tell_once.cache_clear()
    return tmp_path / "cache"


def tripled(n):
    return 3 * n


def made(function=tripled):
    """A kernel of this function that no one has compiled."""
    return inside()(function)


def compiled(kernel):
    """What a kernel answers, how often it had to be compiled, and what was told."""
    missed, told = [], []
    with listen(lambda event: told.append(event.text)):
        compile_kernel(kernel, TYPES, lambda: missed.append(1))
    return kernel(14), len(missed), told


def test_a_kernel_is_compiled_once_and_then_loaded(folder):
    assert not is_kept(made(), TYPES)
    assert compiled(made()) == (42, 1, [])
    (file,) = folder.glob("*.kernel")
    label, key = file.stem.rsplit("-", 1)
    assert (label, len(key)) == ("tripled", 40)
    written = file.stat().st_mtime_ns
    assert is_kept(made(), TYPES)
    assert not is_kept(made(), (numba.float64,))
    assert not is_kept(made(lambda n: 4 * n), TYPES)
    again = made()
    assert compiled(again) == (42, 0, [])
    assert again.nopython_signatures[0].args == TYPES
    assert file.stat().st_mtime_ns == written


def test_a_whole_file_that_is_of_no_use_is_dropped_and_compiled_anew(folder):
    compiled(made())
    (file,) = folder.glob("*.kernel")
    whole = file.read_bytes()
    for content in (b"no pickle", b"\x80\x04N."):
        open_folder(folder).write(file.name, content)
        kernel = made()
        assert is_kept(kernel, TYPES)
        assert ContentCache(kernel, TYPES).load_overload(None, kernel.targetctx) is None
        assert not file.exists()
        assert compiled(made()) == (42, 1, [])
        assert abs(file.stat().st_size - len(whole)) < 100


def test_a_kernel_without_anyone_to_tell_is_looked_for_in_silence(folder):
    kernel = made()
    assert ContentCache(kernel, TYPES).load_overload(None, kernel.targetctx) is None


def test_what_holds_a_large_array_is_not_kept(folder):
    table = np.arange(1 << 18)

    def looked_up(n):
        return table[n]

    answer, missed, told = compiled(made(looked_up))
    assert (answer, missed) == (14, 1)
    assert told == [
        f"test_what_holds_a_large_array_is_not_kept.looked_up {TOLD_ANEW}: it uses a large array or other memory"
    ]
    assert not list(folder.glob("*.kernel"))


def test_what_cannot_be_pickled_is_not_kept_and_told(folder, monkeypatch):
    def refuse(data):
        raise TypeError("no pickle of it")

    monkeypatch.setattr(kept, "dumps", refuse)
    assert compiled(made()) == (42, 1, [f"tripled {TOLD_ANEW}: TypeError: no pickle of it"])
    assert not list(folder.glob("*.kernel"))


def test_what_another_process_cannot_compare_is_not_kept(folder):
    lock = threading.Lock()

    def guarded(n):
        return 3 * n if lock is not None else n

    kernel = made(guarded)
    told = []
    with listen(lambda event: told.append(event.text)):
        assert not ContentCache(kernel, TYPES).holds()
        assert ContentCache(kernel, TYPES).load_overload(None, kernel.targetctx) is None
        ContentCache(kernel, TYPES).save_overload(None, None)
    assert told == [f"what uses lock (lock) {TOLD_ANEW}: the value may be another one there"]
    assert not folder.exists()


def test_long_names_are_cut_and_odd_ones_are_cleaned(folder):
    def nested():
        return lambda n: n

    assert ContentCache(made(nested()), TYPES)._label.endswith("odd_ones_are_cleaned.nested.lambda")
    function = nested()
    function.__qualname__ = "x" * 100
    assert ContentCache(made(function), TYPES)._label == "x" * 80


def test_numba_asks_for_nothing_else(folder):
    asked = ContentCache(made(), TYPES)
    assert asked.cache_path == str(folder)
    assert asked.enable() is asked.disable() is asked.flush() is None


def test_the_folder_is_the_one_named_or_that_of_the_user(monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", "/a/b")
    assert cache_folder() == Path("/a/b")
    monkeypatch.setenv("ZERMELO_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", "/c")
    assert cache_folder() == Path("/c/zermelo")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", "/home/someone")
    assert cache_folder() == Path("/home/someone/.cache/zermelo")


def test_the_oldest_files_go_when_there_are_too_many(folder, monkeypatch):
    monkeypatch.setattr(cache, "MOST_FILES", 4)
    folder.mkdir(mode=0o700)
    (folder / "mine.txt").write_text("not ours")
    names = ["a.kernel", "b.note", "c.array", "d.nbi", "e.nbc", "f.kernel"]
    for age, name in enumerate([*names, f"left by a kill{UNFINISHED}"]):
        (folder / name).write_text("x")
        os.utime(folder / name, (age, age))
    write_note("key", "kind", 1)
    left = {path.name for path in folder.iterdir()}
    assert left == {"mine.txt", "secret", "kind-key.note", *names[2:]}
    write_note("key", "kind", 2)
    assert len(list(folder.glob("*.*"))) == 1 + 4
    assert read_note("key", "kind") == 2


def test_what_visitors_have_compiled_replaces_nothing_of_the_user_s(folder, monkeypatch):
    monkeypatch.setattr(cache, "MOST_FILES", 4)
    monkeypatch.setattr(cache, "MOST_FOR_GUESTS", 3)
    for number in range(4):
        write_note(f"own{number}", "kind", number)
    own = {path.name for path in folder.iterdir()}
    monkeypatch.setenv(FOR_GUESTS, "1")
    for number in range(50):
        write_note(f"theirs{number}", "kind", number)
    assert compiled(made()) == (42, 1, [])
    assert {path.name for path in folder.iterdir()} == own | {cache.GUESTS}
    assert len([path for path in (folder / cache.GUESTS).iterdir() if path.name != "secret"]) <= 4
    assert read_note("own0", "kind") == 0
    assert read_note("theirs0", "kind") is None
    assert read_note("theirs49", "kind") == 49
    assert compiled(made()) == (42, 0, [])  # it is found again


def test_what_a_visitor_had_compiled_becomes_the_user_s_own_when_it_is_used(folder, monkeypatch):
    monkeypatch.setenv(FOR_GUESTS, "1")
    compiled(made())
    assert not list(folder.glob("*.kernel"))
    monkeypatch.setenv(FOR_GUESTS, "")
    assert compiled(made()) == (42, 0, [])
    assert len(list(folder.glob("*.kernel"))) == 1


def test_a_note_under_a_key_of_this_process_is_not_kept(folder):
    write_note(f"{PASSING}key", "kind", 1)
    assert not folder.exists()


def test_trouble_while_writing_is_told_once(folder, monkeypatch):
    def refuse(self, name, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache.SealedFolder, "write", refuse)
    told = []
    with listen(lambda event: told.append(event.text)):
        write_note("key", "kind", 1)
        write_note("key", "kind", 2)
    assert told == [f"compiled code is not kept, {folder}: No space left on device"]
