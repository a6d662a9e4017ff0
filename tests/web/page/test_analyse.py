"""Analyses, "why not my move?" and the review on the page."""

from __future__ import annotations

import time

from page_browser import cell, until, wait_for_status


def test_analysis_streams_depths_and_stops_on_a_new_move(visit):
    page = visit("#/play/chess?seats=human,human")
    wait_for_status(page, "White to move")
    page.evaluate(
        """() => {
            window.depths = new Set();
            const note = () => {
                const depth = document.querySelector('#analysis-depth');
                if (depth && depth.textContent.trim()) window.depths.add(depth.textContent.trim());
            };
            new MutationObserver(note).observe(document.body, {subtree: true, childList: true, characterData: true});
        }"""
    )
    page.locator("#analyse-toggle").click()
    until(page, "window.depths.size >= 3", 120)  # the first time it is compiled
    assert page.locator("#candidates tr[data-action]").count() >= 3
    assert page.locator("#analysis-value").inner_text().strip()
    page.locator("#analyse-toggle").click()
    cell(page, 6, 4).click()
    cell(page, 4, 4).click()
    wait_for_status(page, "Black to move")
    seen = page.evaluate("window.depths.size")
    time.sleep(1.0)
    assert page.evaluate("window.depths.size") == seen


def test_a_solved_position_says_so_and_colours_every_move(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human")
    wait_for_status(page, "X to move")
    page.locator("#position-text").fill("xx./oo./...")
    page.locator("#set-position").click()
    until(page, "document.querySelector('z-board [data-cell=\"1,1\"]')?.ariaLabel.includes('O')")
    page.locator("#analyse-toggle").click()
    until(page, "document.querySelector('.solved')?.textContent.startsWith('solved: X wins')", 120)
    proved = "[...document.querySelectorAll('#candidates tr[data-action]')].every(row => row.dataset.outcome)"
    until(page, proved)
    outcomes = {
        name: page.locator(f'#candidates tr[data-action="{name}"]').get_attribute("data-outcome")
        for name in ("c3", "c2", "a1", "b1", "c1")
    }
    assert outcomes == {"c3": "win", "c2": "draw", "a1": "loss", "b1": "loss", "c1": "loss"}
    assert page.locator(".arrows .win").count() == 1
    assert page.locator(".arrows .draw").count() == 1
    assert page.locator(".arrows .loss").count() == 3


def test_why_not_my_move(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human")
    wait_for_status(page, "X to move")
    page.locator("#position-text").fill("x../oo./x..")
    page.locator("#set-position").click()
    until(page, "document.querySelector('z-board [data-cell=\"1,1\"]')?.ariaLabel.includes('O')")
    page.locator("#why-toggle").click()
    cell(page, 0, 2).click()
    until(page, "document.querySelector('#why-words')?.textContent.includes('c3 loses')")
    assert "c2" in page.locator("#why-words").inner_text()


def test_why_not_a_blunder_that_looks_good_at_first(visit):
    page = visit("#/play/chess?seats=human,human&moves=e4,e5,Nf3,Nc6,Bc4,Nd4,Nxe5,Qg5")
    wait_for_status(page, "White to move")
    page.locator("#why-toggle").click()
    page.locator("#why-select").select_option("Nxf7")
    until(page, "document.querySelector('.why-lines dd')", 120)
    yours, best = page.locator(".why-lines dd").all_inner_texts()[-3:-1]
    assert yours.startswith("Nxf7 Qxg2 ")
    assert min(len(yours.split()), len(best.split())) >= 4  # three plies and the value
    assert "better" not in page.locator("#why-words").inner_text()


def test_review_marks_the_mistake_and_jumps_to_it(visit):
    page = visit("#/play/tic-tac-toe?seats=human,human")
    for number, (row, column) in enumerate([(1, 1), (1, 0), (0, 0), (2, 2)]):
        wait_for_status(page, "XO"[number % 2] + " to move")
        cell(page, row, column).click()
    wait_for_status(page, "X to move")
    page.locator("#review").click()
    page.locator("#next-mistake").wait_for()
    until(page, "!document.querySelector('#next-mistake').disabled")
    assert "threw away a draw" in page.locator(".mistake").first.inner_text()
    page.locator("#next-mistake").click()
    until(page, "document.querySelector('z-graph .area') !== null")
    clipped = page.evaluate("getComputedStyle(document.querySelector('z-graph .area')).clipPath")
    assert clipped == "none"  # once it was cut to a hexagon
    wait_for_status(page, "X to move")
