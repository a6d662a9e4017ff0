"""Rules and notation of the first games, where a fact is known."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.search.textbook import minimax


def load(spec):
    return zermelo.load(spec)


@pytest.mark.parametrize("stones", range(1, 14))
def test_nim_is_lost_on_multiples_of_four(stones):
    game = load(f"nim:stones={stones}")
    analysis = zermelo.AlphaBeta(compiled=False).analyse(game)
    assert analysis.value == (-1 if stones % 4 == 0 else 1)
    if stones % 4:
        assert analysis.action == stones % 4


@pytest.mark.parametrize("stones", range(1, 10))
def test_misere_nim_is_lost_on_one_more(stones):
    assert minimax.value(load(f"nim:stones={stones},misere=true")) == (-1 if stones % 4 == 1 else 1)


def test_nims_summary_says_what_its_parameters_are():
    assert load("nim").summary == "take 1 to 3 stones; the last one wins"
    assert load("nim:most=5").summary == "take 1 to 5 stones; the last one wins"
    assert load("nim:most=2,misere=true").summary == "take 1 to 2 stones; the last one loses"


@pytest.mark.parametrize(
    ("board", "over", "utility"),
    [
        ("xxx/oo./...", True, 1),
        ("x.o/xo./o.x", True, -1),
        ("xox/xox/oxo", True, 0),
        ("xo./.x./.ox", True, 1),
        ("xo./.x./.o.", False, 0),
        (".../.../...", False, 0),
    ],
)
def test_tic_tac_toe_rows(board, over, utility):
    game = load("tic-tac-toe")
    state = game.read_state(board)
    assert game.is_terminal(state) == over
    assert game.utility(state, 0) == utility


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("tic-tac-toe:rows=1,columns=4,k=2", 1),
        ("tic-tac-toe:rows=3,columns=3,k=2", 1),
        ("tic-tac-toe:rows=3,columns=4,k=3", 1),
        ("tic-tac-toe:rows=2,columns=4,k=3", 0),
        ("tic-tac-toe:rows=3,columns=4,k=4", 0),
    ],
)
def test_other_boards(spec, value):
    """3,3,2 and 4,3,3 are won by the first player, 4,2,3 and 4,3,4 are drawn."""
    assert zermelo.AlphaBeta(evaluate="none").analyse(load(spec)).value == value


@pytest.mark.parametrize("columns", ["112233", "4"])
def test_connect_four_positions_by_columns_and_by_rows(columns):
    game = load("connect-four")
    state = game.read_state(columns)
    assert state.ply == len(columns)
    assert game.read_state(game.state_text(state)) == state


@pytest.mark.parametrize(
    ("moves", "winner"),
    [("1212121", 0), ("1122334", 0), ("12121272", None), ("1223344", None)],
)
def test_connect_four_rows(moves, winner):
    game = load("connect-four")
    state = game.initial()
    for column in moves:
        assert not game.is_terminal(state), moves
        state = game.result(state, game.read_action(state, column))
    if winner is not None:
        assert game.is_terminal(state)
        assert game.utility(state, winner) == 1


@pytest.mark.parametrize(
    "board",
    [
        """
        .......
        .......
        ...x...
        ..xo...
        .xoo...
        xoox.x.
        """,
        """
        .......
        .......
        ...x...
        ...ox..
        ...oox.
        .x.xoox
        """,
    ],
)
def test_connect_four_diagonals(board):
    game = load("connect-four")
    state = game.read_state("/".join(board.split()))
    assert game.is_terminal(state)
    assert game.utility(state, 0) == 1


@pytest.mark.parametrize(
    ("spec", "position"),
    [
        ("connect-four", "8"),
        ("connect-four", "1111111"),
        ("connect-four", "1212121" + "1"),
        ("connect-four", "x....../......./......./......./......./......."),
        ("connect-four", "......./......./......./......./......./xx....."),
        ("tic-tac-toe", "xxx/ooo/..."),
        ("tic-tac-toe", "xx./.../..."),
        ("tic-tac-toe", "xo"),
        ("tic-tac-toe", "xoz/.../..."),
        ("nim", "22,0"),
        ("nim", "many"),
        ("pig", "1,2,3"),
        ("pig", "100,100,0,0"),
        ("castles", "3,2,2,3"),
        ("castles", "0,2,2,0"),
        ("castles", "9,2,2,0"),
        ("coin-flip", "0,0,99"),
        ("random-tree", "1,99"),
        ("bins", "D"),
    ],
)
def test_a_bad_position_is_told_in_one_line(spec, position):
    with pytest.raises(zermelo.ZermeloError) as error:
        load(spec).read_state(position)
    assert "is not a position of" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "spec",
    [
        "nim:stones=0",
        "nim:most=0",
        "tic-tac-toe:rows=9,columns=9",
        "tic-tac-toe:k=4",
        "connect-four:columns=0",
        "connect-four:columns=9,rows=9",
        "connect-four:connect=8",
        "pig:goal=0",
        "pig:sides=1",
        "castles:red=0",
        "coin-flip:turns=0",
        "random-tree:branching=0",
        "nim:stones=many",
        "nim:colour=red",
        "nim:stones",
    ],
)
def test_bad_parameters_are_told_in_one_line(spec):
    with pytest.raises(zermelo.ZermeloError) as error:
        load(spec)
    assert "\n" not in str(error.value)


def test_pig_loses_the_turn_on_a_one():
    game = load("pig")
    state = game.read_state("10,20,15,0,1")
    assert game.to_move(state) == zermelo.CHANCE
    assert game.result(state, 1) == game.read_state("10,20,0,1")
    assert game.result(state, 6) == game.read_state("10,20,21,0")
    held = game.result(game.read_state("10,20,21,0"), 1)
    assert held == game.read_state("31,20,0,1")


def test_coin_flip_is_about_who_is_ahead():
    """In the last turn: take the sure point when that wins or saves the draw, flip when only heads can help."""
    game = load("coin-flip:turns=1,heads=2")
    names = {}
    for position in ("0,0,1", "1,0,1", "2,0,1"):
        state = game.read_state(position)
        names[position] = game.action_text(state, zermelo.Expectiminimax(compiled=False)(game, state))
    assert names["0,0,1"] == "take"
    assert names["2,0,1"] == "flip"


def test_a_fallen_castle_is_passed_over():
    game = load("castles:red=2,green=1,blue=2")
    state = game.result(game.initial(), 1)
    assert state == (2, 0, 2, 2)
    assert [game.action_text(state, action) for action in game.legal(state)] == ["red"]


def test_random_trees_depend_on_their_seed_alone():
    def values(seed):
        game = load(f"random-tree:seed={seed}")
        return [c.value for c in zermelo.Minimax(compiled=False).analyse(game).candidates]

    assert values(1) == values(1)
    assert values(1) != values(2)
