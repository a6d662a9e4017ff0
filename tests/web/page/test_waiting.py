"""What the page shows while something is compiled: the progress, the time left, and what answers meanwhile."""

from __future__ import annotations

from page_browser import cell, until, wait_for_status

NOTE = "compiling chess for alphabeta, first run only …"
STAND_IN = "interpreted, while the fast search compiles"


def test_progress_and_the_stand_in_of_an_analysis(visit):
    heard = []

    def altered(message):
        """The first answer comes from a stand-in, with a note of progress before and after it; then it is itself."""
        if message["type"] != "analysis":
            return [message]
        heard.append(message)
        if len(heard) > 1:
            return []
        waiting = {"type": "waiting", "id": message["id"], "ahead": 0, "note": NOTE, "progress": 0.25, "left": 9.2}
        first = {**message, "stand_in": STAND_IN, "done": False}
        return [waiting, first, {**waiting, "progress": 0.5, "left": 4.0}]

    page = visit("#/play/tic-tac-toe?seats=human,human", altered=altered)
    wait_for_status(page, "X to move")
    page.locator("#analyse-toggle").click()
    until(page, "document.querySelector('z-analysis progress')?.value === 0.5")
    note = page.locator("z-analysis z-waiting")
    assert note.locator("progress").is_visible()
    assert "Compiling chess for alphabeta, first run only" in note.inner_text()
    assert "about 4 s left" in note.inner_text()
    remark = page.locator("z-analysis .stand-in")
    assert remark.inner_text() == "Interpreted, while the fast search compiles"
    assert page.locator("#analysis-value").is_visible()
    assert page.locator("z-analysis .stale").count() == 0  # the stand-in's answer is an answer


def test_the_note_goes_when_the_engine_itself_answers(visit):
    def altered(message):
        if message["type"] != "analysis":
            return [message]
        waiting = {"type": "waiting", "id": message["id"], "ahead": 0, "note": NOTE, "progress": 0.9, "left": 0.3}
        return [waiting, {**message, "stand_in": STAND_IN, "done": False}, message]

    page = visit("#/play/tic-tac-toe?seats=human,human", altered=altered)
    wait_for_status(page, "X to move")
    page.locator("#analyse-toggle").click()
    until(page, "document.querySelector('#analysis-value')?.textContent")
    until(page, "document.querySelector('z-analysis .stand-in').hidden")
    assert not page.locator("z-analysis progress").is_visible()


def test_progress_and_the_stand_in_of_a_move(visit):
    kept = []

    def altered(message):
        """The level's answer is held back behind a note until the page asks for something else."""
        if message["type"] != "position" or not message.get("thought"):
            return [message]
        if not kept:
            kept.append(message)
            return [{"type": "waiting", "id": message["id"], "ahead": 0, "note": NOTE, "progress": 0.1, "left": 120}]
        return [{**message, "thought": {**message["thought"], "stand_in": STAND_IN}}]

    page = visit("#/play/tic-tac-toe?seats=human,level:full", altered=altered)
    wait_for_status(page, "X to move")
    cell(page, 1, 1).click()
    until(page, "document.querySelector('.stage progress')?.checkVisibility()")
    assert "about 2 min left" in page.locator(".stage z-waiting").inner_text()
    wait_for_status(page, "is being compiled")
    page.locator("#undo").click()
    wait_for_status(page, "X to move")
    assert not page.locator(".stage progress").is_visible()
    cell(page, 0, 0).click()
    until(page, "document.querySelector('.thought .stand-in')")
    assert page.locator(".thought .stand-in").inner_text() == "Interpreted, while the fast search compiles"
