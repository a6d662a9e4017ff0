"""Node budgets: stopping a kernel, and testing whether it was stopped."""

from __future__ import annotations

from typing import Any

from zermelo.compile.kernel.memory import LIMIT, NODES

UNLIMITED = 1 << 62


def stop(memory: Any) -> None:
    """Stops the kernel that works on this memory at its next node."""
    memory[LIMIT] = 0


def is_stopped(memory: Any) -> bool:
    """Has the budget run out?"""
    return bool(memory[NODES] > memory[LIMIT])
