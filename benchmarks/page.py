"""How quick the page is: python benchmarks/page.py [--visitors 100] [--seconds 1]

First paint and the answer to a click in Debian's chromium; then so many visitors at once who each ask for an analysis:
who is served when, and what memory the server and its processes hold before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from page_client import Server, serving, visiting

CLICK = """([row, column, next]) => new Promise(resolve => {
    const begun = performance.now();
    const look = () => document.querySelector('#status').textContent.includes(next)
        ? resolve(performance.now() - begun) : requestAnimationFrame(look);
    document.querySelector(`z-board [data-cell="${row},${column}"]`).click();
    look();
})"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def look(server: Server, visits: int = 7) -> None:
    """First paint and clicks, the median of several."""
    from playwright.sync_api import sync_playwright

    paints, clicks = [], []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for _ in range(visits):
            page = browser.new_context().new_page()
            page.goto(f"{server.address}/#/play/chess?seats=human,human")
            page.locator("z-board [data-cell]").first.wait_for()
            paints.append(page.evaluate(PAINT))
            for row, column, after in ((6, 4, "White"), (4, 4, "Black"), (1, 4, "Black"), (3, 4, "White")):
                spent = page.evaluate(CLICK, [row, column, f"{after} to move"])
                if (row, column) in ((4, 4), (3, 4)):  # the click that plays
                    clicks.append(spent)
        browser.close()
    print(f"first paint {statistics.median(paints):6.0f} ms, at most {max(paints):.0f} (wanted: 1,000)")
    print(f"a move      {statistics.median(clicks):6.0f} ms, at most {max(clicks):.0f} (wanted: 100)")


def crowd(server: Server, visitors: int, seconds: float) -> None:
    """All at once."""

    async def one() -> tuple[float, dict[str, Any]]:
        async with visiting(server) as visitor:
            await visitor.ask("new", game="othello")
            begun = time.monotonic()
            answer = await visitor.ask("analyse", time=seconds)
            return time.monotonic() - begun, answer

    async def all_of_them(count: int) -> list[tuple[float, dict[str, Any]]]:
        return await asyncio.gather(*(one() for _ in range(count)))

    asyncio.run(all_of_them(4))  # everything is loaded
    time.sleep(1)
    before, begun = server.memory(), time.monotonic()
    answers = asyncio.run(all_of_them(visitors))
    spent = time.monotonic() - begun
    time.sleep(2)
    served = sum(answer["type"] == "analysis" and answer["done"] for _, answer in answers)
    waits = sorted(wait for wait, _ in answers)
    print(f"{served} of {visitors} visitors answered in {spent:.0f} s ({visitors * seconds:.0f} s of analysis)")
    print(
        f"the first after {waits[0]:.1f} s, half after {waits[len(waits) // 2]:.0f} s, the last after {waits[-1]:.0f} s"
    )
    print(f"memory {before / 1e6:.0f} MB before, {server.memory() / 1e6:.0f} MB after")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visitors", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    with serving() as server:
        if shutil.which("chromium"):
            look(server)
        else:
            print("no chromium: only the crowd is measured")
        crowd(server, options.visitors, options.seconds)


if __name__ == "__main__":
    main()
