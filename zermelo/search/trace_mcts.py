"""MCTS, one simulation at a time: selection, expansion, playout, back-propagation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.game import CHANCE, Game, State, ZermeloError
from zermelo.memory import LIMIT
from zermelo.picture import Node, Tree
from zermelo.rules import interpreted_rules
from zermelo.search.lookahead import check_choice
from zermelo.search.mcts import MCTS
from zermelo.search.uct import EXPAND, SELECT, kernel_for, new_buffers, new_tree
from zermelo.search.uct import Tree as SearchTree

MOST_SIMULATIONS = 2000


@dataclass(frozen=True)
class Simulation:
    """One iteration: where it went, what it added, how the game ended and what each child of the root has since."""

    number: int
    selected: tuple[str, ...]  # actions chosen by UCB1 (or drawn by chance)
    expanded: str | None  # the action that leads to the new node
    utilities: tuple[float, ...]  # at the end of the playout, one a player
    children: tuple[tuple[str, int, float], ...]  # action, visits, mean for the player to move

    def to_json(self) -> dict[str, Any]:
        return {
            "simulation": self.number,
            "selection": list(self.selected),
            "expansion": self.expanded,
            "playout": list(self.utilities),
            "backup": [{"action": a, "visits": n, "value": v} for a, n, v in self.children],
        }


@dataclass(frozen=True)
class MCTSTrace:
    """All simulations of one search."""

    game: Game
    state: State
    simulations: tuple[Simulation, ...]
    tree: SearchTree

    @property
    def action(self) -> str:
        """The most visited action."""
        return max(self.simulations[-1].children, key=lambda child: (child[1], child[2]))[0]

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

    def picture(self) -> Tree:
        """The tree as it stands at the end, with visits and means."""
        return Tree(self._drawn(0, self.state, "", True), f"mcts: {len(self.simulations)} simulations, {self.action}")

    def _drawn(self, node: int, state: State, edge: str, on_line: bool) -> Node:
        tree, game = self.tree, self.game
        visits = int(tree.visits[node])
        over = game.is_terminal(state)
        mover = CHANCE if over else game.to_move(state)
        children = []
        if tree.count[node] > 0:
            first, count = int(tree.first[node]), int(tree.count[node])
            favourite = int(np.argmax(tree.visits[first : first + count]))
            moves = [o for o, _ in game.outcomes(state)] if mover == CHANCE else game.legal(state)
            children = [
                self._drawn(
                    first + i, game.result(state, move), game.action_text(state, move), on_line and i == favourite
                )
                for i, move in enumerate(moves)
                if tree.visits[first + i] > 0
            ]
        mean = float(tree.total[node]) / max(1, visits)
        names = ("max", "min") if game.players == 2 else [f"player {p}" for p in range(game.players)]
        return Node(
            kind="leaf" if over else "chance" if mover == CHANCE else names[mover],
            label=f"{mean:.2g}" if edge else "",
            edge=edge,
            state="best" if on_line and edge else "",
            children=tuple(children),
            note=f"n {visits}",
        )


def trace_mcts(game: Game, state: State | None = None, simulations: int = 10, seed: int = 1) -> MCTSTrace:
    """Runs UCT for that many simulations and keeps each of them."""
    if not 1 <= simulations <= MOST_SIMULATIONS:
        raise ZermeloError(f"between 1 and {MOST_SIMULATIONS} simulations can be shown, not {simulations}")
    state = game.initial() if state is None else state
    search = MCTS(sims=simulations, seed=seed, compiled=False)
    refusal = search.refusal(game)
    if refusal:
        raise ZermeloError(refusal)
    check_choice(game, state)
    longest = game.max_plies or 1000
    events: list[int] = []

    def note(event: int, *_: Any) -> None:
        events.append(event)

    factory = kernel_for(game.players, game.zero_sum, search.exploration, longest, None)
    run = factory(interpreted_rules(game, note=note))
    room = (simulations + 1) * 512
    tree = new_tree(False, room)
    _, moves, weights, path, utilities = new_buffers(False, game.players, max(game.max_actions, 512), longest)
    _, _, scale, memory = search._start(game, state, search._kernel(game)[0])
    shown = []
    for number in range(1, simulations + 1):
        memory[LIMIT] = number
        events.clear()
        run(state, tree, memory, scale, moves, weights, path, utilities)
        shown.append(_simulation(game, state, number, events, tree, path, utilities))
    return MCTSTrace(game, state, tuple(shown), tree)


def _simulation(
    game: Game, state: State, number: int, events: list[int], tree: SearchTree, path: Any, utilities: Any
) -> Simulation:
    """One iteration from the nodes that the kernel passed through."""
    names, here, node = [], state, 0
    for step in range(1, 1 + sum(event in (SELECT, EXPAND) for event in events)):
        child = int(path[step])
        moves = [o for o, _ in game.outcomes(here)] if game.to_move(here) == CHANCE else game.legal(here)
        move = moves[child - int(tree.first[node])]
        names.append(game.action_text(here, move))
        here, node = game.result(here, move), child
    expanded = names.pop() if EXPAND in events else None
    first = int(tree.first[0])
    children = tuple(
        (
            game.action_text(state, action),
            int(tree.visits[first + i]),
            float(tree.total[first + i]) / max(1, int(tree.visits[first + i])),
        )
        for i, action in enumerate(game.legal(state))
    )
    return Simulation(number, tuple(names), expanded, tuple(float(u) for u in utilities), children)
