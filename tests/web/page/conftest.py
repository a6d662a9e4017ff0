from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest
from page_browser import CHROMIUM, SWITCHES, WIDE
from patience import PATIENCE

QUICK = {"test_moves.py"}  # what a quick run tries in a browser; a page takes the processor for seconds


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and item.path.name not in QUICK:
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="module")
def browser():
    """One browser for all tests of the page."""
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("there is no chromium: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield running
        running.close()


@pytest.fixture
def visit(browser, server):
    """Opens the page at a hash; at the end nothing may have been said on the console or asked of another host.

    `altered` maps a message of the server to the messages that the page gets in its place.
    """
    pages, said, asked = [], [], []

    def open_page(hash_="", viewport=WIDE, scheme="light", altered=None):
        context = browser.new_context(viewport=viewport, color_scheme=scheme)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.on("request", lambda request: asked.append(request.url))
        if altered:
            page.route_web_socket(re.compile("/socket$"), lambda socket: _alter(socket, altered))
        page.goto(f"{server.address}/{hash_}")
        pages.append(context)
        return page

    yield open_page
    for context in pages:
        context.close()
    assert said == []
    own = re.compile(rf"(https?|ws)://localhost:{server.port}/|data:|blob:")
    assert [url for url in asked if not own.match(url)] == []


def _alter(socket, altered):
    """Stands between the page and the server."""
    server = socket.connect_to_server()
    socket.on_message(server.send)

    def pass_on(text):
        for message in altered(json.loads(text)):
            socket.send(json.dumps(message))

    server.on_message(pass_on)
