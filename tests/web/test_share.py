"""A page that is shared: who has the token in its address is let in, and nobody else."""

from __future__ import annotations

import asyncio
import http.client
import json
import time

import pytest
import websockets
from page_client import serving, visiting
from patience import PATIENCE

from zermelo.web.server.doorman import NO_TOKEN, Doorman
from zermelo.web.server.serving import address_of, is_this_machine, open_words

FORGERY = """
from pathlib import Path
Path(__file__).with_suffix(".was_run").touch()
from take import take as forged
"""


@pytest.fixture(scope="module")
def shared(own_game, tmp_path_factory):
    """A server for the network, at every address of this machine, with one of the user's games."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "forged.py").write_text(FORGERY)
    (folder / "secret.json").write_text("[[1, 2], [3, 4]]")
    (folder / "secret.lay").write_text("%%%%%\\n%P.G%\\n%%%%%\\n")
    with serving("--share", str(own_game), folder=folder) as running:
        running.folder = folder
        yield running


def fetch(server, path="/", address="127.0.0.1", **headers):
    """The status, the headers and the text of an answer; no redirection is followed."""
    connection = http.client.HTTPConnection(address, server.port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read().decode()
    connection.close()
    return found


def knock(server, **headers):
    """Opens a websocket and asks for the games; None: it is refused."""

    async def run():
        origin = headers.pop("origin", server.address)
        address = headers.pop("address", "localhost")
        try:
            async with websockets.connect(
                f"ws://{address}:{server.port}/socket", origin=origin, additional_headers=headers, max_size=None
            ) as socket:
                await socket.send(json.dumps({"type": "new", "id": 1, "game": "nim"}))
                while (answer := json.loads(await socket.recv()))["type"] == "waiting":
                    pass
                return answer["type"]
        except websockets.InvalidStatus:
            return None

    return asyncio.run(run())


@pytest.mark.long
def test_the_terminal_says_that_it_is_open(shared):
    deadline = time.monotonic() + PATIENCE
    while not shared.said and time.monotonic() < deadline:
        time.sleep(0.05)
    assert "it is open to the network: whoever has the address http://" in shared.said[0]
    assert f":{shared.port}/?token={shared.token} can use it" in shared.said[0]
    assert len(shared.token) >= 20


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/index.html", "/shell/main.js", "/?token=", "/?token=wrong", "/nothing"])
def test_without_the_token_nothing_is_served(shared, path):
    status, headers, text = fetch(shared, path)
    assert (status, text) == (403, NO_TOKEN)
    assert "set-cookie" not in headers
    assert fetch(shared, path, Cookie=f"zermelo_{shared.port}={shared.token[:-1]}")[0] == 403
    assert fetch(shared, path, Cookie=f"zermelo_1={shared.token}")[0] == 403
    assert fetch(shared, path, Cookie="zermelo_1=;;;=\x00é")[0] in (400, 403)


@pytest.mark.long
def test_the_token_is_exchanged_for_a_cookie(shared):
    status, headers, _ = fetch(shared, f"/?token={shared.token}")
    assert (status, headers["location"]) == (303, "/")
    name, *traits = headers["set-cookie"].split("; ")
    assert name == shared.cookie["Cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(traits)
    assert headers["referrer-policy"] == "no-referrer"
    status, headers, text = fetch(shared, "/", **shared.cookie)
    assert status == 200
    assert "<html" in text
    assert shared.token not in text
    assert fetch(shared, f"//elsewhere.example/?token={shared.token}")[1]["location"] == "/"


@pytest.mark.long
def test_a_websocket_needs_it_too(shared):
    assert knock(shared) is None
    assert knock(shared, Cookie="zermelo=1") is None
    assert knock(shared, **shared.cookie) == "position"
    assert knock(shared, **shared.cookie, origin="http://elsewhere.example") is None
    assert knock(shared, **shared.cookie, origin=None) is None


@pytest.mark.long
def test_other_addresses_of_this_machine_and_no_other_names(shared):
    here = f"http://127.0.0.2:{shared.port}"
    assert fetch(shared, "/", "127.0.0.2", **shared.cookie)[0] == 200
    assert fetch(shared, "/", "127.0.0.2")[0] == 403
    assert knock(shared, **shared.cookie, address="127.0.0.2", origin=here) == "position"
    assert knock(shared, **shared.cookie, address="127.0.0.2") is None  # the page of another address
    for host in ("elsewhere.example", f"elsewhere.example:{shared.port}", "127.0.0.2", f"127.0.0.3:{shared.port}"):
        assert fetch(shared, "/", "127.0.0.2", **shared.cookie, Host=host)[0] == 403


@pytest.mark.long
def test_visitors_name_no_file_no_command_and_no_game_but_those_that_the_owner_named(shared):
    asked = [
        *(
            ("new", {"game": name})
            for name in ("forged.py", "./forged.py:forged", "openspiel:kuhn_poker", "secret.json")
        ),
        ("new", {"game": "tree", "parameters": {"text": "secret.json"}}),
        ("new", {"game": "pacman", "parameters": {"layout": "secret.lay"}}),
        ("new", {"game": "take", "parameters": {"file": "forged.py"}}),
        ("trace", {"algorithm": "minimax", "tree": "secret.json"}),
        ("learning", {"player": "forged.py"}),
    ]
    for engine in ("forged.py", "forged.py:forged", "uci:touch was_run", "gtp:touch was_run", "gnubg", "human"):
        asked += [("analyse", {"engine": {"name": engine, "options": {}}})]
        asked += [("move", {"engine": {"name": engine, "options": {}}})]
        asked += [("new", {"game": "kuhn-poker", "seats": [None, {"engine": {"name": engine, "options": {}}}]})]
    for option in ("evaluate", "network", "file", "strategy", "book", "databases", "syzygy"):
        for name in ("alphabeta", "mcts", "puct", "cfr", "auto", "ismcts"):
            asked += [("analyse", {"engine": {"name": name, "options": {option: "forged.py"}}})]

    async def run():
        async with visiting(shared) as visitor:
            own = await visitor.ask("new", game="take")
            return own, [(question, await visitor.ask(question[0], **question[1])) for question in asked]

    own, answers = asyncio.run(run())
    assert own["type"] == "position"
    assert [question for question, answer in answers if answer["type"] != "error"] == []
    assert sorted(path.name for path in shared.folder.iterdir()) == ["forged.py", "secret.json", "secret.lay"]


def test_what_is_open_to_others():
    assert is_this_machine("127.0.0.1")
    assert is_this_machine("127.9.9.9")
    assert is_this_machine("::1")
    assert is_this_machine("localhost")
    assert not is_this_machine("0.0.0.0")
    assert not is_this_machine("::")
    assert not is_this_machine("192.0.2.1")
    assert address_of("::1", 80, None) == "http://[::1]:80/"
    assert "on this machine" in open_words("127.0.0.1", 80, "x")
    assert "http://192.0.2.1:80/?token=x" in open_words("192.0.2.1", 80, "x")


@pytest.mark.parametrize(
    ("host", "server", "is_known"),
    [
        ("192.0.2.1:8642", ("192.0.2.1", 8642), True),
        ("192.0.2.1:8642", ("::ffff:192.0.2.1", 8642), True),
        ("192.0.2.1", ("192.0.2.1", 80), True),
        ("192.0.2.1", ("192.0.2.1", 8642), False),
        ("[2001:db8::1]:8642", ("2001:db8::1", 8642), True),
        ("192.0.2.2:8642", ("192.0.2.1", 8642), False),
        ("", None, False),
    ],
)
def test_the_address_where_a_request_arrived_is_known(host, server, is_known):
    assert Doorman(None, ["localhost:8642"], "token")._is_known(host, {"server": server}) is is_known
    assert not Doorman(None, ["localhost:8642"])._is_known(host, {"server": server})


async def page(scope, receive, send):
    """What stands behind the door."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"come in"})


def asked(kind="http", query="", cookie="", origin="http://localhost:8642"):
    """What the doorman of a shared page answers: status and headers, or why a websocket is closed."""
    headers = [(b"host", b"localhost:8642"), (b"cookie", cookie.encode()), (b"origin", origin.encode())]
    scope = {"type": kind, "path": "//elsewhere.example", "query_string": query.encode(), "headers": headers}
    heard = []

    async def send(message):
        heard.append(message)

    asyncio.run(Doorman(page, ["localhost:8642"], "right")({**scope, "server": ("127.0.0.1", 8642)}, None, send))
    first = heard[0]
    return first.get("status") or first["type"], {
        name.decode(): value.decode() for name, value in first.get("headers", [])
    }


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_the_door_is_opened_to_who_has_the_cookie(kind):
    closed = 403 if kind == "http" else "websocket.close"
    assert asked(kind, cookie="zermelo_8642=right")[0] == 200
    assert asked(kind, cookie="other=1; zermelo_8642=right")[0] == 200
    for cookie in ("", "zermelo_8642=wrong", "zermelo_8642=", "zermelo=right", "zermelo_8642=righ", "=;,", "right"):
        assert asked(kind, cookie=cookie)[0] == closed
    assert asked(kind, cookie="zermelo_8642=right", origin="http://elsewhere.example")[0] == closed
    assert asked("websocket", query="token=right")[0] == "websocket.close"  # a page opens it, and has a cookie


def test_the_door_gives_the_cookie_to_who_has_the_token():
    status, headers = asked(query="token=right")
    assert (status, headers["location"]) == (303, "/")
    assert headers["set-cookie"].startswith("zermelo_8642=right; HttpOnly")
    assert headers["referrer-policy"] == "no-referrer"
    for query in ("token=wrong", "token=", "token=rig%00ht", "right", "TOKEN=right", "token=wrong&token=right"):
        status, headers = asked(query=query)
        assert status == 403
        assert "set-cookie" not in headers
