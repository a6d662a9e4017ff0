"""The kernel that writes positions into words, where another kernel reads them."""

from __future__ import annotations

from typing import Any

from zermelo.compile.kernel.memory import new_words
from zermelo.compile.kernel.rules import Rules


def keeper(rules: Rules) -> Any:
    """keep(state, words, index): writes a state as the one with this index. A call of it costs little."""
    store = rules.store

    @rules.jit
    def keep(state, words, index):
        store(words, index, state)

    return keep


def keeper_example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of that kernel after the state."""
    return new_words(compiled, 1), 0
