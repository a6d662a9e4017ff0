"""Engines from the owner's files on the page: named on the command line, never by a visitor."""

from __future__ import annotations

import asyncio

import pytest
from page_client import serving, visiting

import zermelo
from zermelo.game import ZermeloError
from zermelo.web.server.catalogue import Catalogue, OwnEngine, read_player, served_players
from zermelo.web.worker.jobs import JOBS
from zermelo.web.worker.open_games import TABLE_JOBS
from zermelo.web.worker.secrets import SECRET_JOBS

BOTS = '''
def last(game, state, less=0):
    """Plays one of the last legal actions."""
    return game.legal(state)[max(-1 - less, -len(game.legal(state)))]


def endless(game, state):
    while True:
        pass


def broken(game, state):
    return {}["the hidden card is a king"]
'''
SECRET = '''
from typing import NamedTuple
from zermelo import CHANCE, Game

class SecretState(NamedTuple):
    card: str
    said: str
    ply: int

def secret() -> Game:
    """The first sees a card and says what it likes; the second guesses."""
    def initial():              return SecretState("", "", 0)
    def to_move(state):         return (CHANCE, 0, 1)[state.ply]
    def actions(state):         yield from ("it is red", "it is black")
    def chances(state):
        yield "it is red", 0.5
        yield "it is black", 0.5
    def result(state, move):    return SecretState(state.card or move, move, state.ply + 1)
    def is_terminal(state):     return state.ply == 3
    def utility(state, player): return (1.0 if state.said == state.card else -1.0) * (1 if player else -1)
    def view(state, player):    return (state.card if player == 0 else "", state.said if state.ply > 1 else "")
    return Game(initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view)
'''


@pytest.fixture
def bots(tmp_path):
    (tmp_path / "mybot.py").write_text(BOTS)
    return tmp_path / "mybot.py"


def test_players_of_the_command_line(tmp_path):
    assert read_player("mybot.py:flat,sims=50") == ("", "mybot.py:flat,sims=50")
    assert read_player("my bot = a/mybot.py:flat,sims=50") == ("my bot", "a/mybot.py:flat,sims=50")
    assert read_player("pupil=nim.learned") == ("pupil", "nim.learned")
    for wrong in ("nim.learned", "=nim.learned", "pupil="):
        with pytest.raises(ZermeloError, match="should read NAME=FILE, or FILE"):
            read_player(wrong)
    assert "flat" not in served_players(["flat=mybot.py:flat"])


def test_visitors_choose_among_what_the_owner_named(bots):
    catalogue = Catalogue(None, {}, engines={"bot": OwnEngine(f"{bots}:last,less=1", "Plays.")})
    assert catalogue.engine("bot", {}) == {"name": "bot", "options": {}, "file": f"{bots}:last,less=1"}
    assert {"name": "bot", "help": "Plays.", "game": "", "options": []} in catalogue._player_reports()
    with pytest.raises(ZermeloError, match="bot has no options here"):
        catalogue.engine("bot", {"less": 2})
    for name in (f"{bots}:last", "mybot.py:last", "uci:sh", "gtp:sh", "blueprint", "last"):
        with pytest.raises(ZermeloError, match="no engine is called"):
            catalogue.engine(name, {})


def test_what_the_jobs_make_of_it(bots):
    told, engine = [], {"name": "bot", "options": {}, "file": f"{bots}:last,less=1"}
    TABLE_JOBS["engine_card"]({"spec": f"{bots}:last,less=1"}, told.append)
    assert told.pop() == {"card": {"name": "last", "help": "Plays one of the last legal actions."}}
    request = {"spec": "nim", "parameters": {"stones": 5}, "start": None, "played": [], "time": None}
    JOBS["move"]({**request, "engine": engine}, told.append)
    answer = told.pop()
    assert (answer["step"]["text"], answer["thought"]) == ("2", None)
    with pytest.raises(ZermeloError, match="last:less=1 plays but does not analyse"):
        JOBS["analyse"]({**request, "engine": engine, "time": 1.0}, told.append)
    match = {**request, "engines": [engine, {"name": "random", "options": {}}], "time": 0.1, "plies": 0, "seed": 1}
    JOBS["entrants"](match, told.append)
    assert told.pop()["names"] == ["last:less=1", "random"]
    JOBS["one_game"]({**match, "number": 0}, told.append)
    assert sum(told.pop()["utilities"]) == 0


def test_what_it_raises_does_not_tell_a_secret(bots):
    game = zermelo.load("kuhn-poker")
    request = {"spec": "kuhn-poker", "parameters": {}, "start": None, "played": [2, 0], "time": 1.0, "reader": None}
    assert game.title == "kuhn-poker"
    for name in ("broken", "last"):
        engine = {"name": name, "options": {}, "file": f"{bots}:{name}"}
        request["seats"] = [None, {"level": None, "engine": engine}]
        with pytest.raises(ZermeloError, match="this engine cannot say anything about what you see"):
            JOBS["analyse"]({**request, "engine": engine}, lambda report: None)


def test_it_plays_in_a_seat_of_a_game_with_hidden_information(bots):
    engine = {"name": "last", "options": {}, "file": f"{bots}:last"}
    seats = [None, {"level": None, "engine": engine}]
    about = {"spec": "kuhn-poker", "parameters": {}, "start": None, "seats": seats, "reader": None, "cold": []}
    told = []
    TABLE_JOBS["open_game"]({**about, "played": [], "moves": []}, told.append)
    assert told.pop()["time"] == 0.0  # the owner's file is not run for a click
    SECRET_JOBS["proceed"]({**about, "played": [2, 0, 0]}, told.append)
    answer = told.pop()
    assert answer["played"][:3] == [2, 0, 0]
    assert len(answer["played"]) == 4


class Cards:
    """A crew that knows the engines' cards."""

    short, tables = 1.0, None

    def of(self, own):
        self.clicks = self
        return self

    async def run(self, request, tell):
        TABLE_JOBS[request["job"]](request, tell)


def test_engines_are_named_by_their_owner_or_after_themselves(bots):
    def named(*given):
        return asyncio.run(Catalogue.of(Cards(), (), None, given)).own_engines

    assert set(named(("", f"{bots}:last,less=1"), ("mine", f"{bots}:last"))) == {"last", "mine"}
    for given in [("random", f"{bots}:last")], [("", f"{bots}:last"), ("last", f"{bots}:endless")]:
        with pytest.raises(ZermeloError, match="there is an engine of this name already; give NAME="):
            named(*given)
    with pytest.raises(ZermeloError, match="has no engine 'nobody'; it has last, endless, broken"):
        named(("", f"{bots}:nobody"))


@pytest.mark.long
def test_on_the_page(bots, tmp_path):
    """They play games of the package and of the owner; one that never returns is ended, and holds up nobody."""
    (tmp_path / "secret.py").write_text(SECRET)

    async def visit(server):
        async with visiting(server) as visitor, visiting(server) as other:
            names = {engine["name"] for engine in (await visitor.ask("games"))["engines"]}
            assert {"last", "slow"} <= names
            bot, slow = ({"name": name, "options": {}} for name in ("last", "slow"))
            await visitor.ask("new", game="nim", parameters={"stones": 7})
            answer = await visitor.ask("move", engine=bot)
            assert (answer["type"], answer["moves"][-1]) == ("position", "3")
            await visitor.send("move", engine=slow)
            await other.ask("new", game="nim", parameters={"stones": 7})
            assert (await other.ask("move", engine=bot))["type"] == "position"
            match = await other.ask("match", engines=[bot, {"name": "random", "options": {}}], games=4, opening=0)
            assert (match["games"], match["engines"]) == (4, ["last", "random"])
            await visitor.ask("stop")
            # a game with texts for actions, in which an engine sits with a person
            answer = await visitor.ask("new", game="secret", seats=[None, {"engine": bot}])
            answer = await visitor.ask("proceed")
            assert answer["type"] == "position"
            assert {move["text"] for move in answer["actions"]} == {"it is red", "it is black"}
            found = await visitor.ask("analyse", time=0.3)
            assert found.get("action") in ("it is red", "it is black"), found
            answer = await visitor.ask("play", action="it is red")
            answer = await visitor.ask("proceed")
            assert answer["mover"] is None

    players = ("--player", f"{bots}:last", "--player", f"slow={bots}:endless")
    with serving(str(tmp_path / "secret.py"), *players) as server:
        asyncio.run(visit(server))
