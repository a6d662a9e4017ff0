"""A visitor of the page as benchmarks of the server need one."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from page_client import Server, visiting


async def click(server: Server, game: str, end: float, luck: random.Random, spent: list[float]) -> None:
    """One visitor who plays random moves, one per second."""
    async with visiting(server) as visitor:
        position = await visitor.ask("new", game=game)
        await asyncio.sleep(luck.random())
        while time.monotonic() < end:
            if not position.get("actions"):
                position = await visitor.ask("new", game=game)
            begun = time.monotonic()
            position = await visitor.ask("play", action=luck.choice(position["actions"])["text"])
            spent.append(time.monotonic() - begun)
            assert position["type"] == "position", position
            await asyncio.sleep(max(0.0, 1.0 - spent[-1]))
