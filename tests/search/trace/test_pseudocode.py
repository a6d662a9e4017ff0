"""The lines that traces light are those that the pseudocode executes: it is run as a program, and compared."""

from __future__ import annotations

import math
from typing import Any

import pytest
from executed import Many, run

from zermelo.evaluate import opinion
from zermelo.game import CHANCE, MAX, MIN, Game, ZermeloError
from zermelo.loading import load
from zermelo.search.trace.mcts import trace_mcts
from zermelo.search.trace.pseudocode import LISTINGS, NOTATIONS, pseudocode
from zermelo.search.trace.trace import Trace, trace

LECTURE = "[[3,12,8],[2,4,6],[14,5,2]]"
SIXTEEN = "[[[[84,-29],[-37,-25]],[[1,-43],[-75,49]]],[[[-21,-51],[58,-46]],[[-3,-13],[26,79]]]]"
COIN = 'graph TD\n A[MAX]-->|x|C(CHANCE)\n C-->|"h 0.5"|H[6]\n C-->|"t 0.5"|M[MIN]\n M-->P[2]\n M-->Q[-1]\n A-->S[2]'
SEARCHES = [
    *[(text, "minimax", {}) for text in (LECTURE, SIXTEEN, "tree:first=min,text=[[3,12],[2,4]]", "nim:stones=5")],
    *[
        (text, "alphabeta", {"strict": strict, "notation": notation})
        for text in (
            LECTURE,
            SIXTEEN,
            "[[3,3],[3,9],[2,3]]",
            "tree:first=min,text=[[3,12],[2,4],[9,9]]",
            "nim:stones=6",
        )
        for strict in (False, True)
        for notation in NOTATIONS
    ],
    ("random-tree:depth=6,branching=3", "alphabeta", {"notation": "window"}),
    ("random-tree:depth=5,branching=3", "minimax", {}),
    ("tic-tac-toe", "alphabeta", {"depth": 2}),
    ("nim:stones=6", "minimax", {"depth": 2}),
    (LECTURE, "expectimax", {}),
    ("bins", "expectimax", {}),
    ("coin-flip:turns=1", "expectimax", {}),
    (COIN, "expectiminimax", {}),
    ("coin-flip:turns=1", "expectiminimax", {"depth": 3}),
    ("tree:players=3,text=[[[(1,2,6),(4,2,3)],[(6,1,2),(7,4,1)]],[[(5,1,1),(1,5,2)],[(7,7,1),(5,4,5)]]]", "maxn", {}),
    ("castles", "maxn", {"depth": 2}),
    ("pig:goal=3", "maxn", {"depth": 3}),
]


class Place:
    """A state with its place in the tree and the plies left, which the pseudocode does not pass on."""

    def __init__(self, state: Any, path: tuple[str, ...], left: float) -> None:
        self.state, self.path, self.left = state, path, left


def words(game: Game, shown: Trace) -> dict[str, Any]:
    """The functions that the pseudocode calls. MAX and MIN are both players and functions there, and so here."""
    judge, root = opinion(game), shown.root.state
    own = max(game.to_move(root), 0) if shown.algorithm == "expectimax" else MAX
    players = {own: max, CHANCE: CHANCE, **({} if shown.algorithm == "expectimax" else {MIN: min})}

    def judged(place: Place, player: int) -> float:
        return float(judge.function(place.state, player)) if judge else 0.0

    def probability(place: Place, action: Any) -> float:
        if game.to_move(place.state) == CHANCE:
            return dict(game.outcomes(place.state))[action]
        return 1 / len(game.legal(place.state))

    def result(place: Place, action: Any) -> Place:
        path = (*place.path, game.action_text(place.state, action))
        return Place(game.result(place.state, action), path, place.left - 1)

    def to_move(place: Place) -> Any:
        mover = game.to_move(place.state)
        return mover if shown.algorithm == "maxn" else players.get(mover)

    return {
        "MAX": max,
        "MIN": min,
        "CHANCE": CHANCE,
        "PLAYERS": game.players,
        "Many": Many,
        "TO_MOVE": to_move,
        "PROBABILITY": probability,
        "RESULT": result,
        "IS_TERMINAL": lambda place: game.is_terminal(place.state),
        "IS_CUTOFF": lambda place: place.left == 0,
        "UTILITY": lambda place: float(game.utility(place.state, own)),
        "EVAL": lambda place: judged(place, own),
        "UTILITIES": lambda place: Many(float(game.utility(place.state, p)) for p in range(game.players)),
        "EVALS": lambda place: Many(judged(place, p) for p in range(game.players)),
        "ACTIONS": lambda place: game.moves(place.state),
        "OUTCOMES": lambda place: game.moves(place.state),
    }


@pytest.mark.parametrize(("spec", "algorithm", "options"), SEARCHES)
def test_traces_light_the_lines_that_the_pseudocode_executes(spec, algorithm, options):
    game = load(spec)
    shown = trace(game, algorithm=algorithm, **options)
    code, nodes = shown.pseudocode, shown.nodes()
    executed: list[tuple[int, tuple[str, ...], Any]] = []

    def lit(line: int, names: dict[str, Any]) -> None:
        where = names["state"].path
        if code.is_cut(line) and options.get("notation") == "window":
            before = executed.pop()  # a step that ends in a cut lights the cut, not the update just before it
            assert before[:2] in ((code.marks["update max"], where), (code.marks["update min"], where))
        executed.append((line, where, names.get("v")))

    value = run(code, words(game, shown), lit, Place(shown.root.state, (), options.get("depth", math.inf)))
    assert [(step.line, nodes[step.index].path) for step in shown.steps] == [done[:2] for done in executed]
    for step, (_, _, v) in zip(shown.steps, executed, strict=True):
        if step.event in ("update", "back", "prune"):
            assert list(step.values or [step.value]) == pytest.approx(v if isinstance(v, list) else [v])
    assert list(shown.root.values or [shown.value]) == pytest.approx(value if isinstance(value, list) else [value])


def test_every_algorithm_is_among_those_that_are_tried():
    assert {algorithm for _, algorithm, _ in SEARCHES} | {"mcts"} == {*LISTINGS, "alphabeta"}


def test_lines_about_chance_and_depth_are_shown_where_they_matter():
    assert not any("IS-CUTOFF" in line for line in trace(load(LECTURE)).pseudocode.lines)
    assert any("IS-CUTOFF" in line for line in trace(load("nim:stones=6"), depth=2).pseudocode.lines)
    assert not any("CHANCE" in line for line in trace(load("castles"), depth=2).pseudocode.lines)
    assert any("CHANCE" in line for line in pseudocode("mcts", chance=True).lines)
    strict = trace(load(LECTURE), strict=True, notation="window").pseudocode
    assert sum("if α > β then return v" in line for line in strict.lines) == 2


def test_a_notation_that_there_is_not():
    with pytest.raises(ZermeloError, match=r"the notation of a cut is value \(.*\) or window \(.*\), not 'book'"):
        trace(load(LECTURE), notation="book")


def test_a_cut_is_named_after_the_bound_that_it_meets():
    """At MIN nodes α-cut-offs, at MAX nodes β-cut-offs; the line that is lit says the same."""
    for notation in NOTATIONS:
        shown = trace(load("[[[2,3],[5,9]],[[0],[7,4]],[[2,1],[5,6]]]"), notation=notation)
        cuts = [step for step in shown.steps if step.event == "prune"]
        named = [(step.node, step.player, step.cut) for step in cuts]
        assert named == [("1.2", "MAX", "β-cut-off"), ("2", "MIN", "α-cut-off"), ("3", "MIN", "α-cut-off")]
        for step in cuts:
            assert f"({step.cut})" in step.reason
            assert shown.pseudocode.line(step.line).endswith(f"▷ {step.cut}")
            assert step.to_json()["cut"] == step.cut


# --- Monte Carlo tree search ----------------------------------------------------------------------------------------


class Grown:
    """A node of the tree that the pseudocode of MCTS grows."""

    def __init__(self, state: Any, above: Grown | None = None, name: str = "") -> None:
        self.state, self.above, self.name = state, above, name
        self.children: list[Grown] = []
        self.visits, self.won, self.moved = 0, 0.0, False

    @property
    def path(self) -> tuple[str, ...]:
        return (*self.above.path, self.name) if self.above else ()


class Constant:
    """UCB1's C, which grows with the range of the results."""

    def __init__(self, constants: list[float]) -> None:
        self.constants, self.at = constants, 0

    def __mul__(self, root: float) -> float:
        return self.constants[self.at] * root


@pytest.mark.parametrize("spec", [LECTURE, "tic-tac-toe", "nim:stones=7", "castles", "coin-flip:turns=2", "pig:goal=6"])
def test_mcts_lights_the_lines_that_its_pseudocode_executes(spec):
    """Chance and the playouts are the trace's; whatever else happens is decided by the pseudocode."""
    game = load(spec)
    state = game.initial()
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.outcomes(state)[0][0])
    shown = trace_mcts(game, state, simulations=60)
    results, done = [one.utilities for one in shown.simulations], list[Any]()
    spans = [max(map(max, results[:n])) - min(map(min, results[:n])) if n else 0.0 for n in range(len(results) + 1)]
    constant = Constant([shown.exploration * span / shown.counting.breadth for span in spans])

    def drawn(node: Grown) -> Grown:
        one = shown.simulations[constant.at]
        name = [*one.selected, *([one.expanded] if one.expanded else [])][len(node.path)]
        return next(child for child in node.children if child.name == name)

    def is_chance(node: Grown) -> bool:
        return not game.is_terminal(node.state) and game.to_move(node.state) == CHANCE

    def is_full(node: Grown) -> bool:
        if not node.children:
            return False
        return drawn(node).visits > 0 if is_chance(node) else all(child.visits for child in node.children)

    def expand(leaf: Grown) -> Grown:
        if game.is_terminal(leaf.state):
            return leaf
        if not leaf.children:
            moves = game.moves(leaf.state)
            texts = [game.action_text(leaf.state, move) for move in moves]
            leaf.children = [
                Grown(game.result(leaf.state, move), leaf, text) for move, text in zip(moves, texts, strict=True)
            ]
        return drawn(leaf) if is_chance(leaf) else next(child for child in leaf.children if not child.visits)

    def up(node: Grown | None) -> Any:
        while node:
            yield node
            node = node.above

    def chooser(node: Grown) -> int:
        return max(game.to_move(node.above.state if node.above else state), 0)

    grown: list[Grown] = []

    def root(state: Any) -> Grown:
        grown.append(Grown(state))
        return grown[0]

    def lit(line: int, names: dict[str, Any]) -> None:
        place = names["leaf" if line == shown.pseudocode.marks["selection"] else "child"].path
        done.append((line, place))
        constant.at += line == shown.pseudocode.marks["backup"]

    given = {
        "C": constant,
        "CHANCE": CHANCE,
        "NODE": root,
        "EXPAND": expand,
        "PATH": up,
        "DRAWN_CHILD": drawn,
        "IS_TIME_REMAINING": lambda: constant.at < len(results),
        "IS_FULLY_EXPANDED": is_full,
        "TO_MOVE": lambda node: game.to_move(node.state),
        "SIMULATE": lambda child: results[constant.at],
        "GREATEST": lambda node, bound: max(node.children, key=bound),
        "MOST_VISITED": lambda node: max(node.children, key=lambda child: (child.visits, child.won)).name,
        "PARENT": lambda node: node.above,
        "N": lambda node: node.visits,
        "W": lambda node: node.won,
        "SET_N": lambda node, visits: setattr(node, "visits", visits),
        "SET_W": lambda node, won: setattr(node, "won", won),
        "FOR_CHOOSER": lambda result, node: shown.counting.count(result[chooser(node)]),
    }
    action = run(shown.pseudocode, given, lit, state)
    expected = []
    for step in shown.steps:
        one = step.simulation
        new = (*one.selected, one.expanded) if one.expanded else one.selected
        expected.append((step.line, one.selected if step.phase == "selection" else new))
    assert done == expected
    assert action == shown.action
    counted = {node.path: (node.visits, node.won) for node in shown.nodes()}
    waiting = [grown[0]]
    while waiting:
        node = waiting.pop()
        waiting += [child for child in node.children if child.visits]
        assert counted.pop(node.path) == (node.visits, pytest.approx(node.won))
    assert not counted


def test_wins_are_counted_where_a_game_is_won_drawn_or_lost():
    shown = trace_mcts(load("tic-tac-toe"), simulations=50)
    root = shown.nodes()[0]
    wins, draws = (sum(one.utilities[0] == u for one in shown.simulations) for u in (1.0, 0.0))
    assert (root.won, root.visits) == (wins + draws / 2, 50)
    assert shown.counting.wins
    assert not trace_mcts(load(LECTURE)).counting.wins
