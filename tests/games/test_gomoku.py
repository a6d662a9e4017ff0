"""Gomoku against a slow twin: rows of five in every place, overlines, the swap."""

from __future__ import annotations

import random

import pytest
from conftest import random_position
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.games._words import words_of
from zermelo.games.gomoku import GomokuState
from zermelo.show.text import text

WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
BOARDS = [
    "size=5",
    "size=8,rule=exact",
    pytest.param("size=11", marks=pytest.mark.long),
    "",
    pytest.param("size=19,rule=exact", marks=pytest.mark.long),
]


def load(parameters):
    return zermelo.load(f"gomoku:{parameters}" if parameters else "gomoku")


def names(game, state):
    return [game.action_text(state, action) for action in game.legal(state)]


def play(game, moves):
    state = game.initial()
    for move in moves.split():
        assert not game.is_terminal(state), move
        state = game.result(state, game.read_action(state, move))
    return state


# --- the slow, obvious twin ------------------------------------------------------------------------------------------


def has_five(rows, stone, exact):
    """Walks along every row of stones, from wherever one begins."""
    size = len(rows)

    def is_there(r, c):
        return 0 <= r < size and 0 <= c < size and rows[r][c] == stone

    for row in range(size):
        for column in range(size):
            for down, right in WAYS:
                if is_there(row - down, column - right):
                    continue
                length, r, c = 0, row, column
                while is_there(r, c):
                    length, r, c = length + 1, r + down, c + right
                if length == 5 or (length > 5 and not exact):
                    return True
    return False


def rows_of(game, state):
    """The rows as lists, the lowest first."""
    return [list(line) for line in reversed(game.state_text(state).split()[0].split("/"))]


@pytest.mark.parametrize("parameters", BOARDS)
def test_random_games_go_as_the_twin_says(parameters):
    game, noise = load(parameters), random.Random(parameters)
    exact, size = "exact" in parameters, game.parameters["size"]
    ends = set()
    for _ in range(3 if size > 11 else 12):
        state, rows = game.initial(), [["."] * size for _ in range(size)]
        for ply in range(size * size + 1):
            assert rows_of(game, state) == rows
            assert game.read_state(game.state_text(state)) == state
            stone, last = "XO" if ply % 2 == 0 else "OX"
            won = has_five(rows, last, exact)
            assert game.is_terminal(state) == (won or ply == size * size)
            if game.is_terminal(state):
                values = [0, 0] if not won else [1, -1] if last == "X" else [-1, 1]
                assert [game.utility(state, player) for player in (0, 1)] == values
                ends.add(last if won else "draw")
                break
            free = {f"{chr(97 + c)}{r + 1}": (r, c) for r in range(size) for c in range(size) if rows[r][c] == "."}
            assert sorted(names(game, state)) == sorted(free)
            assert game.to_move(state) == ply % 2
            action = noise.choice(game.legal(state))
            r, c = free[game.action_text(state, action)]
            rows[r][c] = stone
            state = game.result(state, action)
    assert len(ends) > 1 or size == 19


@pytest.mark.parametrize("size", [5, 8, 15, 19])
def test_five_win_wherever_they_lie(size):
    """Any four of five in a row, and then the fifth: across the words of the board too."""
    game = load(f"size={size}")
    stride = size + 1
    rows = 0
    for row in range(size):
        for column in range(size):
            for down, right in WAYS:
                cells = [(row + i * down, column + i * right) for i in range(5)]
                if not all(0 <= r < size and 0 <= c < size for r, c in cells):
                    continue
                rows += 1
                bits = [r * stride + c for r, c in cells]
                for white in (0, 1):
                    last = bits[rows % 5]
                    words = words_of((bit for bit in bits if bit != last), len(game.initial().black))
                    none = words_of((), len(words))
                    state = GomokuState(none, words, 5, 0, 0) if white else GomokuState(words, none, 4, 0, 0)
                    assert not game.is_terminal(game.result(state, game.legal(state)[-1])) or size == 5
                    state = game.result(state, last)
                    assert game.is_terminal(state)
                    assert game.utility(state, white) == 1
    assert rows == 2 * size * (size - 4) + 2 * (size - 4) ** 2


@pytest.mark.parametrize("size", [5, 8, pytest.param(19, marks=pytest.mark.long)])
def test_compiled_counts_are_the_twins(size):
    """A game that is over has no sequel: how many there are tells what was seen as five."""
    game = load(f"size={size}")
    for seed in range(6):
        state = random_position(game, seed, size * size)
        rows, ply = rows_of(game, state), int(state.stones)
        free = [(r, c) for r in range(size) for c in range(size) if rows[r][c] == "."]
        leaves = 0
        for r, c in free:
            rows[r][c] = "XO"[ply % 2]
            leaves += 0 if has_five(rows, "XO"[ply % 2], False) else len(free) - 1
            rows[r][c] = "."
        assert zermelo.perft(game, state, 2, compiled=True).leaves == leaves


# --- symmetry --------------------------------------------------------------------------------------------------------

GAME = zermelo.load("gomoku:size=7,rule=exact")


def mirrored(position):
    return "/".join(line[::-1] for line in position.split("/"))


def turned(position):
    """Transposed: rows become columns."""
    return "/".join("".join(line) for line in zip(*position.split("/"), strict=True))


@given(st.permutations(range(49)), st.integers(0, 49))
@pytest.mark.parametrize("other", [mirrored, turned])
def test_mirrors_change_nothing(other, cells, plies):
    state = GAME.initial()
    for cell in cells[:plies]:
        if not GAME.is_terminal(state):
            state = GAME.result(state, cell // 7 * 8 + cell % 7)
    image = GAME.read_state(other(GAME.state_text(state)))
    assert (image.won, GAME.is_terminal(image)) == (state.won, GAME.is_terminal(state))
    assert {GAME.state_text(GAME.result(image, action)) for action in GAME.legal(image)} == {
        other(GAME.state_text(GAME.result(state, action))) for action in GAME.legal(state)
    }


# --- rules -----------------------------------------------------------------------------------------------------------


def test_the_middle_comes_first_and_then_what_lies_beside_a_stone():
    game = load("")
    state = game.initial()
    assert names(game, state)[0] == "h8"
    assert len(names(game, state)) == 225
    state = play(game, "o15")
    assert set(names(game, state)[:4]) == {"h8", "n14", "n15", "o14"}


def test_star_points():
    stars = {size: load(f"size={size}").describe(load(f"size={size}").initial()).stars for size in (15, 19, 10)}
    assert [len(stars[size]) for size in (15, 19, 10)] == [5, 9, 0]
    assert (7, 7) in stars[15]


def test_a_won_game_shows_its_row():
    game = load("size=6")
    state = play(game, "b2 a1 c3 a2 d4 a3 f6 a4 e5")
    assert text(game.describe(state)).splitlines() == [
        "6  ┌─┬─┬─┬─┬[●]",
        "5  ├─┼─┼─┼[●]┤",
        "4  ○─┼─┼[●]┼─┤",
        "3  ○─┼[●]┼─┼─┤",
        "2  ○[●]┼─┼─┼─┤",
        "1  ○─┴─┴─┴─┴─┘",
        "   a b c d e f",
    ]
    assert [game.utility(state, player) for player in (0, 1)] == [1, -1]


@pytest.mark.parametrize(("rule", "over"), [("free", True), ("exact", False)])
def test_six_in_a_row(rule, over):
    board = """
        OO.OO.O
        .......
        .......
        XXX.XX.
        .......
        .......
        .......
        """
    game = load(f"size=7,rule={rule}")
    state = game.read_state(board)
    state = game.result(state, game.read_action(state, "d4"))
    assert game.is_terminal(state) == over
    assert game.utility(state, 0) == over
    assert game.read_state(game.state_text(state)) == state


def test_exactly_five_win_beside_an_overline():
    board = """
        .....X.
        .....X.
        .....X.
        .....X.
        .XXXX.X
        OOOO.OO
        OOO....
        """
    game = load("size=7,rule=exact")
    state = game.read_state(board)
    assert game.is_terminal(game.result(state, game.read_action(state, "f3")))
    state = game.read_state(board.replace(".....X.", ".......", 1).replace("OOOO.OO", "OOOO..O"))
    assert not game.is_terminal(game.result(state, game.read_action(state, "f3")))


def test_a_row_does_not_run_around_the_side():
    game = load("size=5")
    state = game.read_state("""
        OO.OO
        O....
        XX...
        ..XXX
        .....
        """)
    assert not game.is_terminal(state)
    assert game.to_move(state) == 0


def test_a_full_board_is_a_draw():
    game = load("size=5")
    state = game.read_state("""
        XXOXX
        OOXOO
        XXOXX
        OOXOO
        XOOX.
        """)
    assert not game.is_terminal(state)
    state = game.result(state, game.legal(state)[0])
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [0, 0]


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("", "give 5 rows of 5"),
        ("X..../..../...../...../.....", "give 5 rows of 5"),
        ("X..../...../...../...../....Z", "give 5 rows of 5"),
        ("XX.../...../...../...../.....", "2 X and 0 O cannot be"),
        ("O..../...../...../...../.....", "0 X and 1 O cannot be"),
        ("XXXXX/OOOO./...../...../....O", "ended before"),
        ("X..../...../...../...../..... swapped", "nothing comes, not 'swapped'"),
    ],
)
def test_a_bad_position_is_told_in_one_line(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        load("size=5").read_state(position)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("parameters", "told"), [("size=4", "5 to 19"), ("size=20", "5 to 19"), ("rule=renju", "free")]
)
def test_bad_parameters_are_refused(parameters, told):
    with pytest.raises(zermelo.ZermeloError, match=told):
        load(parameters)


# --- the swap --------------------------------------------------------------------------------------------------------


def test_the_first_player_places_three_stones_and_the_second_chooses():
    game = load("size=6,swap=true")
    state = play(game, "c3")
    assert [game.to_move(play(game, moves)) for moves in ("", "c3", "c3 d4", "c3 d4 c4")] == [0, 0, 0, 1]
    assert "swap" not in names(game, state)
    state = play(game, "c3 d4 c4")
    assert names(game, state).count("swap") == 1
    assert len(names(game, state)) == 34
    assert text(game.describe(state)).splitlines()[2:] == [
        "4  ├─┼─●─○─┼─┤",
        "3  ├─┼─●─┼─┼─┤",
        "2  ├─┼─┼─┼─┼─┤",
        "1  └─┴─┴─┴─┴─┘",
        "   a b c d e f",
        "second player to move as white, or swap",
    ]


def test_who_keeps_white_plays_on():
    game = load("size=6,swap=true")
    state = play(game, "c3 d4 c4 c5")
    assert game.to_move(state) == 0
    assert "swap" not in names(game, state)
    state = play(game, "c3 d4 c4 c5 c2 d1 c1 d2 a6 d3 a5 d5")
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [-1, 1]  # the second player is white


def test_who_swaps_has_the_black_stones():
    game = load("size=6,swap=true")
    state = play(game, "c3 d4 c4 swap")
    assert game.state_text(state).endswith(" swapped")
    assert game.read_state(game.state_text(state)) == state
    assert game.to_move(state) == 0
    assert "swap" not in names(game, state)
    state = play(game, "c3 d4 c4 swap d3 c5 d5 c2 d2 c1")
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in (0, 1)] == [-1, 1]  # and now is black


def test_the_swap_is_no_place_on_the_board():
    game = load("size=5,swap=true")
    state = play(game, "a1 c3 a2")
    assert game.touches(state, game.read_action(state, "swap")) == ()
    assert game.touches(state, game.read_action(state, "e1")) == ((4, 4),)


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("X..../...../...../...../..... swapped", "after 3 stones, not after 1"),
        ("X..../...../...../...../..... again", "nothing but 'swapped' comes"),
    ],
)
def test_a_bad_swap_is_told(position, told):
    with pytest.raises(zermelo.ZermeloError, match=told):
        load("size=5,swap=true").read_state(position)


@pytest.mark.parametrize(
    "parameters",
    [
        pytest.param("size=8", marks=pytest.mark.slow),
        pytest.param("size=6,rule=exact,swap=true", marks=pytest.mark.slow),
    ],
)
def test_compiled_and_interpreted_agree(parameters):
    diagnosis = zermelo.examine(load(parameters), games=2, seconds=4)
    assert diagnosis.healthy
    assert diagnosis.compiled


# --- counts and play -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_perft():
    """As in OpenSpiel; nobody can win with three stones."""
    assert [zermelo.perft(load(""), depth=depth).leaves for depth in range(4)] == [1, 225, 50400, 11239200]
    swap = load("size=5,swap=true")
    leaves = 25 * 24 * 23 * (22 + 1)
    assert zermelo.perft(swap, depth=4).leaves == leaves
    assert zermelo.perft(swap, depth=4, compiled=False).leaves == leaves


@pytest.mark.long
def test_an_open_four_is_won_and_seen():
    game = load("size=9")
    state = game.read_state("""
        .........
        .........
        ......O..
        ...O.....
        ...XXX...
        ..O......
        .........
        .........
        .........
        """)
    analysis = zermelo.AlphaBeta(depth=5, evaluate="none", plain=False).analyse(game, state)
    assert game.action_text(state, analysis.action) in ("c5", "g5")
    assert analysis.value == 1


@pytest.mark.slow
def test_a_search_beats_chance():
    game = load("size=7")
    for seats in (0, 1):
        players = [zermelo.Random(seed=1), zermelo.Random(seed=1)]
        players[seats] = zermelo.MCTS(sims=500, seed=1)
        assert zermelo.play(game, players, seed=1).utilities[seats] == 1
