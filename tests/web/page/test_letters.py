"""Scrabble on the page: bonus squares, tiles, the rack, and turns that are typed."""

from __future__ import annotations

import time

import pytest
from page_browser import cell, until
from patience import PATIENCE

pytestmark = pytest.mark.long


def test_a_turn_is_typed(visit):
    page = visit("#/play/scrabble?seats=human,engine:random:seed=1")
    field = page.locator("#typed")

    def typed(text, condition):
        """Types it until the page, which may still be drawing the position, has answered."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            field.fill("")
            field.fill(text)
            if page.evaluate(condition):
                return
            time.sleep(0.1)
        raise AssertionError(f"never came true: {condition}")

    until(page, "document.querySelector('z-typed')?.hidden === false", 120)
    assert page.locator("z-board .rack .letter-tile").count() == 7
    assert cell(page, 7, 7).get_attribute("data-look") == "letters2W"
    assert page.locator("#actions button").count() == 0  # not a wall of buttons
    typed("8D =", "document.querySelector('z-typed [role=status]').textContent === 'No legal move fits this'")
    typed("exchange", "document.querySelectorAll('z-typed button').length === 8")
    assert "more" in page.locator("z-typed [role=status]").text_content()
    page.locator("z-typed button").first.click()
    until(page, "/exchange/.test(document.querySelector('#moves').textContent)", 120)
