"""Captures the README's pictures from the page in a real browser: `python docs/pictures/capture.py`.

It needs Chromium and Playwright (`pip install -e ".[dev]"`).
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
CUT_STEP = 13  # of alpha-beta on the two-ply tree: where its second branch is cut
GAME = "4,4,4,4,4,2,3,3,5,1"  # Connect Four, with mistakes of both sides


def debugger(page: Any, home: str) -> None:
    """The book's tree where its second branch is cut."""
    page.goto(f"{home}#/debugger?algorithm=alphabeta&step={CUT_STEP}")
    page.wait_for_function("document.querySelectorAll('[data-node][data-state=\"cut\"]').length > 0", timeout=60_000)
    page.wait_for_timeout(800)
    page.screenshot(path=HERE / "debugger.png")


def review(page: Any, home: str) -> None:
    """A game of Connect Four with its values and mistakes."""
    page.goto(f"{home}#/play/connect-four?seats=human,human&moves={GAME}")
    page.locator("#review").click()
    page.wait_for_function("document.querySelector('#next-mistake')?.disabled === false", timeout=180_000)
    page.wait_for_function("!/reviewing/i.test(document.body.textContent)", timeout=180_000)
    page.wait_for_timeout(800)
    page.screenshot(path=HERE / "review.png")


def main() -> None:
    """Starts the page on a free port, captures, and ends it."""
    command = [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--no-ahead", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://localhost:\d+/", process.stdout.readline())
        assert found is not None
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for capture in (debugger, review):
                page = browser.new_page(viewport={"width": 1280, "height": 720}, color_scheme="light", bypass_csp=True)
                capture(page, found[0])
            browser.close()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


if __name__ == "__main__":
    main()
