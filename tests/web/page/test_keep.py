"""Games shared, saved and reopened, pasted, dropped and downloaded."""

from __future__ import annotations

from pathlib import Path

from page_browser import cell, until, wait_for_status
from page_client import serving
from patience import PATIENCE

EXAMPLES = Path(__file__).parents[3] / "examples"
PGN = '[Event "Example"]\n[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 *\n'
MOVES = "[...document.querySelectorAll('#moves .move')].map((move) => move.textContent)"
DROP = """(text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'game.sgf'));
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
}"""
PDN = '[Event "Example"]\n[GameType "21"]\n\n1. 11-15 23-19 2. 8-11 *\n'
MAT = "0 point match\n\nGame 1\nAnn : 0   Bob : 0\n 1) 31: 8/5 6/5   66: 24/18(2) 13/7(2)\n"
PASTE = """(text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}));
}"""


def test_a_game_is_shared_saved_and_reopened(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human&moves=b2,a2,a3&lines=1:1,c1")
    until(page, f"String({MOVES}) === 'b2,a2,c1,a3'")
    page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}})"
    )
    page.locator("#share").click()
    until(page, "document.querySelector('#keep-note').textContent.startsWith('The link was copied')")
    link = page.evaluate("window.copied")
    assert "moves=b2,a2,a3&lines=1:1,c1" in link
    page.locator("#save-game").click()
    page.locator("#save-name").fill("<i>fork</i>")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#keep-note').textContent.startsWith('Saved')")
    page.locator("#restart").click()
    until(page, f"{MOVES}.length === 0")
    page.reload()
    wait_for_status(page, "X to move")
    page.locator("#saved-games").click()
    page.locator(".saved a", has_text="<i>fork</i>").click()
    until(page, f"String({MOVES}) === 'b2,a2,c1,a3' && !document.querySelector('dialog[open]')")
    page.locator("#saved-games").click()
    page.locator(".saved button").click()
    until(page, "document.querySelector('.saved').textContent.startsWith('No game')")
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('dialog[open]')")


def test_records_are_pasted_dropped_and_downloaded(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human")
    wait_for_status(page, "X to move")
    page.locator("#open-record").click()
    page.locator("#record-text").fill("nonsense")
    page.locator("#record-open").click()
    until(page, "document.querySelector('#record-error').textContent.includes('neither a position')")
    page.locator("#record-text").fill(PGN + PGN.replace("Ann", "Cid"))
    page.locator("#record-open").click()
    page.locator(".saved button", has_text="2. Cid – Bob, Example").click()
    until(page, f"String({MOVES}) === 'e4,e5,c5,Nf3,Nf3' && !document.querySelector('dialog[open]')")
    assert page.locator("#title").inner_text() == "Chess"
    assert page.locator(".variation").inner_text() == "1…c5sharp2.Nf3"
    with page.expect_download() as started:
        page.locator("#download").click()
    assert started.value.suggested_filename == "chess.pgn"
    text = Path(started.value.path()).read_text()
    assert "1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 *" in text
    page.evaluate(DROP, "(;GM[1]SZ[5]KM[0.5];B[cc](;W[cb])(;W[bb]))")
    until(page, f"String({MOVES}) === 'C3,C4,B4' && !document.querySelector('dialog[open]')")
    page.evaluate(PASTE, "A1, B1")  # moves of the game that is open
    until(page, f"String({MOVES}) === 'A1,B1' && !document.querySelector('dialog[open]')")


def downloaded(page):
    with page.expect_download() as started:
        page.locator("#download").click()
    return started.value.suggested_filename, Path(started.value.path()).read_text()


def test_draughts_and_backgammon_in_their_players_notations(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human")
    wait_for_status(page, "X to move")
    page.evaluate(DROP, PDN)
    until(page, f"String({MOVES}) === '11-15,23-19,8-11' && !document.querySelector('dialog[open]')")
    assert page.locator("#title").inner_text() == "Checkers"
    name, text = downloaded(page)
    assert (name, "1. 11-15 23-19 2. 8-11 *" in text) == ("checkers.pdn", True)
    page.evaluate(DROP, MAT)
    until(page, f"{MOVES}.includes('24/18(2) 13/7(2)') && location.hash.startsWith('#/play/backgammon?')")
    assert downloaded(page)[0] == "backgammon.mat"


def test_a_position_of_arrays_is_pasted_where_it_was_copied(browser):
    with serving(str(EXAMPLES / "connect6.py")) as server:
        context = browser.new_context()
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(f"{server.address}/#/play/connect6?seats=human,human")
        wait_for_status(page, "to move")
        cell(page, 4, 4).click()
        until(page, f"{MOVES}.length === 1")
        text = page.locator("#position-text").input_value()
        page.locator("#restart").click()
        until(page, f"{MOVES}.length === 0")
        page.locator("#position-text").fill(text)
        page.locator("#set-position").click()
        until(page, "document.querySelector('z-board [data-cell=\"4,4\"]').dataset.piece")
        assert page.locator("#position-error").inner_text() == ""
        context.close()


def test_players_resign_agree_on_a_draw_and_play_again(visit):
    page = visit("#/play/tic-tac-toe?seats=human,engine:random&moves=b2,a2")
    wait_for_status(page, "X to move")
    page.locator("#resign").click()
    assert page.locator("#resign").inner_text() == "Really resign?"
    page.locator("#resign").click()
    wait_for_status(page, "X resigns: O wins")
    cell(page, 2, 2).click()
    assert page.evaluate(MOVES) == ["b2", "a2"]  # it is over
    until(page, "location.hash.includes('ended=resign:0')")
    page.reload()
    wait_for_status(page, "X resigns: O wins")
    page.keyboard.press("ArrowLeft")
    wait_for_status(page, "O to move")
    page.keyboard.press("ArrowRight")
    wait_for_status(page, "X resigns: O wins")
    page.locator("#rematch").click()
    until(page, f"{MOVES}.length === 1")  # the sides have changed: the engine begins
    page.locator("#offer-draw").click()
    until(page, "document.querySelector('#message').textContent === 'X declines the draw.'")
    page.locator("#player-0").select_option("human")
    page.locator("#offer-draw").click()
    wait_for_status(page, "draw by agreement")
    assert page.locator("#rematch").is_visible()


def test_a_clock_runs_gets_seconds_and_falls(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human&moves=b2")
    wait_for_status(page, "O to move")
    faces = "[...document.querySelectorAll('.clock-face')].map((face) => face.textContent)"
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # from now on only the test lets time pass; half seconds, as a face shows the last tick's
    page.locator("#clock-choice").select_option("3/2")
    until(page, f"{faces}[0] === 'X 3:00'")
    page.clock.run_for(60_500)
    until(page, f"{faces}[1] === 'O 2:00'")
    cell(page, 0, 0).click()
    until(page, f"{MOVES}.length === 2 && {faces}[1] === 'O 2:02'")
    page.clock.run_for(30_500)
    until(page, f"{faces}[0] === 'X 2:30'")
    page.clock.run_for(151_000)
    wait_for_status(page, "X is out of time: O wins")
    cell(page, 2, 2).click()
    assert page.evaluate(MOVES) == ["b2", "a3"]
