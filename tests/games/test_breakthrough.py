"""Breakthrough against a slow twin, OpenSpiel's counts and solved boards."""

from __future__ import annotations

import csv
import json
import random

import pytest
from conftest import random_position
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.show.text import text

BOARDS = [
    "rows=4,columns=3",
    "rows=5,columns=2",
    "rows=6,columns=5",
    "",
    "rows=16,columns=4",
    "rows=7,columns=7,ranks=3",
]


def load(parameters):
    return zermelo.load(f"breakthrough:{parameters}" if parameters else "breakthrough")


def names(game, state):
    return {game.action_text(state, action) for action in game.legal(state)}


def play(game, moves):
    state = game.initial()
    for move in moves.split():
        assert not game.is_terminal(state), move
        state = game.result(state, game.read_action(state, move))
    return state


# --- the slow, obvious twin ------------------------------------------------------------------------------------------


def rows_of(game, state):
    """The rows as lists of letters, the lowest first, and the side to move."""
    board, side = game.state_text(state).split()
    return [list(line) for line in reversed(board.split("/"))], side


def moves(rows, side):
    """{name: rows after it}"""
    found, on, enemy = {}, 1 if side == "w" else -1, "b" if side == "w" else "w"
    for row in range(len(rows)):
        for column in range(len(rows[0])):
            for aside in (-1, 0, 1):
                r, c = row + on, column + aside
                if rows[row][column] != side or not (0 <= r < len(rows) and 0 <= c < len(rows[0])):
                    continue
                takes = rows[r][c] == enemy and aside != 0
                if takes or rows[r][c] == ".":
                    after = [list(line) for line in rows]
                    after[row][column], after[r][c] = ".", side
                    name = f"{'abcdefghijklmnop'[column]}{row + 1}{'x' * takes}{'abcdefghijklmnop'[c]}{r + 1}"
                    found[name] = after
    return found


def winner(rows):
    if "w" in rows[-1] or not any("b" in line for line in rows):
        return "w"
    if "b" in rows[0] or not any("w" in line for line in rows):
        return "b"
    return None


def count(rows, side, depth):
    if depth == 0:
        return 1
    if winner(rows):
        return 0
    return sum(count(after, "b" if side == "w" else "w", depth - 1) for after in moves(rows, side).values())


@pytest.mark.parametrize("parameters", BOARDS)
def test_random_games_go_as_the_twin_says(parameters):
    game, noise = load(parameters), random.Random(parameters)
    for _ in range(12):
        state = game.initial()
        while True:
            rows, side = rows_of(game, state)
            assert game.read_state(game.state_text(state)) == state
            assert game.is_terminal(state) == (winner(rows) is not None)
            if game.is_terminal(state):
                values = [1, -1] if winner(rows) == "w" else [-1, 1]
                assert [game.utility(state, player) for player in (0, 1)] == values
                break
            after = moves(rows, side)
            assert names(game, state) == set(after)
            assert len(game.legal(state)) == len(after)
            action = noise.choice(game.legal(state))
            name = game.action_text(state, action)
            state = game.result(state, action)
            assert rows_of(game, state) == (after[name], "b" if side == "w" else "w")


@pytest.mark.parametrize("parameters", ["rows=4,columns=3", "", "rows=7,columns=7,ranks=3"])
def test_compiled_counts_are_the_twins(parameters):
    game = load(parameters)
    for seed in range(12):
        state = random_position(game, seed, 60)
        assert zermelo.perft(game, state, 2, compiled=True).leaves == count(*rows_of(game, state), 2)


# --- symmetry --------------------------------------------------------------------------------------------------------

GAME = zermelo.load("breakthrough:rows=6,columns=5")


def mirrored(position):
    """Mirrored left to right."""
    board, side = position.split()
    return "/".join(line[::-1] for line in board.split("/")) + f" {side}"


def turned(position):
    """Mirrored top to bottom, with the colours swapped."""
    return position.translate(str.maketrans("wb", "bw"))[-3::-1] + f" {'wb'['bw'.index(position[-1])]}"


@given(st.lists(st.integers(0, 10**6), max_size=50))
@pytest.mark.parametrize("other", [mirrored, turned])
def test_a_mirror_and_a_change_of_sides_change_nothing(other, choices):
    state = GAME.initial()
    for choice in choices:
        if GAME.is_terminal(state):
            break
        state = GAME.result(state, GAME.legal(state)[choice % len(GAME.legal(state))])
    image = GAME.read_state(other(GAME.state_text(state)))
    assert GAME.is_terminal(image) == GAME.is_terminal(state)
    assert {GAME.state_text(GAME.result(image, action)) for action in GAME.legal(image)} == {
        other(GAME.state_text(GAME.result(state, action))) for action in GAME.legal(state)
    }


# --- rules -----------------------------------------------------------------------------------------------------------


def test_the_start():
    game = load("")
    state = game.initial()
    assert len(game.legal(state)) == 22
    assert text(game.describe(state)).splitlines() == [
        "8  ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟",
        "7  ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟",
        "6  . . . . . . . .",
        "5  . . . . . . . .",
        "4  . . . . . . . .",
        "3  . . . . . . . .",
        "2  ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙",
        "1  ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙",
        "   a b c d e f g h",
        "white to move",
    ]


MIDDLE = """
    b..b
    ....
    .bb.
    .w.w
    ....
    w...
    """


def test_straight_steps_do_not_take_and_taking_comes_first():
    game = load("rows=6,columns=4")
    state = game.read_state(f"{MIDDLE} w")
    texts = [game.action_text(state, action) for action in game.legal(state)]
    assert set(texts) == {"b3a4", "b3xc4", "d3d4", "d3xc4", "a1a2", "a1b2"}
    assert set(texts[:2]) == {"b3xc4", "d3xc4"}
    state = game.result(state, game.read_action(state, "b3xc4"))
    assert game.state_text(state) == "b..b/..../.bw./...w/..../w... b"
    assert names(game, state) == {"a6a5", "a6b5", "d6d5", "d6c5", "b4a3", "b4b3", "b4c3"}


@pytest.mark.parametrize("typed", ["b3xc4", "b3c4", "b3-c4", "B3XC4", " b3c4 "])
def test_ways_to_write_a_capture(typed):
    game = load("rows=6,columns=4")
    state = game.read_state(f"{MIDDLE} w")
    assert game.action_text(state, game.read_action(state, typed)) == "b3xc4"


@pytest.mark.parametrize("typed", ["b3b4", "b3", "", "a1a3", "b3xb4"])
def test_what_is_not_legal_is_told(typed):
    game = load("rows=6,columns=4")
    with pytest.raises(zermelo.ZermeloError, match="white may play"):
        game.read_action(game.read_state(f"{MIDDLE} w"), typed)


def test_who_gets_through_has_won():
    game = load("rows=5,columns=3")
    state = play(game, "b2b3 a4xb3 a2xb3 c4xb3 c2xb3 b4a3 b3a4 c5b4 a4xb5")
    assert game.state_text(state) == "bw./.b./b../.../www b"
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [1, -1]


def test_who_has_no_pawn_has_lost():
    game = load("rows=5,columns=3")
    state = game.read_state("""
        ...
        ...
        .b.
        w..
        .w. w
        """)
    state = game.result(state, game.read_action(state, "a2xb3"))
    assert game.is_terminal(state)
    assert game.legal(state) == []
    assert [game.utility(state, player) for player in (0, 1)] == [1, -1]


def test_what_is_touched():
    game = load("rows=6,columns=4")
    state = game.read_state(f"{MIDDLE} w")
    assert game.touches(state, game.read_action(state, "a1b2")) == ((5, 0), (4, 1))


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "give 5 rows of 3"),
        ("bbb/bbb/.../www w", "give 5 rows of 3"),
        ("bbb/bbb/..?/www/www w", "give 5 rows of 3"),
        ("bbb/bbb/.../www/www", "side to move, w or b, not ''"),
        ("bbb/bbb/.../www/www x", "side to move, w or b, not 'x'"),
        ("bbb/bbb/b../www/www w", "black has 7 pawns; 6 are the most"),
        ("w../.../.../.../b.. w", "ended before"),
        ("w../.../.../.../b.. b", "ended before"),
        ("w../.b./.../.../... w", "ended before"),
        (".../.../w../.../... w", "ended before"),
    ],
)
def test_a_bad_position_is_told_in_one_line(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        load("rows=5,columns=3").read_state(position)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("parameters", ["rows=3", "columns=1", "rows=9,columns=8", "ranks=0", "ranks=5"])
def test_a_bad_size_is_refused(parameters):
    with pytest.raises(zermelo.ZermeloError, match="breakthrough: "):
        load(parameters)


@pytest.mark.long
def test_compiled_and_interpreted_agree():
    diagnosis = zermelo.examine(load(""), games=3)
    assert diagnosis.healthy
    assert diagnosis.compiled


# --- counts and solved boards ----------------------------------------------------------------------------------------


def test_perft():
    game = load("")
    assert [zermelo.perft(game, depth=depth).leaves for depth in range(5)] == [1, 22, 484, 11132, 256036]
    assert count(*rows_of(game, game.initial()), 3) == 11132


@pytest.mark.parametrize(
    ("parameters", "theirs"),
    [
        ("", "breakthrough"),
        ("rows=6,columns=6", "breakthrough(rows=6,columns=6)"),
        ("rows=5,columns=5,ranks=1", "breakthrough(rows=5,columns=5)"),
    ],
)
def test_openspiel_counts_the_same(truth, parameters, theirs):
    counted = json.loads(truth("small/perft_openspiel.json").read_text())
    (published,) = (entry["nodes_by_ply"] for entry in counted if entry["game"] == theirs)
    assert [zermelo.perft(load(parameters), depth=depth).leaves for depth in range(6)] == published[:6]


@pytest.mark.slow
def test_small_boards_are_won_by_who_is_said_to_win(truth):
    lines = [line for line in truth("small/breakthrough_small_boards.csv").open() if not line.startswith("#")]
    solved = 0
    for width, height, who, how in csv.reader(lines):
        if int(width) * int(height) > 16:
            continue
        game = load(f"rows={height},columns={width},ranks={1 if how == 'one_row' else 2}")
        analysis = zermelo.AlphaBeta(evaluate="none", plain=False).analyse(game)
        assert (analysis.value, analysis.exact) == (1.0 if who == "first" else -1.0, True)
        solved += 1
    assert solved == 7


@pytest.mark.long
def test_a_search_beats_chance():
    game = load("rows=5,columns=4")
    for seats in (0, 1):
        players = [zermelo.Random(seed=1), zermelo.Random(seed=1)]
        players[seats] = zermelo.MCTS(sims=300, seed=1)
        assert zermelo.play(game, players, seed=1).utilities[seats] == 1
