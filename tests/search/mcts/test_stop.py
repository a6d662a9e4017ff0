"""When MCTS may stop before its budget is used up, asked of small trees."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.compile.kernel.memory import LIMIT, NODES, new_memory
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.stop import BUDGET, ENOUGH, NO_ROOM, OFTEN, PROVED, SETTLED, stopper
from zermelo.search.mcts.tree import FULL, FULL_STOPS, new_shared, new_tree
from zermelo.search.sampling.proof import proofs
from zermelo.search.sampling.workspace import new_workspace

GAME = zermelo.load("tic-tac-toe")


def reason(bounds=(), visits=(), mover=0, done=ENOUGH - 1, left=10**6, threads=0, full=(0, 0), root=None, **options):
    """Why a search stops. bounds: (low, high) of each of the root's children for the player to move."""
    parts, _ = MCTS(**options).parts(GAME)
    tree, workspace = new_tree(False, parts, 9), new_workspace(False, parts, 9, 1)
    memory, shared = new_memory(False, 1), new_shared(False)
    memory[NODES], memory[LIMIT], workspace.knobs.early = done, done + left, threads
    shared[FULL], shared[FULL_STOPS] = full
    tree.first[0], tree.count[0], tree.mover[0] = 1, len(bounds or visits), mover
    tree.visits[1 : 1 + len(visits)] = visits
    if parts.solver:
        tree.low[1:], tree.high[1:] = -1.0, 1.0
        known = [*enumerate(bounds, 1), *([(0, root or (max(low for low, _ in bounds), 1.0))] if bounds else [])]
        for node, (low, high) in known:
            tree.low[node], tree.high[node] = (low, high) if mover == 0 else (-high, -low)
    rules = interpreted_rules(GAME)
    return stopper(rules, parts, proofs(rules, parts.solver))(tree, memory, shared, workspace)


def test_without_a_reason_it_goes_on():
    assert reason() == reason(visits=(5, 3)) == reason([(-1, 1), (-1, 1)]) == BUDGET


def test_a_full_tree_stops_it_unless_it_was_pruned_in_vain():
    assert [reason(full=full) for full in ((0, 0), (1, 0), (0, 1), (1, 1))] == [BUDGET, BUDGET, BUDGET, NO_ROOM]


@pytest.mark.parametrize("mover", [0, 1])
def test_a_proved_value_or_choice_stops_it(mover):
    def why(bounds, **options):
        return reason(bounds, mover=mover, threads=-1, **options)

    assert reason([(0, 0), (-1, 0)], mover=mover, root=(0, 0), done=5) == PROVED
    choice = [(-1, -1), (-1, 1), (-1, -1)]  # two are lost
    assert why(choice) == reason(choice, mover=mover, threads=2) == PROVED
    assert reason(choice, mover=mover) == BUDGET, "early=False: until the value is proved"
    assert why(choice, done=ENOUGH - 2) == BUDGET, "it is looked at now and then"
    assert why(choice, done=2 * ENOUGH - 1) == PROVED
    assert why([(-1, -1), (-1, 1), (-1, 1)]) == BUDGET, "two may be better"
    assert why([(0, 0), (-1, 1), (-1, -1)]) == BUDGET, "a draw, or perhaps more"
    assert why([(0, 1), (-1, 0), (0, 0)]) == PROVED, "at least as good as any"
    assert why([(0, 1), (-1, 1)]) == BUDGET
    assert why(choice, solver=False) == BUDGET


def test_a_leader_that_cannot_be_overtaken_stops_it():
    done = OFTEN - 1
    for visits in ((50, 10, 3), (3, 10, 50), (10, 50, 3), (10, 3, 50)):
        assert reason(visits=visits, done=done, left=39, threads=1) == SETTLED
        assert reason(visits=visits, done=done, left=40, threads=1) == BUDGET
    assert reason(visits=(50, 10), done=done, left=19, threads=2) == SETTLED
    assert reason(visits=(50, 10), done=done, left=20, threads=2) == BUDGET
    assert reason(visits=(50, 10), done=done, left=1, threads=0) == BUDGET
    assert reason(visits=(50, 10), done=done - 1, left=1, threads=1) == BUDGET, "it is looked at now and then"
    assert reason(visits=(50,), done=done, left=49, threads=1) == SETTLED
    assert reason(visits=(50,), done=done, left=50, threads=1) == BUDGET
    assert reason(visits=(20, 20), done=done, left=0, threads=1) == BUDGET
