"""Amazons against a slow twin that moves and shoots at once, and known counts."""

from __future__ import annotations

import random
from functools import cache

import pytest
from conftest import random_position
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.show.text import text

WAYS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def load(size=10):
    return zermelo.load("amazons", size=size)


def names(game, state):
    return {game.action_text(state, action) for action in game.legal(state)}


def play(game, moves, state=None):
    """Plays whole moves, d1-d7/g7."""
    state = game.initial() if state is None else state
    for move in moves.split():
        for half in move.replace("/", " /").split():
            assert not game.is_terminal(state), move
            state = game.result(state, game.read_action(state, half))
    return state


# --- the slow, obvious twin ------------------------------------------------------------------------------------------


def reached(rows, row, column):
    """Where a queen gets to: walk in eight directions, square by square."""
    found = []
    for down, right in WAYS:
        r, c = row + down, column + right
        while 0 <= r < len(rows) and 0 <= c < len(rows) and rows[r][c] == ".":
            found.append((r, c))
            r, c = r + down, c + right
    return found


def name(place):
    return f"{'abcdefghij'[place[1]]}{place[0] + 1}"


def moves(rows, side):
    """{d1-d7/g7: rows after it}"""
    found = {}
    squares = [(r, c) for r in range(len(rows)) for c in range(len(rows))]
    for start in (place for place in squares if rows[place[0]][place[1]] == side):
        for end in reached(rows, *start):
            moved = [list(line) for line in rows]
            moved[start[0]][start[1]], moved[end[0]][end[1]] = ".", side
            for arrow in reached(moved, *end):
                after = [list(line) for line in moved]
                after[arrow[0]][arrow[1]] = "x"
                found[f"{name(start)}-{name(end)}/{name(arrow)}"] = after
    return found


def rows_of(game, state):
    """The rows as lists of letters, the lowest first, and the side to move."""
    board, side = game.state_text(state).split()
    return [list(line) for line in reversed(board.split("/"))], side.upper()


def whole_moves(game, state):
    """{d1-d7/g7: state after it}, through both halves."""
    found = {}
    for move in game.legal(state):
        between = game.result(state, move)
        assert game.to_move(between) == game.to_move(state)
        for shot in game.legal(between):
            text = game.action_text(state, move) + game.action_text(between, shot)
            found[text] = game.result(between, shot)
    return found


@pytest.mark.long
@pytest.mark.parametrize(("size", "games", "every"), [(4, 20, 1), (5, 8, 1), (7, 2, 4), (8, 2, 8), (10, 1, 12)])
def test_random_games_go_as_the_twin_says(size, games, every):
    game, noise = load(size), random.Random(size)
    for _ in range(games):
        state, number = game.initial(), 0
        while True:
            rows, side = rows_of(game, state)
            assert game.read_state(game.state_text(state)) == state
            over = not any(reached(rows, r, c) for r in range(size) for c in range(size) if rows[r][c] == side)
            assert game.is_terminal(state) == over
            if over:
                values = [-1, 1] if side == "W" else [1, -1]
                assert [game.utility(state, player) for player in (0, 1)] == values
                assert game.legal(state) == []
                break
            if number % every == 0:
                ours = {move: rows_of(game, after) for move, after in whole_moves(game, state).items()}
                assert ours == {move: (after, "BW"["WB".index(side)]) for move, after in moves(rows, side).items()}
            for _ in range(2):
                assert not game.is_terminal(state)
                state = game.result(state, noise.choice(game.legal(state)))
                assert game.read_state(game.state_text(state)) == state
            number += 1


@pytest.mark.parametrize("size", [4, *(pytest.param(size, marks=pytest.mark.long) for size in (8, 10))])
def test_compiled_counts_are_the_twins(size):
    game, seen = load(size), 0
    for seed in range(40):
        state = random_position(game, seed, 2 * size * size)
        if state.shooter < 0:
            assert zermelo.perft(game, state, 2, compiled=True).leaves == len(moves(*rows_of(game, state)))
            seen += 1
    assert seen > 10


@cache
def is_won(position, side):
    """By the side to move?"""
    rows = [list(line) for line in position.split("/")]
    after = ("/".join("".join(line) for line in moved) for moved in moves(rows, side).values())
    return any(not is_won(board, "BW"["WB".index(side)]) for board in after)


@pytest.mark.long
def test_ends_of_games_have_the_twins_value():
    game, seen = load(5), 0
    for seed in range(60):
        state = random_position(game, seed, 40)
        rows, side = rows_of(game, game.read_state(" ".join(game.state_text(state).split()[:2])))
        if state.shooter >= 0 or sum(line.count(".") for line in rows) > 5:
            continue
        won = is_won("/".join("".join(line) for line in rows), side)
        for compiled in (True, False):
            analysis = zermelo.AlphaBeta(evaluate="none", plain=False, compiled=compiled).analyse(game, state)
            assert (analysis.value, analysis.exact) == (1 if won else -1, True)
        seen += 1
    assert seen > 4


# --- symmetry --------------------------------------------------------------------------------------------------------

GAME = load(6)


def mirrored(position):
    """Mirrored left to right."""
    board, *rest = position.split()
    rest[1:] = [f"{'abcdef'['fedcba'.index(square[0])]}{square[1:]}" for square in rest[1:]]
    return " ".join(["/".join(line[::-1] for line in board.split("/")), *rest])


def turned(position):
    """Mirrored top to bottom, with the colours swapped."""
    board, side, *rest = position.split()
    rest = [f"{square[0]}{7 - int(square[1])}" for square in rest]
    board = "/".join(reversed(board.translate(str.maketrans("WB", "BW")).split("/")))
    return " ".join([board, "wb"["bw".index(side)], *rest])


@given(st.lists(st.integers(0, 10**6), max_size=56))
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


@pytest.mark.parametrize(
    ("size", "white", "black"),
    [
        (10, "a4 d1 g1 j4", "a7 d10 g10 j7"),
        (8, "a3 c1 f1 h3", "a6 c8 f8 h6"),
        (6, "a2 b1 e1 f2", "a5 b6 e6 f5"),
        (5, "a2 b1 d1 e2", "a4 b5 d5 e4"),
        (4, "a2 b1 c1 d2", "a3 b4 c4 d3"),
    ],
)
def test_where_the_amazons_stand(size, white, black):
    rows, side = rows_of(load(size), load(size).initial())
    squares = [(r, c) for r in range(size) for c in range(size)]
    assert side == "W"
    assert {name((r, c)) for r, c in squares if rows[r][c] == "W"} == set(white.split())
    assert {name((r, c)) for r, c in squares if rows[r][c] == "B"} == set(black.split())


def test_a_move_and_its_shot():
    game = load(6)
    state = game.initial()
    assert len(names(game, state)) == len({move.split("/")[0] for move in moves(*rows_of(game, state))})
    state = game.result(state, game.read_action(state, "b1-b4"))
    assert text(game.describe(state)).splitlines() == [
        "6  . ♛ . . ♛ .",
        "5  ♛ . . . . ♛",
        "4  .[♕]. . . .",
        "3  . . . . . .",
        "2  ♕ . . . . ♕",
        "1  . . . . ♕ .",
        "   a b c d e f",
        "white to shoot",
    ]
    assert game.to_move(state) == 0
    assert "/b1" in names(game, state)  # back to where she came from
    assert "/b6" not in names(game, state)
    assert game.state_text(state) == ".B..B./B....B/.W..../....../W....W/....W. w b4"
    state = game.result(state, game.read_action(state, "/d4"))
    assert game.state_text(state) == ".B..B./B....B/.W.x../....../W....W/....W. b"
    assert game.to_move(state) == 1


@pytest.mark.parametrize(("half", "typed"), [(0, "b1-b4"), (0, "b1b4"), (0, "B1 B4"), (1, "/d4"), (1, "d4"), (1, "D4")])
def test_ways_to_write(half, typed):
    game = load(6)
    state = game.initial()
    if half:
        state = game.result(state, game.read_action(state, "b1-b4"))
    assert game.action_text(state, game.read_action(state, typed)) == ("b1-b4", "/d4")[half]


def test_what_is_touched():
    game = load(6)
    state = game.initial()
    move = game.read_action(state, "b1-b4")
    assert game.touches(state, move) == ((5, 1), (2, 1))
    state = game.result(state, move)
    assert game.touches(state, game.read_action(state, "/d4")) == ((2, 3),)


def test_who_cannot_move_has_lost():
    game = load(4)
    state = game.read_state("""
        BBxW
        BxxW
        xBx.
        W..W w
        """)
    state = play(game, "a1-b1/a1", state)
    assert game.state_text(state) == "BBxW/BxxW/xBx./xW.W b"
    assert names(game, state) == {"b2-c1"}
    state = game.read_state("""
        BBxW
        BxxW
        xBxx
        xWxW b
        """)
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [1, -1]


def test_a_whole_game():
    game = load(4)
    noise = random.Random(4)
    record = zermelo.play(game, [lambda game, state: noise.choice(game.legal(state))] * 2)
    pairs = ["".join(record.texts()[i : i + 2]) for i in range(0, len(record.actions), 2)]
    assert play(game, " ".join(pairs)) == record.end
    assert sum(record.utilities) == 0


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "give 4 rows of 4"),
        (".BB./B..B/W..W/.WW.", "comes the side to move"),
        (".BB./B..B/W..W/.WW. x", "comes the side to move"),
        (".BB./B..B/W..W/.WW. w a2 b1", "comes the side to move"),
        (".BB./B..B/W..W/.WWW w", "white has 4 amazons, not 5"),
        (".BB./B..B/W..W/.W.. w", "white has 4 amazons, not 3"),
        (".BB./B..B/W..W/.WW. w a3", "'a3' is not the square of an amazon"),
        (".BB./B..B/W..W/.WW. w z9", "'z9' is not the square of an amazon"),
        ("WBB./BB../xx.W/.WW. w a4", "has no square that it can have come from"),
    ],
)
def test_a_bad_position_is_told_in_one_line(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        load(4).read_state(position)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("size", [3, 11])
def test_a_bad_size_is_refused(size):
    with pytest.raises(zermelo.ZermeloError, match="4 to 10"):
        load(size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 10])
def test_compiled_and_interpreted_agree(size):
    diagnosis = zermelo.examine(load(size), games=2, seconds=4)
    assert diagnosis.healthy
    assert diagnosis.compiled


# --- counts and play -------------------------------------------------------------------------------------------------


def test_perft():
    """Of whole moves there are 2,176 at the start; the twin counts them too."""
    game = load()
    assert [zermelo.perft(game, depth=depth).leaves for depth in (0, 1, 2, 4)] == [1, 80, 2176, 4307152]
    assert len(moves(*rows_of(game, game.initial()))) == 2176


@pytest.mark.parametrize("size", [4, 5])
def test_the_twin_counts_two_whole_moves(size):
    game = load(size)
    rows, _ = rows_of(game, game.initial())
    leaves = sum(len(moves(after, "B")) for after in moves(rows, "W").values())
    assert zermelo.perft(game, depth=4).leaves == leaves
    assert zermelo.perft(game, depth=4, compiled=False).leaves == leaves


@pytest.mark.long
def test_a_search_beats_chance():
    game = load(6)
    for seats in (0, 1):
        players = [zermelo.Random(seed=1), zermelo.Random(seed=1)]
        players[seats] = zermelo.MCTS(sims=300, seed=1)
        assert zermelo.play(game, players, seed=1).utilities[seats] == 1
