"""The record of a game: variations and comments that survive, moves that wait for the connection."""

from __future__ import annotations

from page_browser import cell, until, wait_for_status
from page_client import serving
from patience import PATIENCE

OPENING = "#/play/tic-tac-toe?seats=human,human"
MOVES = "[...document.querySelectorAll('#moves .move')].map((move) => move.textContent)"
LINE = "[...document.querySelectorAll('#moves [data-ply]')].map((move) => move.textContent)"
CURRENT = "document.querySelector('#moves [aria-current]')?.textContent"
CHESS = """e4 e5 a4 Bc5 d4 Bd6 Qe2 Nh6 Qd1 Ng8 Ne2 h6 a5 Nf6 Rg1 b6 Kd2 Be7 dxe5 c5 e6 fxe6 Ke3 Kf7 f4 Ng8 c4 d6 e5 b5
Qd2 Qb6 Nbc3 Rh7 Ra3 h5 Ne4 Qc6 Qd3 Nd7 h3 Rh6 Kf3 Bg5 Qe3 Qa6 Nd4 Qb6 Nxb5 Qxa5 b4 Ngf6 Rxa5 a6 Bd2 Nh7 Rxa6 Rb8 Bd3
Nb6""".split()  # noqa: SIM905


def hash_of(page):
    return "#" + page.url.split("#", 1)[1]


def test_a_variation_is_commented_promoted_and_deleted(visit):
    page = visit(OPENING + "&moves=b2,a2,a3,c1&ply=2")
    wait_for_status(page, "After 1… a2: X to move")
    cell(page, 2, 2).click()
    until(page, f"String({LINE}) === 'b2,a2,c1' && {MOVES}.length === 5")
    page.locator("#comment").click()
    page.locator("#comment-text").fill("<b>worse</b>")
    page.locator("#comment-save").click()
    until(page, "document.querySelector('.variation .remark')?.textContent === '<b>worse</b>'")
    page.locator("#promote").click()
    until(page, "document.querySelector('.variation')?.textContent.includes('a3')")
    assert page.locator("#promote").is_hidden()
    page.keyboard.press("ArrowLeft")
    wait_for_status(page, "After 1… a2: X to move")
    page.keyboard.press("ArrowRight")
    until(page, f"{CURRENT} === 'c1'")
    page.locator("#delete-line").click()
    assert len(page.evaluate(MOVES)) == 5
    page.locator("#delete-line").click()
    until(page, f"String({MOVES}) === 'b2,a2,a3,c1' && {CURRENT} === 'a2'")
    page.keyboard.press("u")  # taken back: what is played instead is the main line
    until(page, f"{CURRENT} === 'b2'")
    cell(page, 0, 0).click()
    until(page, "document.querySelector('.variation')?.textContent.includes('a2')")
    assert page.evaluate(LINE) == ["b2", "a3"]


def test_a_long_game_with_variations_survives_reload_restart_and_a_link(browser):
    with serving() as server:
        port = server.port
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        assert len(CHESS) == 60
        page.goto(f"{server.address}/#/play/chess?seats=human,human&moves={','.join(CHESS)}&ply=1")
        wait_for_status(page, "After 1. e4: black to move")
        cell(page, 1, 2).click()
        cell(page, 3, 2).click()
        until(page, f"{CURRENT} === 'c5'")
        page.locator("#moves [data-node]", has_text="a4").first.click()
        until(page, f"{CURRENT} === 'a4'")
        cell(page, 1, 6).click()
        cell(page, 3, 6).click()
        until(page, f"{CURRENT} === 'g5'")
        page.locator("#comment").click()
        page.locator("#comment-text").fill("a pawn, at last, and more")
        page.locator("#comment-save").click()
        until(page, "document.querySelector('.variation .remark')")
        page.wait_for_timeout(400)  # the address is written at most a few times per second
        before, link = page.evaluate(MOVES), hash_of(page)
        assert len(before) == 62
        same = f"String({MOVES}) === {','.join(before)!r} && {CURRENT} === 'g5' && document.querySelector('.remark')"
        page.reload()
        until(page, same)
    until(page, "document.querySelector('#connection').textContent.includes('Reconnecting')")
    with serving("--port", str(port)) as server:
        until(page, "document.querySelector('#connection').textContent === ''")
        until(page, same)
        cell(page, 6, 1).click()
        cell(page, 5, 1).click()
        until(page, f"{CURRENT} === 'b3' && {MOVES}.length === 63")
        other = browser.new_context().new_page()
        other.goto(f"{server.address}/{link}")
        until(other, same)
        other.context.close()
    context.close()


def test_a_move_without_a_connection_waits_for_it(browser):
    with serving() as server:
        port = server.port
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{server.address}/{OPENING}&moves=b2")
        wait_for_status(page, "O to move")
    until(page, "document.querySelector('#connection').textContent.includes('Reconnecting')")
    page.evaluate(
        """() => { window.seen = []; new MutationObserver(() => seen.push(
            document.querySelector('z-board [data-cell="0,0"]')?.dataset.piece ?? '')).observe(
            document.querySelector('z-board'), {subtree: true, childList: true, attributes: true}); }"""
    )
    cell(page, 0, 0).click()
    until(page, "document.querySelector('#message').textContent.includes('your move is kept')")
    cell(page, 2, 2).click()  # a second one does not replace it
    page.wait_for_timeout(1200)  # attempts to connect that fail
    assert "your move is kept" in page.locator("#message").inner_text()
    with serving("--port", str(port)):
        until(page, f"String({LINE}) === 'b2,a3'")
        wait_for_status(page, "X to move")
        assert page.locator("#message").inner_text() == ""
        seen = page.evaluate("window.seen")
        assert "O" in seen
        assert "" not in seen[seen.index("O") :]  # it never vanished
    context.close()
