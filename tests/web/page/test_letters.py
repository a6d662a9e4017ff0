"""Scrabble on the page: bonus squares, tiles, the rack, and turns that are typed."""

from __future__ import annotations

import pytest
from page_browser import cell, until

pytestmark = pytest.mark.long


def test_a_turn_is_typed(visit):
    page = visit("#/play/scrabble?seats=human,engine:random:seed=1")
    field = page.locator("#typed")
    until(page, "document.querySelector('z-typed')?.hidden === false", 120)
    assert page.locator("z-board .rack .letter-tile").count() == 7
    assert cell(page, 7, 7).get_attribute("data-look") == "letters2W"
    assert page.locator("#actions button").count() == 0  # not a wall of buttons
    field.fill("8D =")
    assert page.locator("z-typed [role=status]").text_content() == "No legal move fits this"
    field.fill("exchange")
    assert page.locator("z-typed button").count() == 8
    assert "more" in page.locator("z-typed [role=status]").text_content()
    page.locator("z-typed button").first.click()
    until(page, "/exchange/.test(document.querySelector('#moves').textContent)", 120)
