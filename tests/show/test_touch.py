"""The cells to touch: inferred from any two boards, and right for every game."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest
from conftest import random_position
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.picture import Board, Cards, Hand
from zermelo.show.touch import changed, marking, touched, touches


def board(*rows: str) -> Board:
    return Board(tuple(tuple("" if cell == "." else cell for cell in row) for row in rows))


@st.composite
def boards_and_two_cells(draw):
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(2, 5))
    cells = draw(
        st.lists(
            st.lists(st.sampled_from(["", "X", "O", "♞"]), min_size=columns, max_size=columns),
            min_size=rows,
            max_size=rows,
        )
    )
    places = [(row, column) for row in range(rows) for column in range(columns)]
    first, second = draw(st.lists(st.sampled_from(places), min_size=2, max_size=2, unique=True))
    return cells, first, second


def frozen(cells) -> Board:
    return Board(tuple(tuple(row) for row in cells))


@given(boards_and_two_cells(), st.sampled_from("XO♞"))
def test_what_was_put_on_an_empty_cell_is_found(example, piece):
    cells, (row, column), _ = example
    cells[row][column] = ""
    before = frozen(cells)
    cells[row][column] = piece
    assert changed(before, frozen(cells)) == ((row, column),)


@given(boards_and_two_cells(), st.sampled_from("XO♞"))
def test_what_went_from_one_cell_to_another_is_found(example, piece):
    cells, start, end = example
    cells[start[0]][start[1]] = piece
    if cells[end[0]][end[1]] == piece:
        cells[end[0]][end[1]] = ""
    before = frozen(cells)
    cells[start[0]][start[1]], cells[end[0]][end[1]] = "", piece
    assert changed(before, frozen(cells)) == (start, end)


@given(boards_and_two_cells())
def test_nothing_changed_nothing_touched(example):
    assert changed(frozen(example[0]), frozen(example[0])) == ()


@pytest.mark.parametrize(
    ("before", "after", "cells"),
    [
        (["XO.", "..."], ["XXX", "..."], ((0, 2),)),  # Othello: what turned over was not empty before
        (["XO.", "..."], ["X.X", "..."], ((0, 2),)),  # Go: what was caught is another's
        (["XO.", "..."], ["..X", "..."], ((0, 0), (0, 2))),  # draughts: X jumps over O
        (["KR.", "..."], [".RK", "..."], ((0, 0), (0, 2))),
        (["K..R"], [".RK."], ()),  # two went: castling
        (["X.."], [".XX"], ()),  # which one of the two was it?
        (["..."], ["XX."], ()),
        (["OX."], ["XO."], ()),  # nothing was empty, nothing is gone
        (["321"], ["311"], ((0, 1),)),
        (["XXX"], ["X.X"], ((0, 1),)),
        (["X.", ".."], ["XX"], ()),
        ([], [], ()),
    ],
)
def test_what_two_boards_tell(before, after, cells):
    assert changed(board(*before), board(*after)) == cells


@pytest.mark.parametrize("spec", zermelo.game_names())
def test_one_action_has_the_cells_that_it_has_among_all(spec):
    game = zermelo.load(spec)
    for seed in range(4):
        state = random_position(game, seed, most=60)
        assert touches(game, state) == [touched(game, state, action) for action in game.legal(state)]


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "othello"])
def test_where_something_is_put_the_cell_is_empty_and_the_actions_differ(spec):
    game = zermelo.load(spec)
    for seed in range(12):
        state = random_position(game, seed)
        found = [cells for cells in touches(game, state) if cells]
        assert len(set(found)) == len(found)
        assert all(len(cells) == 1 and game.describe(state).cells[cells[0][0]][cells[0][1]] == "" for cells in found)
        assert len(found) == len(game.legal(state)) or spec == "othello"  # where a pass is no place on the board


@pytest.mark.parametrize("spec", ["tic-tac-toe", "othello"])
def test_a_place_has_the_actions_name(spec):
    game = zermelo.load(spec)
    for seed in range(12):
        state = random_position(game, seed)
        picture = game.describe(state)
        for action, cells in zip(game.legal(state), touches(game, state), strict=True):
            names = [picture.columns[column] + picture.rows[row] for row, column in cells]
            assert (names or ["pass"]) == [game.action_text(state, action).lower()]


def test_a_column_is_touched_where_the_disc_lands():
    game = zermelo.load("connect-four")
    state = game.read_state("44")
    cells = dict(zip([game.action_text(state, a) for a in game.legal(state)], touches(game, state), strict=True))
    assert (cells["4"], cells["1"]) == (((3, 3),), ((5, 0),))


def test_a_game_without_a_board_or_at_its_end_has_nothing_to_touch():
    nim = zermelo.load("nim")
    assert touches(nim, nim.initial()) == [(), (), ()]
    assert touched(nim, nim.initial(), 1) == ()
    assert touches(nim, nim.read_state("0,0")) == []
    pig = zermelo.load("pig")
    rolling = pig.result(pig.initial(), pig.legal(pig.initial())[0])
    assert touches(pig, rolling) == []
    assert touched(pig, rolling, pig.moves(rolling)[0]) == ()


class Sliding(NamedTuple):
    board: tuple[tuple[int, ...], ...]
    player: int


def sliding(**parts) -> zermelo.Game:
    """A user's game without a picture: the piece on a row of cells goes to any other cell."""

    def result(state, to):
        return Sliding((tuple(int(place == to) for place in range(3)), (0, 0, 0)), 1 - state.player)

    return zermelo.Game(
        lambda: Sliding(((1, 0, 0), (0, 0, 0)), 0),
        lambda state: state.player,
        lambda state: (to for to in range(3) if not state.board[0][to]),
        result,
        lambda state: False,
        lambda state, player: 0.0,
        compiles=False,
        **parts,
    )


def test_a_users_game_without_a_picture_can_be_touched():
    game = sliding()
    assert touches(game, game.initial()) == [((0, 0), (0, 1)), ((0, 0), (0, 2))]


def on_grid(actions, result, board, **parts) -> zermelo.Game:
    """A user's game over (board, player) without a picture."""
    return zermelo.Game(
        lambda: (board, 0),
        lambda state: state[1],
        lambda state: iter(actions),
        lambda state, action: (result(state[0], action), 1 - state[1]),
        lambda state: False,
        lambda state, player: 0.0,
        compiles=False,
        **parts,
    )


def put(board, *cells):
    """The board of nested tuples with a 1 where there was a 0, and the reverse, on these cells."""
    return tuple(
        tuple(1 - value if (row, column) in cells else value for column, value in enumerate(line))
        for row, line in enumerate(board)
    )


EMPTY = ((0, 0, 0), (0, 0, 0))


def test_a_cell_is_touched_where_the_action_is_a_row_and_a_column():
    game = on_grid([(0, 1), (1, 2)], put, EMPTY)
    assert touches(game, game.initial()) == [((0, 1),), ((1, 2),)]


def test_numpy_boards_and_numbers_are_touched_too():
    numpy = pytest.importorskip("numpy")

    def result(board, action):
        board = board.copy()
        board[action] = 2
        return board

    actions = [(numpy.int64(0), numpy.int64(1)), (1, 2)]
    for board in (numpy.zeros((2, 3), numpy.int8), numpy.zeros((2, 3))):
        game = on_grid(actions, result, board)
        assert touches(game, game.initial()) == [((0, 1),), ((1, 2),)]


def test_the_action_tells_which_cell_it_was_where_several_change():
    def lights(board, action):
        row, column = action
        return put(board, (row, column), (row, column - 1), (row, column + 1))

    game = on_grid([(0, 1), (1, 2)], lights, EMPTY)
    assert touches(game, game.initial()) == [((0, 1),), ((1, 2),)]


def test_a_mark_that_vanishes_elsewhere_is_not_taken_for_a_move():
    game = on_grid([(0, 1), (1, 2)], lambda board, action: put(board, action, (0, 0)), ((1, 0, 0), (0, 0, 0)))
    assert touches(game, game.initial()) == [((0, 1),), ((1, 2),)]


def test_cells_that_an_action_numbers_are_no_row_and_column():
    def slide(board, action):
        return put(board, *((cell // 3, cell % 3) for cell in action))

    game = on_grid([(0, 1), (0, 5)], slide, ((1, 0, 0), (0, 0, 0)))
    assert touches(game, game.initial()) == [((0, 0), (0, 1)), ((0, 0), (1, 2))]


def test_pairs_are_a_way_over_the_board():
    def crowned(board, action):
        start, *_, end = action
        taken = put(board, start)
        return tuple(
            tuple(7 if (row, column) == end else value for column, value in enumerate(line))
            for row, line in enumerate(taken)
        )

    board = ((1, 0, 0), (0, 0, 0))
    game = on_grid([((0, 0), (1, 2)), ((0, 0), (0, 1), (1, 1)), ((0, 0), (5, 5))], crowned, board)
    assert touches(game, game.initial())[:2] == [((0, 0), (1, 2)), ((0, 0), (0, 1), (1, 1))]


def moved(board, start, end, also):
    """A move that also changes another cell, so that the boards alone do not tell what was touched."""
    return put(board, start, end, also)


def test_four_numbers_are_from_and_to():
    board = ((1, 0, 1), (0, 0, 0))
    game = on_grid(
        [(0, 0, 1, 1), (0, 0, 1, 2), (0, 0, 9, 9)],
        lambda board, action: moved(board, action[:2], action[2:], (0, 2)),
        board,
    )
    assert touches(game, game.initial()) == [((0, 0), (1, 1)), ((0, 0), (1, 2)), ()]


def test_labels_are_cells_where_the_picture_shows_them():
    squares = {"a2": (0, 0), "b2": (0, 1), "c2": (0, 2), "a1": (1, 0), "b1": (1, 1), "c1": (1, 2)}

    def labelled(state):
        return Board(tuple(tuple("X" if cell else "" for cell in row) for row in state[0]), ("2", "1"), ("a", "b", "c"))

    def result(board, action):
        first, last = squares[action[:2].lower()], squares[action[-2:].lower()]
        return moved(board, first, last, (0, 2))

    game = on_grid(["a2b1", "A2-C1", "b1b2"], result, ((1, 0, 1), (0, 0, 0)), picture=labelled)
    assert touches(game, game.initial()) == [((0, 0), (1, 1)), ((0, 0), (1, 2)), ((1, 1), (0, 1))]
    game = on_grid(["a2b1"], result, ((1, 0, 1), (0, 0, 0)))
    assert touches(game, game.initial()) == [()]  # nobody sees what is called a2


def test_the_end_of_a_move_is_marked_where_nothing_else_is():
    stones = board("X.", ".O")
    assert marking(stones, [(0, 0)]).marked == {(0, 0)}
    assert marking(stones, [(0, 1), (0, 0), (1, 0)]).marked == {(0, 0)}  # what is empty now was left or taken
    assert marking(stones, []) == stones
    won = Board(stones.cells, marked=frozenset({(1, 1)}))
    assert marking(won, [(0, 0)]) == won
    nim = zermelo.load("nim")
    bars = nim.describe(nim.initial())
    assert marking(bars, [(0, 0)]) == bars


def test_a_game_may_say_itself_what_is_touched():
    game = sliding(touches=lambda state, to: [(1, to)])
    assert touches(game, game.initial()) == [((1, 1),), ((1, 2),)]
    assert touched(game, game.initial(), 2) == ((1, 2),)


def test_a_board_that_becomes_something_else_cannot_be_touched():
    pictures = {0: Board((("", ""),)), 1: zermelo.load("nim").describe(zermelo.load("nim").initial())}
    game = sliding(picture=lambda state: pictures[state.player])
    assert touches(game, game.initial()) == [(), ()]


@pytest.mark.parametrize("spec", ["chess", "checkers", "draughts"])
def test_who_moves_a_piece_touches_it_first_and_finds_it_at_the_last_cell(spec):
    game = zermelo.load(spec)
    noise = random.Random(spec)
    mine = {"chess": ("♔♕♖♗♘♙", "♚♛♜♝♞♟"), "checkers": ("●⛃", "○⛁"), "draughts": ("○⛁", "●⛃")}[spec]
    for _ in range(6):
        state = game.initial()
        for _ in range(80):
            if game.is_terminal(state):
                break
            before = game.describe(state).cells
            for action, cells in zip(game.legal(state), touches(game, state), strict=True):
                (row, column), *_, (to_row, to_column) = cells
                assert before[row][column] in mine[game.to_move(state)]
                after = game.describe(game.result(state, action)).cells
                assert after[to_row][to_column] in mine[game.to_move(state)]
                assert after[row][column] == "" or cells[0] == cells[-1]
            state = game.result(state, noise.choice(game.legal(state)))


def test_a_card_that_leaves_the_hand_is_touched():
    class Hands(NamedTuple):
        cards: tuple[str, ...]
        drawn: int

    def picture(state):
        return Cards(
            (Hand("table", ("♦7",), middle=True), Hand("you", state.cards, active=True), Hand("Sam", ("", "")))
        )

    def result(state, action):
        """Plays a card and draws another for it, or turns all of them down."""
        if action == "fold":
            return Hands(("",) * len(state.cards), state.drawn)
        drawn = (f"♥{state.drawn}",) if action[0] == "♣" else ()
        return Hands((*(card for card in state.cards if card != action), *drawn), state.drawn + 1)

    game = zermelo.Game(
        lambda: Hands(("♠A", "♣2"), 3),
        lambda state: 0,
        lambda state: (*state.cards, "fold"),
        result,
        lambda state: not state.cards,
        lambda state, player: 0.0,
        players=1,
        picture=picture,
        compiles=False,
    )
    assert touches(game, game.initial()) == [((1, 0),), ((1, 1),), ()]
