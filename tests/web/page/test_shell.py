"""The page as a whole: on a phone, in both themes, and how fast it answers."""

from __future__ import annotations

import pytest
from page_browser import NARROW, wait_for_status


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("hash_", ["", "#/play/chess", "#/play/connect-four", "#/play/pig", "#/debugger", "#/compare"])
def test_nothing_is_wider_than_a_phone(visit, hash_, scheme):
    page = visit(hash_, NARROW, scheme)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_the_header_fits_the_narrowest_phones(visit):
    page = visit("#/learn", {"width": 400, "height": 700})
    page.locator("#learned-words").wait_for()
    page.evaluate("document.querySelector('#check-link').hidden = false")  # as with a search of one's own
    for width in (400, 380, 360, 320):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


@pytest.mark.long
def test_first_paint_and_the_answer_to_a_click(visit):
    """Medians of several: the page within a second, the board within a tenth of one (with room for a busy machine)."""
    paints, clicks = [], []
    for _ in range(3):
        page = visit("#/play/tic-tac-toe?seats=human,human")
        wait_for_status(page, "X to move")
        paints.append(
            page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()")
        )
        for number, (row, column) in enumerate([(1, 1), (0, 0), (0, 2)]):
            wait_for_status(page, "XO"[number % 2] + " to move")
            spent = page.evaluate(
                """([row, column, next]) => new Promise(resolve => {
                    const begun = performance.now();
                    const status = document.querySelector('#status');
                    const look = () => status.textContent.includes(next)
                        ? resolve(performance.now() - begun) : requestAnimationFrame(look);
                    document.querySelector(`z-board [data-cell="${row},${column}"]`).click();
                    look();
                })""",
                [row, column, "XO"[(number + 1) % 2] + " to move"],
            )
            clicks.append(spent)
    print(f"first paint {sorted(paints)[1]:.0f} ms, a click {sorted(clicks)[len(clicks) // 2]:.0f} ms")
    assert sorted(paints)[1] < 5000
    assert sorted(clicks)[len(clicks) // 2] < 1000
