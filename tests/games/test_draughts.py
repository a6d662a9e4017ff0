"""International draughts: its slow twin, published counts of move sequences, and drawn boards."""

from __future__ import annotations

import itertools
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.games._draughts.rules import step
from zermelo.games.draughts import MOST, PATIENCE

GAME = zermelo.load("draughts")

# --- the twin: a dict from (row, column) to w, W, b or B, and recursion over paths ------------------------------------

DARK = [(row, column) for row in range(10) for column in range(10) if (row + column) % 2]  # square 1 first
NUMBER = {cell: place + 1 for place, cell in enumerate(DARK)}
DIAGONALS = [(down, right) for down in (-1, 1) for right in (-1, 1)]


def twin_board(text):
    """(board, player to move) of a position in PDN."""
    mover, white, black = text.split(":")[:3]
    board = {}
    for letter, squares in (("w", white[1:]), ("b", black[1:])):
        for word in squares.split(",") if squares else ():
            board[DARK[int(word.lstrip("K")) - 1]] = letter.upper() if word.startswith("K") else letter
    return board, mover.lower()


def twin_text(board, mover):
    def side(letter):
        mine = [cell for cell in DARK if board.get(cell, "").lower() == letter]
        return ",".join(("K" if board[cell].isupper() else "") + str(NUMBER[cell]) for cell in mine)

    return f"{mover.upper()}:W{side('w')}:B{side('b')}"


def line(cell, way):
    """The cells from a cell on, to the edge."""
    cells, (row, column) = [], cell
    while (row + way[0], column + way[1]) in NUMBER:
        row, column = row + way[0], column + way[1]
        cells.append((row, column))
    return cells


def jumps(board, cell, piece, taken=frozenset()):
    """(end, taken) of every path of captures from a cell, those that could go on too."""
    paths = [(cell, taken)] if taken else []
    for way in DIAGONALS:
        cells = line(cell, way)
        near = 0
        while piece.isupper() and near < len(cells) and cells[near] not in board:
            near += 1
        if near < len(cells) and board.get(cells[near], piece).lower() != piece.lower() and cells[near] not in taken:
            for end in cells[near + 1 :] if piece.isupper() else cells[near + 1 : near + 2]:
                if end in board:
                    break
                paths += jumps(board, end, piece, taken | {cells[near]})
    return paths


def steps(board, cell, piece):
    """Where a piece can go without capturing."""
    ends = []
    for way in DIAGONALS:
        if piece.isupper() or way[0] == (-1 if piece == "w" else 1):
            for end in line(cell, way) if piece.isupper() else line(cell, way)[:1]:
                if end in board:
                    break
                ends.append(end)
    return ends


def twin_moves(board, mover):
    """(start, end, taken) of every legal move."""
    pieces = [(cell, piece) for cell, piece in board.items() if piece.lower() == mover]
    captures = {
        (cell, *path)
        for cell, piece in pieces
        for path in jumps({c: p for c, p in board.items() if c != cell}, cell, piece)
    }
    most = max((len(taken) for _, _, taken in captures), default=0)
    return {capture for capture in captures if len(capture[2]) == most} or {
        (cell, end, frozenset()) for cell, piece in pieces for end in steps(board, cell, piece)
    }


def twin_after(board, move):
    start, end, taken = move
    after = {cell: piece for cell, piece in board.items() if cell != start and cell not in taken}
    piece = board[start]
    after[end] = piece.upper() if end[0] == (0 if piece == "w" else 9) else piece
    return after


def compare(state):
    """The game and its twin have the same moves here, with the same results."""
    board, mover = twin_board(GAME.state_text(state))
    other = "w" if mover == "b" else "b"
    expected = sorted(twin_text(twin_after(board, move), other) for move in twin_moves(board, mover))
    if state.quiet >= PATIENCE:
        assert GAME.is_terminal(state)
    else:
        after = [GAME.state_text(GAME.result(state, action)).split(":H")[0] for action in GAME.legal(state)]
        assert sorted(after) == expected
        assert GAME.is_terminal(state) == (not expected)


@pytest.mark.parametrize("seed", range(10))
def test_random_games_go_as_the_twin_says(seed):
    noise, state = random.Random(seed), GAME.initial()
    while not GAME.is_terminal(state):
        compare(state)
        state = GAME.result(state, noise.choice(GAME.legal(state)))
    compare(state)


@st.composite
def positions(draw):
    """Pieces anywhere, many of them kings, so that long captures are common."""
    cells = draw(st.permutations(DARK))
    white, black = draw(st.integers(1, 8)), draw(st.integers(1, 14))
    board = {}
    for place, cell in enumerate(cells[: white + black]):
        letter = "w" if place < white else "b"
        king = cell[0] == (0 if letter == "w" else 9) or draw(st.integers(0, 2)) == 0
        board[cell] = letter.upper() if king else letter
    return twin_text(board, draw(st.sampled_from("bw")))


@given(positions())
def test_any_position_goes_as_the_twin_says(text):
    state = GAME.read_state(text)
    assert GAME.state_text(state) == text
    compare(state)
    names = [GAME.action_text(state, action) for action in GAME.legal(state)]
    assert len(set(names)) == len(names)
    assert [GAME.read_action(state, name) for name in names] == GAME.legal(state)


# --- truth from elsewhere -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "depth"),
    [
        *(("international_10x10", depth) for depth in range(9)),
        *(("international_random178", depth) for depth in range(7)),
        *(("international_woldouby", depth) for depth in range(13)),
        *(pytest.param("international_10x10", depth, marks=pytest.mark.slow) for depth in (9, 10, 11)),
        *(pytest.param("international_random178", depth, marks=pytest.mark.slow) for depth in (7, 8, 9)),
        *(pytest.param("international_woldouby", depth, marks=pytest.mark.slow) for depth in (13, 14, 15)),
    ],
)
def test_published_counts(truth, name, depth):
    known = json.loads(truth("checkers/draughts_perft.json").read_text())[name]
    state = GAME.initial() if known["fen"].startswith("initial") else GAME.read_state(known["fen"])
    assert zermelo.perft(GAME, state, depth=depth).leaves == known["perft"][depth]


def test_counts_interpreted():
    counts = [zermelo.perft(GAME, depth=depth, compiled=False).leaves for depth in range(5)]
    assert counts == [1, 9, 81, 658, 4265]


# --- drawn boards ---------------------------------------------------------------------------------------------------


def drawn(mover, board):
    """The state of a drawn board: w, W, b, B on dark squares."""
    rows = [row.split() for row in board.split("\n") if row.strip()]
    pieces = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."}
    return GAME.read_state(twin_text(pieces, mover))


def moves(state):
    return sorted(GAME.action_text(state, action) for action in GAME.legal(state))


def after(state, move):
    return GAME.state_text(GAME.result(state, GAME.read_action(state, move)))


def test_the_most_pieces_must_be_taken_and_men_jump_backward():
    state = drawn(
        "w",
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . b . b . . . . .
        . . . . . . . . . .
        . . b . b . . . b .
        . . . w . . . w . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
    )
    assert moves(state) == ["32x32"]  # all four and back, not the one that 34 could take
    assert after(state, "32x32") == "B:W32,34:B30"


@pytest.mark.parametrize(("piece", "move", "end"), [("w", "11x13", "B:W13:B36"), ("W", "11x13", "B:WK13:B36")])
def test_a_man_that_only_passes_the_last_row_is_not_crowned(piece, move, end):
    state = drawn(
        "w",
        f"""
        . . . . . . . . . .
        . . b . b . . . . .
        . {piece} . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        b . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
    )
    assert move in moves(state)
    assert after(state, move) == end


def test_no_piece_is_jumped_twice(monkeypatch):
    """A king could jump to and fro over the same piece without end: it stops, and the search for paths ends."""
    taken = itertools.count()

    def counted(word, by):
        assert next(taken) < 10_000
        return step(word, by)

    monkeypatch.setattr("zermelo.games.draughts.step", counted)
    state = drawn(
        "w",
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . b . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . b . . . . . . .
        . . . . . . . . . .
        W . . . . . . . . .
        """,
    )
    assert moves(state) == ["46x10", "46x14", "46x19", "46x5"]
    assert after(state, "46x5") == "B:WK5:B"


def test_what_is_captured_stands_in_the_way_until_the_end():
    """From 26 the king could take a fourth, had the first already gone."""
    state = drawn(
        "w",
        """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . b . . . .
        . . b . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . b . . . . . . .
        . . . b . . . . . .
        W . . . . . . . . .
        """,
    )
    assert moves(state) == ["46x21", "46x26"]
    assert after(state, "46x26") == "B:WK26:B42"


def test_captures_between_the_same_ends_are_written_in_full():
    state = drawn(
        "w",
        """
        . . . . . . . . . .
        . . . . b . b . . .
        . . . . . . . . . .
        . . b . b . . . b .
        . . . . . . . . . .
        . . b . b . . . . .
        . . . w . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
    )
    assert moves(state) == ["32x21x12x3x14x25", "32x23x12x3x14x25"]
    assert after(state, "32x21x12x3x14x25") == "B:W25:B18,28"


def test_a_king_flies():
    state = GAME.read_state("W:WK46:B1")
    assert moves(state) == ["46-10", "46-14", "46-19", "46-23", "46-28", "46-32", "46-37", "46-41", "46-5"]


def test_who_cannot_move_has_lost():
    state = GAME.read_state("W:W6:B1")
    assert GAME.is_terminal(state)
    assert [GAME.utility(state, player) for player in (0, 1)] == [-1, 1]


def test_kings_that_only_walk_make_a_draw():
    state = GAME.read_state("W:WK46,31:BK1:H48")
    assert after(state, "31-27") == "B:W27,K46:BK1"
    walked = GAME.read_state(after(state, "46-41"))
    assert walked.quiet == 49
    ended = GAME.result(walked, GAME.read_action(walked, "1-6"))
    assert GAME.is_terminal(ended)
    assert [GAME.utility(ended, player) for player in (0, 1)] == [0, 0]


# the worst boards that hill climbing found
MOST_ACTIONS = "W:WK1,K4,K6,K10,K13,K15,K27,K36,K45,K46,K47,K50:B8,9,16,18,19,22,24,30,31,32,35,38,39,40"
MOST_ROOM = "W:WK11:B7,8,10,14,17,18,21,23,29,30,31,32,39,40,41,42,43"


def test_there_is_room_for_all_captures():
    for text in (MOST_ACTIONS, MOST_ROOM):
        compare(GAME.read_state(text))
    assert len(GAME.legal(GAME.read_state(MOST_ACTIONS))) == 246 < MOST


# --- text -----------------------------------------------------------------------------------------------------------


def test_positions_are_read_in_ranges():
    assert GAME.read_state("W:W31-50:B1-20") == GAME.initial()
    assert GAME.state_text(GAME.read_state("w:bK3-4,6 : w30,K25.")) == "W:WK25,30:BK3,K4,6"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("W:W31", "give the side to move"),
        ("W:W31:B51", "'51' is not a square from 1 to 50"),
        ("W:W31:B9-6", "'9-6' is not a square from 1 to 50"),
        ("W:W31-33,32:B1", "square 32 is given twice"),
        ("W:W5:B20", "a white man on square 5 would be a king"),
        ("W:W40:B46", "a black man on square 46 would be a king"),
        ("W:W31:B1:H51", "H counts the quiet plies, 0 to 50"),
        ("W:W30-50:B1", "white has 21 pieces; 20 are the most"),
    ],
)
def test_a_bad_position_is_told_in_one_line(text, complaint):
    with pytest.raises(zermelo.ZermeloError) as error:
        GAME.read_state(text)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.slow
def test_it_keeps_the_laws_compiled_and_interpreted():
    diagnosis = zermelo.examine(GAME, games=5)
    assert diagnosis.healthy
    assert diagnosis.compiled


def test_a_move_is_touched_at_the_squares_that_its_text_names():
    noise = random.Random(8)
    jumps = 0
    for _ in range(30):
        state = GAME.initial()
        while not GAME.is_terminal(state):
            legal = GAME.legal(state)
            for action in legal:
                squares = GAME.action_text(state, action).replace("x", "-").split("-")
                cells = GAME.touches(state, action)
                assert (cells[0], cells[-1]) == (DARK[int(squares[0]) - 1], DARK[int(squares[-1]) - 1])
                assert all(abs(a[0] - b[0]) == abs(a[1] - b[1]) > 0 for a, b in itertools.pairwise(cells))
                jumps += "x" in GAME.action_text(state, action)
            state = GAME.result(state, noise.choice(legal))
    assert jumps > 100
