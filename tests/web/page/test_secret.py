"""A game with hidden information in a browser: the curtain between two people, and everything open at the end."""

from __future__ import annotations

import re

from page_browser import until, wait_for_status
from smuggler import SECRETS


def body(page):
    return page.locator("main").inner_text()


def act(page, text):
    page.locator(f'[data-action="{text}"]:not([disabled])').click()


def test_two_people_pass_the_screen(visit):
    heard = []
    page = visit("#/play/smuggler?seats=human,human", altered=lambda message: heard.append(message) or [message])
    page.locator("#uncover").click()
    act(page, "think-81000")
    until(page, "document.querySelector('#moves').textContent.includes('think-81000')")
    assert not SECRETS[0].search(body(page))
    assert re.search(r"71\d\d\d", body(page))
    act(page, "hide-left")
    page.locator("#uncover").wait_for()
    assert not re.search(r"7[12]\d\d\d|hide-|think-", body(page))
    assert "Pass the screen to player 2." in body(page)
    for off in ("#undo", "#why-toggle", "#review", "#position-text"):
        assert not page.locator(off).is_visible()
    page.keyboard.press("Enter")  # the button has the focus
    page.locator('[data-action="say-left"]').wait_for()
    assert not SECRETS[1].search(body(page))
    assert re.search(r"72\d\d\d", body(page))
    act(page, "say-left")
    wait_for_status(page, "player 2 wins")
    assert re.search(r"71\d\d\d", body(page))
    assert "hide-left" in body(page)
    assert page.url.endswith("#/play/smuggler?seats=human,human")
    page.locator("#moves button").first.click()
    wait_for_status(page, "after 1.")
    assert page.locator("[data-action]:not([disabled])").count() == 0  # it is looked back at, not played on
    assert {message["type"] for message in heard} <= {"games", "position", "waiting"}  # nobody thinks about it


def test_one_person_plays_against_an_engine_and_again(visit):
    page = visit("#/play/smuggler?seats=engine:random,human")
    for _ in range(2):
        page.locator('[data-action="say-right"]:not([disabled])').wait_for()
        assert not SECRETS[1].search(body(page))
        assert "a reload begins the game anew" in body(page)
        act(page, "say-right")
        wait_for_status(page, "wins")
        assert "hide-" in body(page)
        page.locator("#restart").click()
