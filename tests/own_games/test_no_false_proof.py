"""Whatever is called exact, proved or solved about a game of one's own is true, compiled and interpreted.

Games are made by a program (made.py) and valued by brute force from what they were made of (truth.py).
"""

from __future__ import annotations

import math
from itertools import islice

import pytest
from own_games.made import COMPILED, KINDS, SHAPES, made
from own_games.truth import equilibrium_value, true_values

import zermelo
from zermelo import CHANCE, ZermeloError
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.solution import EquilibriumSolving, solve_by_programme
from zermelo.players.engines import engine as engine_of
from zermelo.search.time.deadline import Deadline
from zermelo.solving.choice import METHODS
from zermelo.solving.position import PositionSolving

ENGINES = (
    *("auto:nodes=3000", "minimax:nodes=2000", "alphabeta:nodes=2000,plain=true", "alphabeta:nodes=2000,plain=false"),
    *("expectiminimax:nodes=2000,plain=true", "expectiminimax:nodes=2000,plain=false", "maxn:nodes=2000"),
    *("mcts:sims=200,seed=1", "mcts:sims=200,seed=1,transpositions=true"),
)
POSITIONS = 2  # of each game, besides the first
SECONDS = 0.1  # for each method of solving


def loaded(folder, seed, shape, kind):
    source, graph = made(seed, shape, kind)
    path = folder / f"made_{seed}_{shape}_{kind}.py".replace(" ", "_")
    path.write_text(source)
    return zermelo.load(str(path)), graph


def positions(game, graph):
    """Some positions where there is something to choose, each with its number in the graph."""
    waiting, seen = [(game.initial(), 0)], {0}
    for state, number in waiting:
        if graph.moves[number]:
            yield state, number
        for move, target in enumerate(graph.moves[number]):
            if target not in seen:
                seen.add(target)
                waiting.append((game.result(state, move), target))


def claims(game, state, engine, compiled):
    """What an engine calls exact about a position: the value and those of decided actions; None: it is refused."""
    algorithm = engine_of(engine).with_options(compiled=compiled)
    if algorithm.refusal(game) or (game.to_move(state) == CHANCE and not algorithm.values_chance):
        return None
    found = algorithm.analyse(game, state)
    by_move = {c.action: c.value for c in found.candidates if c.decided and c.bound == "exact" and c.known}
    return (found.value if found.exact else None), by_move


def check_open(game, graph, compiled):
    """Checks all that engines and methods claim; returns how many claims they made."""
    truth, count = true_values(graph), 0
    for state, number in islice(positions(game, graph), POSITIONS + 1):
        mover = max(graph.movers[number], 0)
        true = None if truth[number] is None else truth[number][mover]
        for engine in ENGINES:
            claimed = claims(game, state, engine, compiled)
            if claimed is None:
                continue
            value, by_move = claimed
            if value is not None:
                count += 1
                assert true is not None, (engine, number)
                assert math.isclose(value, true, abs_tol=1e-7), (engine, number, value, true)
            for move, worth in by_move.items():
                below = truth[graph.moves[number][move]]
                assert below is not None, (engine, number, move)
                assert math.isclose(worth, below[mover], abs_tol=1e-7), (engine, number, move, worth, below[mover])
        for method in METHODS:
            try:
                found = PositionSolving(game, state, method, compiled).run(Deadline(None, SECONDS))
            except ZermeloError:
                continue
            if found.is_solved:
                count += 1
                assert true is not None, (method, number)
                assert math.isclose(found.value, true, abs_tol=1e-7), (method, number, found.value, true)
            elif true is not None:
                assert found.low is None or found.low <= true + 1e-7, (method, number)
                assert found.high is None or found.high >= true - 1e-7, (method, number)
    return count


def check_hidden(game, graph):
    true = equilibrium_value(graph)
    flat = lay_out(game)
    exact = solve_by_programme(flat)
    assert math.isclose(exact.assessment.values[0], true, abs_tol=1e-6)
    near = EquilibriumSolving(flat, compiled=False).run(300)
    assert abs(near.assessment.values[0] - true) <= near.assessment.exploitability * 2 + 1e-9
    return 1


def check(folder, seed, shape, kind, compiled):
    game, graph = loaded(folder, seed, shape, kind)
    if shape == "hidden":
        return check_hidden(game, graph)
    return check_open(game, graph, compiled)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_claimed_is_true(tmp_path, kind):
    """One game of each kind of state, interpreted, of several shapes."""
    place = KINDS.index(kind)
    assert check(tmp_path, place, SHAPES[place % len(SHAPES)], kind, compiled=False) > 0


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.slow if i else pytest.mark.long) for i, kind in enumerate(COMPILED)]
)
def test_what_is_claimed_is_true_compiled(tmp_path, kind):
    assert check(tmp_path, 1, ("tree", "chance loops", "loops", "chance tree")[COMPILED.index(kind)], kind, True) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300))
def test_three_hundred_games(tmp_path, seed):
    shape, kind = SHAPES[seed % len(SHAPES)], KINDS[seed // len(SHAPES) % len(KINDS)]
    compiled = None if kind in COMPILED else False
    check(tmp_path, seed, shape, kind, compiled)
