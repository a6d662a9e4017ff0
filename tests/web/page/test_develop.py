"""For developers of games: a saved file is reloaded, the position stays where it fits, and the drawer looks inside."""

from __future__ import annotations

import pytest
from page_browser import WIDE, until, wait_for_status
from page_client import serving
from patience import PATIENCE

GAME = '''
from typing import NamedTuple
from zermelo import Game

class HeapState(NamedTuple):
    stones: int
    player: int

def heap(stones: int = 9) -> Game:
    """SUMMARY"""
    def initial():              return HeapState(stones, 0)
    def to_move(state):         return state.player
    def actions(state):
        for n in range(1, min(MOST, state.stones) + 1): yield n
    def result(state, n):       return HeapState(state.stones - n, 1 - state.player)
    def is_terminal(state):     return state.stones == 0
    def utility(state, player): return SIGN if state.player == player else 1.0
    return Game(initial, to_move, actions, result, is_terminal, utility, compiles=False)
'''


def source(summary="Take some.", most=3, sign="-1.0"):
    return GAME.replace("SUMMARY", summary).replace("MOST", str(most)).replace("SIGN", sign)


@pytest.fixture
def page(browser, tmp_path):
    """A page of one's own game, and its file."""
    file = tmp_path / "heap.py"
    file.write_text(source())
    with serving(str(file)) as running:
        page = browser.new_context(viewport=WIDE).new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(f"{running.address}/#/play/heap?seats=human,human&moves=3,1,2")
        yield page, file
        page.context.close()


def test_a_saved_file_is_reloaded_and_looked_into(page):
    page, file = page
    wait_for_status(page, "to move")
    page.locator("#drawer-open").click()
    until(page, "document.querySelector('#drawer-state').textContent === 'HeapState(stones=3, player=1)'")
    assert page.locator("#drawer-actions").inner_text().split() == ["1", "2", "3"]
    calls = page.locator("#drawer-calls").inner_text()
    assert "actions(HeapState(stones=3, player=1)) → [1, 2, 3]" in calls
    assert "utility(" not in calls  # the game is not over

    page.locator("#drawer-examine").click()
    until(page, "document.querySelector('#drawer-verdict').textContent.startsWith('Healthy')")
    assert "runs interpreted" in page.locator("#drawer-verdict").inner_text()

    file.write_text(source(most=2))  # the first move, 3, is not legal any more
    until(page, "document.querySelector('#drawer-note').textContent.includes('3 moves do not fit')")
    until(page, "document.querySelector('#drawer-state').textContent === 'HeapState(stones=9, player=0)'")

    file.write_text(source() + "\nnonsense")
    until(page, "document.querySelector('#drawer-note.error')?.textContent.includes('cannot be loaded')")
    file.write_text(source(sign="1.0"))  # it loads, and is no zero-sum game
    until(page, "document.querySelector('#drawer-note').textContent.includes('The position is kept')")
    until(page, "document.querySelector('#drawer-verdict').textContent.startsWith('A law is broken')")
    assert page.locator("#drawer-laws .error").count() >= 1


def test_games_of_the_package_have_no_drawer(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human")
    wait_for_status(page, "X to move")
    assert page.locator("z-drawer").is_hidden()
