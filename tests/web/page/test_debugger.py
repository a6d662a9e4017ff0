"""The search debugger on the page."""

from __future__ import annotations

import pytest
from games.tree_figures import slide
from page_browser import until

LIT = "document.querySelector('#pseudocode [aria-current]')?.textContent ?? ''"


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


def test_the_lit_line_moves_with_the_step_and_a_cut_shows_its_name(visit):
    page = visit("#/debugger?from=tree&tree=[[3,12,8],[2,4,6],[14,5,2]]&algorithm=alphabeta&step=12")
    until(page, f"({LIT}).includes('if IS-TERMINAL(state)')")
    page.locator("#step-next").click()
    until(page, f"({LIT}).includes('if v ≤ α then return v')")
    assert "α-cut-off" in page.locator("#pseudocode [aria-current]").inner_text()
    assert "(α-cut-off)" in page.locator("#step-words").inner_text()
    assert "✂ α-cut-off" in page.locator(".d-window").text_content()
    assert page.locator('[data-node="5"]').get_attribute("data-value") == "≤2"
    assert page.locator("#pseudocode [aria-current]").count() == 1
    page.locator("#step-previous").click()
    until(page, f"({LIT}).includes('if IS-TERMINAL(state)')")
    page.locator("#debugger-cut").select_option("window")
    until(page, "document.querySelector('#pseudocode').textContent.includes('if α ≥ β then return v')")
    page.locator("#pseudocode-toggle").click()
    assert not page.locator("#pseudocode").is_visible()
    page.reload()
    page.locator("#step").wait_for()
    until(page, "document.querySelectorAll('#pseudocode li').length > 20")
    assert not page.locator("#pseudocode").is_visible()


def test_mcts_shows_every_sibling_s_bound_and_why_the_most_visited_is_played(visit):
    page = visit("#/debugger?from=tree&tree=[[3,12,8],[2,4,6],[14,5,2]]&algorithm=mcts&simulations=8&step=13")
    until(page, f"({LIT}).includes('SELECT(root)')")
    rows = page.locator("#compared tbody tr").all_inner_texts()
    assert [row.split() for row in rows] == [
        ["1", "12/1", "17.8", "29.8"],
        ["2", "2/1", "17.8", "19.8"],
        ["3", "2/1", "17.8", "19.8"],
    ]
    assert page.locator("#compared caption").inner_text().startswith("MAX at the root: N = 3, C = 17 ")
    shown = page.locator(".d-bound").all_text_contents()
    assert shown == ["UCB1 29.8", "UCB1 19.8", "UCB1 19.8"]
    assert page.locator('[data-node="0"] .d-label').text_content() == "16/3"
    page.locator("#step-next").click()
    until(page, f"({LIT}).includes('EXPAND(leaf)') && !document.querySelector('.d-bound')")
    page.locator("#step-last").click()
    until(page, f"({LIT}).includes('has the greatest N')")
    assert "most visits, 3 of 8" in page.locator("#step-words").inner_text()


def test_a_tree_for_three_players_is_typed(visit):
    page = visit("#/debugger")
    until(page, "document.querySelectorAll('[data-node]').length === 13")
    page.locator("#debugger-algorithm").select_option("maxn")
    page.locator("textarea").fill("[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]]")
    page.get_by_role("button", name="Search", exact=True).click()
    until(page, "document.querySelectorAll('[data-node]').length === 7")
    page.locator("#step-last").click()
    until(page, "document.querySelector('#root-value')?.textContent.includes('(7, 4, 1)')")


def test_a_pasted_figure_keeps_its_names_and_says_how_it_was_read(visit):
    page = visit("#/debugger")
    until(page, "document.querySelectorAll('[data-node]').length === 13")
    page.locator("textarea").fill(slide())
    page.get_by_role("button", name="Search", exact=True).click()
    until(page, "document.querySelectorAll('[data-node]').length === 25")  # those below a cut branch are not drawn
    assert "is its evaluation" in page.locator("#step-words").inner_text()
    assert page.locator(".d-name").first.text_content() == "N1x"
    page.locator("#step-last").click()
    until(page, "document.querySelector('#root-value')?.textContent.includes('-43')")
