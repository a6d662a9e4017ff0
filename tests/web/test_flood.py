"""One visitor who asks for everything at once holds up nobody else, and nothing is left of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time

import pytest
from page_client import serving, visiting
from patience import PATIENCE
from web.eavesdrop import Session

from zermelo.web.server.budget import BYTES, MOST, Budget
from zermelo.web.worker.worker import is_for_guests


def test_who_works_for_whom():
    """What has parameters or options of a visitor's own is kept apart from the user's kernels."""
    usual = {"spec": "nim", "parameters": {}, "guest": False}
    plain, own = {"name": "mcts", "options": {}}, {"name": "mcts", "options": {"sims": 3}}
    assert not is_for_guests(usual)
    assert not is_for_guests({**usual, "engine": plain, "engines": [plain, None], "seats": [None, {"engine": plain}]})
    assert is_for_guests({**usual, "guest": True})
    assert is_for_guests({**usual, "engine": own})
    assert is_for_guests({**usual, "engines": [plain, own]})
    assert is_for_guests({**usual, "seats": [None, {"level": None, "engine": own}]})


@pytest.mark.parametrize("message", ["nonsense", "stop", "play"])
def test_others_are_heard_between_the_messages_of_one(monkeypatch, message):
    """Without a pause between them, a thousand messages in one packet would be answered in one go."""
    monkeypatch.setattr(Budget, "wait", 0.0)

    async def scene():
        async with Session() as loud, Session(beside=loud) as quiet:
            for _ in range(500):
                loud.send(message)
            quiet.send("new", game="tic-tac-toe")
            await quiet.spin(30)
            return len(loud.heard), json.loads(quiet.heard[-1])["type"]

    loud, quiet = asyncio.run(scene())
    assert quiet == "position"
    assert loud < 100


@pytest.mark.parametrize("message", ["games", "nonsense", "stop", "play"])
def test_a_flood_waits_until_its_visitor_has_a_share_again(monkeypatch, message):
    """With the clock stopped, no more is answered than a visitor has in hand; whoever can be told so is."""
    monkeypatch.setattr("zermelo.web.server.visitor.TOLD", 0.0)
    monkeypatch.setattr("zermelo.web.server.visitor.Budget", lambda: Budget(lambda: 0.0))

    async def scene(with_another):
        async with Session() as loud, contextlib.AsyncExitStack() as others:
            if with_another:
                await others.enter_async_context(Session(beside=loud))
            for _ in range(2500):
                loud.send(message)
            await loud.spin(7000)
            return list(loud.heard)

    heard = asyncio.run(scene(with_another=True))
    assert MOST / 2 < len(heard) + sum(map(len, heard)) / BYTES < 2 * MOST
    assert ("note" in json.loads(heard[-1])) == (message != "nonsense")
    if message != "games":  # who is alone holds up nobody
        assert len(asyncio.run(scene(with_another=False))) == 2500


@pytest.mark.long
def test_hundreds_who_open_a_game_at_once_are_all_answered_and_told_to_wait(server):
    async def one():
        async with visiting(server, ping_interval=None) as visitor:
            number, kinds = await visitor.send("new", game="connect-four"), []
            while not kinds or kinds[-1] == "waiting":
                kinds.append((await visitor.hear(number))["type"])
            return kinds

    async def crowd():
        return await asyncio.gather(*(one() for _ in range(400)))

    answers = asyncio.run(crowd())
    assert {kinds[-1] for kinds in answers} == {"position"}
    assert sum("waiting" in kinds for kinds in answers) > 100


@pytest.mark.long
def test_what_a_visitor_who_left_had_wished_for_is_not_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))

    async def scene(server):
        async with visiting(server) as visitor:
            for stones in range(30, 70):
                await visitor.ask("new", game="nim", parameters={"stones": stones})
        async with visiting(server) as visitor:  # the server goes on
            return await visitor.ask("new", game="nim")

    with serving() as server:
        assert asyncio.run(scene(server))["type"] == "position"
        deadline = time.monotonic() + PATIENCE
        while not list(tmp_path.rglob("*.kernel")) and time.monotonic() < deadline:
            time.sleep(0.2)
        while server.busy(1.0) > 0.2 and time.monotonic() < deadline:
            pass
    games = {path.parent.name for path in tmp_path.rglob("*.kernel")}
    assert games <= {"guests", tmp_path.name}
    assert 0 < len(list(tmp_path.rglob("*.kernel"))) < 20  # a game has a few; forty would have more than a hundred
