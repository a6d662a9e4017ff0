"""Two engines on the page: side by side, and in a match."""

from __future__ import annotations

import re


def test_compare_and_a_match(visit):
    page = visit("#/compare")
    page.get_by_role("button", name="Play a match").click()
    page.get_by_text(re.compile(r"\d+ won, \d+ drawn, \d+ lost; .* of 10")).wait_for()
    page.get_by_text(re.compile("Elo .*, 95% between")).first.wait_for()
    page.get_by_role("button", name="Compare", exact=True).last.click()
    page.get_by_text(re.compile(r"[Bb]oth .*choose|A chooses")).wait_for()


def test_compiling_is_told_and_not_counted(visit):
    """The note of the wait stands where the analyses will; then they are there with their own seconds."""
    heard = []

    def altered(message):
        if message["type"] != "compare" or heard:
            return [message]
        heard.append(message)
        note = {"note": "compiling nim for alphabeta, first run only …", "progress": 0.5, "left": 4.0}
        return [{"type": "waiting", "id": message["id"], "ahead": 0, **note}]

    page = visit("#/compare/nim?engines=engine:alphabeta,engine:minimax:depth%3D2&time=0.3", altered=altered)
    page.get_by_role("button", name="Compare", exact=True).last.click()
    page.get_by_text("compiled first, and that time does not count").first.wait_for()
    page.get_by_text(re.compile(r"[Bb]oth .*choose|A chooses")).wait_for()
    seconds = page.locator("z-analysis").evaluate_all(
        "views => views.map((view) => Number(/seconds\\s*([0-9.]+)/.exec(view.innerText)?.[1]))"
    )
    assert len(seconds) == 2
    assert all(spent < 2 for spent in seconds), seconds
