"""The page's tournaments: schedules, seats, the standings after every game, and what goes wrong."""

from __future__ import annotations

import asyncio

import pytest
from page_client import visiting
from patience import PATIENCE
from web.test_match import RANDOM, Here, OneCrew

import zermelo
from zermelo.web.server.catalogue import Catalogue
from zermelo.web.server.contests.tournaments import Tournaments
from zermelo.web.server.desk import Desk

MINIMAX = {"name": "minimax", "options": {}}


def told_of(spec, engines, **fields):
    """The messages of a tournament."""
    told: list[dict] = []
    name = zermelo.load(spec).name

    async def play():
        catalogue = Catalogue(OneCrew(Here(free=2)), {})
        desk = Desk(catalogue, lambda number, answer: told.append(answer))
        await desk.open(1, name, {}, None, [])
        await Tournaments(desk).handlers()["tournament"]({"engines": engines, "time": 0.1, **fields}, 1)
        await desk._search

    asyncio.run(play())
    return told


@pytest.mark.parametrize(("kind", "games"), [("round-robin", 6), ("gauntlet", 4), ("swiss", 6), ("knock-out", None)])
def test_all_kinds_are_played_to_the_end(kind, games):
    told = [one for one in told_of("nim", [MINIMAX, RANDOM, RANDOM], kind=kind, seed=1) if "live" not in one]
    assert [one["games"] for one in told] == list(range(1, len(told) + 1))
    assert [one["done"] for one in told] == [False] * (len(told) - 1) + [True]
    assert told[-1]["total"] == len(told)
    assert games is None or len(told) == games
    last = told[-1]
    assert {one["engine"] for one in last["places"]} == {"minimax:time=0.1", "random", "random (2)"}
    assert [row[at] for at, row in enumerate(last["cross"])] == ["×"] * 3
    assert "random (2)" in last["svg"]
    assert last["left"] == 0


def test_both_play_first_in_turn_and_the_winner_is_credited():
    told = [one for one in told_of("nim", [MINIMAX, RANDOM], seed=1, opening=0, games=4) if "live" not in one]
    assert [one["game"]["seat"] for one in told] == [0, 1, 0, 1]
    assert all(one["game"]["engines"] == ["minimax:time=0.1", "random"] for one in told)
    won = sum(f"player {one['game']['seat'] + 1} wins" in one["game"]["result"].lower() for one in told)
    assert told[-1]["cross"][0 if told[-1]["places"][0]["engine"].startswith("minimax") else 1].count(f"{won}/4") == 1


def test_an_engine_that_cannot_play_the_game_is_told():
    told = told_of("pig", [RANDOM, {"name": "alphabeta", "options": {}}])
    assert [answer["type"] for answer in told] == ["error"]
    assert "chance" in told[0]["message"]


def test_a_game_for_another_number_of_players_is_refused():
    with pytest.raises(zermelo.ZermeloError, match="of a game for two"):
        told_of("castles", [RANDOM, RANDOM, RANDOM])


@pytest.mark.parametrize(
    ("engines", "fields", "words"),
    [
        ([RANDOM], {}, "engines must be a list of 2 to 12"),
        ([RANDOM] * 13, {}, "engines must be a list of 2 to 12"),
        ([RANDOM] * 3, {"kind": "league"}, "a tournament is round-robin, gauntlet, swiss or knock-out, not 'league'"),
        ([RANDOM] * 12, {"games": 100}, "at most 400"),
        ([RANDOM] * 3, {"games": 0}, "games must be a whole number"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(engines, fields, words):
    with pytest.raises(zermelo.ZermeloError, match=words):
        told_of("nim", engines, **fields)


@pytest.mark.long
def test_a_game_of_ones_own_is_played_to_the_end(server):
    async def scene():
        async with visiting(server) as visitor:
            await visitor.ask("new", game="take")
            number = await visitor.send("tournament", engines=[MINIMAX, RANDOM, RANDOM], games=2, time=0.1)
            while not (answer := await visitor.hear(number, PATIENCE)).get("done"):
                assert answer["type"] in ("waiting", "tournament"), answer
            return answer

    last = asyncio.run(scene())
    assert (last["games"], last["total"]) == (6, 6)
