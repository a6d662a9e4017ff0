"""A visitor who asks for much waits; nobody else does."""

from __future__ import annotations

import asyncio
import json

import pytest
from page_client import visiting
from web.eavesdrop import Free, Session

from zermelo.web.budget import BYTES, MOST, RATE, Budget


def test_units_come_back_at_a_steady_rate():
    now = [0.0]
    budget = Budget(lambda: now[0])
    budget.spend(MOST)
    assert budget.wait == 0
    budget.spend(RATE / 2)
    assert budget.wait == pytest.approx(0.5)
    now[0] = 0.4
    assert budget.wait == pytest.approx(0.1)
    budget.spend_text("x" * BYTES * 100)
    assert budget.wait == pytest.approx(0.1 + 100 / RATE)
    now[0] = 1000.0
    budget.spend(MOST)  # no more than that is saved up
    assert budget.wait == 0
    budget.spend(1)
    assert budget.wait > 0


def test_the_list_of_games_is_written_once(monkeypatch):
    """It is long, and asking for it is short."""
    written = []

    async def scene():
        async with Session() as session:
            report = session.catalogue.report

            async def counted():
                written.append(1)
                return await report()

            monkeypatch.setattr(session.catalogue, "report", counted)
            for _ in range(8):
                session.send("games")
            await session.settle()
            return session.heard

    heard = [json.loads(text) for text in asyncio.run(scene())]
    assert [answer["id"] for answer in heard] == list(range(1, 9))
    assert {answer["type"] for answer in heard} == {"games"}
    assert len({json.dumps({**answer, "id": 0}) for answer in heard}) == 1
    assert len(written) == 1


def test_others_are_heard_between_the_messages_of_one(monkeypatch):
    """Without a pause between them, a thousand messages in one packet would be answered in one go."""
    monkeypatch.setattr("zermelo.web.visitor.Budget", Free)

    async def scene():
        async with Session() as loud, Session() as quiet:
            for _ in range(500):
                loud.send("nonsense")
            quiet.send("nonsense")
            await quiet.spin(20)
            return len(loud.heard), len(quiet.heard)

    loud, quiet = asyncio.run(scene())
    assert quiet == 1
    assert loud < 100


def test_who_asks_for_a_lot_at_once_is_told_to_wait(server):
    async def scene():
        async with visiting(server) as visitor:
            numbers = [await visitor.send("games") for _ in range(60)]
            answers = {number: [] for number in numbers}
            while not answers[numbers[-1]] or answers[numbers[-1]][-1]["type"] == "waiting":
                answer = await visitor.hear()
                answers[answer["id"]].append(answer)
            return answers

    answers = asyncio.run(scene())
    assert all(some[-1]["type"] == "games" for some in answers.values())
    notes = {answer["note"] for some in answers.values() for answer in some if answer["type"] == "waiting"}
    assert notes <= {"you have asked for a lot at once: this will be answered in a moment"}
