"""The page's matches: the same games as elsewhere, side by side, told in order."""

from __future__ import annotations

import asyncio
import json

import pytest

import zermelo
from zermelo.web.server.catalogue import Catalogue
from zermelo.web.server.crews import Crew
from zermelo.web.server.desk import Desk
from zermelo.web.server.pool import Closing
from zermelo.web.server.questions import Questions
from zermelo.web.worker.jobs import JOBS
from zermelo.web.worker.open_games import TABLE_JOBS

RANDOM = {"name": "random", "options": {}}
GAMES = """
from typing import NamedTuple
from zermelo import CHANCE, Game

class LuckState(NamedTuple):
    ply: int
    luck: int

def luck() -> Game:
    '''Chance gives player 0 the game one time in ten; else it is a draw.'''
    def initial():              return LuckState(0, 0)
    def to_move(state):         return CHANCE if state.ply == 0 else 0
    def actions(state):         yield 0
    def chances(state):
        yield 0, 0.9
        yield 1, 0.1
    def result(state, move):    return LuckState(state.ply + 1, state.luck + move)
    def is_terminal(state):     return state.ply == 2
    def utility(state, player): return state.luck * (1.0 if player == 0 else -1.0)
    return Game(initial, to_move, actions, result, is_terminal, utility, chances=chances, compiles=False)

def trap() -> Game:
    '''Player 0 begins with a move that wins or with one that draws.'''
    def initial():               return LuckState(0, 0)
    def to_move(state):          return state.ply % 2
    def actions(state):          yield from (0, 1) if state.ply == 0 else (0,)
    def result(state, move):     return LuckState(state.ply + 1, state.luck + move)
    def is_terminal(state):      return state.ply == 2
    def utility(state, player):  return state.luck * (1.0 if player == 0 else -1.0)
    def evaluate(state, player): return 0.0
    return Game(initial, to_move, actions, result, is_terminal, utility, evaluate=evaluate, compiles=False)
"""


class Here:
    """A pool whose jobs run in this process; those named in `late` only when nothing else is running."""

    def __init__(self, free=1, late=()):
        self.free, self.late, self.running, self.most, self.begun = free, late, 0, 0, []

    async def run(self, request, tell):
        self.begun.append(request.get("number"))
        self.free, self.running = self.free - 1, self.running + 1
        self.most = max(self.most, self.running)
        await asyncio.sleep(0)
        while request.get("number") in self.late and self.running > 1:
            await asyncio.sleep(0)
        (JOBS | TABLE_JOBS)[request["job"]](json.loads(json.dumps(request)), tell)
        self.free, self.running = self.free + 1, self.running - 1
        return True


class OneCrew:
    """Crews of which there is one, without a compiler."""

    def __init__(self, pool):
        self.crew = Crew(pool, pool, pool, None, own=False)

    def of(self, own):
        return self.crew


def played(spec, pool, **fields):
    """The messages of a match."""
    told: list[dict] = []
    name = zermelo.load(spec).name
    catalogue = Catalogue(OneCrew(pool), {name: spec} if ".py" in spec else {})

    async def run():
        desk = Desk(catalogue, lambda number, answer: told.append(answer))
        await desk.open(1, name, {}, None, [])
        pool.begun.clear()
        await Questions(desk).handlers()["match"]({"engines": [RANDOM, RANDOM], **fields}, 1)
        await desk._search

    asyncio.run(run())
    return [answer for answer in told if "live" not in answer]


def own_game(folder, name):
    file = folder / "games.py"
    file.write_text(GAMES)
    return f"{file}:{name}"


def test_openings_draw_chance_by_its_probabilities(tmp_path):
    last = played(own_game(tmp_path, "luck"), Here(), games=40, opening=1, seed=1)[-1]
    assert (last["games"], last["done"]) == (40, True)
    assert last["draws"] >= 30  # nine in ten, not one in two


def test_openings_are_balanced(tmp_path):
    """Of four random openings the most even one: one in sixteen is decided, not one in two."""
    last = played(own_game(tmp_path, "trap"), Here(), games=40, opening=1, seed=1)[-1]
    assert last["draws"] >= 32


@pytest.mark.long
def test_an_opening_that_the_game_has_no_room_for_is_shorter(tmp_path):
    last = played(own_game(tmp_path, "trap"), Here(), games=2, opening=20, seed=1)[-1]
    assert last["games"] == 2


def test_it_is_the_match_of_the_command_line():
    told = played("pig", Here(), games=6, opening=3, seed=9)
    alone = zermelo.match(zermelo.load("pig"), [zermelo.Random(), zermelo.Random()], 6, seed=9, opening=3)
    assert [told[-1][name] for name in ("wins", "draws", "losses")] == [alone.wins, alone.draws, alone.losses]
    assert told[-1]["engines"] == list(alone.engines)


def test_mean_results_are_told_where_they_are_more_than_won_and_lost():
    told = played("othello", Here(), games=4, opening=0, seed=9)
    alone = zermelo.match(zermelo.load("othello"), [zermelo.Random(), zermelo.Random()], 4, seed=9)
    assert told[-1]["means"] == [mean._asdict() for mean in alone.means]
    assert told[-1]["points"] == "discs"
    assert told[0]["means"][0]["low"] is None  # one game says nothing about the spread
    assert "means" not in played("nim", Here(), games=2, seed=9)[-1]


def test_games_are_played_on_all_free_processes_and_told_in_order():
    pool = Here(free=3, late=(0,))
    told = played("nim", pool, games=7, seed=2)
    assert pool.most == 3
    assert [answer["games"] for answer in told] == [1, 2, 3, 4, 5, 6, 7]
    assert [answer["done"] for answer in told] == [False] * 6 + [True]
    one_by_one = played("nim", Here(free=1), games=7, seed=2)
    assert told == one_by_one


def test_a_match_goes_on_where_no_process_is_free():
    pool = Here(free=0)
    assert played("nim", pool, games=3, seed=2)[-1]["done"]
    assert pool.most == 1


def test_what_goes_wrong_in_a_game_is_told(tmp_path):
    told = played("castles", Here(free=2), games=3, engines=[RANDOM, {"name": "alphabeta", "options": {}}])
    assert [answer["type"] for answer in told] == ["error"]
    assert "needs two players" in told[0]["message"]


def test_a_match_goes_on_from_the_results_of_an_earlier_one():
    whole = played("nim", Here(), games=6, seed=2)
    results = [[one["game"]["seat"], *one["game"]["utilities"]] for one in whole[:4]]
    first, *rest = played("nim", Here(), games=6, seed=2, results=results)
    assert [one["seat"] for one in first["earlier"]] == [0, 1, 0, 1]
    assert all("wins" in one["result"] for one in first["earlier"])
    assert (first["games"], first["done"]) == (4, False)
    assert rest == whole[4:]
    over = played("nim", Here(), games=4, seed=2, results=results)
    assert [(one["games"], one["done"]) for one in over] == [(4, True)]


@pytest.mark.parametrize(
    "results", [7, [[0, 1]], [[2, 1, -1]], [[0, "1", -1]], [[0, 1, float("inf")]], [[0, 1, -1]] * 3]
)
def test_results_that_cannot_be_are_refused(results):
    with pytest.raises(zermelo.ZermeloError, match="results must"):
        played("nim", Here(), games=2, seed=2, results=results)


def test_nobody_is_told_that_the_server_ends():
    class Ending(Here):
        async def run(self, request, tell):
            if request["job"] == "one_game":
                raise Closing("the server is closing")
            return await super().run(request, tell)

    assert played("nim", Ending(), games=2, seed=2) == []
