"""Playing on the page: by clicks, drags and keys, against a level, a game of one's own."""

from __future__ import annotations

import pytest
from page_browser import cell, until, wait_for_status


def test_a_whole_game_of_tic_tac_toe_by_clicks(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human")
    for number, (row, column) in enumerate([(1, 1), (0, 0), (0, 2), (2, 0), (1, 0), (0, 1), (1, 2)]):
        wait_for_status(page, "XO"[number % 2] + " to move")
        cell(page, row, column).click()
    wait_for_status(page, "X wins")
    assert page.locator("#moves [data-ply]").count() >= 7


def test_a_whole_game_of_connect_four_by_clicks(visit):
    page = visit("#/play/connect-four?seats=human,human")
    for number, column in enumerate([3, 3, 4, 4, 5, 5, 6]):
        wait_for_status(page, ("Red", "Yellow")[number % 2] + " to move")
        cell(page, 0, column).click()  # anywhere in the column
    wait_for_status(page, "Red wins")


def test_a_game_against_a_level(visit):
    page = visit("#/play/tic-tac-toe?seats=human,level:beginner")
    cell(page, 1, 1).click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length >= 2")
    wait_for_status(page, "X to move")
    page.locator("#undo").click()
    wait_for_status(page, "X to move")
    assert cell(page, 1, 1).is_enabled()


def test_a_chess_move_by_drag_and_one_by_keyboard(visit):
    page = visit("#/play/chess?seats=human,human")
    wait_for_status(page, "White to move")
    start, end = cell(page, 6, 4).bounding_box(), cell(page, 4, 4).bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=6)
    page.mouse.up()
    wait_for_status(page, "Black to move")
    assert "e4" in page.locator("#moves").inner_text()
    cell(page, 1, 4).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    wait_for_status(page, "White to move")
    assert "e5" in page.locator("#moves").inner_text()


def test_a_user_s_own_game(visit):
    page = visit()  # the server was started with it: it comes first
    wait_for_status(page, "player 1 to move")
    page.locator('[data-action="1"]').first.click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length >= 2")  # a level answers
    assert "stones" in page.locator("z-board").inner_text()


def test_a_bad_position_is_told_beside_it(visit):
    page = visit("#/play/chess?seats=human,human")
    wait_for_status(page, "White to move")
    page.locator("#position-text").fill("no such position")
    page.locator("#set-position").click()
    page.get_by_text("is not a position of chess").first.wait_for()
    wait_for_status(page, "White to move")


def test_a_chain_of_jumps_takes_each_next_square_or_the_last(visit):
    address = "#/play/checkers?seats=human,human&position=B:W7,15,23:BK2"
    page = visit(address)
    wait_for_status(page, "Black to move")
    cell(page, 0, 3).click()  # the king on 2 jumps to 11, 18 and 27
    cell(page, 2, 5).click()
    until(page, "document.querySelector('[data-cell=\"2,5\"]').classList.contains('selected')")
    assert page.locator("#moves [data-ply]").count() == 0
    cell(page, 4, 3).click()
    cell(page, 6, 5).click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length === 1")
    page = visit(address)
    wait_for_status(page, "Black to move")
    cell(page, 0, 3).click()
    cell(page, 6, 5).click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length === 1")


def test_castles_players_have_their_colours(visit):
    page = visit("#/play/castles?seats=human,human,human")
    wait_for_status(page, "Red to move")
    found = page.evaluate(
        """[...document.querySelectorAll('z-board .bar')].map((bar) =>
            [bar.querySelector('.label').lastChild.textContent,
             getComputedStyle(bar.querySelector('.full')).backgroundColor.match(/[0-9]+/g).map(Number)])"""
    )
    assert [name for name, _ in found] == ["red", "green", "blue"]
    assert [max(range(3), key=colour.__getitem__) for _, colour in found] == [0, 1, 2]


def test_pig_asks_once_for_a_roll(visit):
    page = visit("#/play/pig?seats=human,human")
    wait_for_status(page, "player 1 to move")
    page.locator('[data-action="roll"]').click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length === 2")  # the die fell by itself
    assert not page.locator("#roll").is_visible()


@pytest.mark.long
def test_a_finished_game_says_why_where_the_server_does(visit):
    def altered(message):
        if message["type"] == "position" and message["result"]:
            message["result"] = "X wins by a diagonal"
        return [message]

    page = visit("#/play/tic-tac-toe?seats=human,human&moves=b2,a2,a3,c3", altered=altered)
    wait_for_status(page, "X to move")
    cell(page, 2, 2).click()
    wait_for_status(page, "X wins by a diagonal")
