"""Scrabble on the page: bonus squares, tiles, the rack, and turns that are typed."""

from __future__ import annotations

import time

import pytest
from page_browser import NARROW, WIDE, cell, until
from page_client import serving
from patience import PATIENCE

pytestmark = pytest.mark.long


def typed(page, text, condition):
    """Types it until the page, which may still be drawing the position, has answered."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        page.locator("#typed").fill("")
        page.locator("#typed").fill(text)
        if page.evaluate(condition):
            return
        time.sleep(0.1)
    raise AssertionError(f"never came true: {condition}; {page.locator('z-typed').inner_text()}")


NOTE = "document.querySelector('z-typed [role=status]').textContent"
EIGHT = "document.querySelectorAll('z-typed button').length === 8"


def test_a_turn_is_typed(visit):
    page = visit("#/play/scrabble?seats=human,engine:random:seed=1")
    until(page, "document.querySelector('z-typed')?.hidden === false", 120)
    assert page.locator("z-board .rack .letter-tile").count() == 7
    assert cell(page, 7, 7).get_attribute("data-look") == "letters2W"
    assert page.locator("#actions button").count() == 0  # not a wall of buttons
    typed(page, "8D =", f"/^(No legal move fits|Enter plays) this/.test({NOTE})")  # as few plays as are sent, or more
    typed(page, "exchange", EIGHT)
    assert "more" in page.locator("z-typed [role=status]").text_content()
    page.locator("z-typed button").first.click()
    until(page, "/exchange/.test(document.querySelector('#moves').textContent)", 120)


def test_exchanges_and_passing_are_offered_after_more_words_than_are_sent(visit):
    """Such a rack, one with a blank, could not be exchanged."""
    page = visit("#/play/crowded")
    until(page, "document.querySelector('z-typed')?.hidden === false", 120)
    typed(page, "EZZ", f"{NOTE}.startsWith('Enter plays this')")
    typed(page, "pass", "document.querySelector('z-typed button')?.textContent === 'pass'")
    typed(page, "exchange", EIGHT)
    assert page.locator("z-typed [role=status]").text_content() == "and 1 more"
    page.locator("#typed").fill("EZZ")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#moves').textContent.includes('EZZ')")


OWN = '''
from zermelo import Game
from zermelo.picture import Board

RACK = "C3", "A1", "T1", "?"


def line():
    """Words on five squares, in turn; nothing is said of tiles that are laid."""
    def picture(state):
        cells = tuple("" if cell == " " else cell for cell in state[0].ljust(5))
        return Board((cells,), shape="letters", beside=((), () if state[1] else RACK))

    def result(state, action):
        return (state[0] if " " in action or action == "pass" else action, state[1] + 1)

    return Game(
        lambda: ("", 0), lambda state: state[1] % 2,
        lambda state: iter(("CAT", "AT", "TA", "aT", "exchange CA", "pass")), result, lambda state: state[1] > 1,
        lambda state, player: 0.0, picture=picture, compiles=False, name="line",
    )


def spelled():
    """A word is laid letter by letter."""
    def picture(state):
        cells = tuple("" if cell == " " else cell for cell in state.ljust(3))
        return Board((cells,), shape="letters", beside=((), ("A1", "B2", "C3")))

    return Game(
        lambda: "", lambda state: 0, lambda state: iter("ABC"), lambda state, action: state + action,
        lambda state: len(state) > 2, lambda state, player: 0.0, picture=picture, compiles=False, name="spelled",
        laying=lambda state, tiles: ([text for _, _, text in sorted(tiles)], "letter by letter"),
    )


def crowded():
    """More words than the page is sent, and after them the exchanges and passing."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    words = [f"{a}{b}{c}" for a in alphabet[:5] for b in alphabet for c in alphabet]
    turns = [*words, *(f"exchange {a}" for a in alphabet[:9]), "pass"]

    def picture(state):
        return Board((tuple(state[0].ljust(3)),), shape="letters", beside=((), () if state[1] else ("A1", "B2")))

    def result(state, action):
        return (state[0] if len(action) != 3 else action, state[1] + 1)

    return Game(
        lambda: ("", 0), lambda state: state[1] % 2, lambda state: iter(turns), result, lambda state: state[1] > 1,
        lambda state, player: 0.0, picture=picture, compiles=False, name="crowded", max_actions=4000,
        touches=lambda state, action: ((0, 0), (0, 2)) if len(action) == 3 else (),
    )
'''


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that knows two games of letters of a user's."""
    own = tmp_path_factory.mktemp("own") / "own.py"
    own.write_text(OWN)
    with serving(f"{own}:line", f"{own}:spelled", f"{own}:crowded") as running:
        yield running


def opened(visit, name="line", tiles=4, **how):
    page = visit(f"#/play/{name}", **how)
    until(page, f"document.querySelectorAll('.rack-tile').length === {tiles}", 120)
    return page


def says(page, text):
    until(page, f"document.querySelector('.laid-words').textContent === {text!r}")


def drag(page, start, end):
    here, there = start.bounding_box(), end.bounding_box()
    x, y = here["x"] + here["width"] / 2, here["y"] + here["height"] / 2
    to_x, to_y = there["x"] + there["width"] / 2, there["y"] + there["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x, to_y)
    page.mouse.up()


def tile(page, letter):
    return page.locator(f".rack-tile[data-letter='{letter}']")


def rack(page):
    return [one.get_attribute("data-letter") for one in page.locator(".rack-tile").all()]


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_tiles_are_dragged_judged_taken_back_and_played(visit, viewport):
    page = opened(visit, viewport=viewport)
    says(page, "Drag tiles to the board, or click a square and type.")
    drag(page, tile(page, "A"), cell(page, 0, 0))
    drag(page, tile(page, "T"), cell(page, 0, 3))
    says(page, "this is no legal move")
    assert page.locator(".laying .primary").is_disabled()
    drag(page, cell(page, 0, 3), cell(page, 0, 1))  # from square to square
    says(page, "AT")
    drag(page, cell(page, 0, 1), tile(page, "C"))  # back to the rack, before a tile there
    assert rack(page) == ["T", "C", "?"]
    page.get_by_role("button", name="Recall").click()
    assert sorted(rack(page)) == ["?", "A", "C", "T"]
    tile(page, "A").click()  # chosen, and put down
    cell(page, 0, 0).click()
    tile(page, "T").click()
    cell(page, 0, 1).click()
    says(page, "AT")
    cell(page, 0, 1).click()  # a tile that is touched goes back
    assert cell(page, 0, 1).get_attribute("data-piece") == ""
    tile(page, "T").click()
    cell(page, 0, 1).click()
    says(page, "AT")
    page.locator(".laying .primary").click()
    until(page, "document.querySelector('#moves').textContent.includes('AT')")
    assert page.locator(".rack-tile").count() == 0


def test_tiles_are_typed_and_a_blank_is_chosen(visit):
    page = opened(visit)
    cell(page, 0, 0).click()
    assert "typing" in cell(page, 0, 0).get_attribute("class")
    page.keyboard.type("ta")
    says(page, "TA")
    assert "typing" in cell(page, 0, 2).get_attribute("class")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    assert len(rack(page)) == 4
    page.keyboard.press("Escape")
    tile(page, "?").click()
    cell(page, 0, 0).click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    until(page, "document.querySelectorAll('.rack-tile').length === 4")
    tile(page, "?").click()
    cell(page, 0, 0).click()
    page.get_by_role("dialog").get_by_role("button", name="A", exact=True).click()
    until(page, "document.querySelector('[data-cell=\"0,0\"]').dataset.piece === 'a'")
    tile(page, "T").click()
    cell(page, 0, 1).click()
    says(page, "aT")


def test_tiles_are_shuffled_and_exchanged(visit):
    page = opened(visit)
    orders = set()
    for _ in range(20):
        page.get_by_role("button", name="Shuffle").click()
        orders.add("".join(rack(page)))
    assert len(orders) > 1
    page.get_by_role("button", name="Exchange", exact=True).click()
    says(page, "Choose the tiles that go back.")
    assert page.locator(".laying .primary").is_disabled()
    tile(page, "C").click()
    tile(page, "A").click()
    page.get_by_role("button", name="Exchange these").click()
    until(page, "document.querySelector('#moves').textContent.includes('exchange CA')")
    page = opened(visit)
    page.locator(".laying").get_by_role("button", name="Pass").click()
    until(page, "document.querySelector('#moves').textContent.includes('pass')")


def test_a_word_that_is_laid_letter_by_letter_is_played_so(visit):
    page = opened(visit, "spelled", 3)
    cell(page, 0, 0).click()
    page.keyboard.type("cab")
    says(page, "letter by letter")
    page.keyboard.press("Enter")
    until(page, "/C.*A.*B/s.test(document.querySelector('#moves').textContent)")


def test_scrabble_tells_what_tiles_score_and_why_a_text_is_no_move(visit):
    page = visit("#/play/scrabble?seats=human,engine:random:seed=1")
    until(page, "document.querySelectorAll('.rack-tile').length === 7", 120)
    page.locator(".rack-tile:not([data-letter='?'])").first.click()
    cell(page, 7, 7).click()
    until(page, "document.querySelector('.laid-words').textContent.includes('has two tiles or more')")
    assert "unseen: A" in page.locator(".caption").text_content()
    page.get_by_role("button", name="Recall").click()
    page.locator("#typed").fill("8H ZZZZZ")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#message').textContent.includes('left on the rack')")
