"""Pyodide as npm installs it: Python for browsers, without NumPy."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "node_modules" / "pyodide"


def npm_pyodide() -> Path:
    """Its folder; skips the test where it is not installed."""
    if not (FOLDER / "pyodide.mjs").exists():
        pytest.skip("npm's pyodide is not installed: `make check-page` installs it")
    return FOLDER
