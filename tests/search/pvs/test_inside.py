"""Iterative deepening inside a kernel: it finds what minimax finds, within its limits of nodes."""

from __future__ import annotations

from dataclasses import replace

import naive
import pytest
from conftest import random_position

import zermelo
from zermelo.bits import signed
from zermelo.compile.kernel.memory import LIMIT, NODES, new_words
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.search.depth_first.layout import MASK
from zermelo.search.depth_first.table import new_table
from zermelo.search.pvs.inside import deepener
from zermelo.search.pvs.layout import BEFORE, PAST, layout_for
from zermelo.search.pvs.report import planned

GAME = zermelo.load("tic-tac-toe")


def opened(game, evaluator=None):
    """(deepen, remember, memory, table) of a game, as plain Python."""
    plan = planned(game, evaluator, False, {}, None)
    win = evaluator.win if evaluator else 1.0
    rules = interpreted_rules(game, evaluator.function if evaluator else None, win)
    memory = new_words(False, layout_for(plan.most).end)
    table, memory[MASK] = new_table(False, 0.05)
    return *deepener(rules, plan), memory, table


@pytest.mark.parametrize("seed", range(6))
def test_a_search_to_the_end_is_minimax(seed):
    state = random_position(GAME, seed, 6)
    deepen, _, memory, table = opened(GAME)
    value, move, certain = deepen(state, 10**6, 10**7, memory, table)
    wanted = naive.for_mover(GAME, state, naive.minimax(GAME, state))
    assert round(value) == wanted
    assert certain or abs(wanted) == 1.0
    after = GAME.result(state, move)
    assert naive.for_mover(GAME, state, naive.minimax(GAME, after)) == wanted


def test_the_first_depth_is_searched_whatever_the_limit_and_no_other_begins_after_it():
    evaluator = zermelo.Opinion(lambda state, player: 0.25 if player == 0 else -0.25, win=100.0)
    deepen, _, memory, table = opened(GAME, evaluator)
    value, move, certain = deepen(GAME.initial(), 1, 1, memory, table)
    assert (value, certain) == (0.25, False)
    assert move in GAME.legal(GAME.initial())
    assert memory[NODES] <= 11
    deepen(GAME.initial(), 200, 250, memory, table)
    assert memory[LIMIT] == 250
    assert 11 < memory[NODES] <= 251


def test_positions_of_the_game_count_for_repetition():
    """There is one way to go, and it leads to where the game was twice before."""
    game = zermelo.Game(
        initial=lambda: (0, 0),
        to_move=lambda state: state[1],
        actions=lambda state: iter((1,)),
        result=lambda state, action: (1 - state[0], 1 - state[1]),
        is_terminal=lambda state: False,
        utility=lambda state, player: 0.0,
        reversible=lambda state: 1000,
        best_utility=1.0,
        name="to and fro",
        compiles=False,
    )
    evaluator = zermelo.Opinion(lambda state, player: 5.0 if player == 0 else -5.0, win=100.0)
    for times, wanted in ((0, 5.0), (2, 0.0)):
        deepen, remember, memory, table = opened(game, replace(evaluator))
        path = [signed(game.state_key((0, 1)))] * (2 * times)
        remember(path, len(path), memory)
        assert memory[BEFORE] == min(len(path), PAST)
        value, _, _ = deepen((1, 0), 3, 100, memory, table)
        assert value == wanted
