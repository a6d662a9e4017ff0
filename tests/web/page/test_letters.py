"""Scrabble on the page: bonus squares, tiles, the rack, and turns that are typed."""

from __future__ import annotations

import time

import pytest
from page_browser import NARROW, cell, until
from page_client import serving
from patience import PATIENCE

pytestmark = pytest.mark.long


def test_a_turn_is_typed(visit):
    page = visit("#/play/scrabble?seats=human,engine:random:seed=1")
    field = page.locator("#typed")

    def typed(text, condition):
        """Types it until the page, which may still be drawing the position, has answered."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            field.fill("")
            field.fill(text)
            if page.evaluate(condition):
                return
            time.sleep(0.1)
        raise AssertionError(f"never came true: {condition}")

    until(page, "document.querySelector('z-typed')?.hidden === false", 120)
    assert page.locator("z-board .rack .letter-tile").count() == 7
    assert cell(page, 7, 7).get_attribute("data-look") == "letters2W"
    assert page.locator("#actions button").count() == 0  # not a wall of buttons
    typed("8D =", "document.querySelector('z-typed [role=status]').textContent.startsWith('No legal move fits this')")
    typed("exchange", "document.querySelectorAll('z-typed button').length === 8")
    assert "more" in page.locator("z-typed [role=status]").text_content()
    page.locator("z-typed button").first.click()
    until(page, "/exchange/.test(document.querySelector('#moves').textContent)", 120)


OWN = """
from dataclasses import replace
import zermelo

def small(words, tiles, name, **more):
    game = zermelo.load("scrabble", size=5, rack=3, words=words, tiles=tiles, exchange=3, **more)
    return replace(game, name=name, label=name, parameters={}, defaults={})

def alike():
    return small("AA+AAA", "A1x14+B3x0", "alike")

def loose():
    return small("AAA+AAAA", "A1x14+B3x0", "loose", challenge="single")

def blanks():
    return small("AA+AAA", "A1x2+B3x0+?x12", "blanks")

def line():
    def actions(state):
        yield from ("CAT", "AT", "TA", "pass")

    def picture(state):
        cells = tuple(state[0].ljust(5).replace(" ", "."))
        rack = () if state[1] else ("C3", "A1", "T1")
        row = tuple("" if cell == "." else cell for cell in cells)
        return zermelo.Board((row,), shape="letters", beside=((), rack))

    return zermelo.Game(
        lambda: ("", 0), lambda state: state[1] % 2, actions,
        lambda state, action: (action if action != "pass" else state[0], state[1] + 1), lambda state: state[1] > 1,
        lambda state, player: 0.0, picture=picture, compiles=False, name="line",
    )
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with small games of letters, one of them a user's own with nothing but a rack beside its board."""
    own = tmp_path_factory.mktemp("own") / "own.py"
    own.write_text(OWN)
    with serving(*(f"{own}:{name}" for name in ("alike", "loose", "blanks", "line"))) as running:
        yield running


def opened(visit, name="alike", **how):
    page = visit(f"#/play/{name}?seats=human,engine:random:seed=1", **how)
    until(page, "document.querySelectorAll('.rack-tile').length === 3", 120)
    return page


def words(page):
    return page.locator(".laid-words").text_content()


def says(page, text):
    until(page, f"document.querySelector('.laid-words').textContent === {text!r}", 60)


def drag(page, start, end):
    here, there = start.bounding_box(), end.bounding_box()
    page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    page.mouse.down()
    for part in (0.5, 1.0):
        page.mouse.move(
            here["x"] + here["width"] / 2 + part * (there["x"] + there["width"] / 2 - here["x"] - here["width"] / 2),
            here["y"] + here["height"] / 2 + part * (there["y"] + there["height"] / 2 - here["y"] - here["height"] / 2),
        )
    page.mouse.up()


def laid(page):
    return page.locator("z-board .cells .cell[data-piece='A']").count()


@pytest.mark.parametrize("narrow", [False, True])
def test_tiles_are_dragged_judged_taken_back_and_played(visit, narrow):
    page = opened(visit, **({"viewport": NARROW} if narrow else {}))
    tiles = page.locator(".rack-tile")
    assert words(page) == "Drag tiles to the board, or click a square and type."
    drag(page, tiles.first, cell(page, 2, 2))
    says(page, "the first play has two tiles or more")
    assert (tiles.count(), laid(page)) == (2, 1)
    drag(page, tiles.first, cell(page, 2, 4))
    says(page, "there is a gap between the tiles")
    assert page.locator(".laying .primary").is_disabled()
    drag(page, cell(page, 2, 4), cell(page, 2, 3))  # from square to square
    says(page, "AA: 4 points")  # the middle doubles the word
    drag(page, cell(page, 2, 3), tiles.first)  # back to the rack
    says(page, "the first play has two tiles or more")
    page.get_by_role("button", name="Recall").click()
    assert (tiles.count(), laid(page)) == (3, 0)
    tiles.first.click()  # chosen, and put down
    cell(page, 2, 2).click()
    tiles.first.click()
    cell(page, 1, 2).click()
    says(page, "AA: 4 points")
    cell(page, 1, 2).click()  # a tile that is touched goes back
    assert tiles.count() == 2
    tiles.first.click()
    cell(page, 3, 2).click()
    says(page, "AA: 4 points")
    page.locator(".laying .primary").click()
    until(page, "document.querySelector('#moves').textContent.includes('C3 AA')")
    until(page, "document.querySelector('.caption').textContent.includes('player 1 4')")
    assert "in the bag" in page.locator(".caption").text_content()
    assert "unseen: AAA" in page.locator(".caption").text_content()


def test_tiles_are_typed_shuffled_and_exchanged(visit):
    page = opened(visit)
    cell(page, 2, 1).click()
    assert "typing" in cell(page, 2, 1).get_attribute("class")
    page.keyboard.press("a")
    page.keyboard.press("a")
    says(page, "AA: 4 points")
    page.keyboard.press("Backspace")
    until(page, "document.querySelectorAll('.rack-tile').length === 2")
    cell(page, 2, 2).click()
    cell(page, 2, 2).click()  # down
    page.keyboard.press("a")
    until(page, "document.querySelectorAll('.rack-tile').length === 2")
    page.get_by_role("button", name="Recall").click()
    page.get_by_role("button", name="Shuffle").click()
    assert page.locator(".rack-tile").count() == 3
    page.get_by_role("button", name="Exchange", exact=True).click()
    assert page.locator(".laying .primary").is_disabled()
    page.locator(".rack-tile").first.click()
    page.get_by_role("button", name="Exchange these").click()
    until(page, "document.querySelector('#moves').textContent.includes('exchange A')")


def test_a_word_that_is_not_in_the_list_is_laid_where_it_may_be_challenged(visit):
    page = opened(visit, "loose")
    cell(page, 2, 1).click()
    page.keyboard.press("a")
    page.keyboard.press("a")
    says(page, "AA: 4 points, but AA is not in the list of words")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#moves').textContent.includes('done')")


def test_the_letter_of_a_blank_is_chosen(visit):
    page = opened(visit, "blanks")
    blank = page.locator(".rack-tile[data-letter='?']")
    blank.first.click()
    cell(page, 2, 2).click()
    page.get_by_role("button", name="A", exact=True).click()
    until(page, "document.querySelector('.cells [data-cell=\"2,2\"]').dataset.piece === 'a'")
    cell(page, 2, 2).click()
    assert page.locator(".rack-tile").count() == 3


def test_why_a_typed_word_is_not_legal_is_told(visit):
    page = opened(visit)
    page.locator("#typed").fill("3B BA")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#message').textContent.includes('there is no B left on the rack AAA')")


def test_tiles_are_laid_in_a_users_game_that_knows_nothing_of_it(visit):
    page = visit("#/play/line?seats=human,human")
    until(page, "document.querySelectorAll('.rack-tile').length === 3", 120)
    for column, letter in enumerate("AT"):
        page.locator(f".rack-tile[data-letter={letter}]").click()
        cell(page, 0, column).click()
    says(page, "AT")
    drag(page, page.locator(".rack-tile").first, cell(page, 0, 2))
    says(page, "this is no legal move")
    cell(page, 0, 2).click()
    says(page, "AT")
    page.locator(".laying .primary").click()
    until(page, "document.querySelector('#moves').textContent.includes('AT')")
    assert page.get_by_role("button", name="Pass").count() == 1
