"""The page's messages and their answers, over a real websocket."""

from __future__ import annotations

import asyncio
import random

import pytest
from page_client import visiting

from zermelo.loading import game_names, problem_names

PLIES_OF_PROBLEMS = 100  # of random play, after which a problem may still be unsolved


def told(server, scene):
    """Runs a scene with one visitor."""

    async def run():
        async with visiting(server) as visitor:
            return await scene(visitor)

    return asyncio.run(run())


def test_games_and_engines(server):
    report = told(server, lambda visitor: visitor.ask("games"))
    names = [game["name"] for game in report["games"]]
    assert names[0] == report["first"] == "take"
    assert report["games"][0]["own"]
    assert set(game_names()) <= set(names)
    assert all(game["svg"].startswith("<svg") for game in report["games"])
    options = {engine["name"]: {o["name"] for o in engine["options"]} for engine in report["engines"]}
    assert "depth" in options["alphabeta"]
    assert not {"book", "threads", "table", "megabytes"} & set().union(*options.values())


def test_a_game_is_played_taken_back_and_played_on(server):
    async def scene(visitor):
        await visitor.ask("new", game="tic-tac-toe")
        await visitor.ask("play", action="b2")
        second = await visitor.ask("play", action="a1")
        back = await visitor.ask("goto", ply=1)
        other = await visitor.ask("play", action="c3")
        return second, back, other

    second, back, other = told(server, scene)
    assert second["moves"] == ["b2", "a1"]
    assert second["position"] == ".../.x./o.."
    assert second["last"] == {"text": "a1", "mover": 1, "cells": [[2, 0]]}
    assert back["ply"] == 1
    assert back["plies"] == 2  # still there, until something else is played
    assert other["moves"] == ["b2", "c3"]
    assert other["position"] == "..o/.x./..."


@pytest.mark.long
def test_every_game_plays_to_its_end_by_what_it_offers(server):
    """Random games through messages alone: the page can finish any of them.

    Chance does not solve every problem of single-agent search: those must only go on offering actions.
    """
    luck = random.Random(4)
    problems = set(problem_names())

    async def scene(visitor):
        report = await visitor.ask("games")
        ends = {}
        for game in report["games"]:
            small = {"size": 5, "rack": 3} if game["name"] == "scrabble" else {}  # else a turn has thousands of plays
            position = await visitor.ask("new", game=game["name"], parameters=small)
            assert position["type"] == "position", position
            for _ in range(PLIES_OF_PROBLEMS if game["name"] in problems else 1200):
                if position["mover"] is None:
                    break
                if "secret" in position and position["secret"]["curtain"] is not None:
                    position = await visitor.ask("uncover")
                elif "secret" in position and position["secret"]["proceeds"]:
                    position = await visitor.ask("proceed")
                elif position["mover"] == -1:
                    assert sum(o["probability"] for o in position["outcomes"]) == pytest.approx(1)
                    position = await visitor.ask("roll")
                else:
                    action = luck.choice(position["actions"])
                    picture = position["picture"]
                    board = [[""] * 14] * 2 if picture["kind"] == "points" else picture.get("cells", [])
                    if picture["kind"] == "cards":
                        board = [hand["cards"] for hand in picture["hands"]]
                    touched = [
                        (row, column) for row, column in action["cells"] if row >= 0
                    ]  # others are dice beside it
                    assert all(row < len(board) and column < len(board[row]) for row, column in touched)
                    position = await visitor.ask("play", action=action["text"])
                assert position["type"] == "position", position
            if game["name"] in problems and position["mover"] is not None:
                assert position["ply"] == PLIES_OF_PROBLEMS
                assert position["actions"], position
            else:
                ends[game["name"]] = position["result"]
        return ends

    ends = told(server, scene)
    assert all(ends.values()), ends
    assert set(game_names()) | {"n-queens"} <= set(ends)


def test_a_user_s_file_has_bars_and_buttons(server):
    async def scene(visitor):
        position = await visitor.ask("new", game="take", parameters={"stones": 5})
        return position, await visitor.ask("move", level="full"), await visitor.ask("analyse", time=0.5)

    position, after, analysis = told(server, scene)
    assert [action["text"] for action in position["actions"]] == ["1", "2", "3"]
    assert all(action["cells"] == [] for action in position["actions"])
    assert after["moves"] == ["1"]  # leaves four, which loses
    assert analysis["exact"]
    assert analysis["value"] == -1.0


def test_analysis_streams_depths_and_stops_for_a_new_position(server):
    async def scene(visitor):
        await visitor.ask("new", game="connect-four")
        await visitor.ask("analyse", time=0.2)  # compiled by now
        number = await visitor.send("analyse", time=30)
        depths = []
        while len(depths) < 4:
            answer = await visitor.hear(number)
            if answer["type"] == "analysis":
                depths.append(answer["depth"])
        begun = asyncio.get_running_loop().time()
        position = await visitor.ask("play", action="4")
        spent = asyncio.get_running_loop().time() - begun
        late = []
        try:
            while True:
                late.append(await visitor.hear(seconds=1.0))
        except TimeoutError:
            pass
        return depths, position, spent, late

    depths, position, spent, late = told(server, scene)
    assert depths == sorted(depths)
    assert len(set(depths)) >= 3
    assert position["ply"] == 1
    assert late == []
    assert spent < 25  # not the thirty seconds that were asked for


def test_why_not_my_move(server):
    async def scene(visitor):
        await visitor.ask("new", game="tic-tac-toe", position="x../oo./x..")
        return await visitor.ask("why", action="c3"), await visitor.ask("why", action="b1")

    bad, best = told(server, scene)
    assert bad["value"] == -1.0
    assert bad["line"] == ["c3", "c2"]
    assert bad["difference"] < 0
    assert [frame["text"] for frame in bad["frames"]] == bad["line"]
    assert bad["frames"][-1]["picture"]["cells"][1] == ["O", "O", "O"]
    assert "c2" in bad["words"]
    assert best["value"] >= bad["value"]


def test_review_finds_the_blunder(server):
    async def scene(visitor):
        await visitor.ask("new", game="tic-tac-toe", moves=["b2", "a2", "a3", "c1", "c3", "b3"])
        return await visitor.all("review", time=0.3)

    answers = told(server, scene)
    assert [answer["ply"] for answer in answers] == list(range(7))
    assert answers[0]["share"] == 0.5
    mistakes = answers[-1]["mistakes"]
    assert mistakes[0]["ply"] == 2  # an edge after the centre loses
    assert mistakes[0]["action"] == "a2"
    assert mistakes[0]["kind"] == "blunder"
    assert mistakes[0]["thrown"] == "draw"


def test_a_review_goes_on_while_its_plies_are_looked_at(server):
    async def scene(visitor):
        await visitor.ask("new", game="connect-four", moves=["4", "4", "3", "2", "5"])
        number = await visitor.send("review", time=0.2)
        await visitor.hear(number)
        looked = await visitor.send("goto", ply=1)
        plies = []
        while True:
            answer = await visitor.hear()
            if answer["id"] == looked:
                assert answer["ply"] == 1
            elif answer["type"] == "review":
                plies.append(answer["ply"])
                if answer["done"]:
                    return plies

    assert told(server, scene)[-1] == 5


@pytest.mark.long
def test_compare_and_match(server):
    async def scene(visitor):
        await visitor.ask("new", game="tic-tac-toe")
        strong, weak = {"name": "alphabeta", "options": {}}, {"name": "random", "options": {}}
        first = {"name": "minimax", "options": {"depth": 2}}
        second = {"name": "mcts", "options": {"sims": 200}}
        compared = await visitor.all("compare", engines=[first, second], time=0.5)
        return compared, await visitor.all("match", engines=[strong, weak], games=6, seed=3)

    compared, played = told(server, scene)
    assert {answer["side"] for answer in compared} == {0, 1}
    assert compared[-1]["analysis"]["engine"].startswith("mcts:sims=200")
    assert [answer["games"] for answer in played if "live" not in answer] == [1, 2, 3, 4, 5, 6]
    assert played[-1]["losses"] == 0
    assert played[-1]["wins"] >= 3


def test_threat_only_where_passing_makes_sense(server):
    async def scene(visitor):
        quiet = await visitor.ask("new", game="chess", position="6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1")
        threat = await visitor.ask("threat", time=0.3)
        await visitor.ask("new", game="tic-tac-toe")
        return quiet, threat, await visitor.ask("threat")

    quiet, threat, none = told(server, scene)
    assert quiet["can_pass"] is False  # pawns alone
    assert threat["type"] == none["type"] == "error"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"type": "play", "action": "z9"}, "not legal"),
        ({"type": "new", "game": "../../etc/passwd"}, "no game is called"),
        ({"type": "new", "game": "take.py"}, "no game is called"),
        ({"type": "new", "game": "nim", "parameters": {"stones": 10**9}}, "at most"),
        ({"type": "new", "game": "nim", "parameters": {"stoness": 3}}, "no parameter"),
        ({"type": "new", "game": "nim", "parameters": {"spec": 1}}, "no parameter 'spec'"),
        ({"type": "new", "game": "take", "parameters": {"spec": 1}}, "no parameter 'spec'"),
        ({"type": "new", "game": "x" * 190}, "no game is called 'xxxxxxxxxx"),
        ({"type": "play", "action": "x" * 190}, "…' is not legal"),
        ({"type": "new", "game": "tree", "parameters": {"text": "/etc/passwd.json"}}, "no file is opened"),
        ({"type": "new", "game": "chess", "position": "nonsense"}, "not a position"),
        ({"type": "new", "game": "chess", "moves": ["e4", "e4"]}, "move 2"),
        ({"type": "move", "engine": {"name": "uci:ls", "options": {}}}, "no engine is called"),
        ({"type": "move", "engine": {"name": "alphabeta", "options": {"book": "/etc/passwd"}}}, "no option"),
        ({"type": "move", "engine": {"name": "alphabeta", "options": {"threads": 64}}}, "no option"),
        ({"type": "move", "engine": {"name": "alphabeta", "options": {"time": 1e9}}}, "at most"),
        ({"type": "move", "level": "godlike"}, "no level"),
        ({"type": "goto", "ply": 7}, "plies"),
        ({"type": "roll"}, "nothing to roll"),
        ({"type": "trace", "algorithm": "eval"}, "the debugger knows"),
        ({"type": "trace", "algorithm": "alphabeta", "tree": "__import__('os')"}, ""),
        ({"type": "trace", "algorithm": "minimax", "depth": 9}, "too many"),
        (
            {"type": "trace", "algorithm": "alphabeta", "tree": "[1,2]", "notation": "x"},
            "the notation of a cut is value",
        ),
        ({"type": "trace", "algorithm": "mcts", "tree": "[1,2]", "exploration": "x"}, "a number from 0 to 1000"),
        (
            {"type": "trace", "algorithm": "mcts", "tree": "[1,2]", "exploration": 0},
            "exploration must be a number above 0",
        ),
        ({"type": "fold", "folded": [1]}, "trace a search first"),
        ({"type": "launch"}, "no message is of type"),
        ({"type": ["play"]}, "no message is of type"),
    ],
)
def test_bad_requests_get_one_line(server, message, words):
    async def scene(visitor):
        await visitor.ask("new", game="tic-tac-toe")
        return await visitor.ask(message["type"], **{k: v for k, v in message.items() if k != "type"})

    answer = told(server, scene)
    assert answer["type"] == "error"
    assert words in answer["message"]
    assert "\n" not in answer["message"]
    assert "Traceback" not in answer["message"]
    assert "Error" not in answer["message"]  # our own names for it
    assert len(answer["message"]) <= 300
