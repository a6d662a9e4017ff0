"""Whether a visitor who floods the server holds up others: python benchmarks/flood.py [--seconds 10] [--visitors 10]

Visitors play this package's games, a click per second each; first among themselves, then beside one who sends as much
of one kind of message as the connection takes, without waiting for answers. Prints the time from a click to its answer.
Then 512 visitors open a game at the same moment, and one who opened four hundred kinds of Nim leaves: prints who was
answered, what is still compiled, and memory and processes before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import websockets

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from clicks import click
from page_client import Server, serving, visiting

HEALTHY = ("tic-tac-toe", "chess", "othello", "connect-four")
Message = dict[str, Any]


def games() -> Iterator[Message]:
    """The whole list of games, again and again."""
    while True:
        yield {"type": "games"}


def openings() -> Iterator[Message]:
    """Another game each time, whose search would have to be compiled."""
    for number in count():
        yield {"type": "new", "game": "nim", "parameters": {"stones": 20 + number % 400, "most": 3 + number // 400}}


def searches() -> Iterator[Message]:
    """Searches that are never waited for."""
    yield {"type": "new", "game": "chess"}
    while True:
        yield {"type": "analyse", "time": 60, "lines": 5}
        yield {"type": "compare", "engines": [{"name": "random", "options": {}}] * 2}


def traces() -> Iterator[Message]:
    """Trees of the debugger, which are long answers."""
    yield {"type": "new", "game": "connect-four"}
    while True:
        yield {"type": "trace", "algorithm": "minimax", "depth": 4}
        yield from [{"type": "fold", "folded": [1]}] * 10


def clicks() -> Iterator[Message]:
    """Moves, forward and back."""
    yield {"type": "new", "game": "go"}
    while True:
        yield {"type": "play", "action": "C3"}
        yield {"type": "goto", "ply": 0}


def nonsense() -> Iterator[Message]:
    """Nothing that can be answered."""
    while True:
        yield {"type": "x" * 1000}


def long_records() -> Iterator[Message]:
    """Games of five thousand moves that are not legal, and positions as long as may be."""
    while True:
        yield {"type": "new", "game": "chess", "moves": ["e4", "e5", "Ke2", "Ke7", "Ke1", "Ke8"] * 600}
        yield {"type": "new", "game": "go", "position": "B" * 19_000}


FLOODS = {one.__name__: one for one in (games, openings, searches, traces, clicks, nonsense, long_records)}


async def flood(port: int, messages: Iterator[Message], seconds: float) -> None:
    """One visitor who sends as fast as it can, prints how many messages were taken, and is gone."""
    sent = 0

    def leave() -> None:
        print(sent, flush=True)
        os._exit(0)

    asyncio.get_running_loop().call_later(seconds, leave)
    address, origin = f"ws://localhost:{port}/socket", f"http://localhost:{port}"
    while True:
        with contextlib.suppress(websockets.ConnectionClosed):  # the server may have had enough of it
            async with websockets.connect(address, origin=origin, max_size=None, ping_interval=None) as socket:
                reading = asyncio.create_task(_read(socket))
                for message in messages:
                    await socket.send(json.dumps(message))
                    sent += 1
                await reading
        await asyncio.sleep(0.05)


async def _read(socket: Any) -> None:
    with contextlib.suppress(websockets.ConnectionClosed):
        async for _ in socket:
            pass


async def beside(server: Server, visitors: int, seconds: float, kind: str | None) -> tuple[list[float], str]:
    """How long the clicks of these visitors took, and how many messages a process that floods sent meanwhile."""
    flooding = None
    if kind:
        words = [sys.executable, __file__, "--flood", kind, "--port", str(server.port), "--seconds", str(seconds + 2)]
        flooding = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        await asyncio.sleep(1.5)  # it is at work
    end, spent = time.monotonic() + seconds, list[float]()
    await asyncio.gather(
        *(
            click(server, HEALTHY[number % len(HEALTHY)], end, random.Random(number), spent)
            for number in range(visitors)
        )
    )
    sent = flooding.communicate()[0].strip() if flooding else "0"
    return spent, sent


def told(what: str, spent: list[float], sent: str) -> None:
    late, median, most = sum(took > 0.2 for took in spent), statistics.median(spent or [0]), max(spent, default=0)
    print(
        f"{what:14} {sent:>7} messages; {len(spent):4} clicks of others: {median * 1e3:4.0f} ms, "
        f"at most {most * 1e3:5.0f}, {late} over 200",
        flush=True,
    )


async def crowd(server: Server, visitors: int) -> None:
    """All open a game at the same moment."""
    kinds = dict.fromkeys(("position", "waiting", "error", "closed"), 0)

    async def one() -> None:
        try:
            async with visiting(server, ping_interval=None) as visitor:
                number, kind = await visitor.send("new", game="connect-four"), "waiting"
                is_told = False
                while kind == "waiting":
                    kind = (await visitor.hear(number))["type"]
                    is_told |= kind == "waiting"
                kinds[kind] += 1
                kinds["waiting"] += is_told
        except (OSError, websockets.WebSocketException):
            kinds["closed"] += 1

    begun = time.monotonic()
    await asyncio.gather(*(one() for _ in range(visitors)))
    print(f"{visitors} at once: {kinds} in {time.monotonic() - begun:.1f} s", flush=True)


async def leave(server: Server, sets: int) -> None:
    """Opens so many kinds of Nim and leaves."""
    async with visiting(server) as visitor:
        for message in (message for message, _ in zip(openings(), range(sets), strict=False)):
            await visitor.ask(message.pop("type"), **message)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visitors", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--only", choices=FLOODS, help="one kind of flood")
    parser.add_argument("--flood", choices=FLOODS, help="flood the server at a port, and do nothing else")
    parser.add_argument("--port", type=int)
    options = parser.parse_args()
    if options.flood:
        asyncio.run(flood(options.port, FLOODS[options.flood](), options.seconds))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ZERMELO_CACHE"] = folder
        with serving() as server:
            for kind in (None, "games"):  # everything is loaded
                asyncio.run(beside(server, options.visitors, 4.0, kind))
            time.sleep(30)  # and compiled
            before, processes = server.memory(), len(server.children())
            told("nobody", *asyncio.run(beside(server, options.visitors, options.seconds, None)))
            for kind in FLOODS:
                if options.only in (None, kind):
                    told(kind, *asyncio.run(beside(server, options.visitors, options.seconds, kind)))
            asyncio.run(crowd(server, 512))
            asyncio.run(leave(server, 400))
            begun, kernels = time.monotonic(), len(list(Path(folder).rglob("*.kernel")))
            while server.busy(2.0) > 0.3 and time.monotonic() < begun + 120:
                pass
            more = len(list(Path(folder).rglob("*.kernel"))) - kernels
            print(f"after the visitor of 400 games left: {more} kernels in {time.monotonic() - begun:.0f} s")
            time.sleep(15)
            print(f"memory {before / 1e6:.0f} MB before, {server.memory() / 1e6:.0f} after")
            print(f"processes {processes} before, {len(server.children())} after")


if __name__ == "__main__":
    main()
