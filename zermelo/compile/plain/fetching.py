"""Fetching memory ahead. Plain Python here; compiled code gets the machine's instruction (intrinsics/machine.py)."""

from __future__ import annotations

from typing import Any


def prefetch(memory: Any, index: int) -> None:
    """Has the processor fetch the cache line of a word that is read soon. Interpreted, it does nothing."""
