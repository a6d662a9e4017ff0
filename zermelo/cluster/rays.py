"""A crew on Ray: the processes of this machine, or of the machines of a cluster.

Ray starts processes, finds free cores on all machines, moves bytes, and tells when a process or a machine is gone. Each
task asks for one core. What a worker compiles lies in the cache of its machine, which its other workers read.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from zermelo.cluster.crew import Crew, Lost
from zermelo.cluster.tasks import performed
from zermelo.game import ZermeloError
from zermelo.installed import NotInstalled, is_installed

MISSING = "a cluster needs an extra: pip install 'zermelo[cluster]'"
MEMORY = 80_000_000  # bytes of Ray's store of objects on this machine: tasks and answers are small
OFTEN = 0.2  # seconds between two looks at whether to stop
SETTINGS = {  # of Ray, where the user has not set them
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # says no warning
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # prints nothing where a worker is lost, which is usual, and seen here
    "RAY_worker_niceness": "0",  # workers here have the priority of this process, as its threads do
}


class Rays(Crew):
    """Workers on Ray."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        """address: of a running cluster; None: this machine alone, with so many workers. Raises ZermeloError."""
        if not is_installed("ray"):
            raise NotInstalled(MISSING)
        for name, value in SETTINGS.items():
            os.environ.setdefault(name, value)
        import ray

        self._ray: Any = ray
        self._began = not ray.is_initialized()
        if self._began:
            options: dict[str, Any] = {"log_to_driver": False, "logging_level": "error", "configure_logging": False}
            if address is None:
                options |= {
                    "address": "local",
                    "num_cpus": workers,
                    "object_store_memory": MEMORY,
                    "include_dashboard": False,
                }
            else:
                options |= {"address": address}
            try:
                ray.init(**options)
            except Exception as error:
                where = f"at {address}" if address else "on this machine"
                raise ZermeloError(f"no cluster answers {where}: {str(error).splitlines()[0]}") from None
        super().__init__(max(1, int(ray.cluster_resources().get("CPU", 1))))
        # Lost tasks are counted here, not there; and a worker serves many tasks
        self._perform = ray.remote(num_cpus=1, max_retries=0)(performed)

    def send(self, sent: bytes, stopped: threading.Event) -> bytes:
        ray = self._ray
        coming = self._perform.remote(sent)
        while True:
            done, _ = ray.wait([coming], timeout=OFTEN)
            if stopped.is_set():
                ray.cancel(coming, force=True)
                raise InterruptedError
            if done:
                break
        try:
            answer: bytes = ray.get(coming)
        except ray.exceptions.RayError as error:
            raise Lost(str(error)) from None
        return answer

    def close(self) -> None:
        if self._began:
            self._ray.shutdown()
