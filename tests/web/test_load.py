"""Many visitors at once: fair shares of time, no lost answers, no leaked memory."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from page_client import serving, visiting
from patience import PATIENCE

import zermelo
from zermelo.game import ZermeloError
from zermelo.web.server.pool import Pool

pytestmark = pytest.mark.long


def test_a_visitor_who_leaves_frees_the_search(server):
    async def idle():
        """Waits until nothing is searched or compiled."""
        async with asyncio.timeout(PATIENCE):
            while await asyncio.to_thread(server.busy) > 0.15:
                pass

    async def scene():
        async with visiting(server) as visitor:
            await visitor.open_compiled("connect-four")
            await idle()  # other tests' games may still be compiled
            number = await visitor.send("analyse", time=60)
            while (await visitor.hear(number))["type"] != "analysis":
                pass
            assert server.busy() > 0.2
            begun = time.monotonic()
        await idle()
        return time.monotonic() - begun

    assert asyncio.run(scene()) < 40  # not the minute that was asked for


def test_everyone_is_served_in_turn_and_told_to_wait(server):
    async def one(number, order):
        async with visiting(server) as visitor:
            await visitor.ask("new", game="connect-four")
            asked = await visitor.send("analyse", time=0.3)
            waits = []
            while True:
                answer = await visitor.hear(asked)
                assert answer["type"] in ("waiting", "analysis"), answer
                if answer["type"] == "waiting" and "note" not in answer:  # a note tells of compiling
                    waits.append(answer["ahead"])
                elif answer["type"] == "analysis" and answer["done"]:
                    order.append(number)
                    return waits

    async def scene():
        async with visiting(server) as visitor:
            await visitor.open_compiled("connect-four")
        order: list[int] = []
        waits = await asyncio.gather(*(one(number, order) for number in range(20)))
        return order, waits

    order, waits = asyncio.run(scene())
    assert sorted(order) == list(range(20))
    assert any(len(told) > 1 for told in waits)
    assert all(told == sorted(told, reverse=True) for told in waits), waits  # nobody is overtaken


def test_an_open_ended_search_gives_way(server):
    """Two visitors who analyse for a minute do not keep the others waiting for a minute."""

    async def long():
        async with visiting(server) as visitor:
            await visitor.ask("new", game="connect-four")
            return await visitor.ask("analyse", time=60)

    async def scene():
        patient = [asyncio.create_task(long()) for _ in range(3)]
        begun = time.monotonic()
        await asyncio.sleep(0.5)
        async with visiting(server) as visitor:
            await visitor.ask("new", game="connect-four")
            answer = await visitor.ask("analyse", time=0.2)
        spent = time.monotonic() - begun
        for task in patient:
            task.cancel()
        await asyncio.gather(*patient, return_exceptions=True)
        return answer, spent

    answer, spent = asyncio.run(scene())
    assert answer["done"]
    assert spent < 40


def test_long_records_hold_up_no_newcomer(server):
    """Eight visitors send a long game of Go each; one who comes later is answered before all of them."""
    luck, game = random.Random(2), zermelo.load("go", size=19)
    state, moves = game.initial(), []
    while len(moves) < 400 and not game.is_terminal(state):
        action = luck.choice(game.legal(state)[:-1] or game.legal(state))
        moves.append(game.action_text(state, action))
        state = game.result(state, action)

    async def record():
        async with visiting(server) as visitor:
            return await visitor.ask("new", game="go", parameters={"size": 19}, moves=moves)

    async def newcomer():
        async with visiting(server) as visitor:
            await visitor.ask("new", game="tic-tac-toe")
            return await visitor.ask("play", action="b2")

    async def scene():
        records = [asyncio.create_task(record()) for _ in range(8)]
        await asyncio.sleep(0.1)
        position = await newcomer()
        return position, [task.done() for task in records], await asyncio.gather(*records)

    position, were_done, read = asyncio.run(scene())
    assert position["moves"] == ["b2"]
    assert not any(were_done)
    assert all(one["moves"] == moves for one in read)


def test_a_search_is_not_cut_short_before_its_first_answer(tmp_path, monkeypatch):
    """To load a game, or its kernel, may take longer than a search's share."""
    game, sign = tmp_path / "late.py", tmp_path / "loading"
    game.write_text(
        "import pathlib, time\nfrom zermelo import Game\n"
        f"pathlib.Path({str(sign)!r}).touch()\ntime.sleep(1)\n"
        "def late() -> Game:\n"
        "    state = (lambda: 0, lambda s: 0, lambda s: iter([1, 2]), lambda s, a: s + a)\n"
        "    return Game(*state, lambda s: s > 9, lambda s, p: 0.0)\n"
    )
    monkeypatch.setattr("zermelo.web.server.pool.SHARE", 0.1)

    async def scene():
        pool = Pool(workers=1)
        request = {"job": "analyse", "parameters": {}, "start": None, "played": [], "time": 0.2, "open_ended": True}
        told: list[list[dict]] = [[], []]
        own = {**request, "spec": str(game), "own": True, "engine": {"name": "mcts", "options": {"compiled": False}}}
        first = asyncio.create_task(pool.run(own, told[0].append))
        async with asyncio.timeout(PATIENCE):
            while not sign.exists():
                await asyncio.sleep(0.02)
        await asyncio.gather(first, pool.run({**request, "spec": "nim"}, told[1].append))
        await pool.close()
        return [[answer for answer in answers if "action" in answer] for answers in told]

    assert all(asyncio.run(scene()))


def test_a_full_queue_says_so():
    async def scene():
        pool = Pool(workers=1, waiting=2)
        heard: list[dict] = []
        request = {"job": "analyse", "spec": "nim", "parameters": {}, "start": None, "played": [], "time": 0.1}
        runs = [asyncio.create_task(pool.run(request, heard.append)) for _ in range(4)]
        results = await asyncio.gather(*runs, return_exceptions=True)
        await pool.close()
        return results

    results = asyncio.run(scene())
    assert results[:3] == [True, True, True]
    assert "waiting already" in str(results[3])


def test_a_process_that_does_not_listen_is_replaced(tmp_path):
    """A user's game that never returns delays no other visitor."""
    game, sign = tmp_path / "stuck.py", tmp_path / "reached"
    game.write_text(
        "import pathlib, time\nfrom zermelo import Game\n"
        "def stuck() -> Game:\n"
        "    def result(state, action):\n"
        f"        pathlib.Path({str(sign)!r}).touch()\n"
        "        while True:\n"
        "            try: time.sleep(1)\n"
        "            except BaseException: pass\n"
        "    return Game(lambda: 0, lambda s: 0, lambda s: iter([1, 2]), result, lambda s: False, lambda s, p: 0.0)\n"
    )

    async def scene():
        pool = Pool(workers=1)
        request = {"parameters": {}, "start": None, "played": [], "time": 5.0, "job": "analyse"}
        stuck = asyncio.create_task(pool.run({**request, "spec": str(game)}, lambda answer: None))
        async with asyncio.timeout(PATIENCE):
            while not sign.exists():
                assert not stuck.done()
                await asyncio.sleep(0.05)
        stuck.cancel()
        answers: list[dict] = []
        async with asyncio.timeout(PATIENCE):
            await pool.run({**request, "spec": "nim"}, answers.append)
        await pool.close()
        return answers[-1]

    assert asyncio.run(scene())["done"]


MASKING = """
import os, signal, time
from zermelo.web.worker import jobs
from zermelo.web.worker import worker

def mask(request, tell):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)
    except BaseException:
        raise RuntimeError("cannot release un-acquired lock")

jobs.JOBS["mask"] = mask
worker.main(4_000_000_000, False)
"""


def test_an_interrupt_that_ends_as_another_error_is_no_error():
    """As one does in the middle of a lock's code."""
    done = subprocess.run(
        [sys.executable, "-c", MASKING],
        input='{"job": "mask"}\n',
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [{"ready": True}, {"end": "cancelled"}]
    assert done.stderr == ""


def test_no_process_outlives_the_server():
    """Even if the server is killed, no worker process survives it."""
    with serving() as server:
        deadline = time.monotonic() + PATIENCE
        while not (workers := server.children()) and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(3)  # they have started
        server.process.kill()
        server.process.wait()
        assert workers
        while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


def test_a_job_that_wants_all_the_memory_is_told_so(tmp_path):
    game = tmp_path / "hungry.py"
    game.write_text(
        "from zermelo import Game\n"
        "def hungry() -> Game:\n"
        "    def result(state, action): return (bytes(8_000_000_000), state)\n"
        "    return Game(lambda: 0, lambda s: 0, lambda s: iter([1, 2]), result, lambda s: False, lambda s, p: 0.0)\n"
    )

    async def scene():
        pool = Pool(workers=1)
        request = {"parameters": {}, "start": None, "played": [], "time": 1.0, "job": "analyse"}
        with pytest.raises(ZermeloError, match="512 MB of memory"):
            await pool.run({**request, "spec": str(game), "own": True}, lambda answer: None)
        answers: list[dict] = []
        await pool.run({**request, "spec": "nim"}, answers.append)
        await pool.close()
        return answers[-1]

    assert asyncio.run(scene())["done"]


@pytest.mark.slow
def test_a_hundred_visitors_and_the_memory_they_leave():
    """Each asks for a second of analysis; the memory returns to where it was."""

    async def one(server):
        async with visiting(server) as visitor:
            await visitor.ask("new", game="othello")
            return await visitor.ask("analyse", time=1)

    async def crowd(server, count):
        return await asyncio.gather(*(one(server) for _ in range(count)))

    with serving() as server:
        asyncio.run(crowd(server, 4))  # everything is loaded
        time.sleep(1)
        before = server.memory()
        answers = asyncio.run(crowd(server, 100))
        time.sleep(2)
        after = server.memory()
    assert len(answers) == 100
    assert all(answer["type"] == "analysis" and answer["done"] for answer in answers)
    assert after < before * 1.25 + 50_000_000, (before, after)
