"""A new algorithm is one file, and so is a new game: both are found automatically everywhere."""

from __future__ import annotations

import json

import pytest
from processes import run_python

ALGORITHM = '''
"""One ply ahead: the action that leads to the state with the best utility or evaluation."""

from dataclasses import dataclass
from typing import ClassVar

from zermelo.search.analysis import Candidate
from zermelo.search.base import Algorithm, Session
from zermelo.search.options import whole


@dataclass(frozen=True)
class Greedy(Algorithm):
    """Takes what looks best one ply ahead."""

    boldness: int = whole(3, "how bold it is", 1, 9, visitor=5)

    name: ClassVar[str] = "greedy"

    def open(self, game, megabytes=None):
        self.check_served(game)
        return GreedySession(self, game)


class GreedySession(Session):
    def search(self, task):
        game, state = task.game, task.state
        mover, found = game.to_move(state), []
        for action in task.actions():
            after = game.result(state, action)
            value = float(game.utility(after, mover)) if game.is_terminal(after) else 0.0
            found.append(Candidate(action, value))
        best = max(found, key=lambda candidate: candidate.value)
        return task.found(best, found, depth=1, nodes=len(found))
'''

GAME = '''
"""Race: two runners on a strip of squares; whoever reaches its end first wins."""

from typing import NamedTuple

from zermelo.game import Game
from zermelo.picture import Board


class ToyRaceState(NamedTuple):
    mine: int
    theirs: int
    player: int


def toy_race(length: int = 5) -> Game:
    def initial():
        return ToyRaceState(0, 0, 0)

    def to_move(state):
        return state.player

    def actions(state):
        for steps in range(1, 3):
            yield steps

    def result(state, steps):
        return ToyRaceState(state.theirs, state.mine + steps, 1 - state.player)

    def is_terminal(state):
        return state.theirs >= length

    def utility(state, player):
        return -1.0 if state.player == player else 1.0

    def picture(state):
        cells = [["X" if square == state.theirs else "." for square in range(length)]]
        return Board(tuple(tuple(row) for row in cells), caption="a race")

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        summary="whoever reaches the end first wins", max_actions=2, best_utility=1.0, picture=picture,
    )
'''

RUN = """
import contextlib, importlib, io, json, sys
package = importlib.import_module({package!r})
package.__path__ = [*package.__path__, {folder!r}]
from zermelo.cli import main

def typed(*words):
    out, sys.argv = io.StringIO(), ["zermelo", *words]
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main()
    return out.getvalue()
"""

ASK_ALGORITHM = """
import zermelo
from zermelo.web.server.catalogue import engine_options, engine_report
page = engine_report("greedy")
print(json.dumps({
    "help": typed("analyse", "--help"),
    "engines": typed("engines", "greedy"),
    "docs": typed("engines", "--markdown"),
    "analysis": json.loads(typed("analyse", "nim:stones=2", "--engine", "greedy:boldness=4", "--json")),
    "match": json.loads(typed("match", "nim:stones=5", "greedy", "random:seed=1", "--games", "4", "--json")),
    "page": page,
    "options": engine_options("greedy", {"boldness": 5}),
}))
"""

ASK_GAME = """
import zermelo
from zermelo.loading import game_names
from zermelo.web.worker.open_games import cards
told = []
cards({"names": game_names()}, told.append)
page = next(card for card in told[-1]["cards"] if card["name"] == "toy-race")
print(json.dumps({
    "games": typed("games", "--json"),
    "analysis": json.loads(typed("analyse", "toy-race:length=6", "--json")),
    "drawn": typed("analyse", "toy-race"),
    "checked": typed("check", "toy-race"),
    "page": page,
}))
"""


def test_an_algorithm_is_one_file(tmp_path):
    (tmp_path / "greedy.py").write_text(ALGORITHM)
    setup = RUN.format(package="zermelo.search", folder=str(tmp_path))
    seen = json.loads(run_python(setup + ASK_ALGORITHM, cache=tmp_path / "cache").stdout)
    assert "greedy" in seen["help"]
    assert "how bold it is" in seen["engines"]
    assert "| `boldness` | whole number from 1 to 9 | `3` | how bold it is |" in seen["docs"]
    assert (seen["analysis"]["action"], seen["analysis"]["engine"]) == ("2", "greedy:boldness=4")
    assert (seen["match"]["games"], seen["match"]["engines"]) == (4, ["greedy", "random:seed=1"])
    assert seen["page"]["help"] == "Takes what looks best one ply ahead."
    option = {"name": "boldness", "kind": "int", "default": 3, "least": 1, "most": 5, "choices": []}
    assert seen["page"]["options"] == [{**option, "help": "how bold it is"}]
    assert seen["options"] == {"boldness": 5}


@pytest.mark.long
def test_a_game_with_a_picture_is_one_file(tmp_path):
    (tmp_path / "toy_race.py").write_text(GAME)
    setup = RUN.format(package="zermelo.games", folder=str(tmp_path))
    seen = json.loads(run_python(setup + ASK_GAME, cache=tmp_path / "cache").stdout)
    assert "toy-race" in seen["games"]
    assert "whoever reaches the end first wins" in seen["games"]
    assert seen["analysis"]["exact"]
    assert "a race" in seen["drawn"]
    assert "compiles" in seen["checked"]
    assert seen["page"]["svg"].startswith("<svg")
    assert seen["page"]["parameters"] == {"length": 5}
