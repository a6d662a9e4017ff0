"""One writer at a time: the second is refused in a line, and a killed one is in nobody's way."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from processes import environment

from zermelo.files.locks import locked
from zermelo.files.owned import beside
from zermelo.game import ZermeloError

HOLD = """
    import sys
    from pathlib import Path
    from zermelo.files.locks import locked
    with locked(Path(sys.argv[1])):
        print("held", flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    """A process that holds the lock of tmp_path/games.jsonl until its input ends."""
    command = [sys.executable, "-c", textwrap.dedent(HOLD), str(tmp_path / "games.jsonl")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def refusal(path):
    with pytest.raises(ZermeloError) as error, locked(path):
        pass
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_lock_leaves_nothing_behind(tmp_path):
    for _ in range(2):
        with locked(tmp_path / "x"):
            assert [file.name for file in tmp_path.iterdir()] == [".x.lock"]
        assert list(tmp_path.iterdir()) == []
    with pytest.raises(KeyError), locked(tmp_path / "x"):
        raise KeyError
    assert list(tmp_path.iterdir()) == []
    with locked(None), locked(None):
        pass


def test_the_second_writer_is_refused_and_told_who_is_the_first(tmp_path, holder):
    said = refusal(tmp_path / "games.jsonl")
    assert f"games.jsonl is being written by another process ({holder.pid}): wait for it, or name another" in said
    with locked(tmp_path / "other.jsonl"):
        pass
    (tmp_path / "link.jsonl").symlink_to("games.jsonl")
    assert "is being written by another process" in refusal(tmp_path / "link.jsonl")
    holder.communicate()
    with locked(tmp_path / "games.jsonl"):
        pass


def test_a_killed_writer_blocks_nobody(tmp_path, holder):
    holder.kill()
    holder.wait()
    assert (tmp_path / ".games.jsonl.lock").exists()
    with locked(tmp_path / "games.jsonl"):
        assert (tmp_path / ".games.jsonl.lock").read_text() == f"{os.getpid()}\n"
    assert list(tmp_path.iterdir()) == []


def test_two_writers_of_one_process_are_two_writers(tmp_path):
    with locked(tmp_path / "x"):
        assert refusal(tmp_path / "x").startswith(f"{tmp_path / 'x'} is being written by this process already")


@pytest.mark.parametrize("said", ["", "no number\n", "1" * 50 + "\n", "12"])
def test_a_holder_that_cannot_say_who_it_is_keeps_others_away(tmp_path, holder, said):
    (tmp_path / ".games.jsonl.lock").write_text(said)
    assert "is being written by another process: wait" in refusal(tmp_path / "games.jsonl")


def test_what_killed_writers_left_is_cleared_up(tmp_path):
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    number = gone.stdout.strip()
    left = [".x.0123abcd.part", f".x.{number}"]
    kept = [
        ".y.0123abcd.part",
        f".x.{os.getpid()}",
        ".x.part",
        ".x.0123abcd.partly",
        "x.part",
        f".x.{number}9999999999",
    ]
    for name in (*left, *kept):
        (tmp_path / name).write_bytes(b"zermelo learned 1\n")
    mine = beside(tmp_path / "x", f"{int(number) + 0}0")  # no process has so high a number, but it is not ours
    mine.write_bytes(b"my notes")
    with locked(tmp_path / "x"):
        pass
    assert {file.name for file in tmp_path.iterdir()} == {*kept, mine.name}


def test_a_place_where_nothing_can_be_written_is_told(tmp_path):
    assert re.search("cannot be written: there is no folder .*none", refusal(tmp_path / "none" / "x"))
    (tmp_path / "file").touch()
    assert "cannot be written: there is no folder" in refusal(tmp_path / "file" / "x")
    (tmp_path / "loop").symlink_to("loop")
    assert "cannot be written" in refusal(tmp_path / "loop")
    assert "cannot be written: a name has no NUL in it" in refusal(tmp_path / "a\0b")


def test_long_names_and_folders_have_locks_too(tmp_path):
    with locked(tmp_path / ("x" * 255)):
        assert "is being written by this process already" in refusal(tmp_path / ("x" * 255))
    (tmp_path / "folder").mkdir()
    with locked(tmp_path / "folder"):
        assert (tmp_path / ".folder.lock").exists()
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_nothing_is_kept_by_a_device():
    with locked(Path(os.devnull)), locked(Path(os.devnull)):
        pass


def test_where_files_cannot_be_locked_it_is_told(tmp_path, monkeypatch):
    def no_locks(*words):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", no_locks)
    with pytest.warns(RuntimeWarning, match=r"cannot be locked \(Operation not supported\)"), locked(tmp_path / "x"):
        pass
