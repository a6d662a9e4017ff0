"""Two engines on the page: side by side, and in a match."""

from __future__ import annotations

import re


def test_compare_and_a_match(visit):
    page = visit("#/compare")
    page.get_by_role("button", name="Play a match").click()
    page.get_by_text(re.compile(r"\d+ won, \d+ drawn, \d+ lost; .* of 10")).wait_for()
    page.get_by_text(re.compile("95 % interval")).first.wait_for()
    page.get_by_role("button", name="Compare", exact=True).last.click()
    page.get_by_text(re.compile(r"[Bb]oth .*choose|A chooses")).wait_for()
