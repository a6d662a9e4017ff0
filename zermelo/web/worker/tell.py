"""How a job speaks to the server."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

Request = dict[str, Any]
Tell = Callable[[dict[str, Any]], None]

BEAT = 0.5  # seconds


def beating(tell: Tell) -> Callable[[], None]:
    """A function for a job of many short parts to call after each: it tells the server, now and then, that it goes on.

    A deadline then holds for each part, not for the whole job.
    """
    last = [time.monotonic()]

    def beat() -> None:
        now = time.monotonic()
        if now - last[0] > BEAT:
            last[0] = now
            tell({"beat": True})

    return beat
