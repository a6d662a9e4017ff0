"""A shared page in a browser: it is opened with its whole address, which then shows no token."""

from __future__ import annotations

from page_browser import cell, wait_for_status
from page_client import serving
from patience import PATIENCE


def test_a_shared_page_is_opened_with_its_whole_address(browser):
    with serving("--share", "--host", "127.0.0.1") as server:
        context = browser.new_context()
        page, asked = context.new_page(), []
        page.set_default_timeout(1000 * PATIENCE)
        page.on("request", lambda request: asked.append((request.url, request.headers.get("referer"))))
        page.goto(f"{server.address}/#/play/tic-tac-toe?seats=human,human")
        assert "ask for that" in page.locator("body").inner_text()
        page.goto(f"{server.address}/?token={server.token}#/play/tic-tac-toe?seats=human,human")
        cell(page, 1, 1).click()
        wait_for_status(page, "O to move")
        page.wait_for_url(f"{server.address}/#/play/tic-tac-toe?seats=human,human&moves=b2")
        assert server.token not in page.evaluate("document.cookie")
        page.reload()
        wait_for_status(page, "O to move")
        context.close()
        assert sum(server.token in url for url, _ in asked) == 1
        assert not any(server.token in (came_from or "") for _, came_from in asked)
