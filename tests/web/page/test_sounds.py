"""Sounds of moves: off until they are turned on, and told apart."""

from __future__ import annotations

from page_browser import cell, until, wait_for_status

# the notes that are played, in place of a loudspeaker
HEARD = """() => {
    window.heard = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) {
        window.heard.push(this.frequency.value);
        return start.apply(this, at);
    };
}"""


def test_sounds_are_off_by_default_and_remembered(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human&moves=a1,b1")
    wait_for_status(page, "X to move")
    page.evaluate(HEARD)
    button = page.locator("#sounds")
    assert button.get_attribute("aria-pressed") == "false"
    cell(page, 1, 0).click()
    wait_for_status(page, "O to move")
    assert page.evaluate("window.heard") == []
    button.focus()
    page.keyboard.press("Enter")
    assert button.get_attribute("title") == "Sounds: on"
    assert page.evaluate("window.heard.length") == 1  # it says itself that it is on
    cell(page, 1, 1).click()
    until(page, "window.heard.length === 2")
    cell(page, 0, 0).click()
    wait_for_status(page, "X wins")
    until(page, "window.heard.length === 5")  # the end has three notes
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    wait_for_status(page, "After 2")
    assert page.evaluate("window.heard.length") == 5  # looking back makes none
    page.reload()
    until(page, "document.querySelector('#sounds')?.getAttribute('aria-pressed') === 'true'")


def test_captures_checks_and_rolls_sound_differently(visit):
    page = visit("#/play/chess?seats=human,human&moves=e4,d5")
    wait_for_status(page, "White to move")
    page.locator("#sounds").click()
    page.evaluate(HEARD)

    def sound_of(*cells):
        page.evaluate("window.heard = []")
        for row, column in cells:
            cell(page, row, column).click()
        until(page, "window.heard.length > 0")
        return page.evaluate("window.heard.map(Math.round)")

    assert sound_of((4, 4), (3, 3)) == [250, 180]
    assert sound_of((1, 4), (2, 4)) == [330]
    assert sound_of((7, 5), (3, 1)) == [620, 620]
