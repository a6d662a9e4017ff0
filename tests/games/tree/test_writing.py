"""What is written reads as the same tree again, and no text, however it is damaged, is answered by more than a line."""

from __future__ import annotations

import pytest
from games.tree_figures import LUGER, slide
from hypothesis import given
from hypothesis import strategies as st

from zermelo.game import Game
from zermelo.games.tree.labels import read_label
from zermelo.games.tree.rules import tree_game
from zermelo.games.tree.text import read_tree
from zermelo.games.tree.writing import FORMS, rewritten, tree_text
from zermelo.games.tree.written import Branch, Sketch, Written

numbers = st.integers(-99, 99).map(float) | st.floats(-1e6, 1e6, allow_nan=False).map(lambda x: round(x, 6) + 0.0)
names = st.from_regex(r"[A-Za-z]{1,3}[0-9]{0,2}[a-z]?", fullmatch=True)


def is_plain(name):
    """Is it a name, and neither a player nor a word that labels leave out?"""
    try:
        alone, judged = read_label(name), read_label(f"{name} 3")
    except ValueError:
        return False
    return (alone.player, alone.name, judged.name) == ("", name, name)


plain_names = names.filter(is_plain) | st.just("")
counts = st.none() | st.tuples(st.integers(0, 50), st.integers(50, 99)).map(
    lambda pair: (float(pair[0]), float(pair[1]))
)


@st.composite
def nodes(draw, depth=3, count=None):
    """A node as any reader may give it. count: are there counts in this tree?"""
    count = draw(st.booleans()) if count is None else count
    name = draw(plain_names)
    if depth == 0 or (depth < 3 and draw(st.booleans())):
        found = draw(st.tuples(numbers) | st.tuples(numbers, numbers, numbers))
        return Written(numbers=found, name=name)
    player = draw(st.sampled_from(["", "max", "min", "chance", "P1", "P2"]))
    below = draw(st.lists(nodes(depth - 1, count), min_size=1, max_size=3))
    actions = draw(st.lists(plain_names, min_size=len(below), max_size=len(below)))
    share = 1 / len(below) if player == "chance" and draw(st.booleans()) else None
    branches = [
        Branch(node, action if player != "chance" or share else "", share)
        for node, action in zip(below, actions, strict=True)
    ]
    judged = draw(st.just(()) | st.tuples(numbers))
    return Written(
        tuple(branches), player, name, judged, draw(counts) if count and depth < 3 else (1.0, 2.0) if count else None
    )


@given(nodes(), st.sampled_from(["json", "mermaid", "indented"]))
def test_what_is_written_reads_as_the_same_tree(root, form):
    text = FORMS[form](root)
    assert read_tree(text).root == root
    assert tree_text(Sketch(root), form) == text


bare = st.recursive(
    st.tuples(numbers).map(lambda found: Written(numbers=found)),
    lambda below: st.lists(below, min_size=1, max_size=4).map(lambda found: Written(tuple(map(Branch, found)))),
    max_leaves=20,
).filter(lambda node: node.branches)


@given(bare)
def test_lists_read_as_the_same_tree(root):
    for form in FORMS:
        assert read_tree(FORMS[form](root)).root == root
    assert rewritten(FORMS["lists"](root), "lists") == FORMS["lists"](root)


def test_what_a_way_of_writing_has_no_place_for_is_told():
    with pytest.raises(ValueError, match="lists hold numbers only"):
        rewritten(LUGER, "lists")
    with pytest.raises(ValueError, match="a tree is written as lists, json, mermaid, indented, not 'xml'"):
        rewritten("[3]", "xml")
    with pytest.raises(ValueError, match="would be read otherwise as mermaid; write it as json"):
        rewritten('{"name": "MAX", "children": [3]}', "mermaid")


SEEDS = [
    "[[3,12,8],[2,4,6],[14,5,2]]",
    "[[(1,2,6),(4,3,3)],[(6,1,2),(7,4,1)]]",
    '{"player": "max", "name": "A", "children": {"a1": {"evaluation": 3, "children": [1, 2]}, "a2": ["1/2", 3]}}',
    '{"player": "chance", "children": {"heads": ["1/2", 14], "tails": ["50%", {"value": 5, "wins": 1, "visits": 2}]}}',
    'graph TD\n A["A (MAX)"] -->|a1| B["MIN: 3"]\n A -- x --> C((chance))\n B --> b1[3] & b2[12]\n C -->|1/2| D[2]\n'
    " C -->|50%| E[4]",
    "37/100\n  60/79\n  1/10\n  ▽ C\n    3\n    4",
    "# title\n```mermaid\ngraph TD\nA --> 3 & 4\n```\n",
    LUGER,
    slide(),
]
WORDS = "[ ] ( ) { } \" ' , : --> | & ; MAX chance α= ∞ 1/0 e9 \\ ``` # — 5 - P99 P0 % ° .json 1e999 graph"
PIECES = [*WORDS.split(), "\n", "  ", "\t", "\0", "\u2028", "\r"]


@given(
    st.sampled_from(SEEDS),
    st.lists(
        st.tuples(st.floats(0, 1), st.sampled_from(["cut", "put", "swap", "double"]), st.sampled_from(PIECES)),
        max_size=6,
    ),
    st.integers(1, 8),
)
def test_a_damaged_tree_is_a_game_or_one_line_of_explanation(text, changes, size):
    for where, what, piece in changes:
        at = int(where * len(text))
        middle = {"cut": "", "put": piece + text[at : at + size], "swap": piece, "double": 2 * text[at : at + size]}[
            what
        ]
        text = text[:at] + middle + text[at + size :]
    game, told = read(text)
    assert (game is None) == bool(told)
    assert len(told) < 400
    assert len(told.splitlines()) <= 1
    if game is None:
        return
    state = game.initial()
    while not game.is_terminal(state):
        assert game.read_state(game.state_text(state)) == state
        state = game.result(state, game.moves(state)[-1])
    assert all(len(remark.splitlines()) == 1 for remark in game.annotations.remarks)


def read(text) -> tuple[Game | None, str]:
    """The game of a text, or what is said about it."""
    try:
        return tree_game(read_tree(text, files=False)), ""
    except ValueError as error:
        return None, str(error)
