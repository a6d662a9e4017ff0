"""What stands beside the board while it is analysed: the bar, chances, hints; and values that come too early."""

from __future__ import annotations

from page_browser import NARROW, until, wait_for_status


def test_the_bar_stands_at_the_board_in_the_colours_of_both_sides(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human&moves=b2,a3", viewport=NARROW)
    wait_for_status(page, "X to move")
    assert page.locator("#evaluation").is_hidden()
    page.locator("#analyse-toggle").click()
    until(page, "document.querySelector('.solved')?.textContent.includes('draw')")
    bar = page.locator("#evaluation")
    assert bar.get_attribute("aria-label") == "X 50%, O 50%"
    assert [bar.get_attribute(f"data-{side}") for side in ("first", "second")] == ["x", "o"]
    places = page.evaluate(
        """() => ["#evaluation", "z-board .frame", "z-board .field"].map((one) => {
            const {left, right, top, bottom} = document.querySelector(one).getBoundingClientRect();
            return {left, right, top, bottom};
        })"""
    )
    assert 0 <= places[1]["left"] - places[0]["right"] < 25
    assert abs(places[0]["top"] - places[2]["top"]) < 2
    assert abs(places[0]["bottom"] - places[2]["bottom"]) < 2
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
