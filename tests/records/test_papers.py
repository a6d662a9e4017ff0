"""Records with variations, in whichever notation they are: what is written is read again."""

from __future__ import annotations

import pytest

from zermelo.game import ZermeloError
from zermelo.loading import load
from zermelo.records.papers import read_papers, write_paper

PGN = """[Event "A \\"test\\""]
[White "Ann"]
[Result "1-0"]

{To begin} 1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 {solid} 2. Nf3! $1 (2. f4 exf4) (2. Bc4) Nc6 1-0
"""
PDN = """[Event "x"]
[GameType "21"]
[Result "1-1"]

1. 11-15 23-19 (1... 22-18 2. 15x22) 2. 8-11 1-1
"""
SGF = "(;GM[1]SZ[5]KM[0.5]PB[Ann](;B[cc]C[centre];W[cb](;B[bb])(;B[db];W[]))(;B[aa]))"
MAT = """ 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1)                             21: 13/11 24/23
  2) 52: 13/8 24/22              63: 8/5 11/5
"""


def shown(tree):
    states = tree.states()
    return [(before, tree.game.action_text(states[before], action)) for before, action in tree.moves]


@pytest.mark.parametrize(
    ("text", "name", "moves", "comments", "ending"),
    [
        (
            PGN,
            "chess",
            [
                *[(0, "e4"), (1, "e5"), (2, "Nf3"), (3, "Nc6"), (0, "d4"), (5, "d5"), (6, "c4"), (2, "f4")],
                *[(8, "exf4"), (2, "Bc4"), (5, "Nf6"), (11, "c4")],
            ],
            {0: "To begin", 2: "solid"},
            "pgn",
        ),
        (PDN, "checkers", [(0, "11-15"), (1, "23-19"), (2, "8-11"), (1, "22-18"), (4, "15x22")], {}, "pdn"),
        (
            SGF,
            "go",
            [(0, "C3"), (1, "C4"), (2, "B4"), (0, "A5"), (2, "D4"), (5, "pass")],
            {1: "centre"},
            "sgf",
        ),
        (MAT, "backgammon", None, {}, "mat"),
    ],
    ids=["pgn", "pdn", "sgf", "mat"],
)
def test_a_record_is_read_and_written(text, name, moves, comments, ending):
    (tree,) = read_papers(text, load("nim"))
    assert tree.game.name == name
    if moves is not None:
        assert shown(tree) == moves
    assert tree.comments == comments
    written, kind = write_paper(tree)
    assert kind == ending
    (again,) = read_papers(written, load("nim"))
    assert (shown(again), again.comments) == (shown(tree), tree.comments)
    assert again.game.parameters == tree.game.parameters


def test_pgn_as_players_write_it():
    written, _ = write_paper(read_papers(PGN, load("nim"))[0])
    assert written.splitlines()[0] == '[Event "A \\"test\\""]'
    moves = "{To begin} 1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 {solid} 2. Nf3 (2. f4 exf4) (2. Bc4) 2... Nc6"
    assert " ".join(written.split("\n\n")[1].split()) == f"{moves} 1-0"


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [
        ("tic-tac-toe", "b2 a1, c3", ["b2", "a1", "c3"]),
        ("chess", "1.e4 e5 2.Nf3", ["e4", "e5", "Nf3"]),
        ("go", "A1, B1", ["A1", "B1"]),
        ("nim", "3,0", []),
        ("chess", "8/P6k/8/8/8/8/7p/7K w", []),
        ("chess", "e4 (d4) e5", ["e4", "e5", "d4"]),
        ("backgammon", "31; 8/5 6/5", ["3-1", "8/5 6/5"]),
        ("checkers", "11-15 22-18 15x22", ["11-15", "22-18", "15x22"]),
    ],
)
def test_moves_and_positions_of_the_game_that_is_open(game, text, moves):
    (tree,) = read_papers(text, load(game))
    assert [text for _, text in shown(tree)] == moves
    assert tree.start != tree.game.initial() or moves


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("chess", '[Event "x"]\n1. e4 e5 2. Ke3', "after 2 plies: 'Ke3' is not legal"),
        ("chess", "e4 (d4", "never closed"),
        ("chess", "(e4)", "before the first move"),
        ("nim", "hello", "neither a position"),
        ("nim", "", "nothing here"),
        ("nim", "(;GM[2])", "not Go"),
        ("nim", '[GameType "99"]\n1. 11-15', "GameType 99"),
        ("go", "(;SZ[5];B[aa];W[aa])", "not legal"),
    ],
)
def test_what_is_wrong_is_told(game, text, words):
    with pytest.raises(ZermeloError, match=words):
        read_papers(text, load(game))
