"""MCTS one simulation at a time: selection, expansion, playout, backup."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from zermelo.arguments import checked
from zermelo.bits import mix
from zermelo.compile.kernel.memory import LIMIT, new_memory
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.game import CHANCE, MIN, Game, State, ZermeloError
from zermelo.numerals import plain
from zermelo.picture import Node, Tree, drawn_by
from zermelo.search.base import check_choice
from zermelo.search.mcts.kernel import EXPAND, SELECT, kernel_for
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.tree import MOST, USED, MctsTree, new_shared, new_tree
from zermelo.search.sampling.memory import NOISE
from zermelo.search.sampling.scale import HIGH, LOW
from zermelo.search.sampling.workspace import new_workspace
from zermelo.search.trace.trace import Drawn

MOST_SIMULATIONS = 2000


@dataclass(frozen=True)
class Simulation:
    """One simulation: its path, the node it added, the playout's result, and the root's children after it."""

    number: int
    selected: tuple[str, ...]  # actions chosen by UCB1 (or drawn by chance)
    expanded: str | None  # the action that leads to the new node
    utilities: tuple[float, ...]  # at the end of the playout, one per player
    children: tuple[tuple[str, int, float], ...]  # action, visits, mean for the player to move
    path: tuple[int, ...] = ()  # nodes of the search tree from the root, the new one last
    bounds: tuple[tuple[float, float] | None, ...] = ()  # UCB1's mean and exploration per selected; None: drawn

    def to_json(self) -> dict[str, Any]:
        return {
            "simulation": self.number,
            "selection": list(self.selected),
            "expansion": self.expanded,
            "playout": list(self.utilities),
            "backup": [{"action": a, "visits": n, "value": v} for a, n, v in self.children],
        }


@dataclass(frozen=True)
class MctsNode:
    """A node that was visited."""

    number: int  # in the search tree
    above: int  # place of the parent in the list of nodes; -1 for the root
    place: int  # among the parent's moves
    path: tuple[str, ...]  # names of the actions from the root
    kind: str  # max, min, chance, leaf, or player 0, player 1, …
    chooser: int  # whose choice led here, or CHANCE; at the root the player to move
    visits: int
    mean: float  # MAX's utility in a two-player zero-sum game, else the chooser's (player 0's below chance)
    best: bool  # on the most visited line


@dataclass(frozen=True)
class MCTSTrace(Drawn):
    """All simulations of one search."""

    game: Game
    state: State
    simulations: tuple[Simulation, ...]
    tree: MctsTree

    @property
    def action(self) -> str:
        """The most visited action."""
        return max(self.simulations[-1].children, key=lambda child: (child[1], child[2]))[0]

    def __str__(self) -> str:
        return drawn_by("mcts_text", self)

    def __repr__(self) -> str:
        count = len(self.simulations)
        return f"<MCTSTrace of {self.game.title}: {count} simulations, most visited {self.action}>"

    def to_json(self) -> dict[str, Any]:
        """The object that `trace --json` prints."""
        best = max(self.simulations[-1].children, key=lambda child: (child[1], child[2]))
        return {
            "game": self.game.title,
            "position": self.game.state_text(self.state),
            "algorithm": "mcts",
            "action": best[0],
            "value": best[2],
            "simulations": len(self.simulations),
            "steps": [simulation.to_json() for simulation in self.simulations],
        }

    def nodes(self) -> list[MctsNode]:
        """The visited nodes of the final tree, in preorder."""
        tree, game = self.tree, self.game
        mirrored, middle = game.is_duel, game.middle
        found: list[MctsNode] = []
        waiting: list[tuple[Any, ...]] = [(self.state, 0, -1, 0, (), game.to_move(self.state), True)]
        while waiting:
            state, node, above, place, path, chooser, best = waiting.pop()
            visits, total = int(tree.visits[node]), float(tree.total[node])
            if above < 0:
                total = sum(one.utilities[chooser] - middle for one in self.simulations)
            if chooser == MIN and mirrored:
                total = 0.0 - total
            over = game.is_terminal(state)
            mover = CHANCE if over else game.to_move(state)
            kind = "leaf" if over else "chance" if mover == CHANCE else self._player(mover)
            mean = middle + total / max(1, visits)
            found.append(MctsNode(node, above, place, path, kind, chooser, visits, mean, best))
            if tree.count[node] <= 0:
                continue
            first, here = int(tree.first[node]), len(found) - 1
            moves = game.moves(state)
            favourite = int(np.argmax(tree.visits[first : first + len(moves)]))
            waiting += [
                (
                    game.result(state, move),
                    first + index,
                    here,
                    index,
                    (*path, game.action_text(state, move)),
                    mover,
                    best and index == favourite,
                )
                for index, move in reversed(list(enumerate(moves)))
                if tree.visits[first + index] > 0
            ]
        return found

    def _player(self, mover: int) -> str:
        return ("max", "min")[mover] if self.game.players == 2 else f"player {mover}"

    def picture(self) -> Tree:
        """The final tree, with visits and means."""
        nodes = self.nodes()
        children: list[list[Node]] = [[] for _ in nodes]
        drawn = Node("leaf", "")
        for index in reversed(range(len(nodes))):
            node = nodes[index]
            drawn = Node(
                kind=node.kind,
                label=plain(node.mean, self.game.scale, 2) if node.path else "",
                edge=node.path[-1] if node.path else "",
                state="best" if node.best and node.path else "",
                children=tuple(reversed(children[index])),
                note=f"n {node.visits}",
            )
            if node.above >= 0:
                children[node.above].append(drawn)
        return Tree(drawn, f"mcts: {len(self.simulations)} simulations, {self.action}")


@checked
def trace_mcts(game: Game, state: State | None = None, simulations: int = 10, seed: int = 1) -> MCTSTrace:
    """Runs UCT and records each simulation."""
    if not 1 <= simulations <= MOST_SIMULATIONS:
        raise ZermeloError(f"between 1 and {MOST_SIMULATIONS} simulations can be shown, not {simulations}")
    state = game.initial() if state is None else state
    search = MCTS(sims=simulations, seed=seed, plain=True, compiled=False)
    refusal = search.refusal(game)
    if refusal:
        raise ZermeloError(refusal)
    check_choice(game, state, other="")
    parts, knobs = search.parts(game)
    events: list[int] = []

    def note(event: int, *_: Any) -> None:
        events.append(event)

    run = kernel_for(parts)(interpreted_rules(game, note=note))
    tree = new_tree(False, parts, (simulations + 1) * max(game.max_actions, 512) + 1)
    workspace = new_workspace(False, parts, max(game.max_actions, 512), 1)
    workspace.knobs.update(**knobs)
    memory, shared = new_memory(False, 1), new_shared(False)
    memory[NOISE], shared[USED], shared[MOST] = mix(seed), 1, len(tree.count)
    scale, shown = workspace.scale, []
    for number in range(1, simulations + 1):
        memory[LIMIT] = number
        events.clear()
        breadth = knobs["exploration"] * float(scale[HIGH] - scale[LOW]) if number > 1 else 0.0
        run(state, tree, memory, shared, workspace)
        nodes = [int(node) for node in workspace.path[: 1 + sum(event in (SELECT, EXPAND) for event in events)]]
        utilities = tuple(float(u) for u in workspace.utilities)
        shown.append(_simulation(game, state, number, nodes, tree, breadth, utilities))
    return MCTSTrace(game, state, tuple(shown), tree)


def _simulation(
    game: Game,
    state: State,
    number: int,
    path: list[int],
    tree: MctsTree,
    breadth: float,
    utilities: tuple[float, ...],
) -> Simulation:
    """One simulation, reconstructed from the nodes on its path and the statistics after it.

    breadth: UCB1's factor at the time of the selection. utilities: above or below the game's middle, as in the tree.
    """
    middle = game.middle
    names: list[str] = []
    bounds: list[tuple[float, float] | None] = []
    here = state
    for node, child in pairwise(path):
        mover, moves = game.to_move(here), game.moves(here)
        move = moves[child - int(tree.first[node])]
        names.append(game.action_text(here, move))
        before = int(tree.visits[child]) - 1
        if mover == CHANCE or before == 0:
            bounds.append(None)
        else:
            mean = (float(tree.total[child]) - utilities[mover]) / before
            bounds.append((middle + mean, breadth * math.sqrt(math.log(int(tree.visits[node]) - 1) / before)))
        here = game.result(here, move)
    is_new = len(path) > 1 and int(tree.visits[path[-1]]) == 1
    expanded = names.pop() if is_new else None
    first = int(tree.first[0])
    children = tuple(
        (
            game.action_text(state, action),
            int(tree.visits[first + i]),
            middle + float(tree.total[first + i]) / max(1, int(tree.visits[first + i])),
        )
        for i, action in enumerate(game.legal(state))
    )
    shown = tuple(middle + utility for utility in utilities)
    return Simulation(number, tuple(names), expanded, shown, children, tuple(path), tuple(bounds[: len(names)]))
