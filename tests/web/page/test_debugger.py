"""The search debugger on the page."""

from __future__ import annotations

import pytest
from page_browser import until


def test_the_slider_goes_to_the_end_of_the_lecture_s_tree(visit):
    page = visit("#/debugger")
    page.locator("#step").wait_for()
    last = until(page, "Number(document.querySelector('#step')?.max) > 5 && document.querySelector('#step').max")
    page.locator("#step").evaluate(
        "(slider, last) => { slider.value = last; slider.dispatchEvent(new Event('input', {bubbles: true})); }",
        last,
    )
    until(page, "document.querySelector('#root-value')?.textContent.includes('3')")
    assert page.locator('[data-node][data-state="cut"]').count() == 2
    assert "2" in page.locator("#cut-count").inner_text()
    page.locator("#step-first").click()
    until(page, "document.querySelectorAll('[data-node][data-state=\"cut\"]').length === 0")


def test_practice_tells_right_from_wrong(visit):
    page = visit("#/debugger")
    page.locator("#step").wait_for()
    page.locator("#practice").click()
    page.locator("#practice-check").click()
    until(page, "document.querySelector('#practice-result').textContent.trim() !== ''")
    assert "2" in page.locator("#practice-result").inner_text()  # both were missed


def test_a_cut_branch_can_be_opened(visit):
    page = visit("#/debugger")
    page.locator("#step-last").click()
    page.locator('[data-node][data-state="cut"]').first.dblclick()
    until(page, "/nothing changes|would not|does not|no difference/i.test(document.body.textContent)")


def test_mcts_in_the_debugger(visit):
    page = visit("#/debugger")
    page.locator("#step").wait_for()
    page.locator("#debugger-algorithm").select_option("mcts")
    page.get_by_role("button", name="Search", exact=True).click()
    # the choice was searched at once, and the button searches again: both begin at the first step
    until(page, "Number(document.querySelector('#step').max) > 100 && !document.querySelector('z-debugger[aria-busy]')")
    for phase in ("Selection", "Expansion", "Simulation", "Back"):
        page.locator("#step-next").click()
        until(page, f"document.querySelector('#step-words').textContent.includes('{phase}')", 10)


def test_hostile_names_are_text(visit, server):
    """Text from a message or a file is shown, never executed."""
    page = visit("#/debugger")
    page.locator("#step").wait_for()
    page.locator("textarea").fill('{"<img src=x onerror=alert(1)>": 3, "<script>alert(2)</script>": [1, 2]}')
    page.get_by_role("button", name="Search", exact=True).click()
    page.wait_for_timeout(1500)
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate("document.querySelectorAll('script').length") == page.evaluate(
        "document.querySelectorAll('script[src]').length"
    )


@pytest.mark.long
def test_a_refused_search_leaves_no_other_tree_behind(visit):
    page = visit("#/debugger")
    until(page, "document.querySelectorAll('[data-node]').length === 13")
    page.locator("textarea").fill("[[3, ")
    page.get_by_role("button", name="Search", exact=True).click()
    until(page, "document.querySelector('#debugger-error').textContent")
    assert page.locator("[data-node]").count() == 0
    assert page.locator("#step-words").inner_text() == ""
    assert page.locator("#root-value").inner_text() == ""
    page.locator("textarea").fill("[[3, 1]]")
    page.get_by_role("button", name="Search", exact=True).click()
    until(page, "document.querySelectorAll('[data-node]').length === 4")
    assert page.locator("#debugger-error").inner_text() == ""
    page.locator("#step-next").click()
    until(page, "document.querySelector('#step-number').textContent.startsWith('Step 1 ')")
