"""A real browser for the tests of the page: Debian's chromium, driven by playwright."""

from __future__ import annotations

import shutil
import time
from typing import Any

from patience import PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WIDE, NARROW = {"width": 1280, "height": 850}, {"width": 390, "height": 844}


def cell(page: Any, row: int, column: int) -> Any:
    """A cell of the board."""
    return page.locator(f'z-board [data-cell="{row},{column}"]').first


def until(page: Any, condition: str, seconds: float = PATIENCE) -> Any:
    """Waits until an expression holds, and returns it; playwright's own way is forbidden by the page's policy."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = page.evaluate(condition)
        if value:
            return value
        time.sleep(0.03)
    raise AssertionError(f"never came true: {condition}")


def wait_for_status(page: Any, words: str) -> None:
    """Waits until the line above the board says these words."""
    until(page, f"document.querySelector('#status')?.textContent.toLowerCase().includes({words.lower()!r})")
