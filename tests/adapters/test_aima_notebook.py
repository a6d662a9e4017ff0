"""The cells of AIMA's notebook and the classes of games.py, as a person has them: in a notebook, and in a file."""

from __future__ import annotations

import io
import json
import pickle
import random
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import zermelo as z
from zermelo import ZermeloError, adapt, load
from zermelo.adapters.duplicate import duplicate
from zermelo.compile.trust.guarded.packing import _Packer
from zermelo.laws.trial import try_laws
from zermelo.picture import Board

FILES = Path(__file__).parents[1] / "support" / "aima"
NOTEBOOK, GAMES = FILES / "notebook.py", FILES / "games.py"


@pytest.fixture
def cells(monkeypatch):
    """The names that the cells define, run one after the other as a notebook does."""
    module = ModuleType("cells")
    monkeypatch.setitem(sys.modules, "cells", module)
    for number, cell in enumerate(re.split(r"^# %%.*$", NOTEBOOK.read_text(), flags=re.MULTILINE)):
        exec(compile(cell, f"<cell {number}>", "exec"), vars(module))
    random.seed(1)
    return module


def test_the_notebook_runs_by_itself(cells, capsys):
    end = cells.play_game(cells.TicTacToe(), {"X": cells.random_player, "O": cells.player(cells.h_alphabeta_search)})
    assert end.utility <= 0
    cells.report(cells.TicTacToe(2, 2, 2), (cells.alphabeta_search, cells.minimax_search_tt))
    assert capsys.readouterr().out.count("results") == 2


def test_our_players_in_its_play_game(cells):
    game = cells.TicTacToe(2, 3, 2)
    end = cells.play_game(game, {"X": z.AlphaBeta(depth=6), "O": cells.random_player})
    assert end.utility == 1
    end = cells.play_game(game, {"X": z.engine("mcts:sims=200,seed=1"), "O": cells.player(cells.alphabeta_search)})
    assert end.utility == 1


def test_its_players_in_our_play_game(cells, capsys):
    game = cells.TicTacToe(2, 3, 2)
    end = z.play_game(game, {"X": cells.player(cells.alphabeta_search), "O": cells.random_player}, verbose=True)
    assert (end.utility, end.width) == (1, 3)
    assert capsys.readouterr().out.startswith("Player X move: ")
    counted = cells.CountCalls(game)
    assert z.play_game(counted, {"X": cells.minimax_search, "O": cells.random_player}).utility == 1
    assert counted._counts["result"] > 5


def test_a_search_that_returns_its_value_too_is_a_player(cells):
    game = adapt(cells.TicTacToe(2, 3, 2))
    result = z.match(game, [cells.alphabeta_search, cells.random_player], games=2, swap=False)
    assert (result.wins, result.losses) == (2, 0)


def test_the_board_keeps_its_attributes(cells):
    board = cells.TicTacToe().result(cells.TicTacToe().initial, (1, 0))
    twin = duplicate({"here": [board]})["here"][0]
    assert (twin, vars(twin), twin is board) == (board, vars(board), False)
    twin[0, 0] = "O"
    assert (0, 0) not in board


def test_another_process_gets_the_board_as_it_is(cells):
    """A game made in a notebook is sent by value to the process that tries the laws."""
    game = cells.TicTacToe(2, 2, 2)
    file = io.BytesIO()
    _Packer.by_value(file, []).dump(game.initial)
    assert vars(pickle.loads(file.getvalue())) == {"width": 2, "height": 2, "to_move": "X", "utility": 0}
    trial = try_laws(adapt(game), games=3, seed=0, seconds=2)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []
    assert trial.positions > 10


@pytest.mark.parametrize("file", [NOTEBOOK, GAMES], ids=lambda file: file.stem)
def test_a_file_with_several_games_says_how_to_choose(file):
    with pytest.raises(ZermeloError) as error:
        load(str(file))
    assert f"say {file.name}:" in str(error.value)
    assert f"{file.name}:TicTacToe or {file.name}:ConnectFour" in str(error.value)


def test_an_object_of_a_file_is_named_too(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(NOTEBOOK.read_text() + "\nsmall = TicTacToe(2, 2, 2)\n")
    with pytest.raises(ZermeloError, match=r"mine.py:ConnectFour or mine.py:small$"):
        load(str(file))
    assert len(load(f"{file}:small").legal(load(f"{file}:small").initial())) == 4


def test_a_clicked_cell_is_the_one_that_changes():
    """Actions are (x, y), and cells (row, column)."""
    from zermelo.show.touch import touches

    game = load(f"{NOTEBOOK}:TicTacToe:width=3,height=2")
    start = game.initial()
    assert isinstance(game.describe(start), Board)
    cells = dict(zip(game.legal(start), touches(game, start), strict=True))
    assert cells[2, 1] == ((1, 2),)


def test_values_are_those_of_our_own_games():
    ours = z.load("tic-tac-toe:rows=2,columns=3,k=2")
    for spec in (f"{NOTEBOOK}:TicTacToe:height=2,width=3,k=2", f"{GAMES}:TicTacToe:h=2,v=3,k=2"):
        assert z.solve(load(spec)).value == z.AlphaBeta(compiled=False).analyse(ours).value == 1


def test_searches_of_both_orders_play_from_their_files(tmp_path):
    race = load(f"{GAMES}:DiceRace")
    record = z.play(race, [f"{GAMES}:expect_minmax", f"{GAMES}:random_player"], seed=1)
    assert sum(record.utilities) == 0
    tree = load(f"{GAMES}:Fig52Game")
    for player in (f"{GAMES}:minmax_decision", f"{GAMES}:alpha_beta_cutoff_search,d=3", z.Minimax()):
        assert z.play(tree, [player, player]).utilities == (3, -3)


OURS = """
import zermelo
def first(game, state):
    assert isinstance(game, zermelo.Game)
    return game.legal(state)[0]
"""
ASKING = """
def first(game, state):
    return game.legal(state)[0]
"""
THEIRS = """
def first(game, state):
    return min(game.actions(state)) if state.to_move == "X" else max(game.actions(state))
"""


@pytest.mark.parametrize("text", [OURS, ASKING])
def test_a_function_written_for_us_gets_our_game(text, tmp_path):
    ours, theirs = tmp_path / "ours.py", tmp_path / "theirs.py"
    ours.write_text(text)
    theirs.write_text(THEIRS)
    game = load(f"{NOTEBOOK}:TicTacToe:height=2,width=2,k=2")
    assert z.play(game, [f"{ours}:first", f"{theirs}:first"]).utilities == (1, -1)


VERBS = [
    ("check", f"{NOTEBOOK}:TicTacToe", "--games", 2),
    ("analyse", f"{NOTEBOOK}:ConnectFour", "--engine", "mcts:sims=20", "--moves", "3,5", "--json"),
    ("solve", f"{NOTEBOOK}:TicTacToe:height=2,width=3,k=2", "--json"),
    ("perft", f"{NOTEBOOK}:ConnectFour", "--depth", 2, "--json"),
    ("trace", f"{NOTEBOOK}:TicTacToe:height=2,width=2,k=2", "--json"),
    ("match", f"{NOTEBOOK}:TicTacToe", f"{NOTEBOOK}:random_player", f"{NOTEBOOK}:h_alphabeta_search", "--games", 2),
    ("check", f"{GAMES}:DiceRace", "--games", 2),
    ("analyse", f"{GAMES}:DiceRace", "--json"),
    ("solve", f"{GAMES}:DiceRace:far=1", "--json"),
    ("trace", f"{GAMES}:DiceRace:far=1", "--json"),
    ("match", f"{GAMES}:DiceRace", f"{GAMES}:expect_minmax_player", f"{GAMES}:random_player", "--games", 2),
    ("table", f"{GAMES}:Fig52Game", "--every", "random", "--every", f"{GAMES}:minmax_decision", "--games", 2),
]


@pytest.mark.long
@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: f"{verb[0]} {str(verb[1]).rpartition('/')[2]}")
def test_every_verb(verb, zermelo):
    code, out, err = zermelo(*verb)
    assert code == 0, err
    assert "Traceback" not in err
    if "--json" in verb:
        assert isinstance(json.loads(out), dict)


@pytest.mark.long
def test_a_person_plays_it(zermelo):
    code, out, err = zermelo(
        "play", f"{NOTEBOOK}:TicTacToe:height=2,width=2,k=2", "human", "human", typed="0,0\n1,1\n1,0\n"
    )
    assert code == 0, err
    assert "X wins" in out
