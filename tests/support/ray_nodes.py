"""A Ray cluster of several nodes in this machine, whose workers are killed."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from pathlib import Path

from patience import PATIENCE

from zermelo.cluster.rays import SETTINGS

STORE = 80_000_000  # bytes of each node's store of objects
TRIES = 5  # to start a node
LOOKS = 0.05  # seconds between two looks for a worker that does a task


@contextlib.contextmanager
def nodes(count):
    """The address of a cluster of so many nodes with one core each. At the end all its processes have ended."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    from ray.cluster_utils import Cluster

    made = Cluster()
    try:
        for _ in range(count):
            for left in reversed(range(TRIES)):  # Ray waits for half a minute, which is short on a busy machine
                try:
                    made.add_node(num_cpus=1, object_store_memory=STORE, include_dashboard=False)
                    break
                except Exception:
                    if not left:
                        raise
        yield made.address
    finally:
        started = descendants()
        made.shutdown()
        end = time.monotonic() + PATIENCE
        while (left := started & descendants()) and time.monotonic() < end:
            time.sleep(LOOKS)
    assert not left, f"processes of Ray go on: {left}"


def descendants():
    """The numbers of all processes that this one has started, and of those that they have started."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = (path / "stat").read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                parents[int(path.name)] = int(parent)
    found, size = {os.getpid()}, 0
    while len(found) > size:
        size = len(found)
        found |= {one for one, parent in parents.items() if parent in found}
    return found - {os.getpid()}


def working():
    """Those of them that do tasks now."""
    found = []
    for number in sorted(descendants()):
        with contextlib.suppress(OSError):
            if Path(f"/proc/{number}/cmdline").read_bytes().startswith(b"ray::performed"):
                found.append(number)
    return found


def kill_one():
    """Kills a worker that does a task; its number in a list, or none."""
    for number in working():
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
            return [number]
    return []


@contextlib.contextmanager
def killing(times=3, every=2.0):
    """Kills a worker as soon as one does a task, and some more later; the list has their numbers.

    A worker that has just begun imports this package first: one that was killed more often would never answer.
    """
    over, killed = threading.Event(), []

    def kill():
        while len(killed) < times and not over.wait(LOOKS):
            if one := kill_one():
                killed.extend(one)
                over.wait(every)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        over.set()
        killer.join()
