"""MCTS one simulation at a time: selection, expansion, playout, backup."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from zermelo.arguments import checked
from zermelo.bits import mix
from zermelo.compile.kernel.memory import LIMIT, new_memory
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.game import CHANCE, Game, State, ZermeloError
from zermelo.numerals import fraction, plain
from zermelo.picture import Node, Tree, drawn_by
from zermelo.search.base import check_choice
from zermelo.search.mcts.kernel import EXPAND, SELECT, kernel_for
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.tree import MctsTree, new_shared, new_tree
from zermelo.search.sampling.ledger import MOST, USED
from zermelo.search.sampling.memory import NOISE
from zermelo.search.sampling.scale import HIGH, LOW
from zermelo.search.sampling.workspace import new_workspace
from zermelo.search.trace.moment import Drawn, Moment, Walk, moment
from zermelo.search.trace.pseudocode import Pseudocode, pseudocode
from zermelo.search.trace.recorder import called
from zermelo.search.trace.ucb1 import Choice, Counting, Sibling, counting
from zermelo.search.trace.ucb1 import exploration as added

MOST_SIMULATIONS = 2000
PHASES = ("selection", "expansion", "simulation", "backup")  # the steps of a simulation; the last step is the "choice"


@dataclass(frozen=True)
class Simulation:
    """One simulation: its path, the node it added, the playout's result, and the root's children after it."""

    number: int
    selected: tuple[str, ...]  # actions chosen by UCB1 (or drawn by chance)
    expanded: str | None  # the action that leads to the new node
    utilities: tuple[float, ...]  # at the end of the playout, one per player
    children: tuple[tuple[str, int, float], ...]  # action, visits, mean for the player to move
    path: tuple[int, ...] = ()  # nodes of the search tree from the root, the new one last
    choices: tuple[Choice | None, ...] = ()  # what UCB1 compared, per selected action; None: chance drew it
    won: tuple[float, ...] = ()  # W of the root's children, as the visits and means in `children`

    def to_json(self) -> dict[str, Any]:
        rows = zip(self.children, self.won, strict=True)
        return {
            "simulation": self.number,
            "selection": list(self.selected),
            "choices": [one and one.to_json() for one in self.choices],
            "expansion": self.expanded,
            "playout": list(self.utilities),
            "backup": [{"action": a, "visits": n, "value": v, "w": w} for (a, n, v), w in rows],
        }


@dataclass(frozen=True)
class Phase:
    """A step of the trace: one of the four phases of a simulation, or the choice at the end."""

    number: int
    phase: str  # one of PHASES, or choice
    simulation: Simulation  # the last one for the choice
    line: int  # of the pseudocode


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
    won: float = 0.0  # W, for the chooser (player 0 below chance): see Counting
    bound: float | None = None  # UCB1 of the next selection; None at the root and below chance
    called: str = ""  # what the figure calls it, if the game was read from one


@dataclass(frozen=True)
class MCTSTrace(Drawn):
    """All simulations of one search."""

    game: Game
    state: State
    simulations: tuple[Simulation, ...]
    tree: MctsTree
    counting: Counting  # what W counts
    exploration: float  # UCB1's constant in units of the range of results seen
    ranges: tuple[float, ...]  # that range before each simulation, and at the end, in units of W
    pseudocode: Pseudocode

    @property
    def action(self) -> str:
        """The most visited action."""
        return self._best[0]

    @property
    def _best(self) -> tuple[str, int, float]:
        return max(self.simulations[-1].children, key=lambda child: (child[1], child[2]))

    def constant(self, simulations: int | None = None) -> float:
        """UCB1's C after this many simulations, by default at the end."""
        return self.exploration * self.ranges[-1 if simulations is None else simulations]

    @property
    def steps(self) -> tuple[Phase, ...]:
        """The phases of all simulations, and the choice."""
        lines = self.pseudocode.marks
        walked = [(phase, one) for one in self.simulations for phase in PHASES] + [("choice", self.simulations[-1])]
        return tuple(Phase(number, phase, one, lines[phase]) for number, (phase, one) in enumerate(walked, 1))

    def at(self, step: int) -> Moment:
        """The search after a step: the pseudocode with its line lit, and the tree as far as it has grown."""
        return moment(self, step)

    def walk(self) -> Walk:
        """All steps, for a notebook: a slider goes through them."""
        return Walk(self)

    def __str__(self) -> str:
        return drawn_by("mcts_text", self)

    def __repr__(self) -> str:
        count = len(self.simulations)
        return f"<MCTSTrace of {self.game.title}: {count} simulations, most visited {self.action}>"

    def to_json(self) -> dict[str, Any]:
        """The object that `trace --json` prints."""
        best = self._best
        return {
            "game": self.game.title,
            "position": self.game.state_text(self.state),
            "algorithm": "mcts",
            "action": best[0],
            "value": best[2],
            "exploration": self.exploration,
            "simulations": len(self.simulations),
            "pseudocode": list(self.pseudocode.lines),
            "lines": {phase: self.pseudocode.marks[phase] for phase in (*PHASES, "choice")},
            "steps": [simulation.to_json() for simulation in self.simulations],
        }

    def nodes(self, simulations: int | None = None) -> list[MctsNode]:
        """The nodes visited by the first simulations, by default by all, in preorder."""
        tree, game = self.tree, self.game
        played = self.simulations[:simulations]
        visits, results = defaultdict[int, int](int), defaultdict[int, list[float]](lambda: [0.0] * game.players)
        for one in played:
            for node in one.path:
                visits[node] += 1
                results[node] = [total + utility for total, utility in zip(results[node], one.utilities, strict=True)]
        constant = self.constant(len(played))
        found: list[MctsNode] = []
        waiting: list[tuple[Any, ...]] = [(self.state, 0, -1, 0, (), game.to_move(self.state), True)]
        while waiting:
            state, node, above, place, path, chooser, best = waiting.pop()
            count, totals = visits[node], results[node]
            over = game.is_terminal(state)
            mover = CHANCE if over else game.to_move(state)
            kind = "leaf" if over else "chance" if mover == CHANCE else self._player(mover)
            mean = totals[0 if game.is_duel else max(chooser, 0)] / max(1, count)
            won = (totals[max(chooser, 0)] - count * self.counting.lowest) / self.counting.breadth
            bound = None
            if above >= 0 and chooser != CHANCE and count:
                bound = won / count + added(constant, found[above].visits, count)
            found.append(
                MctsNode(node, above, place, path, kind, chooser, count, mean, best, won, bound, called(game, state))
            )
            if tree.count[node] <= 0:
                continue
            first, here = int(tree.first[node]), len(found) - 1
            moves = game.moves(state)
            counts = [visits[first + index] for index in range(len(moves))]
            favourite = counts.index(max(counts))
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
                if counts[index] > 0
            ]
        return found

    def picture_at(self, step: int) -> Tree:
        """The tree at a step: before a simulation is backed up, as the simulations before it have left it."""
        here = self.steps[step - 1]
        one, phase = here.simulation, here.phase
        if phase == "choice":
            return self.picture()
        played = one.number if phase == "backup" else one.number - 1
        current = one.path[-1] if phase == "backup" else one.path[len(one.selected)]
        constant = plain(self.constant(played), self.game.scale, 3)
        return Tree(self.drawn(played, current), f"simulation {one.number}, {phase}, C = {constant}")

    def _player(self, mover: int) -> str:
        return ("max", "min")[mover] if self.game.players == 2 else f"player {mover}"

    def picture(self) -> Tree:
        """The final tree, with W/N at every node and UCB1 beside it."""
        return Tree(self.drawn(len(self.simulations)), f"{self._head}, {self.action}")

    @property
    def _head(self) -> str:
        return f"mcts: {len(self.simulations)} simulations, C = {plain(self.constant(), self.game.scale, 3)}"

    def drawn(self, simulations: int, current: int = -1) -> Node:
        """The root of the tree after some simulations. current: a node's number in the search tree."""
        nodes = self.nodes(simulations)
        last = simulations == len(self.simulations)
        children: list[list[Node]] = [[] for _ in nodes]
        drawn = Node("leaf", "")
        for index in reversed(range(len(nodes))):
            node = nodes[index]
            state = "best" if node.best and node.path and last else ""
            drawn = Node(
                kind=node.kind,
                label=fraction(node.won, node.visits, self.game.scale),
                edge=node.path[-1] if node.path and node.path[-1] != node.called else "",
                state="current" if node.number == current else state,
                children=tuple(reversed(children[index])),
                note="" if node.bound is None else f"UCB1 {plain(node.bound, self.game.scale, 3)}",
                name=node.called,
            )
            if node.above >= 0:
                children[node.above].append(drawn)
        return drawn


@checked
def trace_mcts(
    game: Game,
    state: State | None = None,
    simulations: int = 10,
    seed: int = 1,
    exploration: float | None = None,
) -> MCTSTrace:
    """Runs UCT and records each simulation.

    exploration: UCB1's constant for results between 0 and 1, by default √½. Where results lie in another range, C is
    that many times the range seen so far.

    >>> import zermelo
    >>> trace = zermelo.trace_mcts(zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]"), simulations=10, seed=1)
    >>> trace.action
    '1'
    """
    if not 1 <= simulations <= MOST_SIMULATIONS:
        raise ZermeloError(f"between 1 and {MOST_SIMULATIONS} simulations can be shown, not {simulations}")
    state = game.initial() if state is None else state
    search = MCTS(sims=simulations, seed=seed, exploration=exploration, plain=True, compiled=False)
    search.check_served(game)
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
    paths: list[tuple[int, ...]] = []
    results: list[tuple[float, ...]] = []
    ranges = [0.0]
    for number in range(1, simulations + 1):
        memory[LIMIT] = number
        events.clear()
        run(state, tree, memory, shared, workspace)
        length = 1 + sum(event in (SELECT, EXPAND) for event in events)
        paths.append(tuple(int(node) for node in workspace.path[:length]))
        results.append(tuple(game.middle + float(utility) for utility in workspace.utilities))
        ranges.append(float(workspace.scale[HIGH] - workspace.scale[LOW]))
    counted = counting(game, results)
    constants = [knobs["exploration"] * one / counted.breadth for one in ranges]
    shown = _simulations(game, state, tree, paths, results, counted, constants)
    code = pseudocode("mcts", chance=game.has_chance)
    spans = tuple(one / counted.breadth for one in ranges)
    return MCTSTrace(game, state, tuple(shown), tree, counted, float(knobs["exploration"]), spans, code)


def _simulations(
    game: Game,
    state: State,
    tree: MctsTree,
    paths: list[tuple[int, ...]],
    results: list[tuple[float, ...]],
    counted: Counting,
    constants: list[float],
) -> Iterator[Simulation]:
    """The simulations, reconstructed from the nodes on their paths and their results.

    constants: UCB1's C before each simulation.
    """
    visits, won = defaultdict[int, int](int), defaultdict[int, float](float)
    first, actions = int(tree.first[0]), game.legal(state)
    for number, (path, utilities) in enumerate(zip(paths, results, strict=True), 1):
        names: list[str] = []
        choices: list[Choice | None] = []
        choosers = [0]
        here = state
        for node, child in pairwise(path):
            player, moves = game.to_move(here), game.moves(here)
            start = int(tree.first[node])
            texts = [game.action_text(here, move) for move in moves]
            choices.append(None)
            if player != CHANCE and visits[child]:
                counts = [(visits[start + place], won[start + place]) for place in range(len(moves))]
                siblings = tuple(
                    Sibling(text, start + i, total, count, added(constants[number - 1], visits[node], count))
                    for i, (text, (count, total)) in enumerate(zip(texts, counts, strict=True))
                )
                at = child - start
                choices[-1] = Choice(player, tuple(names), visits[node], constants[number - 1], siblings, at)
            names.append(texts[child - start])
            choosers.append(max(player, 0))
            here = game.result(here, moves[child - start])
        expanded = names.pop() if len(path) > 1 and not visits[path[-1]] else None
        for node, chooser in zip(path, choosers, strict=True):
            visits[node] += 1
            won[node] += counted.count(utilities[chooser])
        nodes = [first + place for place in range(len(actions))]
        means = [_mean(counted, won[node], visits[node], game.middle) for node in nodes]
        rows = zip(actions, nodes, means, strict=True)
        yield Simulation(
            number=number,
            selected=tuple(names),
            expanded=expanded,
            utilities=utilities,
            children=tuple((game.action_text(state, action), visits[node], mean) for action, node, mean in rows),
            path=path,
            choices=tuple(choices[: len(names)]),
            won=tuple(won[node] for node in nodes),
        )


def _mean(counted: Counting, won: float, visits: int, middle: float) -> float:
    """The mean utility; of a node without visits, the middle."""
    return counted.lowest + counted.breadth * won / visits if visits else middle
