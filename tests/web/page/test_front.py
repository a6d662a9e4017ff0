"""The front door: what is seen first, the gallery's search and switches, the tour, and the help sheet."""

from __future__ import annotations

import re

from page_browser import NARROW, until

NAMES = "[...document.querySelectorAll('.game-list > li:not([hidden]) .game-card')].map((card) => card.dataset.game)"


def test_a_sentence_a_search_at_work_and_all_games(visit):
    page = visit("#/games")
    page.get_by_role("heading", name="Play any game against an engine that explains itself").wait_for()
    page.get_by_role("link", name="Lessons").last.wait_for()
    until(page, "document.querySelectorAll('z-demo .demo-node').length === 13")
    seen = "document.querySelectorAll('z-demo .demo-node.seen').length"
    at = page.evaluate(seen)
    until(page, f"{seen} > {at}")  # it goes on by itself
    page.locator("#demo-pause").click()
    for _ in range(15):
        page.locator("#demo-next").click()
        if "Cut after 2" in page.locator(".demo-words").inner_text():
            break
    assert page.locator(".demo-node.cut text").all_text_contents() == ["✂", "✂"]
    assert page.locator("#demo-pause").inner_text() == "Run"
    page.get_by_role("link", name="Open it in the debugger").click()
    until(page, "location.hash.startsWith('#/debugger') && document.querySelector('z-debugger svg')")


def test_something_is_on_the_screen_while_the_server_starts(visit):
    page = visit("#/games")
    page.locator("#game-search").wait_for()
    page.route_web_socket(re.compile("/socket$"), lambda socket: None)  # it hears, and does not answer yet
    page.reload()
    page.get_by_role("heading", name="Play any game against an engine that explains itself").wait_for()
    until(page, "document.querySelector('#opening').textContent.endsWith('…')")


def test_games_are_searched_and_filtered(visit):
    page = visit("#/games", NARROW)
    page.locator("#game-search").wait_for()
    every = page.evaluate(NAMES)
    search = page.locator("#game-search")
    search.fill("four row")
    assert page.evaluate(NAMES) == ["connect-four"]
    assert page.locator("#game-count").inner_text() == f"1 of {len(every)} games"
    search.fill("no such game")
    assert page.locator("#game-count").inner_text() == "No game is like that."
    search.fill("")
    assert page.evaluate(NAMES) == every

    def only(*names):
        for name in names:
            page.locator(f"[data-filter={name}]").click()
        found = set(page.evaluate(NAMES))
        for name in names:
            page.locator(f"[data-filter={name}]").click()
        return found

    assert {"2048", "tree"} & only("one") == {"2048"}
    assert "chess" in only("two")
    assert "chess" not in only("one", "more")
    assert {"pig", "backgammon"} <= only("chance")
    assert only("hidden", "chance") < only("hidden")
    assert {"connect-four", "tic-tac-toe", "nim"} <= only("solved")
    assert not {"chess", "othello", "go"} & only("solved")
    assert only("learned") == {"connect-four"}
    assert page.evaluate(NAMES) == every


def test_the_tour_has_five_steps_and_comes_once(visit):
    page = visit("#/games")
    steps = []
    for _ in range(5):
        steps.append(page.locator("#tour-count").inner_text())
        page.locator("#tour-next").click()
    assert steps == [f"{number} of 5" for number in range(1, 6)]
    assert page.locator("#tour").is_hidden()
    assert page.locator(".toured").count() == 0
    page.reload()
    page.locator("#game-search").wait_for()
    assert page.locator("#tour").is_hidden()
    page.keyboard.press("?")  # asked for again, by keyboard alone
    page.locator("#tour-again").press("Enter")
    page.locator("#tour-next").press("Enter")
    assert page.locator("#tour-title").inner_text() == "Ask"
    assert page.evaluate("document.querySelector('.toured')?.dataset.view") == "play"
    page.locator("#tour-skip").press("Enter")
    assert page.locator("#tour").is_hidden()
    assert page.locator(".toured").count() == 0


def test_the_help_sheet_has_the_keys_and_the_versions(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human")
    page.locator("#undo").wait_for()
    page.locator("#position-text").press("?")  # where something is typed it is a character
    assert not page.locator("#sheet").is_visible()
    page.locator("#main").focus()
    page.keyboard.press("?")
    page.locator("#sheet").wait_for()
    shown = page.locator("#sheet").inner_text()
    assert re.search(r"Python\s+3\.\d+", shown)
    assert "Take back" in shown
    page.keyboard.press("Escape")
    assert not page.locator("#sheet").is_visible()
    page.locator("#sheet-open").click()
    assert page.locator("#sheet-title").is_visible()
