"""A search step by step: the same kernels, interpreted, with their notes recorded."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.arguments import check_state, checked
from zermelo.compile.kernel.memory import CUTOFFS, DEEPEST, LIMIT, new_memory, new_numbers
from zermelo.compile.kernel.recursion import allow_recursion
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.evaluate import centred, opinion
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.numerals import plain, window, worth
from zermelo.picture import Node, Tree, drawn_by
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.expectiminimax import Expectiminimax
from zermelo.search.textbook.expectimax import Expectimax
from zermelo.search.textbook.lookahead import Lookahead
from zermelo.search.textbook.maxn import MaxN
from zermelo.search.textbook.minimax import Minimax
from zermelo.search.textbook.opponents import RANDOM, Opponent
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.trace.moment import Drawn, Moment, Walk, moment
from zermelo.search.trace.pseudocode import VALUE, Pseudocode, check_notation, pseudocode
from zermelo.search.trace.recorder import Recorder, Step, Visited, cut_name
from zermelo.search.trace.why import why

KINDS: dict[str, type[Lookahead]] = {kind.name: kind for kind in (Minimax, AlphaBeta, Expectimax, Expectiminimax, MaxN)}
AVERAGING = ("expectimax", "expectiminimax", "maxn")  # an average may be rounded to a win
MOST_NODES = 20_000  # in a trace


@dataclass(frozen=True)
class Trace(Drawn):
    """All steps of one search and the tree it visited.

    >>> import zermelo
    >>> trace = zermelo.trace(zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]"))
    >>> trace.why("2.2")[:36]
    '2.2 was cut: MIN can force ≤ 2 at 2 '
    """

    game: Game
    algorithm: str
    steps: tuple[Step, ...]
    root: Visited
    value: float  # MAX's; in expectimax and max^n, that of the player to move at the root
    leaves: int
    skipped: int  # leaves that were cut off
    bounded: bool  # does the algorithm keep alpha and beta?
    pseudocode: Pseudocode  # whose lines the steps name
    counted: bool = True  # False: too many to count, so `skipped` is a lower bound
    judged: bool = True  # False: nothing evaluates positions at the depth limit, so they count as even
    known: bool = True  # False: the value comes from such positions and means nothing
    values: tuple[float, ...] = ()  # in max^n: one per player
    alike: Mapping[int, int] = field(default_factory=dict)  # the information set of a node, by its number

    @property
    def worth(self) -> str:
        """The value in words; that of each player in max^n."""
        return worth(self.value, self.values, self.game.scale) if self.known else "unknown"

    @property
    def whose(self) -> str:
        """Whose value it is, to follow "to" or "for"."""
        return f"({', '.join(map(self.game.player_name, range(self.game.players)))})" if self.values else "MAX"

    @property
    def action(self) -> str | None:
        """The best action's name; None if the root is a leaf or a chance node."""
        return self.root.children[self.root.best].path[-1] if self.root.best is not None else None

    def nodes(self) -> list[Visited]:
        """Every node, indexed by its number."""
        return _walk(self.root)

    def why(self, path: str | Sequence[Any]) -> str:
        """Why the branch at a path was cut, in words, or that it was searched.

        path: a node's name ("2.1": action 1 after action 2, or what a figure calls it), or its actions one by one
        (["2", "1"]).
        Raises ZermeloError if there is no such branch.
        """
        return why(self.root, self.steps, path, self.bounded)

    def at(self, step: int) -> Moment:
        """The search after a step: the pseudocode with its line lit, and the tree as far as it is known then."""
        return moment(self, step)

    def walk(self) -> Walk:
        """All steps, for a notebook: a slider goes through them."""
        return Walk(self)

    def visited_leaves(self) -> list[Visited]:
        """The leaves in the order in which they were visited."""
        return [node for node in _walk(self.root) if not node.children and node.status != "cut"]

    def to_json(self) -> dict[str, Any]:
        """The object that `trace --json` prints."""
        return {
            "game": self.game.title,
            "position": self.game.state_text(self.root.state),
            "algorithm": self.algorithm,
            "action": self.action,
            "value": self.value if self.known else None,
            **({"values": list(self.values)} if self.values and self.known else {}),
            "leaves": self.leaves,
            "skipped": self.skipped,
            "pseudocode": list(self.pseudocode.lines),
            "steps": [step.to_json() for step in self.steps],
            **({"information_sets": self._sets()} if self.alike else {}),
        }

    def _sets(self) -> list[list[str]]:
        """The names of the nodes in each information set."""
        names = [node.name for node in self.nodes()]
        return [[names[node] for node, one in self.alike.items() if one == s] for s in sorted(set(self.alike.values()))]

    def __str__(self) -> str:
        return drawn_by("trace_text", self)

    def __repr__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.bounded else ""
        found = f"worth {self.worth} to {self.whose}, {self.leaves} leaves visited{skipped}"
        return f"<Trace of {self.algorithm} on {self.game.title}: {found}>"

    def picture(self) -> Tree:
        """The tree with values, the best line and the cut branches."""
        caption = f"{self.algorithm}: {self.worth} for {self.whose}, {self.leaves} leaves"
        if self.skipped:
            caption += f", {self.skipped} skipped"
        return Tree(self._drawn(self.root, None), caption)

    def picture_at(self, step: int) -> Tree:
        """The tree after a step, with what is known by then; nodes that are not reached yet have no values."""
        here, last = self.steps[step - 1], step == len(self.steps)
        then = {one.index: one for one in self.steps[:step]}
        labels = {one.index: one.label for one in self.steps[:step] if one.label}
        return Tree(self._drawn(self.root, _Then(then, labels, here.index, last)), f"step {step} of {len(self.steps)}")

    def _drawn(self, node: Visited, then: _Then | None, on_line: bool = True) -> Node:
        """A node with what is below it. then: at an earlier time; None: at the end."""
        edge = node.path[-1] if node.path and node.path[-1] != node.called else ""
        if node.probability is not None:
            edge = f"{edge} ({plain(node.probability)})".lstrip()
        label, state, note = node.label, node.status or ("best" if on_line and node.path else ""), ""
        if self.bounded and node.children:
            note = f"{window(node.alpha, node.beta, node.scale, gap=' ')}{_named_cut(node)}"
        if then is not None:
            label, state = then.labels.get(node.number, ""), then.state(node, state)
            step = then.steps.get(node.number)
            note = window(step.alpha, step.beta, step.scale, gap=" ") if note and step else ""
            note += f" {step.cut}" if note and step and step.cut else ""
        return Node(
            kind=node.kind if node.children or node.kind != "leaf" else "leaf",
            label=label,
            edge=edge,
            state=state,
            children=tuple(
                self._drawn(child, then, on_line and index == node.best) for index, child in enumerate(node.children)
            ),
            note=note,
            alike=self.alike.get(node.number, -1),
            name=node.called,
        )


@dataclass(frozen=True)
class _Then:
    """What is known of the nodes at a step: see `Trace.picture_at`."""

    steps: Mapping[int, Step]  # the last one about each node, by its number
    labels: Mapping[int, str]
    current: int
    last: bool

    def state(self, node: Visited, finally_: str) -> str:
        """How a node is drawn; finally_: at the end."""
        if node.number == self.current:
            return "current"
        if finally_ == "cut":
            parent = self.steps.get(node.above)
            return "cut" if parent is not None and parent.cut else ""
        return finally_ if self.last else ""


@checked
def trace(
    game: Game,
    state: Any = None,
    algorithm: Any = None,
    depth: int | None = None,
    strict: bool = False,
    most: int = MOST_NODES,
    notation: str = VALUE,
    opponent: Opponent = RANDOM,
) -> Trace:
    """Runs minimax, alphabeta, expectimax, expectiminimax or maxn on a small tree and records every step.

    state: by default the initial one. algorithm: by default the one of these that suits the game. The two may also
    come the other way round: trace(game, "minimax"), trace(game, "minimax", state).
    In expectimax the player to move is MAX, and the others are chance nodes with the probabilities of `opponent`; in
    maxn every node has a value per player.
    depth: plies to look ahead; None: to the end of the game. notation: where the pseudocode of alpha-beta tests for a
    cut, "value" (v ≥ β, before α is raised) or "window" (α ≥ β, after that).
    Raises TooLarge, a ZermeloError, if there are more than `most` nodes.

    >>> import zermelo
    >>> trace = zermelo.trace(zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]"), algorithm="alphabeta")
    >>> trace.value
    3.0
    """
    state, algorithm = _in_order(game, state, algorithm)
    if algorithm not in KINDS:
        if algorithm == "mcts":
            raise ZermeloError("mcts has simulations for steps: in Python, zermelo.trace_mcts(game, state) traces it")
        raise ZermeloError(f"trace knows {', '.join(KINDS)} and mcts, not {brief(repr(algorithm))}")
    check_notation(notation)
    _check_opponent(opponent, algorithm)
    search = KINDS[algorithm]().with_options(strict=strict)
    if isinstance(search, Expectimax):
        search = replace(search, opponent=opponent)
    refusal = search.refusal(game)  # also where max^n would take its place
    if refusal:
        raise ZermeloError(refusal)
    plies = min(depth if depth is not None else game.max_plies or DEEPEST, DEEPEST)
    evaluator = opinion(game)
    win = evaluator.win if evaluator else 1.0
    mover = max(game.to_move(state), 0) if not game.is_terminal(state) else 0
    values = new_numbers(False, (plies + 1) * game.players) if algorithm == "maxn" else None
    maximiser = mover if algorithm == "expectimax" else None
    recorder = Recorder(game, algorithm == "alphabeta", most, win, maximiser, values, opponent)
    rules = interpreted_rules(game, centred(evaluator, game.middle) if evaluator else None, win, recorder.note)
    memory = new_memory(False, plies)
    memory[LIMIT] = UNLIMITED
    before = {"alphabeta": (-math.inf, math.inf), "expectimax": (mover,)}.get(algorithm, ())
    after = () if values is None else (values,)
    recorder.root(state)
    allow_recursion(plies)
    found = search.factory(game)(rules)(state, plies, *before, memory, *after)
    value = recorder.unit(found)
    recorder.count_skipped()
    code = pseudocode(algorithm, recorder.marks, notation, strict, game.has_chance)
    lines = (code.marks[mark] for mark in recorder.marks)
    is_won = algorithm not in AVERAGING and game.reach is not None and abs(found) >= game.reach > 0
    return Trace(
        game=game,
        algorithm=algorithm,
        steps=tuple(replace(step, line=line) for step, line in zip(recorder.steps, lines, strict=True)),
        root=recorder.top,
        value=float(value),
        leaves=recorder.leaves,
        skipped=recorder.skipped,
        bounded=algorithm == "alphabeta",
        counted=recorder.counted,
        judged=evaluator is not None,
        known=evaluator is not None or not memory[CUTOFFS] or is_won,
        values=recorder.top.values,
        pseudocode=code,
    )


def _in_order(game: Game, state: Any, algorithm: Any) -> tuple[State, Any]:
    """The state and the algorithm, whichever of them came first, or their defaults. Raises ZermeloError."""
    is_name = state in KINDS if isinstance(state, str) else False
    if is_name or (isinstance(state, str) and not isinstance(game.initial(), str)):
        state, algorithm = algorithm, state
    elif algorithm is not None and not isinstance(algorithm, str) and state is None:
        state, algorithm = algorithm, None
    if state is None:
        state = game.initial()
    check_state("trace(game, state, algorithm)", state, game)
    return state, usual_algorithm(game) if algorithm is None else algorithm


def _check_opponent(opponent: Opponent, algorithm: str) -> None:
    """Raises ZermeloError unless a trace of this algorithm can show the probabilities of this opponent."""
    if opponent != RANDOM and algorithm != Expectimax.name:
        raise ZermeloError(f"an opponent is for expectimax, and {algorithm} has none: trace expectimax")
    if opponent.adversarial or opponent.benign:
        raise ZermeloError(
            f"opponent {opponent}: a trace shows opponents whose moves have probabilities, such as "
            "0.8*minimax2+0.2*random; analyse with expectimax serves the others"
        )


def usual_algorithm(game: Game) -> str:
    """The algorithm that is traced where nobody names one."""
    if game.players == 1:
        return Expectimax.name  # MAX alone, or against chance
    if not game.is_duel:
        return MaxN.name
    return Expectiminimax.name if game.has_chance else AlphaBeta.name


def _named_cut(node: Visited) -> str:
    """The name of the cut that a node made, after a space; "" if it made none."""
    return f" {cut_name(node.kind)}" if any(child.status == "cut" for child in node.children) else ""


def _walk(node: Visited) -> list[Visited]:
    """The nodes in preorder."""
    found, waiting = [], [node]
    while waiting:
        here = waiting.pop()
        found.append(here)
        waiting += reversed(here.children)
    return found
