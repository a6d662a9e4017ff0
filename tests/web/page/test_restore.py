"""Nothing is lost: a reload, the way back and a copied link show the same game, players, set-up and tree."""

from __future__ import annotations

import pytest
from page_browser import cell, until, wait_for_status

pytestmark = pytest.mark.long  # test_moves.py begins from addresses with moves and a ply in the quick set

OPENING = "#/play/tic-tac-toe?seats=human,human"
MOVES = "[...document.querySelectorAll('#moves [data-ply]')].map((move) => move.textContent)"
SEATS = "[...document.querySelectorAll('.side .seats select')].map((select) => select.value)"
NOTICE = "document.querySelector('#notice').textContent"


def hash_of(page):
    return "#" + page.url.split("#", 1)[1]


def played(page, *moves):
    for number, (row, column) in enumerate(moves):
        until(page, f"document.querySelectorAll('#moves [data-ply]').length === {number}")
        cell(page, row, column).click()
    until(page, f"document.querySelectorAll('#moves [data-ply]').length === {len(moves)}")


def again(page, visit, how):
    """The page after a reload, or at the same address in another profile."""
    until(page, "document.querySelector('z-play, z-debugger, z-compare')")
    page.wait_for_timeout(500)  # the address is written at most a few times per second
    if how == "link":
        return visit(hash_of(page))
    page.reload()
    return page


@pytest.mark.parametrize("how", ["reload", "link"])
def test_the_game_its_players_and_the_ply_shown(visit, how):
    page = visit(OPENING)
    wait_for_status(page, "X to move")
    played(page, (1, 1), (0, 0), (0, 2), (2, 0))
    page.keyboard.press("ArrowLeft")
    wait_for_status(page, "After 2. c3: O to move")
    page = again(page, visit, how)
    wait_for_status(page, "After 2. c3: O to move")
    assert page.evaluate(MOVES) == ["b2", "a3", "c3", "a1"]
    assert page.evaluate(SEATS) == ["human", "human"]
    assert page.evaluate(NOTICE) == ""


@pytest.mark.parametrize("how", ["reload", "link"])
def test_a_position_that_was_set_up_and_an_engine_with_options(visit, how):
    page = visit("#/play/tic-tac-toe?rows=4&seats=human,human")
    wait_for_status(page, "X to move")
    page.locator("#position-text").fill("x../.o./.../...")
    page.locator("#set-position").click()
    until(page, "document.querySelector('z-board [data-cell=\"1,1\"]')?.ariaLabel.includes('O')")
    page.locator("#player-1").select_option("engine:minimax")
    page.locator("z-player:has(#player-1) summary").click()
    page.locator("#player-1-depth").fill("2")
    page.locator("#player-1-depth").blur()
    page = again(page, visit, how)
    wait_for_status(page, "X to move")
    assert page.locator("#position-text").input_value() == "x../.o./.../..."
    assert page.evaluate(SEATS) == ["human", "engine:minimax"]
    assert page.locator("#player-1-depth").input_value() == "2"
    cell(page, 3, 2).click()
    until(page, f"{MOVES}.length === 2")  # the engine plays on


def test_back_and_forward_between_games_and_views(visit):
    page = visit(OPENING)
    wait_for_status(page, "X to move")
    played(page, (1, 1), (0, 0))
    page.locator("#restart").click()
    until(page, f"{MOVES}.length === 0")
    page.locator('a[data-view="debugger"]').click()
    page.locator("#step").wait_for()
    page.go_back()
    until(page, f"document.querySelector('z-play') && {MOVES}.length === 0")
    page.go_back()
    until(page, f"{MOVES}.length === 2")  # what the restart took away
    page.go_forward()
    until(page, f"{MOVES}.length === 0")
    page.locator('a[data-view="compare"]').click()
    page.locator("z-compare z-board").wait_for()
    page.locator('a[data-view="play"]').click()
    wait_for_status(page, "X to move")
    assert page.evaluate(SEATS) == ["human", "human"]


@pytest.mark.parametrize("how", ["reload", "link"])
def test_the_debugger_s_tree_and_step(visit, how):
    page = visit("#/debugger")
    page.locator("#step").wait_for()
    page.locator("textarea").fill("[[1, 2], [3, 0]]")
    page.locator("#debugger-cut").select_option("strict")
    page.get_by_role("button", name="Search", exact=True).click()
    until(page, "document.querySelectorAll('[data-node]').length === 7")
    for step in range(1, 5):
        page.locator("#step-next").click()
        until(page, f"document.querySelector('#step-number').textContent.startsWith('Step {step} ')")
    page = again(page, visit, how)
    until(page, "document.querySelector('#step-number')?.textContent.startsWith('Step 4 ')")
    assert page.locator("textarea").input_value() == "[[1, 2], [3, 0]]"
    assert page.locator("#debugger-cut").input_value() == "strict"


def test_another_view_and_back_keeps_the_tree(visit):
    page = visit("#/debugger")
    page.locator("#step").wait_for()
    page.locator("textarea").fill("[5, [1, 2]]")
    page.get_by_role("button", name="Search", exact=True).click()
    until(page, "document.querySelectorAll('[data-node]').length === 5")
    page.locator("a.brand").click()
    page.locator("z-games").wait_for()
    page.locator('a[data-view="debugger"]').click()
    until(page, "document.querySelectorAll('[data-node]').length === 5")


@pytest.mark.parametrize("how", ["reload", "link"])
def test_the_debugger_on_the_visitor_s_own_position(visit, how):
    page = visit(OPENING + "&moves=b2,a1,c1,a3,a2,c2")
    wait_for_status(page, "X to move")
    page.locator('a[data-view="debugger"]').click()
    page.locator("#step").wait_for()
    page.locator("#debugger-source").select_option("current")
    until(page, "location.hash.includes('from=current')")
    words = page.locator("#step-words").inner_text()
    assert "nodes" in words
    page = again(page, visit, how)
    until(page, f"document.querySelector('#step-words')?.textContent === {words!r}")
    assert page.locator("#debugger-source").input_value() == "current"


@pytest.mark.parametrize("how", ["reload", "link"])
def test_compare_keeps_the_position_and_the_engines(visit, how):
    page = visit(OPENING + "&moves=b2,a1")
    wait_for_status(page, "X to move")
    page.locator('a[data-view="compare"]').click()
    page.locator("#engine-0").select_option("engine:random")
    page.locator("#compare-time").fill("0.5")
    page.locator("#compare-time").blur()
    page = again(page, visit, how)
    until(page, "document.querySelector('z-compare [data-cell=\"1,1\"]')?.dataset.piece === 'X'")
    assert page.locator("#engine-0").input_value() == "engine:random"
    assert page.locator("#compare-time").input_value() == "0.5"


def test_a_long_record_is_kept_in_the_browser(visit):
    page = visit("#/debugger")
    page.locator("#step").wait_for()
    text = "[" + ",".join(["[1,2]"] * 1500) + "]"
    page.locator("textarea").fill(text)
    page.locator("#debugger-depth").fill("1")
    page.get_by_role("button", name="Search", exact=True).click()
    until(page, "location.hash.includes('kept=')")
    assert len(hash_of(page)) < 100
    page.reload()
    until(page, "document.querySelector('textarea')?.value.length > 8000")
    assert page.locator("textarea").input_value() == text
    other = visit(hash_of(page))  # a browser that does not have it
    until(other, f"{NOTICE}.includes('kept in another browser')")
    other.locator("#step").wait_for()


@pytest.mark.parametrize(
    ("hash_", "words", "title"),
    [
        ("#/play/nonsense", "There is no game called “nonsense”.", "Take"),
        ("#/play/<img src=x onerror=alert(1)>", "There is no game called “<img src=x", "Take"),
        ("#/play/tic-tac-toe?moves=b2,z9", "move 2: 'z9' is not legal here", "Tic-tac-toe"),
        ("#/play/tic-tac-toe?position=nonsense", "'nonsense' is not a position", "Tic-tac-toe"),
        ("#/play/tic-tac-toe?rows=9999", "rows is at most", "Tic-tac-toe"),
        ("#/play/tic-tac-toe?constructor=1", "no parameter", "Tic-tac-toe"),
        ("#/play/tic-tac-toe?seats=human,level:godlike", "there is no player called “level:godlike”", "Tic-tac-toe"),
        ("#/play/tic-tac-toe?seats=human,engine:minimax:depth%3Dx", "depth is a number, not “x”", "Tic-tac-toe"),
        ("#/play/tic-tac-toe?moves=b2&ply=7", "a ply is 0 to 1, not “7”", "Tic-tac-toe"),
        ("#/play/tic-tac-toe?moves=%E0%A4%A", "is not legal here", "Tic-tac-toe"),
    ],
)
def test_a_bad_address_is_told_in_one_line_beside_the_usual_game(visit, hash_, words, title):
    page = visit(hash_)
    until(page, f"document.querySelector('z-play #title')?.textContent.startsWith({title!r})")
    told = page.evaluate(NOTICE)
    assert words in told
    assert "\n" not in told
    assert page.locator("#notice").is_visible()
    assert page.locator("img[src=x]").count() == 0
    assert page.evaluate(MOVES) == []


@pytest.mark.parametrize("view", ["nonsense", "constructor", "__proto__"])
def test_an_address_of_no_view(visit, view):
    page = visit(f"#/{view}")
    page.locator("z-games .game-card").first.wait_for()
    assert page.evaluate(NOTICE) == f"There is no page called “{view}”."
