"""A chess game with variations, the debugger amid a search, and a running match outlive whatever happens."""

from __future__ import annotations

import random
import re

import pytest
from page_browser import CHROMIUM, WIDE, cell, until, wait_for_status
from page_client import serving
from patience import PATIENCE

import zermelo

pytestmark = pytest.mark.slow

PLIES, STEP = 60, 300
MOVES = "[...document.querySelectorAll('#moves [data-ply]')].map((move) => move.textContent)"
VARIED = "document.querySelectorAll('#moves [data-node]').length"
STEP_WORDS = "document.querySelector('#step-number')?.textContent ?? ''"
LISTED = "document.querySelectorAll('#match-list li').length"


def chess_game():
    """Sixty random plies that neither end the game nor repeat it, as their players write them."""
    game, noise = zermelo.load("chess"), random.Random(7)
    while True:
        state, texts = game.initial(), []
        while len(texts) < PLIES and not game.is_terminal(state):
            action = noise.choice(game.legal(state))
            texts.append(game.action_text(state, action))
            state = game.result(state, action)
        if len(texts) == PLIES and not game.is_terminal(state):
            return texts


def opened(context, address, said):
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(address)
    return page


def has_the_chess_game(page, texts):
    wait_for_status(page, "to move")
    until(page, f"{VARIED} >= {PLIES + 2}")
    shown = page.locator("#moves").inner_text()
    for text in texts:
        assert text in shown
    assert page.locator("#moves").get_by_text("a3", exact=True).count() >= 1
    assert page.locator("#moves").get_by_text("h3", exact=True).count() >= 1


def is_at_the_step(page, words):
    until(page, f"{STEP_WORDS}.startsWith('Step {STEP} ')")
    until(page, f"document.querySelector('#step-words').textContent === {words!r}")


def games_of(page):
    return int(page.evaluate(LISTED))


def goes_on(page, least):
    """The match has at least so many games, and then one more."""
    until(page, f"{LISTED} >= {least}")
    until(page, f"{LISTED} > {least}")
    found = re.search(r"(\d+) won, (\d+) drawn, (\d+) lost", page.locator("#match-score").inner_text())
    assert sum(map(int, found.groups())) >= least


def address_of(page):
    page.wait_for_timeout(600)  # the address is written at most a few times per second
    return "#" + page.url.split("#", 1)[1]


def test_reload_restart_and_a_shared_link():
    pytest.importorskip("playwright")
    if CHROMIUM is None:
        pytest.skip("there is no chromium: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    texts, said = chess_game(), []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        mine = browser.new_context(viewport=WIDE)
        with serving() as server:
            port = server.port
            moves = ",".join(text.replace("+", "%2B").replace("#", "%23").replace("=", "%3D") for text in texts)
            base = f"http://localhost:{port}/"
            game = opened(mine, f"{base}#/play/chess?seats=human,human&moves={moves}", said)
            until(game, f"{MOVES}.length === {PLIES}")
            for column in (0, 7):  # a3 and h3 as variations of the first move
                game.keyboard.press("Home")
                wait_for_status(game, "At the start")
                cell(game, 6, column).click()
                cell(game, 5, column).click()
                until(
                    game, f"document.querySelectorAll('#moves .variation, #moves [data-node]').length > {column and 1}"
                )
                wait_for_status(game, "black to move")
            has_the_chess_game(game, texts)
            about = f"#/debugger/tic-tac-toe?from=game&algorithm=minimax&depth=3&step={STEP}"
            steps = opened(mine, base + about, said)
            until(steps, f"{STEP_WORDS}.startsWith('Step {STEP} ')")
            words = until(steps, "document.querySelector('#step-words').textContent")
            match = opened(mine, f"{base}#/compare/tic-tac-toe?engines=engine:random,engine:mcts:time%3D0.3", said)
            match.locator("#match-games").fill("200")
            match.locator("#match-run").click()
            until(match, f"{LISTED} >= 3")
            links = [address_of(page) for page in (game, steps, match)]

            for page in (game, steps, match):
                page.reload()
            has_the_chess_game(game, texts)
            is_at_the_step(steps, words)
            goes_on(match, 3)
            before = games_of(match)

        for page in (game, steps, match):  # the server is gone
            until(page, "document.querySelector('#connection').textContent === 'Reconnecting …'")
        with serving("--port", str(port)):
            for page in (game, steps, match):
                until(page, "document.querySelector('#connection').textContent === ''")
            goes_on(match, before)
            has_the_chess_game(game, texts)
            is_at_the_step(steps, words)
            steps.locator("#step-next").click()
            until(steps, f"{STEP_WORDS}.startsWith('Step {STEP + 1} ')")
            match.close()

            other = browser.new_context(viewport=WIDE)  # another profile, with nothing of the first one's
            game, steps, match = (opened(other, base + link, said) for link in links)
            has_the_chess_game(game, texts)
            is_at_the_step(steps, words)
            goes_on(match, 3)
        browser.close()
    assert said == []
