"""Lessons in a real browser, gone through by keyboard alone."""

from __future__ import annotations

import pytest
from page_browser import NARROW, until

from zermelo.lessons import lesson
from zermelo.lessons.lesson import Asked

FOCUSED = "document.activeElement"
OTHERS = {  # the other questions of the lesson, with the place of the right answer
    block.question.name: [choice.right for choice in block.question.choices].index(True)
    for block in lesson("minimax").blocks
    if isinstance(block, Asked) and block.question.name not in ("root", "action", "breadth-first")
}


def tab_to(page, selector, most=80):
    """Presses Tab until an element that matches has the focus."""
    for _ in range(most):
        if page.evaluate(f"{FOCUSED}.matches({selector!r})"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def verdict(page, question):
    return page.locator(f"#question-{question} [role=status]").inner_text()


def test_a_whole_lesson_by_keyboard(visit):
    """From the first screen: one lesson to its end, a wrong answer and a right one, the debugger and back."""
    page = visit("")
    page.locator("#main > *").wait_for()
    tab_to(page, "a[href='#/lessons']")
    page.keyboard.press("Enter")  # one click from the first screen
    page.locator(".lesson-card").first.wait_for()
    assert page.locator(".lesson-card").count() == 13
    tab_to(page, "a[href='#/lessons/minimax']")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="2. Minimax").wait_for()
    until(page, "document.querySelector('#figure-1 z-board svg')")

    tab_to(page, "#question-root-answer")  # a number to give: wrong first, then right
    page.keyboard.type("14")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#question-root').dataset.right === 'false'")
    assert verdict(page, "root").startswith("Not quite.")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#question-root').dataset.right === 'true'")
    assert verdict(page, "root").startswith("Right. MIN would answer")
    assert page.locator("#question-root-verdict").get_attribute("aria-live") == "polite"

    tab_to(page, "#figure-2-step-next")  # the figure is the debugger's own, ready to step
    for step in range(1, 4):
        page.keyboard.press("Enter")
        until(page, f"document.querySelector('#figure-2-step-number').textContent.startsWith('Step {step} ')")
    page.keyboard.press("End")
    until(page, "document.querySelector('#figure-2-root-value').textContent === '3'")
    assert page.locator("#figure-2 .d-lines [aria-current]").count() == 1  # the line of pseudocode that is executed

    tab_to(page, "#figure-2-debugger")  # to the debugger, and back to the same place
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#main > z-debugger #step')")
    assert "algorithm=minimax" in page.url
    until(page, "document.querySelectorAll('#main > z-debugger [data-node]').length === 13")
    page.go_back()
    until(page, f"{FOCUSED}.id === 'figure-2-debugger'")
    assert page.locator("#figure-2-root-value").inner_text() == "3"  # the steps are as they were
    assert verdict(page, "root").startswith("Right.")
    top = page.evaluate(f"{FOCUSED}.getBoundingClientRect().top")
    assert 0 < top < page.viewport_size["height"]
    page.keyboard.press("Enter")  # there again, and back by the link above the page
    page.locator("#way-back a").wait_for()
    page.locator("#way-back a").focus()
    page.keyboard.press("Enter")
    until(page, f"{FOCUSED}.id === 'figure-2-debugger'")
    assert page.locator("#way-back a").count() == 0

    tab_to(page, "#question-action-answer")
    page.keyboard.type("a1")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#question-action').dataset.right === 'true'")
    tab_to(page, "#question-breadth-first input")  # choices: arrows choose, Enter checks
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#question-breadth-first').dataset.right === 'false'")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(page, "document.querySelector('#question-breadth-first').dataset.right === 'true'")
    for question, answers in OTHERS.items():
        tab_to(page, f"#question-{question} input")
        page.keyboard.press("Space")
        for _ in range(answers):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        until(page, f"document.querySelector('#question-{question}').dataset.right === 'true'")

    tab_to(page, "a[rel=next]")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="3. Alpha-beta").wait_for()
    page.goto(page.url.split("#")[0] + "#/lessons")
    until(page, "document.querySelector('.lesson-card[href=\"#/lessons/minimax\"] .done')")


def test_every_figure_of_a_lesson_is_alive(visit):
    """Five figures search in turn, and none of them ends another."""
    page = visit("#/lessons/alpha-beta")
    until(page, "document.querySelectorAll('z-debugger').length === 5")
    until(page, "[...document.querySelectorAll('z-debugger')].every((one) => one.querySelector('[data-node]'))", 60)
    assert page.locator(".d-error").all_inner_texts() == [""] * 5
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(({id}) => id)")
    assert len(ids) == len(set(ids))
    page.locator("#figure-1-step-last").click()
    page.locator("#figure-1 [data-node][data-state=cut]").first.dblclick()  # of the first figure, not of the last one
    until(page, "/nothing changes/.test(document.querySelector('#figure-1-step-words').textContent)")


def test_a_copied_address_shows_the_place(visit):
    page = visit("#/lessons/minimax?at=question-space")
    until(page, f"{FOCUSED}.id === 'question-space'")
    page.goto(page.url.split("#")[0] + "#/lessons/maximin")
    page.get_by_text("no lesson is called 'maximin'").wait_for()


@pytest.mark.parametrize("name", ["evaluation", "chance", "ordering"])
def test_a_lesson_fits_a_phone(visit, name):
    page = visit(f"#/lessons/{name}", viewport=NARROW)
    until(page, "document.querySelectorAll('.lesson-figure').length > 2 && !document.querySelector('[aria-busy]')")
    until(page, "![...document.querySelectorAll('.lesson-figure')].some((one) => /Drawing …/.test(one.textContent))")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
