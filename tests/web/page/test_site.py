"""The site that needs no server of ours: plain files, with Zermelo run by Pyodide in a real browser."""

from __future__ import annotations

import re
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from npm_pyodide import npm_pyodide
from page_browser import WIDE, cell, until

from zermelo.web.site.building import build_site

ROOT = Path(__file__).parents[3]
STARTING = 180.0  # seconds until Python runs in a browser on a slow machine


class Handler(SimpleHTTPRequestHandler):
    """Serves files with the policy that the documentation gives for the worker."""

    policy = re.search(r"Content-Security-Policy: (.+)", (ROOT / "docs" / "offline.md").read_text())[1]

    def end_headers(self):
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The address of a site in which npm's Pyodide is, served by Python's own plain server."""
    folder = tmp_path_factory.mktemp("site") / "lessons"
    build_site(folder, str(npm_pyodide()))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_lessons_and_the_debugger_without_a_server(browser, site):
    """A figure steps, a question is checked, a typed tree is searched, a game is played; NumPy is asked for by name."""
    said, asked = [], []
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site)
    until(page, "document.querySelectorAll('.lesson-card').length === 13", STARTING)
    assert page.locator("#connection").inner_text() == ""

    page.locator("a[href='#/lessons/minimax']").click()
    until(page, "document.querySelector('#figure-2-step-next')")
    page.locator("#figure-2-step-next").click()
    until(page, "document.querySelector('#figure-2-step-number').textContent.startsWith('Step 1 ')")
    page.locator("#figure-2-step-next").press("End")
    until(page, "document.querySelector('#figure-2-root-value').textContent === '3'")
    page.locator("#question-root-answer").fill("14")
    page.locator("#question-root-answer").press("Enter")
    until(page, "document.querySelector('#question-root').dataset.right === 'false'")
    page.locator("#question-root-answer").fill("3")
    page.locator("#question-root-answer").press("Enter")
    until(page, "document.querySelector('#question-root').dataset.right === 'true'")
    notebook = page.locator("a[download]").get_attribute("href")
    assert context.request.get(f"{site}/{notebook}").json()["nbformat"] == 4

    page.goto(f"{site}/#/debugger")
    page.locator("#debugger-text").fill("[[7, 2], [1, 9, 5]]")
    page.get_by_role("button", name="Search", exact=True).click()
    until(page, "document.querySelectorAll('#main > z-debugger [data-node]').length === 8")
    page.locator("#step-last").click()
    until(page, "document.querySelector('#root-value').textContent === '2'")
    page.locator("#debugger-algorithm").select_option("mcts")
    until(page, "document.querySelector('#pseudocode').textContent.includes('SIMULATE')")

    page.goto(f"{site}/#/play/tic-tac-toe?seats=human,level:full")
    cell(page, 1, 1).click()
    until(page, "/o.*x|x.*o/.test(document.querySelector('#position-text').value)")  # the engine has answered
    page.goto(f"{site}/#/play/tic-tac-toe?seats=human,engine:mcts")
    until(page, "document.querySelector('#position-text').value === '.../.../...'")
    cell(page, 1, 1).click()
    until(page, "/this needs NumPy, which is not installed here/i.test(document.body.textContent)")
    context.close()
    assert said == []
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []
