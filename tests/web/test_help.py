"""The manual under the page's Help."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest


def read(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        return answer.read().decode()


def test_the_page_leads_to_the_manual_and_serves_it(server):
    assert 'href="help/index.html"' in read(f"{server.address}/")
    assert '<h2 id="game">Game</h2>' in read(f"{server.address}/help/reference/games.html")
    assert "grid-template" in read(f"{server.address}/help/help.css")


@pytest.mark.parametrize(
    "name", ["nothing", "../README", "%2e%2e/README", "reference/../../LICENSE", "reference/nothing"]
)
def test_what_is_no_page_is_not_found(server, name):
    with pytest.raises(urllib.error.HTTPError, match="404"):
        read(f"{server.address}/help/{name}.html")
