"""Work that is killed, interrupted, or meets a full disk or a second writer ends as work that was left alone.

`make test-all` disturbs each kind of work a few times, the slow test many times.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cli.test_learn import GAME as PACE
from patience import PATIENCE
from processes import environment

import zermelo
from zermelo.files.locks import locked
from zermelo.solve.solution_file import read_solution_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and limits are those of POSIX")

RUN = """
    import sys
    import zermelo.cli.solve_game, zermelo.cli.solve_open
    from zermelo.cli import main
    zermelo.cli.solve_game.EVERY = zermelo.cli.solve_open.EVERY = 0.0  # saves at every step
    main()
"""
LEARN = ("--method", "samuel", "--options", "depth=2,lanes=1,batch=2,opening=1,rote=4")


@dataclass(frozen=True)
class Work:
    """A command that writes a file over time."""

    words: tuple[str, ...]  # of the command; FILE stands for the file or the folder
    result: Callable[[Path], Any]  # what must be the same in the end
    file: str = "work"
    first: tuple[str, ...] = ()  # words for the first start, and
    later: tuple[str, ...] = ()  # those for any other
    told: Callable[[str], Any] = lambda out: None  # what must be the same of what is printed
    slow: bool = False  # does it compile much?


def _content(path: Path) -> Any:
    """The bytes of a file, or of all files in a folder."""
    if path.is_dir():
        return {str(one.relative_to(path)): one.read_bytes() for one in sorted(path.rglob("*")) if one.is_file()}
    return path.read_bytes()


def _solution(path: Path) -> Any:
    """A solution but for the time that it took."""
    header, arrays = read_solution_file(path, zermelo.load("kuhn-poker"))
    return header["iterations"], {name: array.tolist() for name, array in arrays.items()}


def _proof(out: str) -> dict[str, Any]:
    """What a proof says. Its line, of which another part is in the table each time, is followed instead."""
    told = json.loads(out)
    game = zermelo.load(told["game"])
    state = game.initial()
    for text in told["line"]:
        state = game.result(state, game.read_action(state, text))
    assert not game.is_terminal(state) or game.utility(state, 0) == told["value"]
    return {name: value for name, value in told.items() if name not in ("seconds", "nodes", "line")}


WORKS = {
    "match": Work(
        ("match", "tic-tac-toe", "random:seed=4", "minimax:depth=3,compiled=false", "--games", "30", "--concurrency",
         "1", "--save", "FILE", "--resume"),
        _content,
        "games.jsonl",
    ),
    "learn": Work(
        ("learn", "pace.py", "--games", "300", "--every", "0", "--save", "FILE"), _content, first=LEARN,
        later=("--resume",),
    ),
    "openings": Work(
        ("database", "build", "connect-four:columns=4,rows=4", "--plies", "5", "--threads", "1", "--folder", "FILE"),
        _content,
        "databases",
    ),
    "database": Work(
        ("database", "build", "checkers", "--pieces", "2", "--threads", "1", "--folder", "FILE"), _content, "databases"
    ),
    "solve": Work(("solve", "kuhn-poker", "--iterations", "60000", "--save", "FILE", "--resume"), _solution),
    "solve open": Work(
        ("solve", "breakthrough:rows=5,columns=4", "--method", "alphabeta", "--seconds", "600", "--save", "FILE",
         "--resume", "--json"),
        lambda path: None,  # how the work stood when it was last saved depends on the clock
        told=_proof,
        slow=True,
    ),
}  # fmt: skip


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a process prints to its end, but for what it compiles; one that does not end is killed."""
    try:
        out, said = process.communicate(timeout=PATIENCE)
        return out, re.sub("compiling .*\n", "", said)
    except BaseException:
        process.kill()
        process.communicate()
        raise


class Disturber:
    """Starts a kind of work in a folder and disturbs it."""

    def __init__(self, work: Work, folder: Path, noise: random.Random) -> None:
        self.work, self.folder, self.noise = work, folder, noise
        folder.mkdir()
        (folder / "pace.py").write_text(PACE)
        self.path = folder / work.file
        self.seconds, self.size = 1.0, 1000  # of undisturbed work, and of its largest file

    def start(self, most: int | None = None) -> subprocess.Popen[str]:
        """Begins or goes on; most: bytes of a file, after which the disk is full."""
        more = self.work.later if self.path.exists() else self.work.first
        words = [self.work.file if word == "FILE" else word for word in (*self.work.words, *more)]

        def prepare() -> None:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if most is not None:
                import resource

                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

        return subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(RUN), *words],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            preexec_fn=prepare,
        )

    def finish(self) -> Any:
        """Goes on to the end; returns what was made, and finds nothing else."""
        process = self.start()
        self.await_lock(process)
        begin = time.monotonic()
        out, said = ended(process)
        self.seconds = time.monotonic() - begin
        assert (process.returncode, said) == (0, "")
        left = {path.name for path in self.folder.iterdir()} - {"pace.py", "__pycache__", self.work.file}
        assert not left, f"{left} was left behind"
        if self.path.is_dir():
            assert not [path for path in self.path.rglob("*") if path.name.startswith(".") or path.suffix == ".part"]
        files = [path for path in (self.path, *self.path.rglob("*")) if path.is_file()]
        self.size = max(path.stat().st_size for path in files)
        return self.work.result(self.path), self.work.told(out)

    def await_lock(self, process: subprocess.Popen[str]) -> None:
        """Waits until the work has begun, or is over."""
        old = {lock: lock.stat().st_mtime_ns for lock in self.folder.rglob("*.lock")}  # which a kill has left
        while process.poll() is None:
            if any(lock.stat().st_mtime_ns != old.get(lock) for lock in self.folder.rglob("*.lock") if lock.exists()):
                return
            time.sleep(0.002)

    def signal(self, number: int) -> None:
        """Sends a signal at a random moment of the work."""
        process = self.start()
        self.await_lock(process)
        try:
            process.wait(self.noise.uniform(0.0, 1.0) * self.seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(number)
        _, said = ended(process)
        if number == signal.SIGINT and process.returncode != 0:
            # Python that is about to end is ended by the signal itself
            assert (process.returncode, said) in ((130, "zermelo: interrupted\n"), (-signal.SIGINT, ""))

    def fill_disk(self) -> None:
        """Lets files grow to a random size only."""
        process = self.start(int(self.size * self.noise.uniform(0.0, 1.0)))
        _, said = ended(process)
        if process.returncode != 0:
            assert process.returncode == 2, said
            assert re.fullmatch(r"zermelo: .* cannot be written.*: File too large\n", said), said


def disturb(name: str, folder: Path, times: int) -> None:
    work, noise = WORKS[name], random.Random(f"{name} {times}")
    alone, often = (Disturber(work, folder / part, noise) for part in ("alone", "often"))
    expected = alone.finish()
    often.seconds, often.size = alone.seconds, alone.size
    for _ in range(times):
        noise.choice((lambda: often.signal(signal.SIGKILL), lambda: often.signal(signal.SIGINT), often.fill_disk))()
    assert often.finish() == expected


QUICK = [name for name, work in WORKS.items() if not work.slow]


@pytest.mark.long
@pytest.mark.parametrize("name", QUICK)
def test_disturbed_work_ends_as_work_that_was_left_alone(name, tmp_path):
    disturb(name, tmp_path, times=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", WORKS)
def test_work_that_is_disturbed_often(name, tmp_path):
    disturb(name, tmp_path, times=40)


@pytest.mark.parametrize("name", ["learn", pytest.param("solve", marks=pytest.mark.long)])
def test_a_second_writer_is_refused_in_a_line(name, tmp_path):
    second = Disturber(WORKS[name], tmp_path / "second", random.Random(0))
    with locked(second.path):
        process = second.start()
        out, said = ended(process)
    assert (process.returncode, out) == (2, "")
    writer = f"another process ({os.getpid()})"
    assert said == f"zermelo: {second.work.file} is being written by {writer}: wait for it, or name another file\n"
    assert not second.path.exists()


@pytest.mark.long
@pytest.mark.parametrize("name", ["match", pytest.param("learn", marks=pytest.mark.slow)])
def test_a_disk_that_is_really_full(name, tmp_path):
    """A small file system of its own; once it is larger, the work goes on."""
    (tmp_path / "disk").mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(tmp_path / "disk")]
    try:
        done = subprocess.run(mount, capture_output=True, check=False).returncode
    except OSError:
        done = 1
    if done:
        pytest.skip("a small file system can be mounted by root only")
    try:
        alone = Disturber(WORKS[name], tmp_path / "alone", random.Random(0))
        expected = alone.finish()
        full = Disturber(WORKS[name], tmp_path / "disk" / "full", random.Random(0))
        (full.folder / "others").write_bytes(bytes(6000))
        process = full.start()
        _, said = ended(process)
        assert process.returncode == 2, said
        assert re.fullmatch(r"zermelo: .* cannot be written.*: No space left on device\n", said), said
        (full.folder / "others").unlink()
        subprocess.run(["mount", "-o", "remount,size=10m", str(tmp_path / "disk")], check=True)
        assert full.finish() == expected
    finally:
        subprocess.run(["umount", str(tmp_path / "disk")], check=True)
