"""Watches the users' files that the command line named, and no others: what is saved is loaded again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.game import ZermeloError, brief
from zermelo.web.server.catalogue import Catalogue

EVERY = 0.5  # seconds between two looks at the files


async def watch_files(catalogue: Catalogue, tell: Callable[[dict[str, Any]], None], every: float = EVERY) -> None:
    """Tells all visitors of a game whose file was saved, until it is cancelled. tell: gets the messages."""
    written = {name: _written(spec) for name, spec in catalogue.own.items()}
    while written:
        await asyncio.sleep(every)
        for name, spec in catalogue.own.items():
            now = _written(spec)
            if now in (None, written[name]):  # an editor may be about to replace it
                continue
            written[name] = now
            file, wrong = Path(spec.partition(".py")[0]).name + ".py", ""
            try:
                await catalogue.renew(name)
            except ZermeloError as error:
                wrong = brief(error, 400)
            card = None if wrong else catalogue.card(name)
            tell({"type": "reloaded", "game": name, "file": file, "wrong": wrong, "card": card})


def _written(spec: str) -> int | None:
    """When a game's file was written; None: it is not there, or the game is in no file."""
    path = spec.partition(".py")[0] + ".py"
    try:
        return os.stat(path).st_mtime_ns if ".py" in spec else None
    except OSError:
        return None
