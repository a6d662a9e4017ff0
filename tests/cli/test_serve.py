"""`zermelo serve`: its output and its error messages."""

from __future__ import annotations

import socket

import pytest
from page_client import serving


def test_the_address_is_told_and_another_port_is_found():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serving("--port", str(port)) as server:
            assert port < server.port <= port + 20


def test_ctrl_c_ends_it_quietly():
    with serving() as server:
        workers = server.children
    assert server.process.returncode == 0
    assert workers() == []
    assert not [line for line in server.said if "Traceback" in line]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nosuch.py"], "there is no file nosuch.py"),
        (["chesss"], "did you mean chess?"),
        (["--port", "70000"], "--port"),
        (["--host", "203.0.113.7", "--share"], "cannot be served at 203.0.113.7"),
        (
            ["--host", "203.0.113.7"],
            "--host 203.0.113.7 would open the page to the network: add --share if you want that",
        ),
        (["--host", "0.0.0.0"], "add --share"),
        (["--host", "::"], "add --share"),
    ],
)
def test_mistakes_get_one_line(zermelo, words, told):
    code, out, err = zermelo("serve", "--no-browser", *words)
    assert code == 2
    assert told in err
    assert len(err.strip().splitlines()) == 1
    assert not out
