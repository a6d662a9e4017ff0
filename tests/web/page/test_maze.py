"""Pac-Man on the page: the maze, the arrow keys, and engines that play each other as a film."""

from __future__ import annotations

import re

import pytest
from page_browser import cell, until, wait_for_status

pytestmark = pytest.mark.long

ROWS = "%%%%%%%%%/%P..._..%/%_%%%%%_%/%......G%/%%%%%%%%%".replace("%", "%25")  # as an address writes it


def moved(page, plies, place):
    """Waits until so many plies were played and Pac-Man is there."""
    until(page, f"(location.hash.match(/moves=([^&]*)/)?.[1] ?? '').split(',').length === {plies}")
    until(page, f"document.querySelector('[data-cell=\"{place}\"]').dataset.piece === 'P'")


def test_the_arrow_keys_move_pac_man_and_not_through_the_game(visit):
    page = visit(f"#/play/pacman?layout={ROWS}&seats=human,engine:ghosts:style=chase")
    wait_for_status(page, "Pac-Man to move")
    assert page.locator("z-board .frame").get_attribute("class").split()[:2] == ["frame", "maze"]
    assert page.locator("z-board .wall").count() == 1
    assert page.locator("z-board .pacman").count() == page.locator("z-board .ghost").count() == 1
    assert page.locator("z-board .food").count() == 11
    assert "Pac-Man" in cell(page, 1, 1).get_attribute("aria-label")
    page.keyboard.press("ArrowUp")  # a wall
    page.keyboard.press("ArrowRight")
    moved(page, 2, "1,2")
    page.keyboard.press("ArrowLeft")  # a move, not a step back through the game
    moved(page, 4, "1,1")
    cell(page, 2, 1).click()  # a click beside him moves him too
    moved(page, 6, "2,1")


def test_engines_play_as_a_film(visit):
    page = visit("#/play/pacman?layout=trapped&seats=engine:expectimax:depth=3,engine:ghosts:style=random")
    until(page, "/wins/.test(document.querySelector('#status')?.textContent ?? '')", 120)
    assert "score" in page.locator("z-board .caption").inner_text()
    options = page.locator("#player-1 option").all_inner_texts()
    assert "ghosts" in options


def test_a_match_tells_the_mean_points(visit):
    page = visit(f"#/compare/pacman?layout={ROWS}&engines=engine:ghosts:style%3Drandom,engine:random")
    page.locator("#match-games").fill("3")
    page.get_by_role("button", name="Play a match").click()
    until(page, "/of 3$/.test(document.querySelector('#match-score')?.textContent ?? '')")
    said = page.locator("#match-means").inner_text()
    mean = r"\S+ \(95% between \S+ and \S+\)"
    assert re.fullmatch(f"Mean points: {mean} for A, {mean} for B", said)


def test_ghosts_are_offered_for_pac_man_only(visit):
    page = visit("#/play/tic-tac-toe")
    wait_for_status(page, "to move")
    assert "ghosts" not in page.locator("#player-1 option").all_inner_texts()
