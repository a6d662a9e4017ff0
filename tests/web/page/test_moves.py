"""The list of moves: in sight, in its columns, counted as the review counts, and stepped through quickly."""

from __future__ import annotations

import pytest
from page_browser import NARROW, WIDE, cell, until, wait_for_status

pytestmark = pytest.mark.long

NIM = "#/play/nim?stones=30&seats=human,human&moves=" + ",".join(["1"] * 20)
SHOWN = """(() => {
    const [list, move] = ['#moves', '#moves [aria-current]'].map((one) => document.querySelector(one));
    if (!move) return false;
    const [outer, inner] = [list.getBoundingClientRect(), move.getBoundingClientRect()];
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
})()"""


def test_the_list_scrolls_to_the_current_move(visit):
    page = visit("#/play/nim?stones=40&seats=human,human")
    wait_for_status(page, "player 1 to move")
    for number in range(1, 21):
        page.locator('[data-action="1"]').first.click()
        until(page, f"document.querySelectorAll('#moves [data-ply]').length === {number}")
        assert page.evaluate(SHOWN), number
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('#moves [aria-current]')?.dataset.ply === '1'")
    assert page.evaluate(SHOWN)


def test_eight_quick_keys_move_eight_plies(visit):
    page = visit(NIM)
    until(page, "document.querySelectorAll('#moves [data-ply]').length === 20")
    page.evaluate(
        """() => { for (let at = 0; at < 8; at++)
            document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft', bubbles: true})); }"""
    )
    until(page, "document.querySelector('#moves [aria-current]')?.dataset.ply === '12'")
    page.evaluate(
        """() => { for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Home', 'ArrowRight', 'ArrowRight'])
            document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})); }"""
    )
    until(page, "document.querySelector('#moves [aria-current]')?.dataset.ply === '2'")
    page.wait_for_timeout(200)
    assert page.evaluate("document.querySelector('#moves [aria-current]').dataset.ply") == "2"


def test_a_move_of_two_parts_stays_in_its_player_s_column(visit):
    page = visit("#/play/amazons?size=5&seats=human,human&moves=b1-b3,/b1,b5-b4,/b5,d1-d3,/d1")
    until(page, "document.querySelectorAll('#moves [data-ply]').length === 6")
    places = page.evaluate(
        """[...document.querySelectorAll('#moves .move-number, #moves .turn')].map((one) => {
            const {left, top} = one.getBoundingClientRect();
            return [one.textContent, Math.round(left), Math.round(top)];
        })"""
    )
    assert [words for words, _, _ in places] == ["1.", "b1-b3/b1", "b5-b4/b5", "2.", "d1-d3/d1"]
    assert places[1][1] == places[4][1] < places[2][1]
    rows = [top for _, _, top in places[1:]]
    assert abs(rows[0] - rows[1]) < 3 < rows[3] - rows[0]


def test_the_review_and_the_status_count_as_the_list_does(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human&moves=b2,a2,a3,c1")
    wait_for_status(page, "X to move")
    page.locator("#review").click()
    until(page, "!document.querySelector('#next-mistake').disabled")
    assert page.locator(".mistake").first.inner_text().startswith("1… a2 blunder")
    page.locator(".mistake").first.click()
    wait_for_status(page, "After 1… a2: X to move")
    page.keyboard.press("Home")
    wait_for_status(page, "At the start: X to move")
    cell(page, 0, 1).click()  # a variation has no mistakes that were found, and takes none away
    until(page, "document.querySelector('.variation') && !document.querySelector('.mistake')")
    page.locator("#moves .move", has_text="a2").click()
    until(page, "document.querySelector('.mistake') && document.querySelector('#moves [data-kind=\"blunder\"]')")


def test_playing_on_from_an_earlier_move_begins_a_variation(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human&moves=b2,a2,a3,c1&ply=2")
    wait_for_status(page, "After 1… a2: X to move")
    cell(page, 2, 2).click()
    until(page, "document.querySelectorAll('#moves .move').length === 5")
    assert page.locator("#moves [data-ply]").last.inner_text() == "c1"
    assert page.locator(".variation").inner_text() == "2.c1"
    page.locator("#moves [data-node]", has_text="a3").click()  # and back in the main line
    wait_for_status(page, "After 2. a3: O to move")
    assert page.locator("#moves [data-ply]").all_inner_texts() == ["b2", "a2", "a3", "c1"]


TOPS = """['.clocks', '#board', '#moves', '.controls', 'z-asks', '.seats', '#comment'].map((one) =>
    Math.round(document.querySelector(one).getBoundingClientRect().top))"""
IN_STRIP = """(() => {
    const [list, move] = ['#moves', '#moves [aria-current]'].map((one) => document.querySelector(one));
    if (!move || list.scrollWidth <= list.clientWidth) return false;
    const [outer, inner] = [list.getBoundingClientRect(), move.getBoundingClientRect()];
    return inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && outer.height < 60;
})()"""


def test_on_a_phone_the_clocks_and_the_moves_stand_at_the_board(visit):
    """A strip of moves between the board and its controls, which keeps the current move in sight; wide: beside it."""
    page = visit(NIM, NARROW)
    until(page, IN_STRIP)
    page.locator("#clock-choice").select_option("3/2")
    tops = page.evaluate(TOPS)
    assert tops == sorted(set(tops)), tops
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    until(page, "document.querySelector('#moves [aria-current]')?.dataset.ply === '1'")
    until(page, IN_STRIP)
    page.set_viewport_size(WIDE)
    until(page, "document.querySelector('.side > .moves-panel #comment')")
    assert page.evaluate("document.querySelector('.clock .clocks').childElementCount") == 2
    page.set_viewport_size(NARROW)
    until(page, "document.querySelector('.stage > .moves-panel')")
    tops = page.evaluate(TOPS)
    assert tops == sorted(set(tops)), tops
