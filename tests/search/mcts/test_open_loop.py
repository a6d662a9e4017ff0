"""Open loops: nodes stand for the moves played, whatever was drawn before them."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from search.mcts.grown import grown_of

import zermelo
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.game import CHANCE, Game
from zermelo.players.player import as_player
from zermelo.search.mcts.expand import expander
from zermelo.search.mcts.open_loop import open_loops
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.select import selectors
from zermelo.search.mcts.session import MctsSession
from zermelo.search.mcts.tree import FULL, MOST, USED, new_shared, new_tree
from zermelo.search.sampling.proof import proofs
from zermelo.search.sampling.tree import NOWHERE
from zermelo.search.sampling.workspace import new_workspace


class Tickets(NamedTuple):
    """A choice, then twice a draw and a choice that depends on it."""

    stage: int = 0
    drawn: int = 0
    won: int = 0


@pytest.fixture(scope="module")
def tickets():
    """Odd actions win a point each. Six draws lead to two actions each, all of them different."""

    def to_move(state):
        return CHANCE if state.stage % 2 else 0

    def actions(state):
        return [2 * state.drawn, 2 * state.drawn + 1]

    def chances(state):
        return [(drawn, 1 / 6) for drawn in range(6)]

    def result(state, action):
        if state.stage % 2:
            return Tickets(state.stage + 1, action, state.won)
        if action // 2 != state.drawn:
            raise ValueError("this is the action of another draw")
        return Tickets(state.stage + 1, 0, state.won + action % 2)

    def is_terminal(state):
        return state.stage == 5

    def utility(state, player):
        return state.won if player == 0 else -state.won

    return Game(
        name="tickets",
        initial=Tickets,
        to_move=to_move,
        actions=actions,
        chances=chances,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        max_actions=2,
        max_plies=5,
        best_utility=3,
    )


def families(grown):
    """(node, first, count, room) of nodes with children: room for 2, 4, 8 … where a player moves, for 1 at chance."""
    tree, waiting = grown.trees[0], [0]
    while waiting:
        node = waiting.pop()
        first, count = int(tree.first[node]), int(tree.count[node])
        if count > 0:
            room = 1 if tree.mover[node] == CHANCE else next(2**k for k in range(1, 9) if 2**k >= count)
            yield node, first, count, room
            waiting += range(first, first + count)


def check(grown, most_moves):
    """No family lies in the room of another, each has its moves once, and visits add up."""
    tree, taken = grown.trees[0], [0]
    for node, first, count, room in families(grown):
        taken += range(first, first + room)
        if tree.mover[node] != CHANCE:
            moves = [int(move) for move in tree.move[first : first + count]]
            assert len(set(moves)) == count <= most_moves
        assert tree.visits[first : first + count].sum() <= tree.visits[node]
    assert len(set(taken)) == len(taken)
    assert max(taken) < grown.shared[0][USED]


@pytest.mark.long
def test_what_does_not_depend_on_the_draw_is_found():
    game = zermelo.load("coin-flip:turns=2")
    truth = zermelo.Expectiminimax().analyse(game)
    found = MCTS(sims=10_000, seed=2, open_loop=True, early=False, compiled=False).analyse(game)
    assert found.action == truth.action
    assert found.value == pytest.approx(truth.value, abs=0.2)
    slow = MCTS(sims=500, seed=2, open_loop=True, early=False, compiled=False).analyse(game)
    fast = MCTS(sims=500, seed=2, open_loop=True, early=False, compiled=True).analyse(game)
    assert slow.candidates == fast.candidates
    assert slow.nodes < 100


@pytest.mark.long
def test_a_node_learns_the_moves_of_every_draw(tickets):
    """There are twelve moves behind the draws, though no state has more than two: they get a child each."""
    slow, fast = (
        as_player(
            MCTS(sims=2000, seed=1, open_loop=True, early=False, rave=50, selection="ucb1-tuned", compiled=compiled)
        )
        for compiled in (False, True)
    )
    for _ in range(3):  # the second and third go on with the tree
        found, twin = slow.analyse(tickets), fast.analyse(tickets)
        assert found.candidates == twin.candidates
        check(grown_of(slow), 12)
        check(grown_of(fast), 12)
    assert found.action == 1
    assert found.value > 2.7  # of 3; who cannot tell the moves apart gets 2
    assert max(count for *_, count, _ in families(grown_of(slow))) == 12


def test_the_next_move_goes_on_with_the_tree(tickets):
    search = as_player(MCTS(sims=500, seed=1, open_loop=True, early=False, compiled=False))
    search.analyse(tickets)
    assert search.analyse(tickets, Tickets(2, 3, 1)).action == 7
    check(grown_of(search), 12)
    assert search.analyse(tickets, Tickets(2, 3, 1)).action == 7
    check(grown_of(search), 12)


@pytest.mark.long
@pytest.mark.parametrize("room", [7, *(pytest.param(room, marks=pytest.mark.slow) for room in (4, 11, 20, 40))])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_tree_without_room_for_new_moves(tickets, room, compiled, monkeypatch):
    """Moves for which there is no room are left to the playouts; all simulations are still made."""
    monkeypatch.setattr(MctsSession, "_room", lambda *_: room)
    search = as_player(MCTS(sims=3000, seed=1, open_loop=True, early=False, compiled=compiled))
    for _ in range(2):
        found = search.analyse(tickets)
        assert found.simulations == 3000
        assert found.action == 1
        grown = grown_of(search)
        assert grown.shared[0][USED] <= room
        check(grown, 12)


FIELDS = ("first", "visits", "total", "chance", "squares", "amaf_visits", "amaf_total")


def test_a_family_that_outgrows_its_room_moves_with_all_it_has(tickets):
    """Room for 2, then 4, then 8; what no longer fits has no place."""
    parts, knobs = MCTS(open_loop=True, rave=5, selection="ucb1-tuned").parts(tickets)
    tree, workspace = new_tree(False, parts, 30), new_workspace(False, parts, 512, 1)
    shared, rules = new_shared(False), interpreted_rules(tickets)
    workspace.knobs.update(**knobs)
    shared[USED], shared[MOST] = 3, 20
    for array in tree:
        array[3:] = 9  # what was there before does not matter
    tree.first[0], tree.mover[0] = 1, 0
    proof = proofs(rules, parts.solver)
    begin, _ = expander(rules, parts, proof)
    best_legal = open_loops(rules, parts, begin, *selectors(rules, parts, proof)[2:4])

    def ask(drawn):
        """The move that is chosen among those of a draw; None: none has a place."""
        child = best_legal(tree, 0, Tickets(2, drawn, 0), shared, workspace)
        return None if child == NOWHERE else int(tree.move[child])

    def family():
        return [int(move) for move in tree.move[tree.first[0] :][: tree.count[0]]]

    for drawn, first, used in ((0, 1, 3), (1, 3, 7), (2, 7, 15), (3, 7, 15)):
        kept = [[getattr(tree, name)[tree.first[0] + i] for name in FIELDS] for i in range(tree.count[0])]
        assert ask(drawn) in (2 * drawn, 2 * drawn + 1)
        assert (tree.first[0], shared[USED], shared[FULL]) == (first, used, 0)
        assert family() == list(range(2 * drawn + 2))
        assert [[getattr(tree, name)[first + i] for name in FIELDS] for i in range(2 * drawn)] == kept
        for i in range(2 * drawn, 2 * drawn + 2):
            assert tree.visits[first + i] == 0
            for number, name in enumerate(FIELDS, 3):
                getattr(tree, name)[first + i] = number * (i + 1)
    assert ask(0) in (0, 1)
    assert (family(), shared[USED], shared[FULL]) == (list(range(8)), 15, 0)
    assert ask(4) is None
    assert (family(), shared[USED], shared[FULL]) == (list(range(8)), 15, 1)
