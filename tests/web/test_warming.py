"""Kernels are compiled ahead, and until they are, stand-ins answer and say so."""

from __future__ import annotations

import asyncio

import pytest
from page_client import serving, visiting

from zermelo.web.server.warming import Warmer
from zermelo.web.worker.jobs import JOBS
from zermelo.web.worker.searching import STAND_IN


class FakePool:
    is_idle = True


class FakeWorker:
    """Compiles when it is told to."""

    def __init__(self):
        self.done: list[str] = []
        self.may = asyncio.Semaphore(0)

    async def run(self, request, tell):
        assert request["job"] == "warm"
        await self.may.acquire()
        self.done.append(request["spec"])

    async def close(self):
        self.done.append("closed")


def game(spec):
    return {"spec": spec, "parameters": {}, "engine": None, "own": False}


def test_what_was_chosen_last_comes_first_and_the_others_when_nobody_searches():
    async def run():
        pool, worker = FakePool(), FakeWorker()
        warmer = Warmer(pool, worker)
        warmer.open([game("othello"), game("go")])
        await asyncio.sleep(0.01)  # it has begun with the first of the others
        pool.is_idle = False
        for spec in ("nim", "chess", "pig"):
            warmer.want(game(spec), "somebody")
        chosen = warmer.want(game("chess"), "somebody else")  # once more: it comes before pig now
        notes: list[dict] = []
        waiting = asyncio.create_task(warmer.wait(chosen, notes.append, every=0.01))
        for _ in range(4):
            worker.may.release()
            await asyncio.sleep(0.03)
        await waiting
        worker.may.release()
        worker.may.release()
        await asyncio.sleep(0.05)
        assert worker.done == ["othello", "chess", "pig", "nim"]  # go waits until nobody searches
        assert chosen.ended.is_set()
        assert warmer.want(game("chess"), "somebody") is chosen
        assert notes
        assert all(
            note["note"].startswith("compiling") and 0 <= note["progress"] < 1 <= note.get("left", 1) for note in notes
        )
        await warmer.close()
        assert worker.done[-1] == "closed"

    asyncio.run(run())


def test_wishes_of_who_left_are_dropped():
    async def run():
        pool, worker = FakePool(), FakeWorker()
        pool.is_idle = False
        warmer = Warmer(pool, worker)
        warmer.open([game("go")])
        first = warmer.want(game("othello"), "ann")
        await asyncio.sleep(0.01)  # it is being compiled
        for spec in ("nim", "chess", "pig"):
            warmer.want(game(spec), "ann")
        shared, other = warmer.want(game("chess"), "bob"), warmer.want(game("kalah"), "bob")
        waiting = asyncio.create_task(warmer.wait(warmer.want(game("pig"), "ann"), lambda note: None))
        warmer.forget("ann")
        await asyncio.wait_for(waiting, 5)  # whoever waited is not left waiting
        for _ in range(6):
            worker.may.release()
            await asyncio.sleep(0.02)
        assert worker.done == ["othello", "kalah", "chess"]
        assert first.ended.is_set()
        assert shared.ended.is_set()
        assert other.ended.is_set()
        again = warmer.want(game("nim"), "bob")  # it was not forgotten that it was never compiled
        await asyncio.sleep(0.02)
        assert again.ended.is_set()
        await warmer.close()

    asyncio.run(run())


def test_wishes_are_bounded_and_what_ended_is_forgotten_some_day(monkeypatch):
    monkeypatch.setattr("zermelo.web.server.warming.MOST_WANTED", 3)
    monkeypatch.setattr("zermelo.web.server.warming.MOST_KNOWN", 5)

    async def run():
        pool, worker = FakePool(), FakeWorker()
        warmer = Warmer(pool, worker)
        wishes = [warmer.want(game(f"nim:stones={stones}"), stones) for stones in range(20)]
        assert [wish.ended.is_set() for wish in wishes] == [True] * 17 + [False] * 3
        warmer.open()
        for _ in range(30):
            worker.may.release()
            warmer.want(game(f"pig:{worker.may}"), "ann")
            await asyncio.sleep(0.002)
        assert len(worker.done) > 3
        assert len(warmer._known) <= 5 + 3 + 1
        await warmer.close()

    asyncio.run(run())


@pytest.fixture
def request_of(tmp_path, monkeypatch):
    """A move's request for a game that no other test compiles, with an empty cache."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    monkeypatch.setattr("os.setpriority", lambda *_: None)  # warming would lower that of the tests after this one
    parameters = {"stones": 17, "most": 5}
    return {"spec": "nim", "parameters": parameters, "start": None, "played": [], "time": 0.1, "engine": None}


ENGINE = {"name": "alphabeta", "options": {"plain": False}}


@pytest.mark.long
@pytest.mark.parametrize(("stones", "asked"), [(17, {"level": "full"}), (18, {"engine": ENGINE})], ids=str)
def test_a_stand_in_answers_while_the_search_is_compiled_elsewhere(request_of, stones, asked):
    answers: list[dict] = []
    request_of["parameters"]["stones"] = stones  # a game of its own
    JOBS["move"]({**request_of, **asked, "cold": True}, answers.append)
    thought = answers[-1]["thought"]
    assert (thought["compiled"], thought["stand_in"]) == (False, STAND_IN)
    JOBS["analyse"]({**request_of, **asked, "cold": True}, answers.append)
    assert answers[-1]["stand_in"] == STAND_IN
    JOBS["warm"]({**request_of, **asked}, answers.append)
    JOBS["move"]({**request_of, **asked, "cold": True}, answers.append)
    thought = answers[-1]["thought"]
    assert thought["compiled"]
    assert "stand_in" not in thought


@pytest.mark.slow
def test_a_visitor_gets_a_first_answer_and_then_the_compiled_one(tmp_path, monkeypatch):
    """The search is compiled from the moment that the game is chosen."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))

    async def visit(server):
        async with visiting(server) as visitor:
            await visitor.ask("new", game="connect-four")
            first = await visitor.ask("move", level="full")
            assert first["thought"]["stand_in"] == STAND_IN
            number, reports = await visitor.send("analyse", time=60.0, lines=1), []
            while not reports or not reports[-1]["compiled"]:
                answer = await visitor.hear(number)
                reports += [answer] if answer["type"] == "analysis" else []
            assert reports[0]["stand_in"] == STAND_IN
            assert "stand_in" not in reports[-1]

    with serving() as server:
        asyncio.run(visit(server))
