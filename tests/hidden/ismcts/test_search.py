"""Information-set MCTS: compiled and interpreted alike, and what it finds."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import naive_ismcts
import pytest
from hidden.roads import HEAP, A, at_the_start, roads
from laws.test_secrets import guess

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.ismcts.search import ISMCTS
from zermelo.players.engines import engine
from zermelo.search.task import Limits
from zermelo.search.time.deadline import Deadline

KUHN = zermelo.load("kuhn-poker")
INTERPRETED = ISMCTS(sims=300, seed=1, compiled=False)


def kuhn_path(*texts):
    return [KUHN.initial(), *map(KUHN.read_state, texts)]


def told(analysis):
    return analysis.action, analysis.nodes, [(one.action, one.visits, one.value) for one in analysis.candidates]


@pytest.mark.parametrize("path", [("Q?", "QJ"), ("Q?", "QJ", "QJ p"), ("Q?", "QJ", "QJ p", "QJ pb")])
def test_compiled_it_says_the_same(path):
    *past, state = kuhn_path(*path)
    compiled = ISMCTS(sims=300, seed=1, compiled=True).analyse(KUHN, state, past)
    assert compiled.compiled
    assert told(compiled) == told(INTERPRETED.analyse(KUHN, state, past))


@pytest.mark.long
@pytest.mark.parametrize("spec", ["kuhn-poker:players=3", "kuhn-poker"])
@pytest.mark.parametrize("observers", ["single", "multiple"])
def test_compiled_it_says_the_same_with_other_options(spec, observers):
    game = zermelo.load(spec)
    *past, state = [game.initial(), *map(game.read_state, ("K??", "KQ?", "KQJ") if game.players == 3 else ("K?", "KQ"))]
    options = {"sims": 400, "seed": 2, "observers": observers, "exploration": 1.5}
    found = [ISMCTS(compiled=compiled, **options).analyse(game, state, past) for compiled in (True, False)]
    assert told(found[0]) == told(found[1])


@pytest.mark.parametrize("observers", ["multiple", "single"])
def test_it_counts_as_its_plain_twin(observers):
    """The twin keeps what players know as lists of what they saw and did, and its nodes in a dictionary."""
    game = zermelo.load("kuhn-poker:players=3")
    *past, state = [game.initial(), *map(game.read_state, ("K??", "KQ?", "KQJ", "KQJ p"))]
    found = ISMCTS(sims=150, seed=3, observers=observers, compiled=False).analyse(game, state, past)
    visits = naive_ismcts.visits(game, state, past, 150, 3, 0.7, observers == "single")
    assert {one.action: one.visits for one in found.candidates} == visits


def test_it_takes_the_road_to_the_heap():
    game = roads()
    *past, state = at_the_start(game)
    found = ISMCTS(sims=400, seed=1).analyse(game, state, past)
    assert (found.action, found.value) == (A, HEAP)
    reads = ISMCTS(sims=2000, seed=1).analyse(roads(price=2.0), state, past)
    assert reads.action != A


def test_a_sure_thing_is_played():
    *past, state = kuhn_path("K?", "KJ", "KJ p", "KJ pb")
    found = INTERPRETED.analyse(KUHN, state, past)
    assert (found.action, found.value, found.simulations) == (1, 2.0, 300)
    assert found.stopped == "the simulations are used up"
    fold = kuhn_path("J?", "JK", "JK p", "JK pb")
    assert INTERPRETED.analyse(KUHN, fold[-1], fold[:-1]).action == 0


def test_threads_add_up_what_they_find():
    *past, state = kuhn_path("Q?", "QJ", "QJ p", "QJ pb")
    found = [ISMCTS(sims=301, seed=1, threads=3, compiled=True).analyse(KUHN, state, past) for _ in range(2)]
    assert told(found[0]) == told(found[1])  # each thread has its own tree and its own draws
    assert found[0].simulations == 301 == sum(one.visits for one in found[0].candidates)
    alone = ISMCTS(sims=101, seed=1, compiled=True).analyse(KUHN, state, past)  # as the first of the threads
    assert all(one.visits <= all_.visits for one, all_ in zip(alone.candidates, found[0].candidates, strict=True))
    twice = ISMCTS(sims=202, seed=1, threads=2, compiled=True).analyse(KUHN, state, past)
    assert [one.value for one in twice.candidates] != [one.value for one in alone.candidates], "they draw apart"
    assert ISMCTS(sims=2, seed=1, threads=8, compiled=True).analyse(KUHN, state, past).simulations == 2
    assert told(ISMCTS(sims=300, seed=1, threads=2, compiled=False).analyse(KUHN, state, past)) == told(
        INTERPRETED.analyse(KUHN, state, past)
    )  # interpreted code gains nothing by threads


def test_a_mixed_policy_is_drawn_by_the_visits():
    *past, state = kuhn_path("Q?", "QJ", "QJ p", "QJ pb")
    drawn = [
        ISMCTS(sims=30, seed=seed, policy="mixed", compiled=False).analyse(KUHN, state, past) for seed in range(30)
    ]
    assert {one.action for one in drawn} == {0, 1}
    for one in drawn:
        assert [c.share for c in one.candidates] == [(c.visits or 0) / 30 for c in one.candidates]


def test_states_that_hold_arrays_are_dealt_one_by_one():
    import numpy as np

    game = guess(deal=None)
    boards = zermelo.Game(
        **{
            **vars(game),
            "initial": lambda: (np.array(game.initial()),),
            "result": lambda state, action: (np.array(game.result(type(game.initial())(*state[0]), action)),),
            "to_move": lambda state: game.to_move(type(game.initial())(*state[0])),
            "is_terminal": lambda state: game.is_terminal(type(game.initial())(*state[0])),
            "actions": lambda state: iter(range(3)),
            "chances": lambda state: ((card, 1 / 3) for card in range(3)),
            "utility": lambda state, player: game.utility(type(game.initial())(*state[0]), player),
            "view": lambda state, player: game.view(type(game.initial())(*(int(n) for n in state[0])), player),
            "compiles": False,
        }
    )
    start = boards.initial()
    past = [start, boards.result(start, 1)]
    state = boards.result(past[-1], 0)
    found = ISMCTS(sims=120, seed=1).analyse(boards, state, past)
    assert found.simulations == 120
    assert sum(one.visits for one in found.candidates) == 120
    assert all(one.visits > 10 for one in found.candidates)  # all three cards are as likely


def test_limits():
    *past, state = kuhn_path("Q?", "QJ", "QJ p", "QJ pb")
    session = INTERPRETED.open(KUHN)
    only = session.analyse(state, past, limits=Limits(only=[0]))
    assert (only.action, len(only.candidates)) == (0, 1)
    stopped = Deadline()
    stopped.stop()
    assert session.analyse(state, past, deadline=stopped).action in (0, 1)
    seen = []

    def watch(found):
        seen.append(found)
        session.stop()

    last = session.analyse(state, past, watch=watch, limits=Limits(endless=True))
    assert len(seen) == 1
    assert seen[0].simulations <= last.simulations


def test_what_it_refuses():
    with pytest.raises(ZermeloError, match="ismcts is for games that hide something, nim hides nothing: try auto"):
        ISMCTS().open(zermelo.load("nim"))
    assert zermelo.AlphaBeta().refusal(KUHN) == "alphabeta needs perfect information, kuhn-poker hides some: try ismcts"
    with pytest.raises(ZermeloError, match="chance is to move"):
        INTERPRETED.analyse(KUHN)


def test_auto_plays_hidden_games():
    *past, state = kuhn_path("K?", "KJ", "KJ p", "KJ pb")
    found = engine("auto:sims=50,compiled=false").analyse(KUHN, state, past)
    assert (found.action, found.chosen) == (1, "ismcts")
    assert "what they know" in found.why
    record = zermelo.play(KUHN, [engine("auto:sims=20,compiled=false"), zermelo.Random(seed=1)])
    assert KUHN.is_terminal(record.end)


ASK = """
import json, zermelo
game = zermelo.load("kuhn-poker")
past = [game.initial(), game.read_state("Q?")]
found = zermelo.engine("ismcts:sims=300,seed=1,compiled=true").analyse(game, game.read_state("QJ"), past)
print(json.dumps([[one.visits, one.value] for one in found.candidates]))
"""


@pytest.mark.long
def test_its_kernels_come_back_from_the_disk_in_a_second_process(tmp_path):
    outputs = []
    for _ in range(2):
        setting = {**os.environ, "ZERMELO_CACHE": str(tmp_path)}
        run = subprocess.run([sys.executable, "-c", ASK], env=setting, capture_output=True, text=True, check=True)
        outputs.append((json.loads(run.stdout), run.stderr.count("first run only")))
    assert outputs[0] == (outputs[1][0], 2)
    assert outputs[1][1] == 0
