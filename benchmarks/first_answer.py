"""How long a visitor waits with an empty cache: python benchmarks/first_answer.py [--before FOLDER] [GAME]...

For each game a new server with an empty cache is started, and a visitor chooses the game and asks for an engine's move
at once. Printed are the seconds from choosing the game to the first answer, and to the first answer of the compiled
search, which the visitor keeps asking for. With --before the same is done with the code of another folder too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import websockets

ROOT = Path(__file__).parents[1]
GAMES = ("chess", "go", "othello", "checkers")
FIRST, FULL = 6.0, 25.0  # seconds that are wanted
SETTLE = 8.0  # seconds for the server's processes to start


async def visit(port: int, game: str) -> tuple[float, float]:
    """Seconds to the first answer, and to the first one of the compiled search."""
    address = f"ws://localhost:{port}/socket"
    async with websockets.connect(address, origin=f"http://localhost:{port}", max_size=None) as socket:
        begun, first = time.perf_counter(), 0.0
        await ask(socket, {"type": "new", "game": game})
        for number in range(2, 200):
            answer = await ask(socket, {"type": "move", "id": number, "level": "full"})
            first = first or time.perf_counter() - begun
            if answer["thought"]["compiled"]:
                return first, time.perf_counter() - begun
            await ask(socket, {"type": "goto", "id": 1000 + number, "ply": 0})
    raise RuntimeError(f"{game} is not compiled after many moves")


async def ask(socket: Any, message: dict[str, Any]) -> dict[str, Any]:
    """The last answer to a message."""
    await socket.send(json.dumps({"id": 1, **message}))
    while True:
        answer: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 300))
        if answer["type"] == "error":
            raise RuntimeError(answer["message"])
        if answer.get("id") == message.get("id", 1) and answer["type"] != "waiting":
            return answer


def measure(folder: Path, game: str) -> tuple[float, float]:
    """Serves from a folder with an empty cache and visits it."""
    with tempfile.TemporaryDirectory() as cache:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "zermelo", "serve", "--no-browser", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "ZERMELO_CACHE": cache, "PYTHONUNBUFFERED": "1"},
        )
        assert process.stdout
        found = re.search(r"http://localhost:(\d+)/", process.stdout.readline())
        assert found
        try:
            time.sleep(SETTLE)
            return asyncio.run(visit(int(found[1]), game))
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def main() -> None:
    """Prints a line per game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--before", type=Path, help="a checkout to measure too")
    arguments = parser.parse_args()
    print(f"{'game':<14}{'first answer':>14}{'compiled':>10}   wanted {FIRST:g} and {FULL:g} s")
    for game in arguments.games:
        for name, folder in (("before", arguments.before), ("", ROOT)):
            if folder is not None:
                first, full = measure(folder, game)
                print(f"{game:<14}{first:>12.1f} s{full:>8.1f} s   {name}", flush=True)


if __name__ == "__main__":
    main()
