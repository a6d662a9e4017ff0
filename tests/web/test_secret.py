"""Games with hidden information on the page: what a visitor is sent, and what it is not."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
import re
import subprocess
import sys

import pytest
from page_client import visiting
from patience import PATIENCE
from smuggler import OWN, SECRETS, SMUGGLER

import zermelo
from zermelo.game import CHANCE, ZermeloError
from zermelo.hidden.news import SOMEBODY
from zermelo.search.analysis import Analysis, Candidate
from zermelo.web.secret import NOBODY, OFF, SecretGame, curtain_for, is_others_turn, next_beat, viewer_of
from zermelo.web.worker.jobs import JOBS
from zermelo.web.worker.open_games import TABLE_JOBS
from zermelo.web.worker.reports import analysis_report
from zermelo.web.worker.secrets import SECRET_JOBS, time_of
from zermelo.web.worker.worker import RULES_FAILED

RANDOM = {"engine": {"name": "random", "options": {}}}
QUICK_GIB = {"deals": 2, "compiled": False}
QUESTIONS = (
    ("goto", {"ply": 0}),
    ("roll", {}),
    ("move", RANDOM),
    ("why", {"action": "x"}),
    ("threat", {}),
    ("review", {}),
    ("compare", {"engines": [RANDOM["engine"]] * 2}),
    ("trace", {"algorithm": "minimax"}),
    ("uncover", {}),
)


# --- who may see what --------------------------------------------------------------------------------------------


def test_whose_view_is_shown():
    alone, both = [None, RANDOM], [None, None]
    assert [viewer_of(alone, None, mover) for mover in (CHANCE, 0, 1, None)] == [0, 0, 0, None]
    assert [viewer_of(both, None, mover) for mover in (CHANCE, 0, 1, None)] == [NOBODY, NOBODY, NOBODY, None]
    assert [viewer_of(both, 0, mover) for mover in (CHANCE, 0, 1, None)] == [0, 0, NOBODY, None]
    assert [viewer_of([RANDOM, RANDOM], None, mover) for mover in (CHANCE, 0, 1)] == [None] * 3
    assert [curtain_for(both, 0, mover) for mover in (CHANCE, 0, 1)] == [None, None, 1]
    assert [curtain_for(alone, None, mover) for mover in (CHANCE, 0, 1)] == [None] * 3
    assert [is_others_turn(alone, mover) for mover in (CHANCE, 0, 1)] == [True, False, True]


def test_answers_keep_time():
    """They come at whole numbers of paces: how long others thought is not told."""
    assert [next_beat(spent, 0.5) for spent in (0.0, 0.1, 0.5, 0.51, 1.7)] == [0.5, 0.5, 0.5, 1.0, 2.0]


def test_the_time_of_others_moves_does_not_tell_how_many_there_were(monkeypatch, hidden_game):
    """All that an engine plays in a row, noticed or not, shares the time of one move."""
    shares = []

    def chosen(game, path, seat, seconds, cold, share):
        thinks = path[-1].thoughts < 2
        shares.append(share)
        return (81000 if thinks else 81001), None

    monkeypatch.setattr("zermelo.web.worker.secrets.chosen", chosen)
    seats = [{"level": None, "engine": {"name": "ismcts", "options": {"time": 0.8}}}, None]
    request = {"spec": str(hidden_game), "parameters": {}, "own": True, "start": None, "played": [], "reader": None}
    told = []
    SECRET_JOBS["proceed"]({**request, "seats": seats, "cold": []}, told.append)  # its own card is noticed
    SECRET_JOBS["proceed"]({**request, "seats": seats, "cold": [], "played": told[-1]["played"]}, told.append)
    assert len(shares) == 3
    assert sum(shares) < 1
    assert told[-1]["position"]["moves"][1:] == ["…"]
    assert time_of(zermelo.load(str(hidden_game)), seats) == 0.8


def test_two_people_are_sent_nothing_before_the_curtain_is_lifted():
    request = {"spec": "kuhn-poker", "parameters": {}, "start": None, "seats": [None, None], "cold": []}

    def told(job, **more):
        answers = []
        SECRET_JOBS[job]({**request, **more}, answers.append)
        return answers[-1]

    for reader in (None, 1):
        begun = told("proceed", played=[], reader=reader)
        shown = begun["position"]
        if reader is not None:  # it noticed its card, and the first player is to move
            assert shown["secret"] == {"viewer": None, "curtain": 0, "proceeds": False}
        assert (shown["picture"], shown["moves"], shown["mover"]) == ({"kind": "lines", "lines": []}, [], SOMEBODY)
        assert shown["actions"] == shown["movers"] == []
        assert shown["position"] == ""
    with pytest.raises(ZermeloError, match="not the turn"):
        told("act", played=begun["played"], reader=1, action="bet")
    own = told("look", played=begun["played"], reader=0)["position"]
    assert own["secret"] == {"viewer": 0, "curtain": None, "proceeds": False}
    assert sorted(bool(hand["cards"][0]) for hand in own["picture"]["hands"]) == [False, True]
    handed = told("act", played=begun["played"], reader=0, action="bet")["position"]
    assert handed["secret"] == {"viewer": None, "curtain": 1, "proceeds": False}
    assert handed["moves"] == []


@pytest.mark.parametrize("job", ["show", "play", "roll", "move", "analyse", "why", "threat", "trace", "branch"])
def test_no_job_tells_openly_what_is_hidden(job):
    """Whatever the server asks for, unless it says that everything may be seen."""
    request = {"spec": "kuhn-poker", "parameters": {}, "start": None, "played": [0, 1], "time": 0.1, "options": {}}
    request |= {"engine": RANDOM["engine"], "action": "bet", "algorithm": "minimax", "report": {}, "node": 0}
    with pytest.raises(ZermeloError, match="off until the game is over"):
        {**JOBS, **TABLE_JOBS}[job](request, lambda answer: None)


def test_an_engine_that_is_shown_what_others_hide_tells_it_to_nobody():
    """It may play, but what it says of a position depends on the hands that the person does not see."""
    bridge = {"spec": "bridge", "parameters": {"cards": 2, "contract": "1NT"}, "start": None, "played": [0] * 8}
    person = {"seats": [RANDOM, RANDOM, RANDOM, None], "reader": None, "cold": [], "time": 0.1}
    answers = []
    with pytest.raises(ZermeloError, match="cheat is shown what others hide"):
        JOBS["analyse"](
            {**bridge, **person, "engine": {"name": "cheat", "options": {"compiled": False}}}, answers.append
        )
    assert not answers
    JOBS["analyse"]({**bridge, **person, "engine": {"name": "gib", "options": QUICK_GIB}}, answers.append)
    assert answers[-1]["done"]


def test_the_server_keeps_no_position_of_a_game_that_goes_on():
    """What it holds of one are numbers, and who sits where."""
    kept = {field.name for field in dataclasses.fields(SecretGame)}
    about = {"name", "parameters", "compiles", "players", "seats", "pace", "is_begun"}
    assert kept == about | {"played", "mover", "reader"}


def test_an_analysis_by_view_has_no_line_and_no_cells_of_what_is_hidden():
    game = zermelo.load("kuhn-poker")
    state = game.read_state("KJ pb")
    candidates = (
        Candidate(1, 1.0, share=0.75, votes=3, line=(1,)),
        Candidate(0, -1.0, share=0.25, votes=1, line=(0, 1)),
    )
    found = Analysis(game, state, "hand", 1, 1.0, False, (1, 0), 1, 1, 0.1, candidates, in_utilities=True)
    report = analysis_report(found, 4, True, viewer=0)
    assert report["line"] == ["bet"]
    assert [one["line"] for one in report["candidates"]] == [None, None]
    assert [(one["frequency"], one["votes"]) for one in report["candidates"]] == [(0.75, 3), (0.25, 1)]
    assert "J" not in json.dumps(report)


# --- over a websocket ------------------------------------------------------------------------------------------------


class Recorder:
    """A websocket that keeps all that it receives, as text."""

    def __init__(self, socket):
        self.socket, self.heard = socket, []

    async def send(self, text):
        await self.socket.send(text)

    async def recv(self):
        self.heard.append(await self.socket.recv())
        return self.heard[-1]


def overheard(server, scene):
    """Runs a scene with one visitor; returns what it returns, and every message that the visitor got."""

    async def run():
        async with visiting(server) as visitor:
            visitor.socket = Recorder(visitor.socket)
            return await scene(visitor), visitor.socket.heard

    return asyncio.run(run())


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_hidden_is_in_any_message(server, seat):
    """Whole games against an engine, with every question that could tell more; all messages are searched."""
    luck = random.Random(seat)
    seats = [None if player == seat else RANDOM for player in (0, 1)]

    async def scene(visitor):
        games = []
        for game in range(4):
            before = len(visitor.socket.heard)
            position = await visitor.ask("new", game="smuggler", seats=seats)
            assert position["type"] == "position", position
            while position["mover"] is not None:
                assert position["type"] == "position", position
                for kind, fields in QUESTIONS if game == 0 and position["moves"] else ():
                    answer = await visitor.ask(kind, **fields)
                    assert answer["type"] == "error", (kind, answer)
                    assert kind == "uncover" or answer["message"] == OFF
                if position["secret"]["proceeds"]:
                    assert (await visitor.ask("play", action="say-left"))["type"] == "error"
                    position = await visitor.ask("proceed")
                else:
                    analysed = await visitor.ask("analyse", engine=RANDOM["engine"], time=0.1)
                    assert analysed["type"] == "error"
                    position = await visitor.ask("play", action=luck.choice(position["actions"])["text"])
            games.append((before, len(visitor.socket.heard) - 1, position))
        closed = await visitor.ask("play", action="say-left"), await visitor.ask("goto", ply=2)
        return games, closed

    (games, (refused, back)), heard = overheard(server, scene)
    for first, last, position in games:
        during = "".join(heard[first:last])
        assert not SECRETS[seat].search(during)
        assert OWN[seat].search(during)
        assert re.search(r"71\d\d\d", heard[last])
        assert re.search(r"72\d\d\d", heard[last])
        assert position["closed"]
        assert len(position["moves"]) == position["plies"]
    assert refused["message"] == "the game is over: begin another"
    assert back["ply"] == 2
    assert "72" in back["position"]


def test_two_people_at_one_screen(server):
    async def scene(visitor):
        position = await visitor.ask("new", game="smuggler")
        assert position["secret"] == {"viewer": None, "curtain": None, "proceeds": True}
        covered = await visitor.ask("proceed")
        assert covered["secret"] == {"viewer": None, "curtain": 0, "proceeds": False}
        refused = await visitor.ask("play", action="hide-left")
        assert refused["type"] == "error"
        before = len(visitor.socket.heard)
        await visitor.ask("uncover")
        await visitor.ask("play", action="think-81000")
        between = len(visitor.socket.heard)
        handed = await visitor.ask("play", action="hide-left")
        assert handed["secret"]["curtain"] == 1
        second = await visitor.ask("uncover")
        assert [action["text"] for action in second["actions"]] == ["say-left", "say-right"]
        assert second["moves"][1:] == ["…"]
        assert second["movers"][1:] == [0]
        end = await visitor.ask("play", action="say-right")
        return before, between, end

    (before, between, end), heard = overheard(server, scene)
    nothing = re.compile(f"{SECRETS[0].pattern}|{SECRETS[1].pattern}")
    assert not nothing.search("".join(heard[:before]))
    assert not SECRETS[0].search("".join(heard[before:between]))
    assert not nothing.search(heard[between])
    assert not SECRETS[1].search("".join(heard[between:-1]))
    assert end["moves"][2:] == ["think-81000", "hide-left", "say-right"]


def test_a_hidden_game_cannot_be_set_up_and_an_engine_that_sees_everything_is_refused(server):
    async def scene(visitor):
        alphabeta = {"engine": {"name": "alphabeta", "options": {}}}
        return [
            await visitor.ask("new", game="kuhn-poker", position="KJ"),
            await visitor.ask("new", game="kuhn-poker", moves=["K", "J"]),
            await visitor.ask("new", game="kuhn-poker", seats=[None, alphabeta]),
            await visitor.ask("new", game="kuhn-poker", seats=[{"level": "grand"}]),
            await visitor.ask("new", game="kuhn-poker", seats=[7]),
            await visitor.ask("new", game="tree", seats=[None, alphabeta]),
        ]

    answers, _ = overheard(server, scene)
    assert ["begins at its start" in answer.get("message", "") for answer in answers] == [True, True, *[False] * 4]
    assert "alphabeta needs perfect information" in answers[2]["message"]
    assert "no level is called 'grand'" in answers[3]["message"]
    assert "a level or an engine" in answers[4]["message"]
    assert answers[5]["type"] == "position"  # nothing is hidden there
    assert not answers[5]["hidden"]


def test_rules_that_fail_tell_no_secret_to_the_visitor(tmp_path):
    """What a user's function raises may hold a card: it is the owner's, who sits at the terminal."""
    raising = SMUGGLER.replace(
        "    def view(state, player):\n", "    def view(state, player):\n        state.first and {}[state.first]\n"
    )
    file = tmp_path / "smuggler.py"
    file.write_text(raising)
    request = {"job": "look", "spec": str(file), "parameters": {}, "own": True, "start": None, "played": [1, 1]}
    done = subprocess.run(
        [sys.executable, "-m", "zermelo.web.worker.worker", "1000000000"],
        input=json.dumps({**request, "seats": [None, RANDOM], "reader": None}) + "\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[-1]) == {"end": "error", "message": RULES_FAILED}
    assert "KeyError: 71002" in done.stderr
    assert "smuggler.py" in done.stderr
