"""The jobs of a worker, run in this process."""

from __future__ import annotations

import json

import pytest

import zermelo
from zermelo.web.worker.asking.why import why
from zermelo.web.worker.jobs import analyse, warm
from zermelo.web.worker.searching import algorithm_of

BLACKBURNE = "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5"


def asked(spec, moves="", **fields):
    """A request about the position after these moves."""
    game = zermelo.load(spec)
    state, played = game.initial(), []
    for text in moves.split():
        action = game.read_action(state, text)
        played.append(game.moves(state).index(action))
        state = game.result(state, action)
    return {"spec": spec, "parameters": {}, "start": None, "played": played, "engine": None, "time": 30.0, **fields}


def why_of(spec, moves, action, seconds=1.0):
    """The answer to "why not my move?", by an interpreted search."""
    told = []
    engine = {"name": "alphabeta", "options": {"compiled": False}}
    why(asked(spec, moves, action=action, engine=engine, time=seconds), told.append)
    assert json.dumps(told)
    return told[0]


@pytest.mark.parametrize("seconds", [0.001, 1.0])
def test_why_not_sees_the_answer_however_short_the_first_search_was(seconds, monkeypatch):
    """With one or two plies the capture of f7 looks fine, and a table may end the line after one ply."""
    monkeypatch.setattr("zermelo.web.worker.asking.comparing.PATIENCE", 60.0)  # the machine may be busy
    told = why_of("chess", BLACKBURNE, "Nxf7", seconds)
    assert told["line"][:2] == ["Nxf7", "Qxg2"]
    assert len(told["line"]) >= 3
    assert len(told["frames"]) == len(told["line"])
    assert len(told["best"]["line"]) >= 3
    assert told["difference"] < -1
    assert "better" not in told["words"]
    assert "Qxg2" in told["words"]


def test_a_line_ends_where_the_game_does():
    told = why_of("tic-tac-toe", "b2 a2 a3 c1", "b3")
    assert told["line"][0] == "b3"
    assert told["value"] <= told["best"]["value"]


@pytest.mark.long
@pytest.mark.parametrize("timed", [True, False])
def test_what_is_warmed_is_what_is_searched(timed, monkeypatch):
    """Alpha-beta has one kernel with a time limit and another without."""
    monkeypatch.setattr("os.setpriority", lambda *_: None)  # warming would lower that of the tests after this one
    request = {**asked("nim:stones=20"), "engine": {"name": "alphabeta", "options": {}}}
    warm({**request, **({"timed": True} if timed else {})}, print)
    game = zermelo.load("nim:stones=20")
    assert algorithm_of(game, request["engine"], 0.5 if timed else None).is_ready(game)


def test_where_chance_is_to_move_the_report_has_a_value_for_each_outcome():
    told = []
    engine = {"name": "auto", "options": {"compiled": False}}
    analyse(asked("coin-flip", "flip", engine=engine), told.append)
    last = json.loads(json.dumps(told[-1]))
    assert (last["action"], last["cells"], last["done"], last["exact"]) == (None, [], True, True)
    assert last["choice"] == "solved: every line that matters was searched to the end of the game"
    outcomes = last["candidates"]
    assert sum(one["probability"] for one in outcomes) == pytest.approx(1)
    assert last["value"] == pytest.approx(sum(one["probability"] * one["value"] for one in outcomes))
    assert 0 < last["share"] < 1


def test_an_analysis_that_solves_the_position_goes_on_to_solve_every_move():
    told = []
    engine = {"name": "alphabeta", "options": {"compiled": False}}
    analyse(asked("tic-tac-toe", "a3 a2 b3 b2", engine=engine, open_ended=True), told.append)
    found = told[-1]
    assert (found["solved"], found["done"]) == ("X wins in 1 ply", True)
    outcomes = {candidate["text"]: candidate["outcome"] for candidate in found["candidates"]}
    assert outcomes == {"c3": 1, "c2": 0, "a1": -1, "b1": -1, "c1": -1}
