"""Users' games whose rules never end, take all the memory or raise: their visitors are told, nobody else notices."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path

import pytest
from page_client import serving, visiting
from patience import PATIENCE

from zermelo.web.server.crews import CLICKS
from zermelo.web.server.pool import cores

pytestmark = pytest.mark.long  # a server of its own, and games that use up their limits

FAULTY = Path(__file__).parents[1] / "faulty_games"
WHERE = ("to_move", "actions", "result", "is_terminal", "utility")


@pytest.fixture(scope="module")
def server(own_game):
    with serving(str(FAULTY / "endless.py"), str(FAULTY / "ten_gigabytes.py"), str(own_game)) as running:
        yield running


async def stuck(server, where, sent, ready=None):
    """A visitor who plays a move that never ends, once all others are ready to; the answer at the end."""
    async with visiting(server) as visitor:
        position = await visitor.ask("new", game="endless", parameters={"where": where})
        for action in ("2", "1", "1") if where == "utility" else ("2",):
            position = await visitor.ask("play", action=action)
        assert position["type"] == "position", position
        if ready is not None:
            await ready.wait()
        number = await visitor.send("play", action="1")
        sent.release()
        while (answer := await visitor.hear(number))["type"] == "waiting":
            pass
        return answer


async def play(server, game, actions):
    """A visitor of another game, who plays these moves."""
    async with visiting(server) as visitor:
        position = await visitor.ask("new", game=game)
        for action in actions:
            position = await visitor.ask("play", action=action)
        return position


def test_visitors_stuck_in_endless_rules_hold_up_nobody(server):
    """More of them than there are cores, while others play the same game, another user's game and ours."""

    async def scene():
        sent = asyncio.Semaphore(0)
        waiting = [asyncio.create_task(stuck(server, where, sent)) for where in (*WHERE, "result")]
        for _ in waiting:
            await sent.acquire()
        others = [("endless", ["1"]), ("take", ["3", "3", "3"]), ("tic-tac-toe", ["b2", "a1"]), ("chess", ["e4"])]
        played = await asyncio.gather(*(play(server, *other) for other in others))
        were_waiting = [not task.done() for task in waiting]
        return played, were_waiting, await asyncio.gather(*waiting)

    played, were_waiting, answers = asyncio.run(scene())
    assert [position["position"] for position in played[:3]] == ["4,1", "12,1", ".../.x./o.."]
    assert any(were_waiting)  # the others' answers came first
    for answer in answers:
        assert answer["type"] == "error"
        assert "the game in endless.py did not answer within 5 seconds" in answer["message"]


def test_after_a_move_that_never_ends_the_visitor_plays_on(server):
    async def scene():
        async with visiting(server) as visitor:
            await visitor.ask("new", game="endless", parameters={"where": "result"}, moves=["1"])
            broken = await visitor.ask("play", action="2")
            back = await visitor.ask("goto", ply=0)
            return broken, back, await visitor.ask("play", action="1")

    broken, back, after = asyncio.run(scene())
    assert broken["type"] == "error"
    assert (back["position"], after["position"]) == ("5,0", "4,1")


@pytest.mark.parametrize(
    "question",
    [
        {"kind": "analyse", "time": 0.2},
        {"kind": "why", "action": "1", "time": 0.2},
        # These compute for as long as they may, up to a minute.
        *(
            pytest.param(question, marks=pytest.mark.slow)
            for question in (
                {"kind": "move", "engine": {"name": "minimax", "options": {"depth": 3, "time": 0.2}}},
                {"kind": "review", "time": 0.2},
                {"kind": "trace", "algorithm": "minimax"},
                {"kind": "match", "engines": [{"name": "random", "options": {}}] * 2, "games": 2},
            )
        ),
    ],
    ids=lambda question: question["kind"],
)
def test_a_search_that_never_ends_is_ended(server, question):
    """And meanwhile a visitor plays and analyses another user's game."""

    async def scene():
        async with visiting(server) as visitor, visiting(server) as other:
            await visitor.ask("new", game="endless", parameters={"where": "result"})
            number = await visitor.send(question["kind"], **{k: v for k, v in question.items() if k != "kind"})
            played = await play(server, "take", ["3"])
            await other.ask("new", game="take")
            analysed = await other.ask("analyse", time=0.1, engine={"name": "minimax", "options": {"depth": 2}})
            while (answer := await visitor.hear(number, 300))["type"] != "error":
                assert not answer.get("done")
            return played, analysed, answer

    played, analysed, answer = asyncio.run(scene())
    assert played["position"] == "18,1"
    assert analysed["done"]
    told = ("the game in endless.py did not answer", "endless cannot be played: result(state, ")
    assert answer["message"].startswith(told)


def test_memory_is_bounded_and_returns(server):
    async def scene():
        async with visiting(server) as visitor:
            await visitor.ask("new", game="ten-gigabytes")
            before = server.memory()
            await visitor.ask("play", action="2")
            return before, await visitor.ask("play", action="2")

    before, answer = asyncio.run(scene())
    assert answer["type"] == "error"
    assert "more memory" in answer["message"] or "did not answer" in answer["message"]  # on a slow machine
    until = time.monotonic() + PATIENCE
    while server.memory() >= before + 450_000_000:  # until the process that held half a gigabyte is gone
        assert time.monotonic() < until
        time.sleep(0.1)


def test_the_processes_of_users_games_are_ended_when_nobody_needs_them(own_game):
    async def scene(server):
        await asyncio.gather(*(play(server, "take", ["1", "2"]) for _ in range(6)))

    with serving(str(own_game)) as server:
        asyncio.run(scene(server))
        deadline, rest = time.monotonic() + PATIENCE, CLICKS + cores() + 2  # two spares
        while len(server.children()) > rest and time.monotonic() < deadline:
            time.sleep(0.2)
        assert len(server.children()) <= rest


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_whatever_its_games_do(number):
    """The stuck visitor's connection ends before the deadline of the move."""

    async def scene(server):
        sent, ready = asyncio.Semaphore(0), asyncio.Barrier(3)
        waiting = [asyncio.create_task(stuck(server, "result", sent, ready)) for _ in range(3)]
        for _ in waiting:
            await sent.acquire()
        children = server.children()
        server.process.send_signal(number)
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        return children, answers

    with serving(str(FAULTY / "endless.py")) as server:
        children, answers = asyncio.run(scene(server))
        server.process.wait(PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{pid}").exists() for pid in children) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not any(Path(f"/proc/{pid}").exists() for pid in children)
    assert not any("did not answer" in str(answer) for answer in answers)
    assert not any("Traceback" in line for line in server.said), "".join(server.said)


def test_a_game_that_cannot_be_opened_is_refused_at_the_start(tmp_path):
    game = tmp_path / "never.py"
    game.write_text("while True:\n    pass\n")
    with pytest.raises(AssertionError, match=r"the game in never.py did not answer within"), serving(str(game)):
        pass
