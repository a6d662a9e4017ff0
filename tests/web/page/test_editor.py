"""The board's editor: a position is put together piece by piece, by mouse and by keyboard."""

from __future__ import annotations

from page_browser import NARROW, until, wait_for_status


def opened(page):
    page.locator("#edit-board").click()
    page.locator("dialog[open] .editor-board .cell").first.wait_for()

    def at(row, column):
        return page.locator(f'.editor-board [data-cell="{row},{column}"]')

    return at


def test_a_chess_position_is_put_together_with_the_mouse(visit):
    page = visit("#/play/chess?seats=human,human")
    wait_for_status(page, "White to move")
    at = opened(page)
    page.locator("#editor-clear").click()
    page.locator("#editor-done").click()
    until(page, "document.querySelector('#editor-error').textContent.includes('White has 0 kings')")
    for piece, row, column in [("white king", 7, 4), ("black king", 0, 4), ("white queen", 1, 0), ("white rook", 2, 2)]:
        page.locator(".editor-pieces label", has_text=piece).click()
        at(row, column).click()
    at(2, 2).click()  # once more: the rook is taken away
    page.locator("#editor-turn").select_option("1")
    page.locator("#editor-done").click()
    until(page, "!document.querySelector('dialog[open]')")
    wait_for_status(page, "Black to move")
    assert page.locator("#position-text").input_value() == "4k3/Q7/8/8/8/8/8/4K3 b - - 0 1"
    until(page, "location.hash.includes('position=4k3')")


def test_the_editor_by_keyboard_alone_and_on_a_phone(visit):
    page = visit("#/play/othello?seats=human,human", NARROW)
    wait_for_status(page, "Black to move")
    page.locator("#edit-board").focus()
    page.keyboard.press("Enter")
    page.locator("dialog[open] .editor-board .cell").first.wait_for()
    box = page.locator("dialog[open]").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    page.locator(".editor-pieces input").first.focus()
    page.keyboard.press("ArrowRight")  # white
    assert page.locator(".editor-pieces input").nth(1).is_checked()
    page.keyboard.press("Tab")
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    until(page, "document.querySelector('.editor-board [data-cell=\"1,1\"]').dataset.piece === '○'")
    page.keyboard.press("Delete")
    until(page, "document.querySelector('.editor-board [data-cell=\"1,1\"]').dataset.piece === ''")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")  # nothing has happened to the game
    until(page, "!document.querySelector('dialog[open]')")
    assert page.locator("z-play [data-cell='1,1']").first.get_attribute("data-piece") == ""


def test_discs_fall_and_a_game_without_such_a_board_has_no_editor(visit):
    page = visit("#/play/connect-four?seats=human,human")
    wait_for_status(page, "Red to move")
    at = opened(page)
    at(0, 3).click()
    at(2, 3).click()
    assert [at(row, 3).get_attribute("data-piece") for row in (3, 4, 5)] == ["", "R", "R"]
    page.locator(".editor-pieces label", has_text="nothing").click()
    at(5, 3).click()  # the uppermost one
    assert [at(row, 3).get_attribute("data-piece") for row in (3, 4, 5)] == ["", "", "R"]
    page.locator("#editor-done").click()
    wait_for_status(page, "Yellow to move")
    page.evaluate("location.hash = '#/play/nim?seats=human,human'")
    wait_for_status(page, "Player 1 to move")
    assert page.locator("#edit-board").is_hidden()
