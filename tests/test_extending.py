"""A new algorithm is one file, and so is a new game: both are found automatically everywhere."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from processes import run_python
from test_more_examples import by_distance

import zermelo
from zermelo import load
from zermelo.evaluate import advice, features, opinion

ALGORITHM = '''
"""One ply ahead: the action that leads to the state with the best utility or evaluation."""

from dataclasses import dataclass
from typing import ClassVar

from zermelo.search.analysis import Candidate
from zermelo.search.base import Algorithm, Session
from zermelo.search.options import whole


@dataclass(frozen=True)
class Hasty(Algorithm):
    """Takes what looks best one ply ahead."""

    boldness: int = whole(3, "how bold it is", 1, 9, visitor=5)

    name: ClassVar[str] = "hasty"

    def open(self, game, megabytes=None):
        self.check_served(game)
        return HastySession(self, game)


class HastySession(Session):
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

RUN = """
import contextlib, importlib, io, json, sys
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
page = engine_report("hasty")
print(json.dumps({
    "help": typed("analyse", "--help"),
    "engines": typed("engines", "hasty"),
    "docs": typed("engines", "--markdown"),
    "analysis": json.loads(typed("analyse", "nim:stones=2", "--engine", "hasty:boldness=4", "--json")),
    "match": json.loads(typed("match", "nim:stones=5", "hasty", "random:seed=1", "--games", "4", "--json")),
    "page": page,
    "options": engine_options("hasty", {"boldness": 5}),
}))
"""

# --- a game with a picture, an evaluation, databases and an engine of its own -----------------------------------------

ROOT = Path(__file__).parents[1]
RING = ROOT / "examples" / "ring.py"

RULES = """
\"\"\"A game of this package.\"\"\"

from typing import NamedTuple

from zermelo.game import Game
from zermelo.picture import Board


"""

KNOWLEDGE = """
\"\"\"What is known about it.\"\"\"

from zermelo.bits import count
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.linear import Feature, Linear
from zermelo.games.toy_ring import RingState
from zermelo.solve.indexing import Indexing, Material


"""

ENGINES = """
\"\"\"Engines that play it only.\"\"\"

from dataclasses import dataclass
from typing import ClassVar

from zermelo.search.options import whole
from zermelo.search.textbook.minimax import Minimax


@dataclass(frozen=True)
class Chaser(Minimax):
    \"\"\"Looks for men that can be caught.\"\"\"

    depth: int = whole(2, "plies", 1, 3)

    name: ClassVar[str] = "chaser"
    game: ClassVar[str] = "toy-ring"

    def refusal(self, game):
        return None if game.name == "toy-ring" else f"chaser plays toy-ring only, not {game.name}"
"""

ASK_GAME = """
import zermelo
from zermelo.web.server.catalogue import engine_report
from zermelo.web.worker.open_games import cards
told = []
cards({"names": ["toy-ring"]}, told.append)
plain = "alphabeta:depth=2,plain=true,compiled=false"
print(json.dumps({
    "games": typed("games", "--json"),
    "page": told[-1]["cards"][0],
    "drawn": typed("analyse", "toy-ring", "--engine", plain),
    "analysis": json.loads(typed("analyse", "toy-ring:size=8", "--engine", plain, "--json")),
    "engines": typed("engines", "chaser"),
    "engine": engine_report("chaser"),
    "played": json.loads(typed("analyse", "toy-ring", "--engine", "chaser:compiled=false", "--json")),
    "refused": typed("analyse", "nim", "--engine", "chaser"),
    "match": json.loads(typed(
        "match", "toy-ring", "chaser:compiled=false", "random:seed=1", "--games", "4", "--seed", "1", "--json"
    )),
}))
"""

ASK_DATABASES = """
folder, position = sys.argv[1:]
print(json.dumps({
    "built": typed("database", "build", GAME, "--folder", folder),
    "verified": typed("database", "verify", GAME, "--folder", folder, "--whole"),
    "probed": json.loads(typed("database", "probe", GAME, "--folder", folder, "--position", position, "--json")),
    "found": json.loads(typed(
        "analyse", GAME, "--engine", f"alphabeta:databases={folder}", "--position", position, "--json"
    )),
}))
"""


def test_an_algorithm_is_one_file(tmp_path):
    package = copied(tmp_path)
    (package / "search" / "hasty.py").write_text(ALGORITHM)
    seen = json.loads(run_python(RUN + ASK_ALGORITHM, cache=tmp_path / "cache", **only(tmp_path)).stdout)
    assert "hasty" in seen["help"]
    assert "how bold it is" in seen["engines"]
    assert "| `boldness` | whole number from 1 to 9 | `3` | how bold it is |" in seen["docs"]
    assert (seen["analysis"]["action"], seen["analysis"]["engine"]) == ("2", "hasty:boldness=4")
    assert (seen["match"]["games"], seen["match"]["engines"]) == (4, ["hasty", "random:seed=1"])
    assert seen["page"]["help"] == "Takes what looks best one ply ahead."
    option = {"name": "boldness", "kind": "int", "default": 3, "least": 1, "most": 5, "choices": []}
    assert seen["page"]["options"] == [{**option, "help": "how bold it is"}]
    assert seen["options"] == {"boldness": 5}


def copied(folder: Path) -> Path:
    """A copy of the package, to which files can be added."""
    return Path(shutil.copytree(ROOT / "zermelo", folder / "zermelo"))


def only(folder: Path) -> dict[str, str]:
    """Variables with which Python imports the package from this folder, wherever it is started."""
    return {"PYTHONPATH": str(folder), "PYTHONSAFEPATH": "1"}


def with_the_ring(folder: Path) -> None:
    """A copy of the package with the game of examples/ring.py: its rules in games/, what is known of it in experts/."""
    package, source = copied(folder), RING.read_text()
    rules, knowledge = source[source.index("class RingState") : source.index("def chaser")].split("def expert(")
    before = {path for path in package.rglob("*") if path.is_file()}
    (package / "games" / "toy_ring.py").write_text(RULES + rules.replace("def ring(", "def toy_ring("))
    (package / "experts" / "toy_ring").mkdir()
    (package / "experts" / "toy_ring" / "__init__.py").write_text(KNOWLEDGE + "def expert(" + knowledge)
    (package / "experts" / "toy_ring" / "engines.py").write_text(ENGINES)
    added = {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file() and path not in before}
    assert added == {"games/toy_ring.py", "experts/toy_ring/__init__.py", "experts/toy_ring/engines.py"}


def test_a_game_with_all_that_is_known_about_it_is_a_file_in_games_and_a_folder_in_experts(tmp_path):
    with_the_ring(tmp_path)
    seen = json.loads(run_python(RUN + ASK_GAME, cache=tmp_path / "cache", **only(tmp_path)).stdout)
    assert "toy-ring" in seen["games"]
    assert "men on a circle catch each other" in seen["games"]
    assert seen["page"]["svg"].startswith("<svg")
    assert seen["page"]["parameters"] == {"size": 7, "men": 2}
    assert "X X . O O . .\nthe ends are neighbours" in seen["drawn"]
    assert "men" in seen["drawn"]
    assert [term["name"] for term in seen["analysis"]["terms"]] == ["men"]
    assert seen["analysis"]["words"].endswith(" men")
    assert "Looks for men that can be caught." in seen["engines"]
    assert seen["engine"]["game"] == "toy-ring"
    assert seen["played"]["engine"].startswith("chaser")
    assert seen["played"]["terms"], "the engine asks for the game's own evaluation"
    assert seen["refused"] == ""
    assert (seen["match"]["games"], seen["match"]["engines"][0]) == (4, "chaser:compiled=false")


@pytest.mark.long
def test_such_a_game_has_databases(tmp_path):
    with_the_ring(tmp_path)
    asked = RUN + 'GAME = "toy-ring"\n' + ASK_DATABASES
    arguments = (str(tmp_path / "databases"), POSITION)
    seen = run_python(asked, *arguments, cache=tmp_path / "cache", **only(tmp_path)).stdout
    check_databases(json.loads(seen))


@pytest.mark.long
def test_a_file_of_ones_own_has_the_same(tmp_path):
    """`expert` beside the game gives its evaluation and its databases."""
    asked = RUN + f"GAME = {str(RING)!r}\n" + ASK_DATABASES
    check_databases(json.loads(run_python(asked, str(tmp_path / "own"), POSITION, cache=tmp_path / "cache").stdout))


OWN = """
from typing import NamedTuple

from zermelo import Expert, Feature, Game, Guide, Linear
from zermelo.evaluate import Features
from zermelo.solve.solver import PositionSolver


class Pile(NamedTuple):
    stones: int
    player: int


def pile(stones: int = 21) -> Game:
    return Game(
        lambda: Pile(stones, 0),
        lambda state: state.player,
        lambda state: [taken for taken in (1, 2, 3) if taken <= state.stones],
        lambda state, taken: Pile(state.stones - taken, 1 - state.player),
        lambda state: state.stones == 0,
        lambda state, player: -1.0 if state.player == player else 1.0,
        best_utility=1.0, max_plies=stones, max_actions=3,
    )


def worth(state, player):
    for_mover = 1.0 if state.stones % 4 else -1.0
    return for_mover if player == state.player else -for_mover


def write(state, buffer):
    buffer[0] = state.stones % 4
    return 1


class PileSolver(PositionSolver):
    compiled, memories = False, ()

    def __init__(self, game):
        self.game = game

    def score(self, state):
        return int(worth(state, state.player))

    def action_worth(self, state, score):
        return state.stones % 4 or 1


def expert(stones):
    return Expert(
        evaluator=lambda: Linear((Feature("parity", 0.5, worth),)),
        guide=lambda: Guide(longest=stones),
        inputs=lambda: Features(write),
        exact=lambda compiled: worth,
        solver=lambda game, compiled, megabytes, insists: PileSolver(game),
    )
"""


def test_whatever_a_game_of_this_package_has_a_file_of_ones_own_can_give(tmp_path):
    (tmp_path / "pile.py").write_text(OWN)
    game = load(str(tmp_path / "pile.py"), stones=18)
    assert [term.name for term in opinion(game).terms(game.initial(), 0)] == ["parity"]
    assert advice(game).longest == 18, "the record is made for the game's parameters"
    assert features(game).count(game) == 1
    best = zermelo.analyse(game, player="optimal:compiled=false")
    assert (best.action, best.value, best.exact) == (2, 1.0, True)
    assert (zermelo.solve(game).method, zermelo.solve(game).value) == ("solver", 1.0)


POSITION = "5,16,0"  # two men hunt one: X . X . O . .


def check_databases(seen: dict) -> None:
    assert "2-1: either side 105 won, 49 drawn, 56 lost" in seen["built"]
    assert "2 of 2 files are right" in seen["verified"]
    ring = load(str(RING))
    value, distance = by_distance(replace(ring, initial=lambda: ring.read_state(POSITION)))
    assert (value, distance) == (1, 3)
    assert (seen["probed"]["value"], seen["probed"]["distance"]) == ("win", distance)
    assert (seen["found"]["value"], seen["found"]["distance"], seen["found"]["exact"]) == (value, distance, True)
    assert seen["found"]["compiled"]
    assert seen["found"]["stopped"] == "the position is in the endgame databases"
