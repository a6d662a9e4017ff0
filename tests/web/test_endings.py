"""The server is killed, interrupted, out of disk or not alone: it goes on if it can, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from page_client import ROOT, serving, visiting
from patience import PATIENCE

from zermelo.compile.cache.sealed import UNFINISHED

MARK = "ZERMELO_TEST_MARK"  # a variable by which all processes of a server are known
FULL = """import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
os.execv(sys.argv[1], sys.argv[1:])"""


def marked(mark):
    """The processes that a server has started, and those that these have."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"{MARK}={mark}".encode() in (path / "environ").read_bytes().split(b"\0"):
                state = (path / "stat").read_text().rsplit(")", 1)[1].split()[0]
                found += [int(path.name)] if state != "Z" else []
    return found


def begun(folder, mark):
    """A server with a cache and a folder for passing files of its own; it may be killed before it is ready."""
    variables = {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", MARK: mark}
    variables |= {"ZERMELO_CACHE": str(folder / "cache"), "TMPDIR": str(folder / "tmp")}
    (folder / "tmp").mkdir(exist_ok=True)
    words = [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--port", "0"]
    with (folder / "said").open("w") as said:
        return subprocess.Popen(
            words, stdout=said, stderr=said, cwd=folder, env={**os.environ, **variables}, start_new_session=True
        )


async def busy(port, luck, end):
    """Visitors who search, compile and play until the server is gone."""
    import websockets

    async def one(game):
        with contextlib.suppress(OSError, websockets.WebSocketException, TimeoutError):
            async with websockets.connect(
                f"ws://localhost:{port}/socket", origin=f"http://localhost:{port}", max_size=None
            ) as socket:
                await socket.send(f'{{"type": "new", "id": 1, "game": "{game}"}}')
                await socket.send('{"type": "analyse", "id": 2, "time": 30}')
                while time.monotonic() < end:
                    async with asyncio.timeout(max(0.01, end - time.monotonic())):
                        await socket.recv()

    await asyncio.gather(*(one(luck.choice(["nim", "pig", "tic-tac-toe", "kuhn-poker"])) for _ in range(3)))


def ended_at(moment, how, folder, luck):
    """Ends a server after so many seconds from its start; returns what is left of its processes."""
    mark = f"{os.getpid()}-{luck.random()}"
    process = begun(folder, mark)
    try:
        end = time.monotonic() + moment
        while "localhost:" not in (line := (folder / "said").read_text()) and time.monotonic() < end:
            time.sleep(0.05)
        if "localhost:" in line:
            asyncio.run(busy(int(line.split("localhost:")[1].split("/")[0]), luck, end))
        time.sleep(max(0.0, end - time.monotonic()))
        process.send_signal(how)
        process.wait(PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while (left := marked(mark)) and time.monotonic() < deadline:
            time.sleep(0.2)
        return left
    finally:
        process.kill()
        process.wait()


def check_goes_on(folder):
    """The next server starts, answers with the cache that was left, and clears away what was only begun."""
    for file in folder.rglob(f"*{UNFINISHED}"):
        os.utime(file, (1, 1))  # it is old

    async def scene(server):
        async with visiting(server) as visitor:
            await visitor.ask("new", game="nim")
            return await visitor.ask("analyse", time=0.1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(folder / "cache"))
        patch.setenv("TMPDIR", str(folder / "tmp"))
        with serving() as server:
            assert asyncio.run(scene(server))["type"] == "analysis"
    assert list((folder / "tmp").iterdir()) == []
    assert {path.name for path in folder.iterdir()} <= {"cache", "tmp", "said"}


@pytest.mark.long
def test_nothing_is_left_of_a_server_that_is_killed(tmp_path):
    luck = random.Random(9)
    assert ended_at(luck.uniform(4.0, 8.0), signal.SIGKILL, tmp_path, luck) == []
    check_goes_on(tmp_path)


@pytest.mark.slow
def test_nothing_is_left_whenever_it_is_ended(tmp_path):
    luck = random.Random(3)
    for _ in range(25):
        how = luck.choice([signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
        assert ended_at(luck.uniform(0.1, 15.0), how, tmp_path, luck) == [], how
    check_goes_on(tmp_path)


@pytest.mark.slow
def test_a_full_disk_is_survived(tmp_path, monkeypatch):
    """No kernel can be kept: files of more than 2,000 bytes cannot be written. It is told, and searches go on."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(limited_python(tmp_path)))

    async def scene(server):
        async with visiting(server) as visitor:
            await visitor.ask("new", game="nim", parameters={"stones": 19})
            while "stand_in" in (found := await visitor.ask("analyse", time=0.2)):
                pass
            return found, await visitor.ask("play", action="2")

    with serving() as server:
        found, position = asyncio.run(scene(server))
    assert found["type"] == "analysis"
    assert position["moves"] == ["2"]
    assert not list(tmp_path.rglob("*.kernel"))
    assert not list(tmp_path.rglob(f"*{UNFINISHED}"))
    assert server.process.returncode == 0


def limited_python(folder):
    """A program that runs Python where no file can be longer than 2,000 bytes."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{FULL}' {sys.executable} \"$@\"\n")
    program.chmod(0o755)
    return program


@pytest.mark.slow
def test_two_servers_share_a_cache(tmp_path, monkeypatch):
    """Both compile the same kernels at the same time; what is kept can be used by a third."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))

    async def one(server):
        async with visiting(server) as visitor:
            await visitor.open_compiled("pig")
            return await visitor.ask("analyse", time=0.1)

    async def both(*servers):
        return await asyncio.gather(*map(one, servers))

    with serving() as first, serving() as second:
        answers = asyncio.run(both(first, second))
    assert all(answer["compiled"] for answer in answers)
    assert not list(tmp_path.rglob(f"*{UNFINISHED}"))
    kept = {path.name for path in tmp_path.rglob("*.kernel")}
    with serving() as third:
        assert asyncio.run(one(third))["compiled"]
    assert {path.name for path in tmp_path.rglob("*.kernel")} == kept
