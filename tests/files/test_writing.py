"""A file is replaced whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from processes import environment

from zermelo.files.writing import check_writable, clear_folder, write_whole
from zermelo.game import ZermeloError


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def test_a_file_is_written_and_replaced(tmp_path):
    write_whole(tmp_path / "x", [b"one ", b"", memoryview(b"two")])
    assert (tmp_path / "x").read_bytes() == b"one two"
    write_whole(tmp_path / "x", [b"three"])
    assert (tmp_path / "x").read_bytes() == b"three"
    assert names(tmp_path) == ["x"]


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path):
    write_whole(tmp_path / "x", [b"old"])

    def parts(error):
        yield b"new"
        raise error

    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "x", parts(KeyboardInterrupt()))
    with pytest.raises(ZermeloError, match="x cannot be written: No space left on device"):
        write_whole(tmp_path / "x", parts(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))))
    assert (tmp_path / "x").read_bytes() == b"old"
    assert names(tmp_path) == ["x"]


FULL = """
    import resource, signal, sys
    from pathlib import Path
    from zermelo.files.writing import write_whole
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    write_whole(Path(sys.argv[1]), [b"x" * 200_000])
"""


def test_where_the_disk_ends_the_old_file_stays(tmp_path):
    """A limit on the size of files stops a write half-way, as a full disk does."""
    (tmp_path / "x").write_bytes(b"old")
    command = [sys.executable, "-c", textwrap.dedent(FULL), str(tmp_path / "x")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    assert "ZermeloError" in done.stderr.splitlines()[-1]
    assert "x cannot be written: File too large" in done.stderr
    assert (tmp_path / "x").read_bytes() == b"old"
    assert names(tmp_path) == ["x"]


def test_the_file_is_on_the_disk_before_it_takes_the_other_s_place(tmp_path, monkeypatch):
    done = []
    for name in ("fsync", "replace"):
        plain = getattr(os, name)

        def noted(*words, name=name, plain=plain):
            is_folder = name == "fsync" and stat.S_ISDIR(os.fstat(words[0]).st_mode)
            done.append("folder" if is_folder else name)
            return plain(*words)

        monkeypatch.setattr(os, name, noted)
    write_whole(tmp_path / "x", [b"1"])
    assert done == ["fsync", "replace", "folder"]
    done.clear()
    write_whole(tmp_path / "x", [b"1"], durable=False)
    assert done == ["replace"]


def test_rights_and_links_stay(tmp_path):
    (tmp_path / "x").write_bytes(b"old")
    (tmp_path / "x").chmod(0o640)
    (tmp_path / "link").symlink_to("x")
    write_whole(tmp_path / "link", [b"new"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "x").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o640
    write_whole(tmp_path / "secret", [b"1"], mode=0o600)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_pipes_and_devices_are_written_through(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE)
    write_whole(tmp_path / "pipe", [b"one ", b"two"])
    assert reader.communicate()[0] == b"one two"
    write_whole(Path(os.devnull), [b"x"])
    assert names(tmp_path) == ["pipe"]


def test_what_cannot_be_written_is_told_beforehand(tmp_path):
    check_writable(tmp_path / "x")
    check_writable(Path(os.devnull))
    assert names(tmp_path) == []
    with pytest.raises(ZermeloError, match="is a folder: name a file in it"):
        check_writable(tmp_path)
    with pytest.raises(ZermeloError, match="cannot be written: there is no folder"):
        check_writable(tmp_path / "none" / "x")
    with pytest.raises(ZermeloError, match="cannot be written: Is a directory"):
        write_whole(tmp_path, [b"x"])
    with pytest.raises(ZermeloError, match="cannot be written: No such file or directory"):
        write_whole(tmp_path / "none" / "x", [b"x"])


def test_a_folder_is_cleared_of_drafts(tmp_path):
    for name in ("a.zdb", ".a.zdb.0123abcd.part", "b.zdb.part", ".b.zdb.lock", ".hidden.part"):
        (tmp_path / name).touch()
    clear_folder(tmp_path, ".zdb.part")
    assert names(tmp_path) == [".b.zdb.lock", ".hidden.part", "a.zdb"]


def test_a_draft_that_is_being_written_is_left_alone(tmp_path):
    def parts():
        yield b"one"
        clear_folder(tmp_path, ".zdb.part")
        yield b"two"

    write_whole(tmp_path / "x", parts())
    assert (tmp_path / "x").read_bytes() == b"onetwo"
