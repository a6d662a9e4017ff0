"""The crew that a person names with --cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.cluster.crew import Crew
from zermelo.cluster.rays import Rays
from zermelo.game import ZermeloError, brief

LOCAL = "local"
MOST = 256  # workers on one machine
ADDRESS = re.compile(r"auto|(ray://)?[\w.\-]+:\d{1,5}")


@contextmanager
def crew_at(cluster: str | Crew | None) -> Iterator[Crew | None]:
    """The crew of a cluster, which is let go at the end; one that was given is not, and None is none.

    "local:4": four processes of this machine, with Ray; "HOST:PORT" or "auto": a Ray cluster that runs.
    Raises ZermeloError where nobody answers, or Ray is not installed.
    """
    if cluster is None or isinstance(cluster, Crew):
        yield cluster
        return
    with _opened(cluster) as crew:
        yield crew


def _opened(address: str) -> Crew:
    name, _, count = address.partition(":")
    if name == LOCAL:
        if not count.isdecimal() or not 1 <= int(count) <= MOST:
            raise ZermeloError(f"--cluster local:N has 1 to {MOST} workers, not '{brief(count)}'")
        return Rays(None, int(count))
    if not ADDRESS.fullmatch(address):
        raise ZermeloError(f"--cluster is local:N or the address of a Ray cluster, HOST:PORT, not '{brief(address)}'")
    return Rays(address)
