"""What stands beside the board while it is analysed: the bar, chances, hints; and values that come too early."""

from __future__ import annotations

import pytest
from page_browser import NARROW, WIDE, cell, until, wait_for_status

CHANCES = [("X wins", 0.6, "60%"), ("O wins", 0.4, "40%"), ("X with a gammon", 0.12, "12%")]
DECISION = [["no double", "+0.31", "the best"], ["double, take", "+0.20", "-0.11"], ["double, drop", "+1.00", ""]]
BESIDE = """(() => {
    const [bar, frame, field] = ["#evaluation", "z-board .frame", "z-board .field"]
        .map((one) => document.querySelector(one).getBoundingClientRect());
    const gap = frame.left - bar.right;
    return gap >= 0 && gap < 25 && Math.abs(bar.top - field.top) < 2 && Math.abs(bar.bottom - field.bottom) < 2;
})()"""


def test_the_bar_stands_at_the_board_in_the_colours_of_both_sides(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human&moves=b2,a3", viewport=NARROW)
    wait_for_status(page, "X to move")
    assert page.locator("#evaluation").is_hidden()
    page.locator("#analyse-toggle").click()
    until(page, "document.querySelector('.solved')?.textContent.includes('draw')")
    bar = page.locator("#evaluation")
    assert bar.get_attribute("aria-label") == "X 50%, O 50%"
    assert [bar.get_attribute(f"data-{side}") for side in ("first", "second")] == ["x", "o"]
    for viewport in (NARROW, WIDE):  # in a wide window the board is less wide than its column
        page.set_viewport_size(viewport)
        until(page, BESIDE)
    assert page.locator(".arrows circle").count() == 0  # a ring looked like an O
    page.locator("#analyse-toggle").click()
    until(page, "document.querySelector('#evaluation').hidden")


def test_a_hint_comes_before_the_move(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human")
    wait_for_status(page, "X to move")
    page.locator("#position-text").fill("xx./oo./...")
    page.locator("#set-position").click()
    until(page, "document.querySelector('z-board [data-cell=\"1,1\"]')?.ariaLabel.includes('O')")
    page.keyboard.press("h")
    until(page, "document.querySelector('#hint-words')?.textContent.includes('Look at the upper right')")
    assert "Only one move is good" in page.locator("#hint-words").inner_text()
    assert page.locator(".arrows .hint").count() == 1
    assert "c3" not in page.locator("#hint-words").inner_text()
    page.locator("#hint-more").click()
    until(page, "document.querySelector('#hint-words')?.textContent === 'c3 wins in 1 ply.'")
    assert page.locator(".arrows .best").count() == 1
    page.locator("z-board [data-cell='0,2']").first.click()
    until(page, "document.querySelector('z-hint').hidden")


def test_what_comes_too_early_or_is_a_bound_has_no_number(visit):
    """The server's analyses are changed so that no speed matters."""

    def early(message):
        if message["type"] == "analysis":
            known = {"text": "b2", "value": 0.5, "words": "+0.50", "remark": "", "bound": "exact", "outcome": None}
            first = {**message["candidates"][0], **known}
            second = {**first, "text": "a1", "value": None, "words": "", "remark": "not better", "bound": "upper"}
            message = {**message, "early": True, "done": False, "share": None, "share_words": [], "solved": ""}
            message |= {"words": "too few playouts", "whose": "", "candidates": [first, second]}
        return [message]

    page = visit("#/play/tic-tac-toe?seats=human,human", altered=early)
    wait_for_status(page, "X to move")
    page.locator("#analyse-toggle").click()
    until(page, "document.querySelector('#analysis-value')?.textContent.includes('still thinking')")
    assert "still thinking" in page.locator(".share-row").inner_text()
    assert page.locator("#evaluation").get_attribute("aria-label") == "Still thinking"
    bound = page.locator('#candidates tr[data-action="a1"]')
    assert "unsearched" in bound.get_attribute("class")
    assert bound.locator(".in-value").inner_text() == ""
    assert bound.get_attribute("title") == "Play a1: not better"
    assert page.locator("#analysis-lines").input_value() == "3"


def test_what_a_game_tells_beside_the_value_and_whose_each_place_will_be(visit):
    """Chances, a cube decision, a lead and owners, as backgammon and Go tell them: the analyses are changed."""
    chances = [{"name": name, "share": share, "words": words} for name, share, words in CHANCES]
    owners = [[0.9, 0.1, -0.8], [0.0, 0.0, 0.0], [0.4, -0.2, -1.0]]

    def told(message):
        if message["type"] == "analysis":
            message |= {"chances": chances, "choices": {"title": "The decision", "rows": DECISION}, "owners": owners}
            message |= {"lead": "X leads by about 2 points", "simulations": 500, "whose": "", "side": "for X"}
        return [message]

    page = visit("#/play/tic-tac-toe?seats=human,human&moves=b2,a3", altered=told)
    wait_for_status(page, "X to move")
    page.locator("#analyse-toggle").click()
    until(page, "document.querySelector('.decision')?.checkVisibility()")
    rows = [row.locator("td").all_inner_texts() for row in page.locator(".decision tr").all()]
    assert rows == DECISION
    assert page.locator(".decision .is-best td").first.inner_text() == "no double"
    assert page.locator(".chances span").all_inner_texts() == ["X wins 60%", "O wins 40%", "X with a gammon 12%"]
    assert page.locator(".lead").inner_text() == "X leads by about 2 points"
    assert "simulations/s" in page.locator(".facts").inner_text()
    assert page.locator("#candidates .in-value").first.inner_text() == "value for X"  # also where the best is a draw
    marks = "document.querySelectorAll('.arrows .first, .arrows .second').length"
    assert page.evaluate(marks) == 4  # of whom it is sure enough
    page.locator("#analysis-owners").focus()
    page.keyboard.press("Space")
    until(page, f"{marks} === 0")


def test_what_each_piece_adds_is_written_on_it_where_one_asks(visit):
    """A network's opinion of chess, piece by piece; without being asked it hides nothing."""
    page = visit("#/play/chess?seats=human,human&moves=e4,e5")
    wait_for_status(page, "White to move")
    page.locator("#analyse-toggle").click()
    box, badges = page.locator("#analysis-pieces"), "document.querySelectorAll('.arrows .piece text').length"
    box.wait_for()
    assert page.evaluate(badges) == 0
    box.focus()
    page.keyboard.press("Space")
    until(page, f"{badges} === 30")  # all but the kings, without which there is no game
    told = [float(words) for words in page.locator(".arrows .piece text").all_text_contents()]
    assert max(told) > 5 > -5 > min(told)  # the queens
    page.keyboard.press("Space")
    until(page, f"{badges} === 0")


LOST = [
    (0.0, "55%", "top"),
    (0.01, "-1%", "near"),
    (0.04, "-4%", "slight"),
    (0.1, "-10%", "worse"),
    (0.3, "-30%", "bad"),
]
MARKS = """[...document.querySelectorAll('.arrows .move')].reverse().map((one) =>
    [one.querySelector('text')?.textContent, one.classList[1]])"""


def test_candidates_are_coloured_on_the_board_by_what_they_give_away(visit):
    """And told in text, for who does not see the colours; without them the best line is drawn. By keyboard."""

    def compared(message):
        if message["type"] == "analysis":
            first = {**message["candidates"][0], "bound": "exact", "remark": "", "outcome": None}
            told = [
                {**first, "text": "ABCDE"[place] + "1", "cells": [[4, place]], "lost": lost, "lost_words": words}
                for place, (lost, words, _) in enumerate(LOST)
            ]
            told += [{**first, "text": "pass", "cells": [], "lost": 0.5, "lost_words": "-50%"}]
            told += [{**first, "text": "E5", "cells": [[0, 4]], "lost": None, "lost_words": ""}]
            message |= {
                "candidates": told,
                "action": "A1",
                "arrows": [[[4, 0]], [[4, 1]]],
                "solved": "",
                "owners": None,
            }
        return [message]

    page = visit("#/play/go?size=5&seats=human,human", altered=compared)
    wait_for_status(page, "Black to move")
    page.locator("#analyse-toggle").click()
    until(page, f"({MARKS}).length === {len(LOST)}")
    assert page.evaluate(MARKS) == [[words, tone] for _, words, tone in LOST]
    page.locator("#candidates tr[data-action='A1']").hover()
    until(page, f'JSON.stringify({MARKS}) === \'[["1","best"],["2","reply"]]\'')  # its line
    page.locator("#analysis-marks").focus()
    page.locator("#title").hover()
    until(page, f"({MARKS}).length === {len(LOST)}")
    page.keyboard.press("Space")
    until(page, f"({MARKS})[1]?.[1] === 'reply'")
    assert page.evaluate(MARKS) == [["1", "best"], ["2", "reply"]]


@pytest.mark.parametrize("address", ["#/play/go?size=5&seats=human,human", "#/play/hex?size=3&seats=human,human"])
def test_a_ring_hides_no_stone(visit, address):
    """Once it had no style of its own, and was a black disc."""
    page = visit(address)
    wait_for_status(page, "to move")
    page.evaluate("document.querySelector('z-board').moves = [{cells: [[1, 1]], tone: 'best', number: 1}]")
    page.locator(".arrows circle").wait_for(state="attached")
    style = page.evaluate(
        "(({fill, stroke, fillOpacity}) => [fill === stroke, Number(fillOpacity)])"
        "(getComputedStyle(document.querySelector('.arrows circle')))"
    )
    assert style == [True, 0.16]


def test_the_threat_is_shown_by_keyboard_and_taken_back(visit):
    page = visit("#/play/chess?seats=human,human&moves=e4,e5,Bc4,Nc6,Qh5")
    wait_for_status(page, "Black to move")
    page.locator("#threat").focus()
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#threat-words')?.textContent.includes('white would play Qxf7#')")
    assert "mate" in page.locator("#threat-words").inner_text()
    assert page.locator(".arrows .threat").count() == 1
    cell(page, 1, 6).click()
    cell(page, 2, 6).click()
    wait_for_status(page, "White to move")
    until(page, "!document.querySelector('.arrows .threat')")
