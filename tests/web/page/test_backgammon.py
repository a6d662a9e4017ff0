"""Backgammon on the page: checkers are moved one at a time, taken back, and played as one turn."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from games.backgammon.positions import side
from page_browser import NARROW, cell, until, wait_for_status

import zermelo
from zermelo.games.backgammon.board import side_of
from zermelo.games.backgammon.state import ANSWER, NOBODY, OFFER, PLAY, BackgammonState
from zermelo.picture import point_cell

pytestmark = pytest.mark.long  # the server compiles the game meanwhile; tests/show/test_steps.py is quick

BAR, OFF = 25, 0
PEOPLE = "#/play/backgammon?seats=human,human"
RIVAL = side(p6=5, p8=3, p13=5, p24=2)


def spot(page, place, player=0):
    """A point, the bar or the tray, as a player counts."""
    return cell(page, *point_cell(player, place))


def checkers(page, place, player=0):
    return spot(page, place, player).locator(".checker").count()


def marked(page, look, player=0):
    """The places with a mark: those that can move, or where the selected checker can go."""
    places = {point_cell(player, place): place for place in range(26)}
    found = page.evaluate(f"[...document.querySelectorAll('.spot.{look}')].map((one) => one.dataset.cell)")
    return {places[tuple(map(int, one.split(",")))] for one in found}


def move(page, start, end, player=0):
    spot(page, start, player).click()
    spot(page, end, player).click()


def address(mine, theirs, dice, stage=PLAY, parameters="", player=0, cube=1):
    options = dict(pair.split("=") for pair in parameters.split("&") if pair)
    game = zermelo.load("backgammon", **{name: value == "true" or int(value) for name, value in options.items()})
    state = BackgammonState(side_of(mine), side_of(theirs), player, stage, dice, cube, NOBODY, 0, 0, 0)
    return f"{PEOPLE}&{parameters}&position={quote(game.state_text(state))}".replace("&&", "&")


def drag(page, start, end):
    boxes = [spot(page, place).locator(".checker").last.bounding_box() for place in (start,)]
    boxes.append(spot(page, end).bounding_box())
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*middles[0])
    page.mouse.down()
    page.mouse.move(*middles[1], steps=6)
    page.mouse.up()


def test_a_turn_is_moved_taken_back_and_played(visit):
    page = visit(f"{PEOPLE}&moves=6-5")
    wait_for_status(page, "black to move")
    assert marked(page, "movable") == {24, 13, 8}
    spot(page, 24).click()
    assert marked(page, "target") == {18, 13}  # by the 6, or by both dice; 19 is closed
    spot(page, 18).click()
    assert (checkers(page, 24), checkers(page, 18)) == (1, 1)
    assert page.locator(".die-face.used").count() == 1
    assert page.locator(".plate").last.inner_text().endswith("161 pips")
    assert page.locator("#play-turn").is_disabled()
    page.locator("#take-back").click()
    assert (checkers(page, 24), checkers(page, 18)) == (2, 0)
    assert page.locator("#take-back").is_disabled()

    move(page, 13, 8)  # the smaller die first
    move(page, 13, 7)
    assert page.locator("#play-turn").inner_text() == "Play 13/8 13/7"
    assert marked(page, "movable") == set()
    page.locator("#undo").click()  # of a half-played turn it is the last checker
    assert (checkers(page, 13), checkers(page, 7)) == (4, 0)
    move(page, 13, 7)
    page.locator("#take-back-all").click()
    assert checkers(page, 13) == 5

    move(page, 24, 13)  # one checker runs with both dice
    assert page.locator("#play-turn").inner_text() == "Play 24/13"
    page.keyboard.press("u")
    assert page.locator("#play-turn").is_disabled()
    move(page, 18, 13)
    assert page.locator("#moves [data-ply]").count() == 1
    page.locator("#play-turn").click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length >= 2")
    assert page.locator("#moves [data-ply]").nth(1).inner_text() == "24/13"
    wait_for_status(page, "white to move")  # chance rolled by itself
    assert spot(page, 24, player=1).get_attribute("aria-label").startswith("point 24, 2 white checkers")
    page.locator("#undo").click()  # and now it is the whole turn
    wait_for_status(page, "black to move")
    assert checkers(page, 24) == 2


def test_checkers_are_dragged(visit):
    page = visit(f"{PEOPLE}&moves=6-5")
    wait_for_status(page, "black to move")
    drag(page, 24, 20)  # not there
    assert (checkers(page, 24), marked(page, "selected")) == (2, set())
    drag(page, 24, 18)
    assert (checkers(page, 24), checkers(page, 18)) == (1, 1)
    drag(page, 18, 13)
    assert page.locator("#play-turn").inner_text() == "Play 24/13"


def test_a_turn_by_keyboard_survives_a_reload(visit):
    page = visit(f"{PEOPLE}&moves=6-5")
    wait_for_status(page, "black to move")
    spot(page, 24).focus()
    for key in ["Enter", *["ArrowLeft"] * 7, "Enter", "Home", "Enter", "ArrowDown", *["ArrowRight"] * 4]:
        page.keyboard.press(key)
    page.keyboard.press("Escape")  # lets go of the checker on 13
    assert marked(page, "target") == set()
    for key in ["Home", "ArrowUp", "Enter", "ArrowDown", *["ArrowRight"] * 4, "Enter"]:
        page.keyboard.press(key)
    until(page, "document.activeElement.id === 'play-turn'")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('#moves [data-ply]').length >= 2")
    assert page.locator("#moves [data-ply]").nth(1).inner_text() == "24/18 13/8"
    wait_for_status(page, "white to move")
    page.reload()
    until(page, "document.querySelectorAll('#moves [data-ply]').length >= 3")
    assert page.locator("#moves [data-ply]").nth(1).inner_text() == "24/18 13/8"


def test_the_bar_comes_first_and_a_checker_is_hit(visit):
    page = visit(address(side(bar=2, p6=5, p8=3, p13=5), side(p6=4, p8=3, p13=5, p24=2, p3=1), 43))
    wait_for_status(page, "black to move")
    assert marked(page, "movable") == {BAR}
    spot(page, BAR).click()
    assert marked(page, "target") == {22, 21}
    assert page.locator(".landing.hit").count() == 1
    spot(page, 22).click()
    assert checkers(page, BAR, player=1) == 1
    page.locator("#take-back").click()
    assert (checkers(page, BAR, player=1), checkers(page, BAR)) == (0, 2)


def test_doubles_are_four_moves_and_checkers_are_borne_off(visit):
    page = visit(address(side(p6=3, p5=3, p4=4), side(p1=5, p2=5, p3=5), 66), scheme="dark")
    wait_for_status(page, "black to move")
    assert page.locator(".die-face").count() == 4
    for count in range(1, 4):
        drag(page, 6, OFF)
        assert page.locator(".die-face.used").count() == count
        assert spot(page, OFF).locator(".slab").count() == 5 + count
    assert marked(page, "movable") == {5}
    move(page, 5, OFF)
    assert page.locator("#play-turn").inner_text() == "Play 6/off(3) 5/off"
    page.locator("#play-turn").click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length >= 1")
    assert page.locator("#moves [data-ply]").first.inner_text() == "6/off(3) 5/off"


def test_no_move_is_one_click(visit):
    closed = side(p6=2, p5=2, p4=2, p3=3, p2=2, p1=2, p8=2)
    page = visit(address(side(bar=1, p6=4, p8=3, p13=5, p10=2), closed, 64))
    wait_for_status(page, "black to move")
    assert not page.locator(".turn-tools").is_visible()
    page.locator('[data-action="no move"]').click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length >= 1")


def test_the_cube_is_doubled_taken_and_dropped_by_buttons(visit):
    rules = "cube=true&length=5"
    page = visit(address(RIVAL, RIVAL, 0, OFFER, rules))
    until(page, "document.querySelector('[data-action=\"double\"]:not(:disabled)')")
    assert page.locator(".cube").text_content() == "64"
    page.locator('[data-action="double"]').click()
    until(page, "document.querySelector('.cube.offered')?.textContent === '2'")
    assert page.locator(".caption").inner_text() == "white may take or drop a cube of 2"
    page.locator('[data-action="take"]').click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length >= 3")  # chance rolls for black
    wait_for_status(page, "black to move")
    until(page, "document.querySelector('.cube:not(.offered)')?.textContent === '2'")
    assert page.locator(".plate").first.inner_text().replace("\n", " ") == "White 167 pips · 0 of 5 points"
    page = visit(address(RIVAL, RIVAL, 0, ANSWER, rules, cube=2))
    until(page, "document.querySelector('[data-action=\"drop\"]:not(:disabled)')")
    page.locator('[data-action="drop"]').click()
    until(page, "document.querySelector('.plate')?.textContent.includes('2 of 5 points')")


def test_the_first_roll_is_a_button(visit):
    page = visit(PEOPLE)
    page.locator("#roll").click()
    until(page, "document.querySelectorAll('.die-face').length === 2")
    until(page, "document.querySelectorAll('.spot.movable').length > 0")
    assert not page.locator("z-chance").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_and_whoever_plays_alone_is_at_the_bottom(visit, scheme):
    alone = "#/play/backgammon?seats=level:beginner,human&moves=6-5,24/13,4-3"
    page = visit(alone, viewport=NARROW, scheme=scheme)
    until(page, "document.querySelectorAll('.spot.movable').length > 0")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    home, far = spot(page, 1, player=1).bounding_box(), spot(page, 24, player=1).bounding_box()
    assert home["y"] > far["y"]
    assert home["x"] == far["x"] > NARROW["width"] / 2
    assert home["width"] > 20
    assert page.locator(".plate").last.inner_text().startswith("White")
    spot(page, 13, player=1).focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.cell") == "{},{}".format(*point_cell(1, 12))
    spot(page, 24, player=1).click()
    assert marked(page, "target", player=1) == {21, 20}  # 17 is closed
