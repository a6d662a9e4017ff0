"""Symmetries: the table keeps one entry for symmetric positions, and nothing else changes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

import naive
import pytest

import zermelo
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.search.solver.solver import Solver
from zermelo.search.time.deadline import Deadline

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
TURNED = (2, 5, 8, 1, 4, 7, 0, 3, 6)  # where each cell comes from
MIRRORED = (2, 1, 0, 5, 4, 3, 8, 7, 6)


class SquareState(NamedTuple):
    x: int
    o: int


def moved(cells, order):
    image = 0
    for cell in range(9):
        image |= (cells >> order[cell] & 1) << cell
    return image


def symmetries(state):
    x, o = state.x, state.o
    for _ in range(4):
        x, o = moved(x, TURNED), moved(o, TURNED)
        yield SquareState(x, o)
        yield SquareState(moved(x, MIRRORED), moved(o, MIRRORED))


def to_move(state):
    turn = 0
    for cell in range(9):
        turn ^= (state.x | state.o) >> cell & 1
    return turn


def actions(state):
    for cell in range(9):
        if not (state.x | state.o) >> cell & 1:
            yield cell


def result(state, cell):
    return (
        SquareState(state.x | 1 << cell, state.o) if to_move(state) == 0 else SquareState(state.x, state.o | 1 << cell)
    )


def won(cells):
    for a, b, c in LINES:
        if cells >> a & cells >> b & cells >> c & 1:
            return True
    return False


def utility(state, player):
    value = 1.0 if won(state.x) else -1.0 if won(state.o) else 0.0
    return value if player == 0 else -value


def is_terminal(state):
    return won(state.x) or won(state.o) or state.x | state.o == 511


PLAIN = zermelo.Game(
    lambda: SquareState(0, 0),
    to_move,
    actions,
    result,
    is_terminal,
    utility,
    name="square",
    best_utility=1.0,
    max_plies=9,
)
SYMMETRIC = replace(PLAIN, symmetries=symmetries)


def positions(count):
    for seed in range(count):
        noise, state = random.Random(seed), PLAIN.initial()
        for _ in range(noise.randrange(2, 6)):
            if not is_terminal(state):
                state = result(state, noise.choice(list(actions(state))))
        if not is_terminal(state):
            yield state


def test_symmetric_positions_share_a_key_and_others_do_not():
    key = interpreted_rules(SYMMETRIC).symmetric_key
    corner, edge = SquareState(1, 0), SquareState(2, 0)
    assert len({key(image) for image in symmetries(corner)}) == 1
    assert key(corner) == key(SquareState(256, 0))
    assert key(corner) != key(edge)
    assert interpreted_rules(PLAIN).symmetric_key is None


@pytest.mark.parametrize("compiled", [False, pytest.param(None, marks=pytest.mark.long)])
def test_values_are_minimaxs_and_lines_are_legal(compiled):
    search = zermelo.AlphaBeta(plain=False, depth=9, table=1, compiled=compiled)
    session = search.open(SYMMETRIC)  # one table for all: what was found of a position serves its images
    for state in positions(25):
        analysis = session.analyse(state)
        assert analysis.value == naive.for_mover(PLAIN, state, naive.minimax(PLAIN, state))
        assert analysis.exact
        here = state
        for action in analysis.line:
            assert action in list(actions(here))
            here = result(here, action)
        assert session.analyse(state).action in list(actions(state))


def test_fewer_nodes_are_searched():
    search = zermelo.AlphaBeta(plain=False, exact=True, depth=6, table=2, compiled=False)
    plain, symmetric = search.analyse(PLAIN), search.analyse(SYMMETRIC)
    assert plain.value == symmetric.value == 0.0
    assert symmetric.nodes < 0.6 * plain.nodes


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_solver_needs_fewer_nodes_and_gives_the_same(compiled):
    def solution(game, state):
        return Solver(game, compiled, 1).attempt(state, Deadline(), None, 10**7)

    plain, symmetric = (solution(game, PLAIN.initial()) for game in (PLAIN, SYMMETRIC))
    assert symmetric.nodes < plain.nodes / 2
    for state in positions(10):
        found = solution(SYMMETRIC, state)
        assert found.values[0] == naive.minimax(PLAIN, state)
        assert all(child.values[0] == naive.minimax(PLAIN, child.state) for child in found.children if child.exact)
        for line in found.lines:
            here = state
            for action in line:
                assert action in list(actions(here))
                here = result(here, action)


def test_a_position_that_repeats_itself_mirrored_is_no_repetition():
    """Repetition counts the position itself: `key` stays the position's own."""
    rules = interpreted_rules(SYMMETRIC)
    assert rules.key(SquareState(1, 0)) != rules.key(SquareState(4, 0))


def test_shared_subtrees_are_of_equal_positions_only():
    """A node's children are known by their moves, which mean something else in a mirror image."""
    options = {"sims": 400, "seed": 3, "transpositions": True, "compiled": False}
    plain, symmetric = (zermelo.MCTS(**options).analyse(game) for game in (PLAIN, SYMMETRIC))
    assert [(c.action, c.visits, c.value) for c in plain.candidates] == [
        (c.action, c.visits, c.value) for c in symmetric.candidates
    ]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda s: [SquareState(s.o, s.x)], "where the player to move is|where the actions lead|where the utilities"),
        (lambda s: [SquareState(moved(s.x, TURNED), moved(s.o, TURNED))], "does not name the same states in turn"),
        (lambda s: [SquareState(moved(s.x, MIRRORED), s.o)] if s.o else [], "does not name|where the"),
        (lambda s: [SquareState(s.x ^ 3, s.o)] if s.x & 3 in (1, 2) and not s.o & 3 else [], "where the"),
    ],
)
def test_the_doctor_tells_what_is_not_symmetric(wrong, told):
    import re

    game = replace(PLAIN, symmetries=wrong, compiles=False)
    [broken] = [f for f in zermelo.examine(game, games=5, seconds=600).findings if not f.holds]
    assert broken.law == "symmetric positions are worth the same"
    assert re.search(told, broken.broken), broken.broken


@pytest.mark.long
def test_the_doctor_is_content_with_what_is():
    diagnosis = zermelo.examine(replace(SYMMETRIC, compiles=False), games=5, seconds=600)
    [law] = [f for f in diagnosis.findings if "symmetric" in f.law]
    assert (diagnosis.healthy, law.tried) == (True, True)
    uneven = replace(SYMMETRIC, compiles=False, evaluate=lambda s, p: (0.1 if s.x & 1 else 0.0) * (1 if p == 0 else -1))
    [broken] = [f for f in zermelo.examine(uneven, games=5, seconds=600).findings if not f.holds]
    assert "where evaluate gives" in broken.broken


def test_a_key_that_mirror_images_share_is_told():
    """It would have books, repetition and shared subtrees mix up actions."""
    game = replace(PLAIN, key=interpreted_rules(SYMMETRIC).symmetric_key, compiles=False)
    [broken] = [f for f in zermelo.examine(game, games=5, seconds=600).findings if not f.holds]
    assert broken.law == "different positions have different keys"
    assert "mirror images belong in symmetries(state)" in broken.broken
