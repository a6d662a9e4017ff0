"""Statistics from the moves of a simulation: RAVE values for the children, MAST means for the playouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.memory import NODES
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE
from zermelo.search.mcts.parts import MctsParts
from zermelo.search.sampling.workspace import SLOTS


def move_statistics(rules: Rules, parts: MctsParts) -> Callable[..., Any]:
    """note_moves(tree, memory, workspace, depth, length): updates RAVE and MAST with all moves of a simulation.

    depth: plies in the tree; length: plies of the whole simulation.
    """
    slot, mast, rave = rules.slot, parts.mast, parts.rave

    @rules.inner
    def note_moves(tree, memory, workspace, depth, length):
        utilities, trail, stamp = workspace.utilities, workspace.trail, (memory[NODES] + 1) * 16
        for i in range(length - 1, -1, -1):
            here, mover = int(trail[i]) >> 4, int(trail[i]) & 15
            if trail[i] >= 0:
                if mast:
                    workspace.learnt_visits[mover * SLOTS + here] += 1
                    workspace.learnt_total[mover * SLOTS + here] += utilities[mover]
                if rave:
                    workspace.seen[here] = stamp + mover
            if not rave or i > depth:
                continue
            node = workspace.path[i]
            chooser = tree.mover[node]
            if tree.count[node] <= 0 or chooser == CHANCE:
                continue
            first, wanted = tree.first[node], stamp + chooser
            for child in range(first, first + tree.count[node]):
                if workspace.seen[slot(tree.move[child])] == wanted:
                    tree.amaf_visits[child] += 1
                    tree.amaf_total[child] += utilities[chooser]

    return note_moves
