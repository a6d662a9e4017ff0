"""Listing all states: the compiled kernel, the same interpreted, and plain Python find the same graph."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

import zermelo
from zermelo import CHANCE, Game, load
from zermelo.compile.kernel.memory import LIMIT
from zermelo.solve.graph import list_states, looks_small, new_listing
from zermelo.solve.graph.kernel import COUNT, CompiledListing, prepared
from zermelo.solve.graph.plain import PlainListing


class RaceState(NamedTuple):
    places: tuple[int, int]
    player: int
    thrown: int


def race(goal: int = 4) -> Game:
    """Two counters on a track; a counter that is met goes back to the start, so states come up again."""

    def result(state, move):
        if state.thrown == 0:
            return RaceState(state.places, state.player, move)
        mine, theirs = state.places[state.player], state.places[1 - state.player]
        mine = min(mine + state.thrown * move, goal)
        theirs = 0 if mine == theirs and mine < goal else theirs
        places = (mine, theirs) if state.player == 0 else (theirs, mine)
        return RaceState(places, 1 - state.player, 0)

    def chances(state):
        yield 1, 0.5
        yield 2, 0.5

    return Game(
        initial=lambda: RaceState((0, 0), 0, 0),
        to_move=lambda state: CHANCE if state.thrown == 0 else state.player,
        actions=lambda state: [1, 0],
        result=result,
        is_terminal=lambda state: state.places[0] == goal or state.places[1] == goal,
        utility=lambda state, player: 1.0 if state.places[player] == goal else -1.0,
        chances=chances,
        max_actions=2,
        name="race",
    )


def interpreted(game, state):
    """A listing by the kernel as plain Python."""
    return CompiledListing(game, state, 100_000, prepared(game, False))


def arrays(graph):
    return [
        np.asarray(part).tolist()
        for part in (graph.movers, graph.first, graph.targets, graph.chances, graph.utilities, graph.classes)
    ]


@pytest.mark.parametrize(
    "game", [load("tic-tac-toe:rows=2,columns=3,k=2"), load("nim:stones=9"), race()], ids=lambda game: game.name
)
def test_three_ways_to_list_find_the_same_graph(game):
    listings = [
        PlainListing(game, game.initial(), 100_000),
        interpreted(game, game.initial()),
        new_listing(game, game.initial(), 100_000, compiled=True),
    ]
    assert [listing.compiled for listing in listings] == [False, False, True]
    for listing in listings:
        listing.run(lambda: False)
        assert listing.is_done
        assert listing.waiting == 0
    graphs = [listing.graph() for listing in listings]
    assert arrays(graphs[0]) == arrays(graphs[1]) == arrays(graphs[2])
    assert len(graphs[0]) == listings[0].listed
    state = game.initial()
    for _ in range(2):
        assert len({graph.number_of(state) for graph in graphs}) == 1
        state = game.result(state, game.moves(state)[0])
    other = state._replace(**{state._fields[-1]: 77})
    assert [graph.number_of(other) for graph in graphs] == [None, None, None]


@pytest.mark.parametrize("compiled", [False, True])
def test_it_goes_on_where_it_stopped(compiled):
    game = load("tic-tac-toe:rows=2,columns=3,k=2")
    whole, parts = (new_listing(game, game.initial(), 10_000, compiled) for _ in range(2))
    whole.run(lambda: False)
    asked = iter(range(10**9))
    while not parts.is_done:
        parts.run(lambda: next(asked) % 2 == 1)
    assert arrays(parts.graph()) == arrays(whole.graph())


def test_a_stopped_kernel_returns_and_can_go_on():
    game = load("nim:stones=9")
    listing = interpreted(game, game.initial())
    room = listing._room
    room.grow()
    room.memory[LIMIT] = 0
    listing._kernel.run(listing._state, 100, *room.arguments)
    assert room.memory[COUNT] == 1
    listing.run(lambda: False)
    assert listing.is_done


@pytest.mark.parametrize("compiled", [False, True])
def test_it_stops_at_the_limit(compiled):
    game = load("tic-tac-toe")
    assert list_states(game, game.initial(), 5000, compiled=compiled) is None
    assert list_states(game, game.initial(), 10_000, seconds=0.0, compiled=compiled) is None


def test_without_declared_symmetries_every_state_is_its_own_class():
    game = replace(load("tic-tac-toe"), symmetries=None)
    graph = list_states(game, game.read_state("xox/o.o/xox"), 10, compiled=False)
    assert graph.classes == len(graph)


@pytest.mark.long
def test_utilities_are_in_the_games_own_units():
    utility = load("nim:stones=4").utility
    halves = replace(load("nim:stones=4"), utility=lambda state, player: (utility(state, player) + 1) / 2, total=1.0)
    graphs = [list_states(halves, halves.initial(), 100, compiled=compiled) for compiled in (False, True)]
    assert arrays(graphs[0]) == arrays(graphs[1])
    assert set(graphs[0].utilities[graphs[0].movers == -2].ravel()) == {0.0, 1.0}


@pytest.mark.parametrize("name", ["nim", "tic-tac-toe", "dots-and-boxes:rows=1,columns=2"])
def test_small_games_look_small(name):
    game = load(name)
    assert looks_small(game, game.initial())


@pytest.mark.parametrize("name", ["gomoku", "othello", "chess"])
def test_large_games_do_not(name):
    game = load(name)
    assert not looks_small(game, game.initial())


def test_states_that_hold_arrays_are_listed_in_plain_python():
    class ArrayState(NamedTuple):
        board: object
        player: int

    game = zermelo.Game(
        initial=lambda: ArrayState(np.zeros(3, np.int8), 0),
        to_move=lambda state: state.player,
        actions=lambda state: [i for i in range(3) if state.board[i] == 0],
        result=lambda state, i: ArrayState(np.where(np.arange(3) == i, 1, state.board), 1 - state.player),
        is_terminal=lambda state: bool(state.board.all()),
        utility=lambda state, player: 0.0,
    )
    assert len(list_states(game, game.initial(), 100)) == 8
