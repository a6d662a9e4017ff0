"""A server in a separate process, and a visitor that talks to it as the page does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import websockets
from patience import PATIENCE

ROOT = Path(__file__).parents[2]


class Server:
    """`zermelo serve`, running."""

    def __init__(self, process: subprocess.Popen[str], port: int, token: str = "") -> None:
        """token: of a page that is shared."""
        self.process, self.port, self.token = process, port, token
        self.said: list[str] = []  # on its terminal, since the address
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.process.stdout or ():
            self.said.append(line)

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def cookie(self) -> dict[str, str]:
        """The header of somebody who has opened a shared page."""
        return {"Cookie": f"zermelo_{self.port}={self.token}"} if self.token else {}

    def children(self) -> list[int]:
        """The processes that search."""
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return [int(pid) for pid in found.stdout.split()]

    def memory(self) -> int:
        """Bytes that the server and its processes hold."""
        return sum(_resident(pid) for pid in (self.process.pid, *self.children()))

    def busy(self, seconds: float = 0.4) -> float:
        """The cores that its searches used during some seconds."""

        before = {pid: _used(pid) for pid in self.children()}
        time.sleep(seconds)
        return sum(max(0.0, _used(pid) - used) for pid, used in before.items()) / seconds  # some may have ended


@contextlib.contextmanager
def serving(*words: str, folder: Path | None = None) -> Iterator[Server]:
    """Starts the server on a free port and ends it with Ctrl-C."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])  # a caller's packages stay
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--no-ahead", "--port", "0", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder or ROOT,
        env={**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout
    line = process.stdout.readline()
    found = re.search(r"http://localhost:(\d+)/(?:\?token=(\S+))?", line)
    assert found, line + process.stdout.read()
    server = Server(process, int(found[1]), found[2] or "")
    try:
        yield server
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


class Visitor:
    """One websocket."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.number = socket, 0

    async def send(self, kind: str, **fields: Any) -> int:
        self.number += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.number, **fields}))
        return self.number

    async def hear(self, number: int | None = None, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next answer, or the next to a message."""
        async with asyncio.timeout(seconds):
            while True:
                answer: dict[str, Any] = json.loads(await self.socket.recv())
                if number is None or answer["id"] == number:
                    return answer

    async def all(self, kind: str, **fields: Any) -> list[dict[str, Any]]:
        """Every answer to a message up to the last, without those that only say to wait."""
        number = await self.send(kind, **fields)
        answers = []
        while True:
            answer = await self.hear(number)
            if answer["type"] == "waiting":
                continue
            answers.append(answer)
            if answer.get("done", True):
                return answers

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The last answer to a message."""
        return (await self.all(kind, **fields))[-1]

    async def open_compiled(self, game: str) -> None:
        """Opens a game and waits until its default search is compiled: a stand-in answers until then."""
        await self.ask("new", game=game)
        while "stand_in" in await self.ask("analyse", time=0.2):
            pass


@contextlib.asynccontextmanager
async def visiting(server: Server, **options: Any) -> AsyncIterator[Visitor]:
    """A visitor who comes and leaves."""
    address = f"ws://localhost:{server.port}/socket"
    async with websockets.connect(
        address,
        origin=server.address,
        max_size=None,
        open_timeout=PATIENCE,
        additional_headers=server.cookie,
        **options,
    ) as socket:
        yield Visitor(socket)


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _used(pid: int) -> float:
    """Seconds of processor time."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
