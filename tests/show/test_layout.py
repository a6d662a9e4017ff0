"""The layout's invariants on random trees and on a chain deeper than Python's stack."""

from collections import defaultdict
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from zermelo.picture import Node
from zermelo.show.trees.layout import Placed, layout

TINY = 1e-9


def node(*children: Node) -> Node:
    return Node("leaf", "", children=children)


trees = st.recursive(
    st.builds(node), lambda smaller: st.lists(smaller, max_size=5).map(lambda family: node(*family)), max_leaves=60
)


def children_of(placed: list[Placed]) -> dict[int, list[Placed]]:
    families = defaultdict(list)
    for place in placed[1:]:
        families[place.parent].append(place)
    return families


def mirrored(root: Node) -> Node:
    return node(*(mirrored(child) for child in reversed(root.children)))


@given(trees)
def test_nodes_of_one_depth_keep_their_order_and_their_distance(root):
    levels = defaultdict(list)
    for place in layout(root):
        levels[place.depth].append(place.x)
    for xs in levels.values():
        assert all(right - left >= 1 - TINY for left, right in pairwise(xs))


@given(trees)
def test_a_parent_stands_midway_between_its_first_and_last_child(root):
    placed = layout(root)
    for parent, family in children_of(placed).items():
        assert abs(placed[parent].x - (family[0].x + family[-1].x) / 2) < TINY
        assert all(child.depth == placed[parent].depth + 1 for child in family)


@given(trees)
def test_every_node_is_placed_once_under_its_own_parent(root):
    placed = layout(root)
    families = children_of(placed)
    for index, place in enumerate(placed):
        assert [child.node for child in families[index]] == list(place.node.children)
    assert min(place.x for place in placed) == 0


@given(trees)
def test_a_mirrored_tree_is_drawn_mirrored(root):
    ours, theirs = layout(root), layout(mirrored(root))
    widest = max(place.x for place in ours)
    assert abs(widest - max(place.x for place in theirs)) < TINY
    assert sorted((p.depth, round(widest - p.x, 6) + 0.0) for p in theirs) == sorted(
        (p.depth, round(p.x, 6)) for p in ours
    )


def test_the_small_subtree_stands_in_the_middle_of_its_big_neighbours():
    big = node(*[node()] * 5)
    xs = [place.x for place in layout(node(big, node(), big)) if place.depth == 1]
    assert xs == [2, 4.5, 7]


def test_a_subtree_fits_under_its_neighbours_overhang():
    broad = node(node(node(), node(), node()))
    placed = layout(node(node(), broad, node()))
    assert max(place.x for place in placed) == 2


def test_a_chain_of_five_thousand_nodes():
    chain = node()
    for _ in range(5000):
        chain = node(node(), chain)
    placed = layout(chain)
    assert len(placed) == 10001
    assert placed[-1].depth == 5000
