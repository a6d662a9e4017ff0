"""Retrograde analysis against its slow twin, on random games."""

from __future__ import annotations

import pytest
from solve.graphs import STEP, graph_game, graph_indexing, naive_values, random_graph

from zermelo.solve.databases.packing import NOTHING, pack
from zermelo.solve.retrograde.builder import new_builder


def all_values(graph, retraces):
    """The values of all materials, each computed from the tables of those before it."""
    indexing = graph_indexing(graph, retraces)
    builder = new_builder(graph_game(graph), indexing, compiled=False)
    tables, found = {}, {}
    for material in indexing.materials(2):
        values = builder.values(material, dict(tables))
        assert builder.wrong(material, dict(tables), values) == 0
        found |= {material.key * STEP + number: int(value) for number, value in enumerate(values)}
        tables[material] = pack(values)
    return found


@pytest.mark.parametrize("retraces", [True, False], ids=["by unmoves", "by passes"])
@pytest.mark.parametrize("seed", range(40))
def test_values_are_those_of_the_twin(seed, retraces):
    graph = random_graph(seed)
    twin = naive_values(graph)
    assert all_values(graph, retraces) == {node: value for node, value in twin.items() if node < 100_000}


@pytest.mark.parametrize("retraces", [True, False], ids=["by unmoves", "by passes"])
def test_there_are_as_many_passes_as_the_greatest_distance_needs(retraces):
    """In the first material, of which every position has a number; elsewhere one more may be needed."""
    lengths = set()
    for seed in range(40):
        graph, passes = random_graph(seed), []
        indexing = graph_indexing(graph, retraces)
        values = new_builder(graph_game(graph), indexing, compiled=False).values(
            indexing.materials(0)[0], {}, lambda now, horizon, passes=passes: passes.append(now)
        )
        greatest = max(abs(int(value)) for value in values)
        assert passes == list(range(max(1, greatest)))  # of the distances 0, 1, …
        lengths.add(greatest)
    assert len(lengths) > 3


def test_the_random_games_are_interesting():
    values = [value for seed in range(0, 40, 4) for value in naive_values(random_graph(seed)).values()]
    assert max(values) > 8
    assert min(values) < -6
    assert values.count(0) > 100


def test_a_wrong_value_is_found():
    graph = random_graph(1)
    indexing = graph_indexing(graph)
    builder = new_builder(graph_game(graph), indexing, compiled=False)
    first = indexing.materials(0)[0]
    values = builder.values(first, {})
    values[2] = 5 if values[2] != 5 else 7
    assert builder.wrong(first, {}, values) >= 1
    assert NOTHING not in values
