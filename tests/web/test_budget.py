"""A visitor who asks for much waits; nobody else does."""

from __future__ import annotations

import asyncio
import json

import pytest
from web.eavesdrop import Session

from zermelo.web.server.budget import BYTES, MOST, RATE, Budget


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
    budget.spend(100 * MOST)  # no more than that is owed
    assert budget.wait == pytest.approx(MOST / RATE)
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
