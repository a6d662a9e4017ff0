"""Boards that are no squares: crossings, points joined by lines and hexagons, clicked and walked over."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_browser import NARROW, cell, until, wait_for_status
from page_client import serving

pytestmark = pytest.mark.long  # test_play.py clicks on squares in the quick set

EXAMPLES = Path(__file__).parents[3] / "examples"

OWN = """
import numpy
from zermelo import Game

def own(array: bool = False) -> Game:
    def initial():
        return (numpy.zeros((3, 4), numpy.int8) if array else ((0,) * 4,) * 3, 0)

    def actions(state):
        for row in range(3):
            for column in range(4):
                if not state[0][row][column]:
                    yield row, column

    def result(state, action):
        cells = [list(row) for row in state[0]]
        cells[action[0]][action[1]] = state[1] + 1
        board = numpy.array(cells, numpy.int8) if array else tuple(map(tuple, cells))
        return board, 1 - state[1]

    def is_terminal(state):
        return all(cell for row in state[0] for cell in row)

    return Game(
        initial, lambda state: state[1], actions, result, is_terminal, lambda state, player: 0.0, compiles=False
    )
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that knows two of the examples, and a user's game without a picture."""
    own = tmp_path_factory.mktemp("own") / "own.py"
    own.write_text(OWN)
    with serving(str(EXAMPLES / "hex.py"), str(EXAMPLES / "nine_mens_morris.py"), str(own)) as running:
        yield running


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_stones_are_put_on_crossings(visit):
    page = visit("#/play/go?seats=human,human")
    wait_for_status(page, "Black to move")
    assert page.locator(".ground .star").count() == 5
    assert page.locator(".cell.target").count() == 0  # nearly every point is open
    cell(page, 2, 2).hover()
    assert page.locator(".stone.preview.black-stone").count() == 1
    cell(page, 2, 2).click()
    wait_for_status(page, "White to move")
    assert cell(page, 2, 2).get_attribute("aria-label") == "C7, black stone, last move"
    assert cell(page, 2, 2).locator(".black-stone").count() == 1
    stars = page.locator(".ground .star")
    spots = [middle(stars.nth(index)) for index in range(5)]
    x, y = middle(cell(page, 2, 2))
    assert any(abs(x - star_x) < 1.5 and abs(y - star_y) < 1.5 for star_x, star_y in spots)


def test_no_dots_beside_a_ko(visit):
    page = visit("#/play/go?size=5&seats=human,human&moves=B3,C3,A2,D2,B1,C1,C2,B2")
    wait_for_status(page, "Black to move")
    assert page.locator(".cell.target").count() == 0
    assert page.locator(".cell.marked").count() == 2  # the last stone, and the ko
    caption = page.locator("z-board .caption").inner_text()
    assert caption == "score: Black 4, White 5 + 7.5 komi; captured: 0 by Black, 1 by White\nko at C2"


def test_gomoku_by_keyboard(visit):
    page = visit("#/play/gomoku?seats=human,human")
    wait_for_status(page, "black to move")
    cell(page, 7, 7).focus()
    page.keyboard.press("Enter")
    wait_for_status(page, "white to move")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    wait_for_status(page, "black to move")
    assert cell(page, 6, 8).get_attribute("data-piece") == "○"


def test_hexagons_are_clicked_up_to_their_corners(visit):
    page = visit("#/play/hex?size=5&seats=human,human")
    wait_for_status(page, "red to move")
    assert page.locator(".ground .hexagon").count() == 25
    assert page.locator(".ground .side-red").count() == page.locator(".ground .side-blue").count() == 2
    box = cell(page, 2, 2).bounding_box()
    # the upper left corner of the box belongs to the neighbour, below the slope it is this cell
    page.mouse.click(box["x"] + 0.06 * box["width"], box["y"] + 0.32 * box["height"])
    wait_for_status(page, "blue to move")
    assert cell(page, 2, 2).get_attribute("aria-label") == "c3, red stone, last move"
    page.mouse.click(box["x"] + 0.1 * box["width"], box["y"] + 0.06 * box["height"])
    wait_for_status(page, "red to move")
    assert cell(page, 1, 2).get_attribute("data-piece") == "blue"


def test_a_hexagon_by_keyboard(visit):
    page = visit("#/play/hex?size=5&seats=human,human")
    wait_for_status(page, "red to move")
    cell(page, 0, 0).focus()
    for key in ("End", "ArrowDown", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    wait_for_status(page, "blue to move")
    assert cell(page, 1, 3).get_attribute("data-piece") == "red"


def test_men_are_placed_moved_and_taken(visit):
    page = visit("#/play/nine-mens-morris?men=3&seats=human,human")
    wait_for_status(page, "white to move")
    assert page.locator("z-board .cell").count() == 24
    for number, place in enumerate([(0, 0), (1, 1), (0, 3), (1, 3)]):
        wait_for_status(page, ("white", "black")[number % 2] + " to move")
        cell(page, *place).click()
    wait_for_status(page, "white to move")
    cell(page, 0, 6).click()  # a mill: now choose the man to take
    until(page, "document.querySelector('[data-cell=\"0,6\"]').classList.contains('selected')")
    cell(page, 1, 3).click()
    until(page, "document.querySelectorAll('#moves [data-ply]').length === 5")
    assert "g7xd6" in page.locator("#moves").inner_text()
    assert cell(page, 1, 3).get_attribute("data-piece") == ""


def test_the_arrow_keys_pass_over_gaps(visit):
    page = visit("#/play/nine-mens-morris?seats=human,human")
    wait_for_status(page, "white to move")
    cell(page, 3, 2).focus()
    page.keyboard.press("ArrowRight")  # over the middle, where no point is
    page.keyboard.press("Enter")
    wait_for_status(page, "black to move")
    assert cell(page, 3, 4).get_attribute("data-piece") == "○"


@pytest.mark.parametrize("array", ["true", "false"])
def test_a_user_s_grid_is_clicked_without_further_code(visit, array):
    page = visit(f"#/play/own?array={array}&seats=human,human")
    wait_for_status(page, "player 1 to move")
    cell(page, 1, 3).click()
    wait_for_status(page, "player 2 to move")
    cell(page, 2, 0).click()
    wait_for_status(page, "player 1 to move")
    assert [cell(page, *place).get_attribute("data-piece") for place in ((1, 3), (2, 0), (0, 0))] == ["1", "2", ""]


@pytest.mark.parametrize(
    "address", ["#/play/go?size=19", "#/play/gomoku", "#/play/hex?size=11", "#/play/nine-mens-morris", "#/compare/go"]
)
def test_a_board_fits_a_phone(visit, address):
    page = visit(address, viewport=NARROW, scheme="dark")
    page.locator("z-board .cell").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board, first = page.locator("z-board .field").bounding_box(), page.locator("z-board .cell").first.bounding_box()
    assert 0 <= board["x"] <= board["x"] + board["width"] <= NARROW["width"]
    assert first["width"] > 14
