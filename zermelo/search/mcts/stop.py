"""When Monte Carlo tree search may stop before its budget is used up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE
from zermelo.search.mcts.parts import MctsParts
from zermelo.search.mcts.tree import FULL, FULL_STOPS
from zermelo.search.sampling.ledger import LATEST
from zermelo.search.sampling.proof import Proofs

BUDGET, PROVED, SETTLED, NO_ROOM = range(4)  # why a kernel stopped

OFTEN = 64  # simulations between two checks whether the leader is settled
ENOUGH = 1024  # simulations between two checks whether the choice is proved: the value needs some, too


def stopper(rules: Rules, parts: MctsParts, proof: Proofs) -> Callable[..., Any]:
    """reason_to_stop(tree, memory, shared, workspace) -> PROVED, SETTLED or NO_ROOM; BUDGET: no reason yet."""
    solves, has_chance, shares = parts.solver, parts.chance, parts.shared
    at_least, at_most, is_proved = proof.at_least, proof.at_most, proof.is_proved

    @rules.inner
    def is_settled(tree, memory, threads):
        """Are too few simulations left, over all threads, to overtake the most visited action?"""
        first, leader, second = tree.first[0], 0, 0
        for child in range(first, first + tree.count[0]):
            n = tree.visits[child]
            if n > leader:
                leader, second = n, leader
            elif n > second:
                second = n
        late = LATEST if shares else 0  # visits per thread that the tree does not have yet
        return leader - second > (memory[LIMIT] - memory[NODES] + late) * threads

    @rules.inner
    def is_decided(tree):
        """Is one action proved to be at least as good as every other?"""
        if tree.count[0] <= 0 or (has_chance and tree.mover[0] == CHANCE):
            return False
        mover, first = tree.mover[0], tree.first[0]
        floor, rivals = at_least(tree, 0, mover), 0
        for child in range(first, first + tree.count[0]):
            if at_most(tree, child, mover) > floor:
                rivals += 1
                if at_least(tree, child, mover) < floor:
                    rivals += 1
        return rivals <= 1

    @rules.inner
    def reason_to_stop(tree, memory, shared, workspace):
        if shared[FULL] and shared[FULL_STOPS]:
            return NO_ROOM
        if solves and is_proved(tree, 0):
            return PROVED
        threads = workspace.knobs.early
        if solves and threads != 0 and memory[NODES] % ENOUGH == ENOUGH - 1 and is_decided(tree):
            return PROVED
        if threads > 0 and memory[NODES] % OFTEN == OFTEN - 1 and is_settled(tree, memory, threads):
            return SETTLED
        return BUDGET

    return reason_to_stop
