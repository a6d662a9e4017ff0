"""axe-core finds no serious fault on any view: light and dark, on phones, laptops and projectors."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_browser import until

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = {"light": (360, 390, 1440, 1920), "dark": (390, 1440)}  # colours are the same at any width
VIEWS = {  # its address: what holds when all of it is there
    "#/games": "document.querySelector('.demo-node.now')",
    "#/lessons": "document.querySelector('#lesson-list li')",
    "#/play/tic-tac-toe?moves=b2,a1,c1&seats=human,human": "document.querySelector('#analyse-toggle')",
    "#/play/take?seats=human,human": "document.querySelector('#drawer-open')",
    "#/debugger?from=tree&algorithm=alphabeta&tree=((3,12),(2,4))": "document.querySelector('#debugger-tree g')",
    "#/compare/tic-tac-toe": "document.querySelector('#compare-game')",
    "#/learn": "document.querySelector('#learned-picture img')",
    "help/page.html": "document.querySelector('main h1')",
}
RUN = """axe.run(document, {resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']})
    .then(({violations}) => violations.filter(({impact}) => ['serious', 'critical'].includes(impact))
        .map(({id, nodes: [{target, any}]}) => `${id}: ${target} ${any[0]?.message ?? ''}`))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_has_a_serious_fault(visit, server, scheme):
    if not AXE.is_file():
        pytest.skip("there is no axe-core: `make check` installs it with npm")
    page, source, faults = None, AXE.read_text(), []
    for address, ready in VIEWS.items():
        if page is None:
            page = visit(address, scheme=scheme)
            page.emulate_media(reduced_motion="reduce")
            page.reload()
        else:
            page.goto("about:blank")
            page.goto(f"{server.address}/{address}")
        until(page, ready)
        if "tic-tac-toe?" in address:
            page.locator("#analyse-toggle").click()
            until(page, "!document.querySelector('.stale') && document.querySelector('#candidates tr[data-outcome]')")
        if "take" in address:
            page.locator("#drawer-open").click()
            until(page, "document.querySelector('#drawer-state').textContent")
        page.evaluate(source)
        for width in WIDTHS[scheme]:
            page.set_viewport_size({"width": width, "height": 900})
            faults += [f"{address} at {width}: {fault}" for fault in page.evaluate(RUN)]
            if "debugger" not in address:  # test_shell.py has it at a phone's width
                until(page, f"document.documentElement.scrollWidth <= {width}")
    page.goto("about:blank")
    page.goto(f"{server.address}/#/learn")
    until(page, VIEWS["#/learn"])
    page.keyboard.press("?")
    page.evaluate(source)
    faults += page.evaluate(RUN)
    page.keyboard.press("Escape")
    page.goto(f"{server.address}/#/play/goofspiel?cards=4&order=descending&seats=human,human")
    until(page, "document.querySelector('#uncover, .playable')")
    if page.locator("#uncover").is_visible():
        page.locator("#uncover").click()
    until(page, "document.querySelector('.playable')")
    faults += page.evaluate(RUN)
    page.goto(f"{server.address}/#/play/monopoly?seats=human,human&moves=5")
    until(page, "document.querySelector('.place.marked')")
    faults += page.evaluate(RUN)
    page.goto(f"{server.address}/#/play/scrabble?seats=human,engine:random:seed=1")
    until(page, "document.querySelector('.rack-tile')")
    faults += page.evaluate(RUN)
    page.goto(f"{server.address}/#/play/prisoners-dilemma?seats=human,human")
    until(page, "document.querySelector('#uncover, .frame.sheet')")
    page.set_viewport_size({"width": 390, "height": 900})
    if page.locator("#uncover").is_visible():
        page.locator("#uncover").click()
    until(page, "document.querySelector('.frame.sheet')")
    faults += page.evaluate(RUN)
    page.goto(f"{server.address}/#/play/othello?seats=human,human")
    until(page, "document.querySelector('#edit-board')?.checkVisibility()")
    page.locator("#edit-board").click()
    until(page, "document.querySelector('dialog[open] .editor-board .cell')")
    faults += page.evaluate(RUN)
    assert faults == []
