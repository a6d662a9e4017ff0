"""Ways to see hidden cards, or to play on with them, that worked once."""

from __future__ import annotations

import asyncio
import json

import pytest
from page_client import visiting
from web.eavesdrop import Fate, Session

import zermelo
from zermelo.web.server.score_sheet import CLOSED, NO_PERSON

RANDOM = {"engine": {"name": "random", "options": {}}}


def open_cards(answer):
    """How many cards of the players a position shows."""
    return sum(
        bool(card) for hand in answer["picture"].get("hands", [])[: len(answer["players"])] for card in hand["cards"]
    )


@pytest.mark.parametrize(
    ("game", "parameters", "seats", "own"),
    [
        pytest.param("limit-holdem", {}, [None, None], 2, marks=pytest.mark.long),
        ("kuhn-poker", {"players": 3}, [None, None, RANDOM], 1),
    ],
)
def test_lifting_the_curtain_while_cards_are_dealt_shows_nobody_else_s(server, game, parameters, seats, own):
    async def scene():
        heard, uncovered = [], []
        async with visiting(server) as visitor:
            for pause in (0.002, 0.004, 0.008):
                await visitor.ask("new", game=game, parameters=parameters, seats=seats)
                await visitor.send("proceed")
                for _ in range(60):
                    last = await visitor.send("uncover")
                    await asyncio.sleep(pause)
                while not heard or heard[-1]["id"] != last:
                    heard.append(await visitor.hear())
                dealt = await visitor.ask("proceed")
                if dealt["secret"]["curtain"] is None:
                    dealt = await visitor.ask("proceed")
                uncovered.append(await visitor.ask("uncover"))
        return heard, uncovered

    heard, uncovered = asyncio.run(scene())
    positions = [answer for answer in heard if answer["type"] == "position"]
    for answer in positions:
        assert answer["position"] == ""
        assert open_cards(answer) == (0 if answer["secret"]["viewer"] is None else own)
    assert [open_cards(answer) for answer in uncovered] == [own] * 3


def test_a_closed_game_is_not_played_on(server):
    """With all cards known, whoever could go back and let the engine move again would always win."""

    async def scene(visitor):
        position = await visitor.ask("new", game="kuhn-poker", seats=[None, RANDOM])
        while not position["closed"]:
            if position["secret"]["proceeds"]:
                position = await visitor.ask("proceed")
            else:
                position = await visitor.ask("play", action=position["actions"][-1]["text"])
        answers = []
        for ply in range(position["plies"] + 1):
            back = await visitor.ask("goto", ply=ply)
            assert back["ply"] == ply
            for kind, fields in (
                ("proceed", {}),
                ("uncover", {}),
                ("roll", {}),
                ("play", {"action": "bet"}),
                ("move", RANDOM),
            ):
                answers.append((kind, ply, await visitor.ask(kind, **fields)))
        return position["plies"], answers

    async def run():
        async with visiting(server) as visitor:
            return await scene(visitor)

    plies, answers = asyncio.run(run())
    for kind, ply, answer in answers:
        assert answer["type"] == "error", (kind, ply, answer)
        over = "the game is over: there is nothing to choose" if kind == "move" and ply == plies else CLOSED
        chance = "chance is to move: roll first" if kind == "move" and ply < 2 else over
        assert answer["message"] == chance, (kind, ply)


def test_who_watches_engines_does_not_play_for_one_of_them(server):
    """They see all cards."""

    async def scene():
        async with visiting(server) as visitor:
            await visitor.ask("new", game="kuhn-poker", seats=[RANDOM, RANDOM])
            await visitor.ask("roll")
            dealt = await visitor.ask("roll")
            played = await visitor.ask("play", action="bet")
            moved = await visitor.ask("move", **RANDOM)
            return dealt, played, moved, await visitor.ask("proceed")

    dealt, played, moved, proceeded = asyncio.run(scene())
    assert open_cards(dealt) == 2
    assert played == {"type": "error", "message": NO_PERSON, "id": 4}
    assert moved["plies"] == 3
    assert proceeded["type"] == "error"


def test_dark_chess_names_no_move_that_is_not_seen(monkeypatch):
    """Black cannot tell these two games apart; in one of them, White's last move was named once."""
    game = zermelo.load("dark-chess", layout="kb../..../.P.K", plies=8)
    monkeypatch.setattr("zermelo.web.server.secret_play.next_beat", lambda spent, pace: spent)

    async def played(texts):
        state, actions = game.initial(), []
        for text in texts:
            actions.append(game.read_action(state, text))
            state = game.result(state, actions[-1])
        monkeypatch.setattr("zermelo.web.worker.secrets.others_action", Fate(actions))
        async with Session() as session:
            await session.ask("new", game="dark-chess", parameters=dict(game.parameters), seats=[RANDOM, None])
            await session.ask("proceed")
            await session.ask("play", action=texts[1])
            await session.ask("proceed")
            return session.heard

    one, other = asyncio.run(played(["d1d2", "b3d1", "d2d3"])), asyncio.run(played(["d1c1", "b3d1", "c1d2"]))
    assert one == other
    assert json.loads(one[-1])["moves"] == ["…", "b3d1", "…"]
    assert json.loads(one[-1])["movers"] == [0, 1, 0]
