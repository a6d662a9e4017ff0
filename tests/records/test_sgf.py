"""SGF: what is written is read back, other programs' files are read, and errors are told in one line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as some

import zermelo
from zermelo.records.sgf import SgfNode, game_node, position_node, read_game, read_sgf, record_node, write_sgf

NAMES = some.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=2)
VALUES = some.text(some.characters(exclude_characters="\r", exclude_categories=("Cs",)), max_size=20)
PROPERTIES = some.dictionaries(NAMES, some.lists(VALUES, min_size=1, max_size=3), max_size=3)
TREES = some.recursive(
    some.builds(SgfNode, PROPERTIES),
    lambda trees: some.builds(SgfNode, PROPERTIES, some.lists(trees, max_size=3)),
    max_leaves=12,
)


@given(some.lists(TREES, min_size=1, max_size=3))
def test_trees_come_back_as_they_were_written(trees):
    assert read_sgf(write_sgf(trees)) == trees


@given(some.text("()[];:\\ \nABaz", max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text):
    told, trees = "", []
    try:
        trees = read_sgf(text)
    except zermelo.ZermeloError as error:
        told = str(error)
    assert "\n" not in told
    assert told or read_sgf(write_sgf(trees)) == trees


@given(
    some.sampled_from(["size=5", "rows=3,columns=7", "size=9,handicap=4,komi=0.5", "size=19,komi=-3"]),
    some.integers(0, 1000),
    some.dictionaries(
        some.integers(0, 5), some.text(some.characters(codec="utf-8", exclude_characters="\r"), min_size=1)
    ),
)
def test_games_come_back_as_they_were_played(parameters, seed, comments):
    game, noise = zermelo.load(f"go:{parameters}"), random.Random(seed)
    state, actions = game.initial(), []
    for _ in range(8):
        actions.append(noise.choice(game.legal(state)))
        state = game.result(state, actions[-1])
        if game.is_terminal(state):
            break
    comments = {ply: words for ply, words in comments.items() if ply <= len(actions)}
    (root,) = read_sgf(write_sgf([game_node(game, actions, comments=comments)]))
    found = read_game(root)
    assert (found.actions, found.comments) == (tuple(actions), comments)
    assert found.game.parameters["komi"] == game.parameters["komi"]
    assert found.game.state_text([*found.states()][-1]) == game.state_text(state)


def test_a_record_says_who_won():
    game = zermelo.load("go:size=2,komi=0.5,margin=true")
    record = zermelo.play(game, [lambda game, state: game.legal(state)[-1]] * 2)
    assert write_sgf([record_node(record)]) == ("(;GM[1]FF[4]CA[UTF-8]AP[Zermelo]SZ[2]KM[0.5]RE[W+0.5]\n;B[]\n;W[])\n")


def test_a_position_is_set_up():
    game = zermelo.load("go:size=3,komi=0")
    state = game.read_state(
        """
        .X.
        XXO
        .O.
        O"""
    )
    root = position_node(game, state)
    assert root.properties["AB"] == ["ba", "ab", "bb"]
    assert root.properties["AW"] == ["cb", "bc"]
    assert read_game(root).start == state


OTHERS = r"""
some words before the game
(;FF[4] GM[1]SZ[9]
  KM[6.5] HA[2]AB[gc][cg]
  RE[W+R] C[a comment with a \] bracket, a \\ and a \
break: it ends]
  ;W[ee](;B[tt];W[cc]C[main])
  (;B[cc];W[dd](;B[ec])(;B[fd]))
)
"""


def test_other_peoples_files_are_understood():
    (root,) = read_sgf(OTHERS)
    assert root.comment == "a comment with a ] bracket, a \\ and a break: it ends"
    first = root.children[0]
    assert [child.value("B") for child in first.children] == ["tt", "cc"]
    assert [child.value("B") for child in first.children[1].children[0].children] == ["ec", "fd"]
    found = read_game(root)
    assert found.game.title == "go:komi=6.5"
    assert found.result == "W+R"
    assert found.comments[3] == "main"
    end = [*found.states()][-1]
    assert found.game.state_text(end).startswith(
        "........./........./..O...X../........./....O..../........./..X......"
    )
    assert found.game.to_move(end) == 0


def test_handicap_stones_that_are_not_listed_stand_where_they_always_do():
    found = read_game(read_sgf("(;SZ[9]HA[2];W[ee])")[0])
    assert found.game.parameters["handicap"] == 2
    assert found.game.state_text(found.start).count("X") == 2


def test_rectangles_of_stones():
    found = read_game(read_sgf("(;SZ[4:3]AB[aa:dc]AE[ba:ca][db];W[ba])")[0])
    assert found.game.state_text(found.start).split()[0] == "X..X/XXX./XXXX"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not SGF"),
        ("hello", "not SGF"),
        ("(", "1 brackets are still open"),
        ("()", "has no node"),
        ("(;B[aa]", "still open"),
        ("(;B[aa", r"line 1: the value \[aa is never closed"),
        ("(B[aa];)", "before the first node"),
        ("(;[aa])", "belongs to no property"),
        ("(;\n;B)", "line 2"),
        ("((;))", "begins with a node"),
    ],
)
def test_broken_text_is_told_in_one_line(text, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        read_sgf(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(;GM[2])", "is not Go"),
        ("(;SZ[20])", "not a board of 1 to 19"),
        ("(;SZ[x])", "not a board of 1 to 19"),
        ("(;SZ[9]KM[much])", r"KM\[much\] is not a number"),
        ("(;SZ[9];B[zz])", "is not a point"),
        ("(;SZ[9];B[ja])", "outside the board"),
        ("(;SZ[9];W[aa])", "out of turn; Black is to move"),
        ("(;SZ[9];B[aa];W[aa])", r"move 2: W\[aa\] is not legal"),
        ("(;SZ[9];B[];W[];B[aa])", "after the end"),
        ("(;SZ[9];B[aa];AW[bb])", "only the first node"),
        ("(;SZ[2]AB[aa:bb])", "no liberty"),
        ("(;SZ[9]PL[green])", r"PL\[green\]"),
    ],
)
def test_a_game_that_cannot_be_is_told_in_one_line(text, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        read_game(read_sgf(text)[0])
    assert "\n" not in str(error.value)


def test_a_long_game_is_no_deep_recursion():
    root = node = SgfNode({"GM": ["1"]})
    for _ in range(5000):
        node.children.append(SgfNode({"C": ["on"]}))
        node = node.children[0]
    (again,) = read_sgf(write_sgf([root]))
    assert sum(1 for _ in again.main_line()) == 5001
