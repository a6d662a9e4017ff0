"""Crews of this process that lose answers, as a cluster loses workers."""

from __future__ import annotations

from zermelo.cluster.inside import Inside


def lossy(every=3):
    """Two threads; every so many answers one is lost."""
    return Inside(2, lambda number: number % every == 0)
