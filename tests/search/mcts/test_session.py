"""A session of MCTS, interpreted: the room of its tree, when it stops, and what it keeps and tells."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import zermelo
from zermelo.compile.kernel.memory import NODES
from zermelo.game import ZermeloError
from zermelo.search.mcts import session as sessions
from zermelo.search.mcts.parts import WHY
from zermelo.search.mcts.report import Growth
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.session import MctsSession
from zermelo.search.mcts.stop import SETTLED
from zermelo.search.mcts.tree import FULL, FULL_STOPS, MOST, USED, bytes_per_node
from zermelo.search.task import Limits
from zermelo.search.time.deadline import Deadline

TOE, NIM, PIG = (zermelo.load(spec) for spec in ("tic-tac-toe", "nim:stones=15", "pig:goal=20"))


def opened(game=TOE, megabytes=None, **options):
    return MCTS(**{"seed": 1, "compiled": False, **options}).open(game, megabytes)


def test_the_room_of_a_tree():
    assert opened(sims=100)._room(1) == 102 * 9 + 1, "each simulation gives one node children"
    assert opened(PIG, sims=100)._room(1) == 102 * 512 + 1, "chance has more outcomes than players have actions"
    assert opened(time=1.0)._room(1) == sessions.INTERPRETED
    small = opened(time=1.0, megabytes=1)
    assert small._room(1) == 1_000_000 // bytes_per_node(small.parts) > small._room(3) * 2
    assert opened(time=1.0, megabytes=8).megabytes == 8
    assert opened(time=1.0, megabytes=8, game=NIM).megabytes == 8
    assert MCTS(compiled=False, megabytes=8).open(NIM, 3).megabytes == 3
    assert MCTS(compiled=False, megabytes=8).open(NIM, 30).megabytes == 8
    assert opened(sims=100)._room(10**9) == 2


def test_what_simulations_can_need():
    session = opened(sims=100)
    assert session._needed(100, 10**6) == 102 * 9 + 1
    assert session._needed(100, 50) == 50
    assert session._needed(None, 50) == 50
    assert opened(PIG, sims=100, open_loop=True)._needed(1, 50) == 50


def test_bytes_per_node_count_what_the_parts_need():
    parts = MCTS(plain=True).parts(TOE)[0]
    assert bytes_per_node(parts) == 4 + 4 + 4 + 8 + 8 + 1 + 32
    solver = MCTS(transpositions=True).parts(TOE)[0]
    assert bytes_per_node(solver) == bytes_per_node(parts) + 16 + 16


@pytest.mark.parametrize(("own", "given", "most"), [(40, None, 40), (None, 40, 40), (40, 90, 40), (90, 40, 40)])
def test_nodes_are_limited_by_the_options_and_by_the_call(own, given, most):
    session = opened(nodes=own)
    for _ in range(2):  # the second grows the tree by as many again
        analysis = session.analyse(limits=Limits(nodes=given))
        assert most - 9 < analysis.nodes <= most
        assert analysis.stopped == "the nodes are used up"
        assert session.grown.is_bounded
    assert session.grown.shared[0][USED] <= 1 + 2 * most


def test_why_a_search_stops():
    assert opened(sims=50).analyse().stopped == "the simulations are used up"
    assert opened(NIM, sims=5000).analyse().stopped == "the value is proved"
    assert opened(sims=5000, solver=False).analyse(TOE.read_state("xx./oo./...")).stopped == (
        "the leader cannot be overtaken any more"
    )
    over = Deadline()
    over.stop()
    assert opened(sims=50).analyse(deadline=over).stopped == "the time is up"
    state = zermelo.load("connect-four:columns=5,rows=4").read_state("12121")
    four = opened(zermelo.load("connect-four:columns=5,rows=4"), sims=20_000, early=False).analyse(state)
    assert four.stopped in ("no other action can be better", "the value is proved")


def test_options_and_the_deadline_say_how_many_simulations_are_made():
    timed = opened(sims=70, early=False)
    assert timed.analyse(deadline=Deadline(60.0, 60.0)).simulations == 70
    assert opened(sims=70, early=False).analyse().simulations == 70


@pytest.mark.parametrize("threads", [1, 2])
def test_a_full_tree_is_pruned_and_the_search_goes_on(monkeypatch, threads):
    monkeypatch.setattr(MctsSession, "_room", lambda *_: 60)
    session = opened(sims=400, early=False, solver=False, threads=threads)
    analysis = session.analyse()
    assert analysis.simulations == 400
    assert sum(candidate.visits for candidate in analysis.candidates) == 400
    grown = session.grown
    assert grown.pruned > 0
    assert grown.shared[0][USED] <= 60
    assert analysis.nodes == grown.shared[0][USED] - 1 + grown.pruned > 60


@pytest.mark.parametrize("threads", [1, 2])
def test_a_tree_that_cannot_be_pruned_goes_on_without_new_nodes(monkeypatch, threads):
    monkeypatch.setattr(MctsSession, "_room", lambda *_: 10)
    session = opened(sims=300, early=False, solver=False, threads=threads)
    analysis = session.analyse()
    assert (analysis.simulations, analysis.nodes) == (300, 9)
    assert session.grown.shared[0][FULL_STOPS] == 0


def test_the_tree_is_kept_below_the_state_that_is_asked_next():
    session = opened(sims=300, early=False, solver=False)
    first = session.analyse()
    best = session.grown.trees[0]
    child = int(best.first[0]) + [c.action for c in first.candidates].index(first.action)
    kept = int(best.visits[child])
    after = TOE.result(TOE.initial(), first.action)
    second = session.analyse(after)
    assert sum(candidate.visits for candidate in second.candidates) == kept - 1 + 300
    assert session.grown.before < session.grown.shared[0][USED]
    session.new_game()
    assert session.grown is None
    third = session.analyse(after)
    assert sum(candidate.visits for candidate in third.candidates) == 300
    elsewhere = session.analyse(TOE.initial())
    assert sum(candidate.visits for candidate in elsewhere.candidates) == 300
    forgetful = opened(sims=300, keep=False)
    forgetful.analyse()
    assert forgetful.grown is None


def test_trees_start_within_their_limits():
    session = opened(sims=50)
    growth = session._plant(TOE.initial(), 50, None)
    assert [growth.shared[0][word] for word in (USED, MOST, FULL, FULL_STOPS)] == [1, 52 * 9 + 1, 0, 1]
    assert growth.before == 1
    assert not growth.is_bounded
    bounded = session._plant(TOE.initial(), 50, 30)
    assert (bounded.shared[0][MOST], bounded.is_bounded) == (31, True)
    assert len(session._plant(TOE.initial(), 5, None).trees[0].count) == 7 * 9 + 1
    table = opened(sims=50, transpositions=True)._plant(TOE.initial(), 50, None)
    assert len(table.workspaces[0].table_key) == 256, "the largest power of two below the room"
    assert len(growth.workspaces[0].table_key) == 1
    assert len(growth.workspaces[0].moves) == 512


def test_what_was_found_so_far_is_shown(monkeypatch):
    monkeypatch.setattr(sessions, "FIRST_SLICE", 0.001)
    monkeypatch.setattr(sessions, "LONGEST_SLICE", 0.002)
    seen = []
    analysis = opened(sims=2000, early=False, solver=False).analyse(watch=seen.append)
    assert analysis.simulations == 2000
    assert seen
    done = [shown.simulations for shown in seen]
    assert done == sorted(done)
    assert done[-1] < 2000


def test_an_endless_search_ends_with_its_deadline():
    deadline = Deadline()
    threading.Timer(0.05, deadline.stop).start()
    analysis = opened(sims=1).analyse(deadline=deadline, limits=Limits(endless=True))
    assert analysis.simulations > 1


def test_one_action_alone_can_be_analysed():
    state = TOE.read_state("xx./oo./...")
    win = TOE.read_action(state, "c3")
    assert opened(sims=100).analyse(state, limits=Limits(only=[win])).value == 1
    with pytest.raises(ZermeloError, match="over"):
        opened(sims=5).analyse(TOE.read_state("xxx/oo./..."))


def test_a_search_by_time_ends_when_the_time_is_up():
    assert opened(time=0.03, early=False).analyse().stopped == "the time is up"
    over, seen = Deadline(), []
    over.stop()
    analysis = opened(sims=10**6, early=False, solver=False).analyse(deadline=over, watch=seen.append)
    assert (analysis.stopped, seen) == ("the time is up", [])


def test_interpreted_searches_do_not_run_beside_others():
    assert opened().is_parallel is False


def test_only_a_search_with_an_end_may_end_early(monkeypatch):
    asked = []
    monkeypatch.setattr(MctsSession, "_settled", lambda session, growth, deadline: asked.append(session.algorithm))
    over = Deadline()
    over.stop()
    opened(sims=5).analyse()
    assert len(asked) == 1
    opened(sims=5, early=False).analyse()
    opened(sims=5, plain=True).analyse()
    opened(sims=5).analyse(deadline=over, limits=Limits(endless=True))
    assert len(asked) == 1


def settled(visits, done, left, elapsed=1.0, roots=1):
    """Is a search settled after so many simulations, with these visits of the root's children?"""

    class Tree:
        count, first = np.array([len(visits)]), np.array([1])

    trees = [Tree() for _ in range(roots)]
    for tree in trees:
        tree.visits = np.array([0, *visits])
    memory = [0] * 16
    memory[NODES] = done
    session = opened(sims=5)
    growth = Growth(TOE, TOE.initial(), session.parts, session.kernel, trees, [], [], [memory])
    clock = iter([0.0, *[elapsed] * 9])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions.clock, "perf_counter", lambda: next(clock))
        return session._settled(growth, Deadline())(left), memory[WHY]


def test_the_leader_of_a_timed_search_is_settled_when_no_rate_could_overtake_it():
    assert settled([900, 100], done=1000, left=0.7) == (True, SETTLED)  # 770 more in that time
    assert settled([900, 100], done=1000, left=0.8) == (False, 0)
    assert settled([900, 100], done=999, left=0.1) == (False, 0), "too few simulations to tell"
    assert settled([100, 900, 50], done=1050, left=0.65)[0] is True
    assert settled([1000], done=1000, left=0.9)[0] is True
    assert settled([], done=1000, left=0.1)[0] is False
    assert settled([900, 100], done=2000, left=0.7, roots=2)[0] is True, "the visits of all trees are added"
    assert settled([900, 100], done=1000, left=1.5, elapsed=2.0)[0] is False
    assert settled([900, 100], done=1000, left=1.4, elapsed=2.0)[0] is True
