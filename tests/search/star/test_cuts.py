"""Where Star1 and Star2 cut: hand-made trees, in which it can be said after which leaf the rest does not matter."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any
from zlib import crc32

import naive
import pytest

import zermelo
from zermelo.game import CHANCE, MAX, MIN

LIMIT = 20.0  # of the leaves
KINDS = {"max": MAX, "min": MIN, "chance": CHANCE}


def graph(nodes: dict[str, tuple[str, list[Any]]], limit: float | None = LIMIT) -> zermelo.Game:
    """A game on named nodes, the first of them the start: its kind and its children, names or values of leaves.

    Children of chance are (weight, child). Unlike the nodes of a tree, one may be reached on several ways.
    limit: that leaves are known to keep; None: nothing is known of them.
    """

    def children(state: Hashable) -> list[Any]:
        return nodes[str(state)][1]

    def result(state, place):
        child = children(state)[place]
        return child[1] if isinstance(child, tuple) else child

    return zermelo.Game(
        initial=lambda: next(iter(nodes)),
        to_move=lambda state: 0 if isinstance(state, float) else KINDS[nodes[state][0]],
        actions=lambda state: iter(range(len(children(state)))),
        result=result,
        is_terminal=lambda state: isinstance(state, float),
        utility=lambda state, player: state if player == 0 else -state,
        chances=lambda state: iter([(place, weight) for place, (weight, _) in enumerate(children(state))]),
        key=lambda state: crc32(str(state).encode()),
        name="graph",
        best_utility=limit,
        compiles=False,
    )


def searched(game, **options):
    return zermelo.Expectiminimax(**{"plain": False, "depth": 2, "table": 0, **options}).analyse(game)


def leaves(game, **options):
    """How many leaves the last iteration looks at."""
    return searched(game, **options).leaves - searched(game, **{**options, "depth": 1}).leaves


# A choice between a certain value and chance, which the other player answers. The answers are probed in their order.
def gamble(certain, weights, answers, mover="max"):
    other = "min" if mover == "max" else "max"
    nodes: dict[str, Any] = {"start": (mover, [certain, "throw"])}
    nodes["throw"] = ("chance", [(weight, f"answer {number}") for number, weight in enumerate(weights)])
    return nodes | {f"answer {number}": (other, given) for number, given in enumerate(answers)}


SIGNS = [("max", 1.0), ("min", -1.0)]


@pytest.mark.parametrize(("mover", "sign"), SIGNS)
@pytest.mark.parametrize(
    ("certain", "seen"),
    [
        (9.5, 1),  # -1/2 and at most 20/2 are no more than that: the first answer is enough
        (9.0, 2),  # -1/2 + 0/4 and at most 20/4 are less
        (4.0, 3),  # and here all are needed
    ],
)
def test_star2_stops_at_the_first_answer_that_is_enough(mover, sign, certain, seen):
    answers = [[sign * leaf for leaf in given] for given in ((-1.0, 5.0, 5.0), (0.0, 3.0, 3.0), (0.0, 3.0, 3.0))]
    game = graph(gamble(sign * certain, [0.5, 0.25, 0.25], answers, mover))
    assert leaves(game, cuts="star2") == 1 + seen  # and the certain value
    assert leaves(game, cuts="none") == 1 + 9


@pytest.mark.parametrize(("mover", "sign"), SIGNS)
def test_star2_needs_to_know_no_range_once_all_answers_are_seen(mover, sign):
    """Of three thirds nothing is left in the end, though 1 - 1/3 - 1/3 - 1/3 is a little more than 0."""
    weights = [1 / 3, 1 / 3, 1 / 3]
    answers = [[sign * leaf for leaf in (-1.0, 5.0, 5.0)] for _ in weights]
    game = graph(gamble(0.0, weights, answers, mover), limit=None)
    assert leaves(game, cuts="star2") == 1 + 3


@pytest.mark.parametrize("table", [0, 1])
@pytest.mark.parametrize(("mover", "sign"), SIGNS)
@pytest.mark.parametrize("cuts", ["none", "star1", "star2"])
def test_what_was_enough_once_is_no_more_than_a_bound(mover, sign, cuts, table):
    """The throw is worth 5, which is less than 9.5 for sure after one answer; elsewhere it is compared with 0."""
    other = "min" if mover == "max" else "max"
    nodes = {
        "start": (other, ["first", "second"]),
        "first": (mover, ["known later", "throw"]),
        "known later": (
            other,
            [sign * 9.5, sign * 12.0],
        ),  # at first it seems no better, and so comes first
        "second": (mover, [0.0, "throw"]),
        **{name: node for name, node in gamble(0.0, [0.5, 0.5], [[], []], mover).items() if name == "throw"},
        "answer 0": (other, [sign * -1.0, sign * 5.0]),
        "answer 1": (other, [sign * 11.0, sign * 12.0]),
    }
    game = graph(nodes)
    found = searched(game, depth=3, cuts=cuts, table=table)
    assert found.value == naive.for_mover(game, "start", naive.expectiminimax(game, "start")) == -5.0


@pytest.mark.parametrize("samples", [1, 2, 5])
def test_a_sample_belongs_to_a_position_with_a_table_and_without(samples):
    """It is drawn by the position's key; the table only remembers it."""
    drawn = {table: [] for table in (0, 1)}
    for name in map(str, range(12)):
        game = graph({"start": ("max", [name]), name: ("chance", [(1 / 6, float(face)) for face in range(1, 7)])})
        for table, values in drawn.items():
            values.append(searched(game, samples=samples, table=table).value)
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1  # each position has a sample of its own
