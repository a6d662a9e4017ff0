"""Whether users' faulty games hold up others: python benchmarks/faulty_games.py [--seconds 20] [--visitors 20]

Visitors play this package's games and a healthy user's game, a click per second each; first among themselves, then
beside visitors whose games loop for ever in one function or another, take ten gigabytes, raise, and so on. Prints the
time from a click to its answer, and memory and processes before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from clicks import click
from page_client import Server, serving, visiting

FAULTY = Path(__file__).parents[1] / "tests" / "faulty_games"
FILES = [file.stem for file in sorted(FAULTY.glob("[a-z]*.py"))]
GAMES = [(name, {}) for name in FILES if name != "endless"]
GAMES += [("endless", {"where": where}) for where in ("to_move", "actions", "result", "is_terminal", "utility")]
HEALTHY = ("tic-tac-toe", "chess", "othello", "pile", "pile")
PILE = """
from typing import NamedTuple
from zermelo import Game

class PileState(NamedTuple):
    stones: int
    player: int

def pile() -> Game:
    def actions(state):
        for n in range(1, min(3, state.stones) + 1): yield n
    return Game(
        lambda: PileState(99, 0), lambda state: state.player, actions,
        lambda state, n: PileState(state.stones - n, 1 - state.player), lambda state: state.stones == 0,
        lambda state, player: -1.0 if state.player == player else 1.0, compiles=False)
"""


async def blunder(server: Server, game: str, parameters: dict[str, Any], end: float, luck: random.Random) -> None:
    """One visitor of a faulty game, who plays random moves as fast as the answers come."""
    async with visiting(server) as visitor:
        while time.monotonic() < end:
            position = await visitor.ask("new", game=game, parameters=parameters)
            while time.monotonic() < end and position.get("actions"):
                position = await visitor.ask("play", action=luck.choice(position["actions"][:5])["text"])
            await asyncio.sleep(0.1)


def told(what: str, spent: dict[str, list[float]]) -> None:
    """A line about the clicks on each game."""
    print(what)
    for game, times in spent.items():
        late, median, most = sum(took > 0.2 for took in times), statistics.median(times), max(times)
        print(f"  {game:12} {len(times):4} clicks: {median * 1e3:4.0f} ms, at most {most * 1e3:4.0f}, {late} over 200")


async def crowd(server: Server, visitors: int, seconds: float, faulty: bool) -> dict[str, list[float]]:
    end, spent = time.monotonic() + seconds, {game: list[float]() for game in HEALTHY}
    tasks = [
        click(server, HEALTHY[n % len(HEALTHY)], end, random.Random(n), spent[HEALTHY[n % len(HEALTHY)]])
        for n in range(visitors)
    ]
    if faulty:
        tasks += [blunder(server, *game, end, random.Random(n)) for n, game in enumerate(GAMES)]
    await asyncio.gather(*tasks)
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder, "pile.py")
        own.write_text(PILE)
        with serving(*(str(FAULTY / f"{name}.py") for name in FILES), str(own)) as server:
            asyncio.run(crowd(server, options.visitors, 3.0, faulty=False))  # everything is loaded
            time.sleep(15)  # and what is not needed has been ended
            before, processes = server.memory(), len(server.children())
            told("among themselves", asyncio.run(crowd(server, options.visitors, options.seconds, faulty=False)))
            told(
                f"beside {len(GAMES)} faulty games", asyncio.run(crowd(server, options.visitors, options.seconds, True))
            )
            most, crowded = server.memory(), len(server.children())
            time.sleep(30)
            print(f"memory {before / 1e6:.0f} MB, {most / 1e6:.0f} during, {server.memory() / 1e6:.0f} after")
            print(f"processes {processes}, {crowded} during, {len(server.children())} after")
            begun = time.monotonic()
    print(f"Ctrl-C ended it in {time.monotonic() - begun:.2f} s")


if __name__ == "__main__":
    main()
