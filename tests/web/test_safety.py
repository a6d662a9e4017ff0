"""Which requests the server accepts, and that no message can harm it."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import string
import urllib.error
import urllib.request

import pytest
import websockets
from page_client import visiting
from patience import PATIENCE

from zermelo.game import ZermeloError
from zermelo.web.server.catalogue import Catalogue
from zermelo.web.server.serving import bound, names


def fetch(server, path="/", **headers):
    """Status, headers and text of a page."""
    request = urllib.request.Request(server.address + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def test_the_page_may_load_nothing_from_elsewhere(server):
    status, headers, text = fetch(server)
    assert status == 200
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "Zermelo" in text
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost", "localhost:1", ""])
def test_other_names_are_turned_away(server, host):
    status, _, text = fetch(server, Host=host)
    assert status in (400, 403)
    assert "<html" not in text


@pytest.mark.parametrize("path", ["/../app.py", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fapp.py", "//etc/passwd"])
def test_nothing_outside_the_page_s_own_folder_is_served(server, path):
    assert fetch(server, path)[0] == 404


def test_no_layout_is_read_from_a_file_that_a_message_names():
    catalogue = Catalogue(None, {"pacman": "pacman:layout=mine.lay"})  # none but the one that was served
    assert catalogue.request("table", "pacman", {"layout": "mine.lay"})["parameters"] == {"layout": "mine.lay"}
    for layout in ("/etc/other.lay", " other.LAY ", "ine.lay"):
        with pytest.raises(
            ZermeloError, match=r"no file is opened for the page; zermelo serve pacman:layout=FILE shows one"
        ):
            catalogue.request("table", "pacman", {"layout": layout})
    assert Catalogue(None, {}).request("table", "pacman", {"layout": "%%%%%/%P.G%/%%%%%"})
    with pytest.raises(ZermeloError, match="no file is opened"):
        Catalogue(None, {}).request("table", "pacman", {"layout": "mine.lay"})


@pytest.mark.parametrize("origin", [None, "http://evil.example", "https://localhost:1", "null", "http://localhost"])
def test_pages_from_elsewhere_cannot_connect(server, origin):
    async def knock():
        async with websockets.connect(f"ws://localhost:{server.port}/socket", origin=origin):
            pass

    with pytest.raises(websockets.InvalidStatus):
        asyncio.run(knock())


def test_only_this_machine_is_served_unless_asked(server):
    found = names("127.0.0.1", 80)
    assert all(name.split(":")[0] in ("localhost", "127.0.0.1", "[") or name.startswith("[::1]") for name in found)
    with socket.socket() as other:
        other.settimeout(2)
        assert other.connect_ex(("127.0.0.1", server.port)) == 0


def test_a_port_that_is_taken_gives_the_next():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with bound("127.0.0.1", port) as other:
            assert port < other.getsockname()[1] <= port + 20
        with pytest.raises(ZermeloError, match="taken"):
            bound("127.0.0.1", port, fixed=True)


@pytest.mark.long
def test_ten_thousand_malformed_messages(server):
    """Random bytes, broken JSON, right shapes with wrong values: each is answered in one line, and the game goes on."""
    luck = random.Random(1)
    kinds = ["new", "play", "goto", "move", "analyse", "why", "review", "compare", "match", "trace", "fold", "branch"]
    kinds += ["games", "roll", "threat", "stop", "nonsense", ""]
    fields = ["game", "action", "ply", "engine", "engines", "lines", "time", "tree", "algorithm", "folded", "node"]
    fields += ["parameters", "position", "moves", "level", "games", "depth", "simulations", "seed", "opening", "id"]

    def value(depth=0):
        choices = [
            lambda: luck.choice([None, True, False, 0, -1, 2**70, 1e308, -0.5, "", "x" * 300, "<script>", "../x"]),
            lambda: "".join(luck.choices(string.printable + "♞∞\ud83d\ude00\x00", k=luck.randrange(40))),
            lambda: [value(depth + 1) for _ in range(luck.randrange(4))] if depth < 3 else [],
            lambda: {str(value(9)): value(depth + 1) for _ in range(luck.randrange(4))} if depth < 3 else {},
        ]
        return luck.choice(choices)()

    def message():
        shape = luck.randrange(6)
        if shape == 0:
            return bytes(luck.randrange(256) for _ in range(luck.randrange(200)))
        if shape == 1:
            return "".join(luck.choices('{}[]",:truefalsenull0123456789 "type"', k=luck.randrange(120)))
        if shape == 2:
            return "[" * luck.randrange(5000)
        asked = {"type": luck.choice(kinds), "id": 10**6 + luck.randrange(100)}
        asked.update({luck.choice(fields): value() for _ in range(luck.randrange(5))})
        text = json.dumps(asked)
        return text[: luck.randrange(len(text) + 1)] if shape == 3 else text

    async def scene():
        async with visiting(server) as visitor:
            await visitor.ask("new", game="tic-tac-toe")
            for _ in range(10_000 // 50):
                for _ in range(50):
                    await visitor.socket.send(message())
                answer = await visitor.ask("stop")
                assert answer["type"] == "stopped"
            return await visitor.ask("new", game="tic-tac-toe")

    heard = asyncio.run(scene())
    assert heard["position"] == ".../.../..."
    assert server.process.poll() is None
    wrong = [line for line in server.said if "Error" in line or "Traceback" in line]
    assert "".join(wrong) == ""  # all of them were mistakes of the visitor's, none was ours


def test_answers_never_hold_a_traceback(server):
    async def scene():
        async with visiting(server) as visitor:
            texts = []
            for text in ("", "{", "[]", "3", '"x"', "{}", '{"type": 3}', '{"type": "play", "id": {}}', "[" * 60_000):
                await visitor.socket.send(text)
                texts.append(json.dumps(await visitor.hear()))
            return texts

    for text in asyncio.run(scene()):
        assert '"error"' in text
        assert "Traceback" not in text
        assert ".py" not in text


def test_a_message_too_long_ends_the_connection_and_nothing_else(server):
    async def scene():
        async with visiting(server) as visitor:
            await visitor.socket.send('{"type": "play", "action": "' + "x" * 200_000 + '"}')
            with pytest.raises(websockets.ConnectionClosed):
                await visitor.hear()
        async with visiting(server) as visitor:
            return await visitor.ask("new", game="nim")

    assert asyncio.run(scene())["type"] == "position"
