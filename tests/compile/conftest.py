"""Numba's registries as they were before a test."""

from __future__ import annotations

import pytest


@pytest.fixture
def registries():
    """Takes out what the test has registered: it would be part of every later key, and no kernel be found on disk."""
    from numba.core import imputils
    from numba.core.typing import templates

    from zermelo.compile.cache import registrations

    typing, lowering = templates.builtin_registry, imputils.builtin_registry
    lists = [typing.functions, typing.attributes, *(getattr(lowering, name) for name in registrations.IMPLEMENTATIONS)]
    lengths = [len(entries) for entries in lists]
    yield
    for entries, length in zip(lists, lengths, strict=True):
        del entries[length:]
    registrations._entries.cache_clear()
