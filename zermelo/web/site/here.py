"""Jobs that are done in this process, where no other can be started."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from zermelo.game import ZermeloError
from zermelo.web.server.crews import Crew
from zermelo.web.worker.jobs import JOBS
from zermelo.web.worker.open_games import TABLE_JOBS
from zermelo.web.worker.secrets import SECRET_JOBS

TOO_DEEP = "that goes too deep: ask for less depth"
TOO_LARGE = "that takes more memory than there is: ask for less"


class Here:
    """Does jobs at once, as a pool of processes does: what goes in and out is JSON."""

    free, is_idle = 1, False
    jobs: Mapping[str, Callable[..., None]] = {**JOBS, **TABLE_JOBS, **SECRET_JOBS}

    def __init__(self, most: float | None = None) -> None:
        """most: seconds of any search, since nothing else can be done meanwhile; None: as long as it is asked to."""
        self.most = most

    async def run(self, request: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> bool:
        """Does a job, and says that it was finished. Raises ZermeloError where it cannot be done."""
        await asyncio.sleep(0)
        asked = json.loads(json.dumps(request))
        if self.most is not None and asked.get("time") is not None:
            asked["time"] = min(asked["time"], self.most)

        def answered(answer: dict[str, Any]) -> None:
            if "beat" not in answer:  # a sign of life of a long job, which a pool keeps to itself
                tell(json.loads(json.dumps(answer, allow_nan=False)))

        try:
            self.jobs[asked["job"]](asked, answered)
        except RecursionError:
            raise ZermeloError(TOO_DEEP) from None
        except MemoryError:
            raise ZermeloError(TOO_LARGE) from None
        await asyncio.sleep(0)
        return True

    async def close(self) -> None:
        """There is nothing to end."""


def crews(most: float | None = None) -> Any:
    """Crews all of which work here, and compile nothing ahead. most: see Here."""
    here: Any = Here(most)
    return SimpleNamespace(of=lambda spec: Crew(here, here, here, None, own=spec is not None))
