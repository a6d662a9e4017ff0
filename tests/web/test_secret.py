"""Games with hidden information on the page: what a visitor is sent, and what it is not."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import defaultdict

import pytest
from page_client import visiting
from smuggler import OWN, SECRETS

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.knowledge import after, at_start, known_by
from zermelo.loading import game_names
from zermelo.search.analysis import Analysis, Candidate
from zermelo.web.open_game import OpenGame
from zermelo.web.reports import analysis_report
from zermelo.web.score_sheet import ScoreSheet
from zermelo.web.secret import NOBODY, OFF, SOMEBODY, Secret

RANDOM = {"engine": {"name": "random", "options": {}}}
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


# --- every message that the server could make ------------------------------------------------------------------------


def sheets(game, seats):
    """The score sheet of every way through a game, with its states, before the game is over."""
    first = OpenGame(game, [game.initial()])
    about = {"compiles": False, "players": game.players, "first": first.standing(), "steps": []}
    waiting = [(first.states, [])]
    while waiting:
        states, steps = waiting.pop()
        sheet = ScoreSheet.of("toy", {}, None, about, Secret(seats))
        for step in steps:
            sheet.write(step)
        yield sheet, states
        for move in game.moves(states[-1]):
            opened = OpenGame(game, list(states))
            step = opened.step(move)
            waiting.append((opened.states, [*steps, step]))


@pytest.mark.parametrize("name", ["kuhn-poker", "smuggler"])
@pytest.mark.parametrize("viewer", [0, 1])
def test_whoever_knows_the_same_is_sent_the_same(name, viewer, hidden_game):
    """Two ways through a game that are the same to the viewer give it the same messages, number of moves and all."""
    game = zermelo.load(str(hidden_game) if name == "smuggler" else name)
    seats = [None if player == viewer else RANDOM for player in range(game.players)]
    sent = defaultdict(set)
    for sheet, states in sheets(game, seats):
        report = sheet.report(OpenGame(game, states).report(sheet.viewer))
        if game.is_terminal(states[-1]):
            assert "secret" not in report
            assert report["position"] == game.state_text(states[-1])
            continue
        sent[known_by(game, viewer, states[-1], states[:-1])].add(json.dumps(report))
        assert report["ply"] == len(report["moves"]) == sheet.shown_ply
    assert {len(messages) for messages in sent.values()} == {1}
    assert len(sent) > 5


@pytest.mark.long
def test_messages_of_every_game_depend_on_what_is_known_alone():
    """Random games: where the viewer knows the same, it is sent the same."""
    luck = random.Random(7)
    for name in game_names():
        game = zermelo.load(name)
        if not game.has_hidden:
            continue
        viewer = game.players - 1
        seats = [None if player == viewer else RANDOM for player in range(game.players)]
        sent = defaultdict(set)
        for _ in range(40 if game.max_actions < 40 else 4):
            opened = OpenGame(game, [game.initial()])
            about = {"compiles": False, "players": game.players, "first": opened.standing(), "steps": []}
            sheet = ScoreSheet.of("toy", {}, None, about, Secret(seats))
            known = at_start(game)
            while not game.is_terminal(opened.state) and len(opened.states) < 30:
                message = sheet.report(opened.report(sheet.viewer))
                sent[known[viewer]].add(json.dumps(message))
                state, move = opened.state, luck.choice(game.moves(opened.state))
                sheet.write(opened.step(move))
                known = after(game, known, state, move, opened.state)
        assert {len(messages) for messages in sent.values()} == {1}, name


def test_two_people_are_sent_nothing_before_the_curtain_is_lifted():
    game = zermelo.load("kuhn-poker")
    for sheet, states in sheets(game, [None, None]):
        position = OpenGame(game, states).report()
        report = sheet.report(position)
        if sheet.mover is None:
            assert report["closed"]
            continue
        assert (report["picture"], report["moves"], report["mover"]) == ({"kind": "lines", "lines": []}, [], SOMEBODY)
        assert report["secret"]["viewer"] is None
        assert report["secret"]["curtain"] == (None if sheet.mover < 0 else sheet.mover)
        with pytest.raises(ZermeloError, match="not the turn"):
            sheet.refuse_others()
        if sheet.mover >= 0:
            sheet.secret.reader = sheet.mover
            own = sheet.report(OpenGame(game, states).report(sheet.viewer))
            assert own["secret"] == {"viewer": sheet.mover, "curtain": None, "proceeds": False}
            assert sorted(bool(hand["cards"][0]) for hand in own["picture"]["hands"]) == [False, True]
            sheet.refuse_others()


def test_engines_alone_are_watched_openly():
    secret = Secret([RANDOM, RANDOM])
    assert secret.viewer(0) is None
    assert not secret.proceeds(0)
    assert Secret([None, None]).viewer(0) == NOBODY


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
                    assert kind in ("roll", "uncover") or answer["message"] == OFF
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
