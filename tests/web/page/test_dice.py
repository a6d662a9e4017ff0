"""Games with dice, score sheets, tiles, lines between dots, pits and columns, played by mouse and by keyboard."""

from __future__ import annotations

import pytest
from page_browser import cell, until, wait_for_status

pytestmark = pytest.mark.long

PLAYED = "[...document.querySelectorAll('#moves [data-ply]')].map((one) => one.textContent)"
FITS = "document.querySelector('z-board').getBoundingClientRect().right <= innerWidth"


def played(page, *moves):
    """Waits until exactly these moves were played."""
    until(page, f"String({PLAYED}) === {','.join(moves)!r}")


def count(page, selector):
    return page.locator(f"z-board {selector}").count()


def name_of(page, row, column):
    return cell(page, row, column).get_attribute("aria-label")


def is_narrow_enough(page):
    """On a phone nothing of the board sticks out."""
    page.set_viewport_size({"width": 360, "height": 760})
    until(page, FITS)


def test_yahtzee_by_mouse_and_by_keyboard(visit):
    page = visit("#/play/yahtzee?seats=human&moves=11556")
    until(page, "document.querySelectorAll('z-board .keep').length === 5")
    assert count(page, ".keep .pip") == 1 + 1 + 5 + 5 + 6
    assert page.locator("z-board .field").bounding_box()["width"] > 80  # once it was a bar of 4 pixels
    assert cell(page, 4, 0).get_attribute("data-offer") == "10"
    assert "would bring 10" in name_of(page, 4, 0)
    page.locator(".keep").nth(3).click()  # the second of two equal dice
    assert page.locator(".cup").inner_text() == "Keep 1, roll 4"
    page.locator(".keep").nth(2).click()
    page.locator(".cup").click()
    until(page, f"{PLAYED}.length === 3 && {PLAYED}[1] === 'keep 55'")
    until(page, "document.querySelectorAll('z-board .keep').length === 5")
    assert not page.locator(".keep[aria-pressed=true]").count()
    page.locator("z-board .row-labels span").nth(12).click()  # the name of a box
    until(page, f"{PLAYED}[3] === 'chance'")
    assert cell(page, 12, 0).get_attribute("data-piece") == "✓"
    until(page, "document.querySelectorAll('z-board .keep').length === 5")
    is_narrow_enough(page)
    page.keyboard.press("1")  # keeps the first die
    until(page, "document.querySelector('.keep').getAttribute('aria-pressed') === 'true'")
    page.keyboard.press("1")
    until(page, "document.querySelector('.keep').getAttribute('aria-pressed') === 'false'")
    page.keyboard.press("5")
    page.locator(".cup").press("Enter")
    until(page, f"{PLAYED}.length === 7 && /^keep [1-6]$/.test({PLAYED}[5])")
    cell(page, 0, 0).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(page, f"{PLAYED}[7] === 'twos'")


def test_several_dice_of_chance_are_drawn_as_dice(visit):
    page = visit("#/play/yahtzee?seats=human")
    until(page, "document.querySelector('#roll')?.textContent === 'Roll'")
    page.emulate_media(reduced_motion="no-preference")
    page.locator("#roll").click()
    until(
        page,
        "document.querySelectorAll('z-chance .die').length === 5 || document.querySelectorAll('.keep').length === 5",
    )


def test_2048_by_arrow_keys_and_swipes(visit):
    page = visit("#/play/2048?seats=human&position=2/2/4/0 0/0/0/0 0/0/0/0 0/0/0/0 4".replace(" ", "%20"))
    until(page, "document.querySelectorAll('z-board .tile .cell[data-piece=\"2\"]').length === 2")
    colours = page.evaluate(
        "['0,0', '0,2'].map((at) => getComputedStyle(document.querySelector(`[data-cell='${at}']`)).backgroundColor)"
    )
    assert colours[0] != colours[1]
    is_narrow_enough(page)
    page.keyboard.press("ArrowLeft")  # a push, and no step back through the game; a tile appears by itself
    until(page, f"{PLAYED}.length === 2 && {PLAYED}[0] === 'left'")
    assert cell(page, 0, 0).get_attribute("data-piece") == "4"
    assert page.locator("z-chance").is_hidden()
    until(page, "document.querySelector('#status').textContent === 'Player to move'")
    box = page.locator("z-board .cells").bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 70, box["y"] + 200, steps=3)
    page.mouse.up()
    until(page, f"{PLAYED}.length === 4 && {PLAYED}[2] === 'down'")
    page.keyboard.press("Home")
    until(page, "/^At the start/.test(document.querySelector('#status').textContent)")


def test_tiles_slide_when_they_are_pushed(visit):
    page = visit("#/play/2048?seats=human&position=2/2/4/0%200/0/0/8%200/0/0/0%200/0/0/0%204")
    until(page, "document.querySelectorAll('z-board .tile .cell[data-piece=\"2\"]').length === 2")
    page.evaluate(
        """() => { window.slid = [];
            new MutationObserver((all) => { for (const {target, addedNodes} of all) for (const one of addedNodes)
                if (one.classList?.contains('sliding')) window.slid.push([target.dataset.cell, one.dataset.piece]); })
            .observe(document.querySelector('z-board'), {childList: true, subtree: true}); }"""
    )
    page.keyboard.press("ArrowLeft")
    until(page, f"{PLAYED}.length === 2")
    moved = [["0,0", "2"], ["0,0", "2"], ["0,1", "4"], ["1,0", "8"]]
    assert page.evaluate("window.slid") == moved  # two become one, two slide
    until(page, "!document.querySelector('z-board .sliding, z-board .cell.arriving')")
    assert [cell(page, *at).get_attribute("data-piece") for at in ((0, 0), (0, 1), (1, 0))] == ["4", "4", "8"]
    until(page, "document.querySelector('#status').textContent === 'Player to move'")
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    until(page, f"{PLAYED}.length === 4")
    assert page.evaluate("window.slid") == moved


def test_a_tile_that_is_waited_for_has_a_button_of_its_own(visit):
    page = visit("#/play/2048?seats=human&moves=2+at+a1,2+at+b1,left&ply=1")
    until(page, "document.querySelector('#roll')?.checkVisibility()")
    assert page.locator("#roll").inner_text() == "New tile"


def test_lines_between_dots_by_mouse_and_by_keyboard(visit):
    page = visit("#/play/dots-and-boxes?rows=2&columns=2&seats=human,human&moves=a1-b1,a1-a2,b1-b2")
    wait_for_status(page, "Blue to move")
    line = cell(page, 2, 1)
    wide = line.bounding_box()
    assert wide["width"] > 1.4 * wide["height"] > 20  # easy to hit, though it looks thin
    line.click()
    wait_for_status(page, "Blue to move")  # the box is closed
    until(page, "document.querySelector('[data-cell=\"1,1\"]').dataset.piece === 'blue'")
    assert name_of(page, 2, 1) == "a2-b2, line, last move"
    is_narrow_enough(page)
    cell(page, 0, 1).focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    until(page, f"{PLAYED}[4] === 'b1-c1'")


def test_pits_and_seeds_that_are_sown(visit):
    page = visit("#/play/kalah?pits=3&seeds=2&seats=human,human")
    wait_for_status(page, "South to move")
    assert count(page, ".seed") == 12
    store, pit = cell(page, 0, 0).bounding_box(), cell(page, 1, 1).bounding_box()
    assert store["height"] > 1.8 * pit["height"]
    page.evaluate(
        """() => { window.flown = 0;
            new MutationObserver((all) => { for (const {addedNodes} of all) for (const one of addedNodes)
                if (one.classList?.contains('flying')) window.flown++; })
            .observe(document.querySelector('z-board'), {childList: true, subtree: true}); }"""
    )
    cell(page, 1, 2).click()
    until(page, "window.flown === 2")
    until(
        page, "!document.querySelector('z-board .flying') && document.querySelectorAll('z-board .seed').length === 12"
    )
    until(page, "document.querySelector('[data-cell=\"1,4\"] .count').textContent === '1'")
    assert "1 seed" in name_of(page, 1, 4)
    is_narrow_enough(page)
    page.emulate_media(reduced_motion="reduce")
    cell(page, 1, 1).focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    played(page, "2", "3")
    assert page.evaluate("window.flown") == 2


def test_columns_are_climbed(visit):
    page = visit("#/play/cant-stop?seats=human,human&moves=1234")
    until(page, "document.querySelectorAll('z-board .dice-row .pip').length === 10")
    cell(page, 5, 4).click()  # anywhere in a column that one pair of sums climbs
    until(page, f"{PLAYED}[1] === '4+6'")
    assert count(page, ".runner") == 2
    assert "a runner" in name_of(page, 12, 2)
    is_narrow_enough(page)
    page.locator(".cup").focus()
    page.keyboard.press("Enter")
    until(page, f"{PLAYED}[2] === 'roll' && {PLAYED}.length > 3")


def test_a_climb_by_keyboard_and_the_end_of_a_turn(visit):
    page = visit("#/play/cant-stop?seats=human,human&moves=1111")
    until(page, "document.querySelectorAll('z-board .dice-row .pip').length === 4")
    cell(page, 12, 0).focus()
    page.keyboard.press("Enter")
    until(page, f"{PLAYED}[1] === '2+2'")
    page.locator("[data-action=stop]").click()
    until(page, "document.querySelector('[data-cell=\"11,0\"]').dataset.piece === '1'")
    assert count(page, ".token-0") == 1


def test_dice_that_are_held(visit):
    page = visit("#/play/liars-dice?dice=3&seats=human,engine:random")
    until(page, "document.querySelectorAll('z-board .die').length === 6")
    assert (count(page, ".unseen-die"), count(page, "[aria-label='a die that is not seen']")) == (3, 3)
    assert count(page, ".pip") >= 3


def test_monopoly_s_board_fits_the_screen(visit):
    page = visit("#/play/monopoly?seats=human,human&moves=5")
    until(page, "document.querySelector('[data-action=buy]:enabled')")
    assert (count(page, ".place"), count(page, ".tokens .counter")) == (40, 2)
    assert "$200" in page.locator("z-board .place").nth(5).inner_text()
    ring = page.locator("z-board .ring").bounding_box()
    assert ring["y"] + ring["height"] <= 850
    assert ring["width"] > 400
    is_narrow_enough(page)
    assert page.locator("z-board .place").first.bounding_box()["width"] > 25
    page.locator("[data-action=buy]").press("Enter")
    until(page, "/of player 1/.test(document.querySelectorAll('z-board .place')[5].textContent)")
    until(page, "/1300.*Reading Railroad/.test(document.querySelector('z-board .purse').textContent)")
