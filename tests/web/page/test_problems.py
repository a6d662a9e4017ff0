"""Problems of single-agent search on the page: played by hand, and stepped through in the debugger."""

from __future__ import annotations

from page_browser import cell, until, wait_for_status


def test_a_person_solves_an_8_puzzle(visit):
    page = visit("#/play/8-puzzle?start=142305678&seats=human")
    cell(page, 0, 1).wait_for()
    for row, column in ((0, 1), (0, 0)):  # 4 slides down, then 1 to the right
        cell(page, row, column).click()
    wait_for_status(page, "all tiles are in order")


def test_a_star_on_the_map_step_by_step(visit):
    page = visit("#/debugger/route?from=game&algorithm=astar")
    until(page, "document.querySelectorAll('[data-node]').length > 3")
    page.locator("#step-last").click()
    until(page, "document.querySelector('#step-words').textContent.includes('Bucharest is a goal')")
    assert page.locator('[data-node][data-value="393"]').count() == 1
    below = page.locator(".d-below").all_text_contents()
    assert "140 + 253" in below
