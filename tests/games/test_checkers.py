"""English draughts: its slow twin, published counts of move sequences, endings from a database, and drawn boards."""

from __future__ import annotations

import importlib.util
import itertools
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.games._draughts.rules import step
from zermelo.games.checkers import BITS, BOARD, MOST, PATIENCE, CheckersState

GAME = zermelo.load("checkers")

# --- the twin: a dict from (row, column) to b, B, w or W, and recursion over paths ------------------------------------

DARK = [(row, column) for row in range(8) for column in range(8) if (row + column) % 2]  # square 1 first
NUMBER = {cell: place + 1 for place, cell in enumerate(DARK)}


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


def directions(piece):
    rows = (1, -1) if piece.isupper() else (1,) if piece == "b" else (-1,)
    return [(down, right) for down in rows for right in (-1, 1)]


def jumps(board, cell, piece, taken=()):
    """(end, taken) of every path of jumps from a cell that cannot go on."""
    paths = []
    for down, right in directions(piece):
        over, end = (cell[0] + down, cell[1] + right), (cell[0] + 2 * down, cell[1] + 2 * right)
        if board.get(over, piece).lower() != piece.lower() and over not in taken and end in NUMBER and end not in board:
            paths += jumps(board, end, piece, (*taken, over))
    return paths or ([(cell, frozenset(taken))] if taken else [])


def twin_moves(board, mover):
    """(start, end, taken) of every legal move; the turn ends on the king row since a man only jumps forward."""
    pieces = [(cell, piece) for cell, piece in board.items() if piece.lower() == mover]
    captures = {
        (cell, *path)
        for cell, piece in pieces
        for path in jumps({c: p for c, p in board.items() if c != cell}, cell, piece)
    }
    return captures or {
        (cell, end, frozenset())
        for cell, piece in pieces
        for end in [(cell[0] + down, cell[1] + right) for down, right in directions(piece)]
        if end in NUMBER and end not in board
    }


def twin_after(board, move):
    start, end, taken = move
    after = {cell: piece for cell, piece in board.items() if cell != start and cell not in taken}
    piece = board[start]
    after[end] = piece.upper() if end[0] == (7 if piece == "b" else 0) else piece
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


@pytest.mark.parametrize("seed", range(30))
def test_random_games_go_as_the_twin_says(seed):
    noise, state = random.Random(seed), GAME.initial()
    while not GAME.is_terminal(state):
        compare(state)
        state = GAME.result(state, noise.choice(GAME.legal(state)))
    compare(state)


@st.composite
def positions(draw):
    """Up to 12 pieces per side anywhere, many of them kings, so that multiple jumps are common."""
    cells = draw(st.permutations(DARK))
    black, white = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    board = {}
    for place, cell in enumerate(cells[: black + white]):
        letter = "b" if place < black else "w"
        king = cell[0] == (7 if letter == "b" else 0) or draw(st.booleans())
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


@pytest.mark.slow
def test_no_position_has_more_captures_than_declared():
    """A jumping piece stays on 8 squares joined by 9 jumps; there are four such sets, mirror images of each other.

    Every board of one set is tried: which pieces to jump over are there, and which of the 8 squares are taken, each
    by the kind of piece that has more captures.
    """
    cells = [(row, column) for row in range(0, 8, 2) for column in range(1, 8, 2) if (row + column) % 4 == 1]
    between = {(r + 1, c + d) for r, c in cells for d in (-1, 1) if (r + 2, c + 2 * d) in cells}
    assert (len(cells), len(between)) == (8, 9)
    most = 0
    for word in range(1 << 17):
        there = [cell for bit, cell in enumerate([*between, *cells]) if word >> bit & 1]
        board = {cell: "w" if cell in between else "b" for cell in there}
        total = 0
        for cell in board.keys() & set(cells):
            lifted = {c: p for c, p in board.items() if c != cell}
            total += max(len(set(jumps(lifted, cell, piece))) for piece in "bB")
        most = max(most, total)
    assert 4 * most == 56 < MOST


# --- truth from elsewhere -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [*range(9), *(pytest.param(depth, marks=pytest.mark.slow) for depth in (9, 10, 11))])
def test_published_counts_from_the_start(truth, depth):
    counts = json.loads(truth("checkers/draughts_perft.json").read_text())["english_checkers"]["perft"]
    assert zermelo.perft(GAME, depth=depth).leaves == counts[depth]


@pytest.mark.slow
def test_two_paths_to_the_same_capture_are_one_action(truth):
    """Depth 12 is the first where that shows in the counts."""
    counts = json.loads(truth("checkers/draughts_perft.json").read_text())["english_checkers_unique_captures"]["perft"]
    assert zermelo.perft(GAME, depth=12).leaves == counts[12]


def test_counts_interpreted():
    counts = [zermelo.perft(GAME, depth=depth, compiled=False).leaves for depth in range(6)]
    assert counts == [1, 7, 49, 302, 1469, 7361]


def test_endings_of_the_database(truth):
    """Wins and losses up to 7 plies are seen at their distance, and not a ply before; draws are not decided."""
    lines = truth("checkers/english_endings_le4_samples.txt").read_text().splitlines()
    decided = drawn = 0
    for line in lines[1:]:
        text, result, plies = (word.strip() for word in line.split(";"))
        state = GAME.read_state(text)
        assert GAME.state_text(state) == text
        assert GAME.legal(state)

        def value(depth, state=state):
            return zermelo.AlphaBeta(depth=depth, evaluate="none").analyse(GAME, state).value

        distance = int(plies)
        if result == "D" and drawn < 50:
            assert value(6) == 0
            drawn += 1
        elif 1 <= distance <= 7:
            assert value(distance) == (1 if result == "W" else -1), text
            assert distance == 1 or value(distance - 1) == 0, text
            decided += 1
    assert decided > 300


def test_rapid_draughts_knows_the_same_moves():
    """Against an independent implementation, in random games."""
    rapid_draughts = load_benchmark("rapid_draughts")
    try:
        opponent = rapid_draughts.RapidDraughts(depth=1)
    except zermelo.ZermeloError as missing:
        pytest.skip(str(missing))
    try:
        assert rapid_draughts.differences(opponent, games=10) == []
        assert opponent(GAME, GAME.initial()) in GAME.legal(GAME.initial())
    finally:
        opponent.close()


def load_benchmark(name):
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parents[2] / "benchmarks" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- drawn boards ---------------------------------------------------------------------------------------------------


def drawn(mover, board):
    """The state of a drawn board: b, B, w, W on dark squares."""
    rows = [line.split() for line in board.split("\n") if line.strip()]
    pieces = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."}
    return GAME.read_state(twin_text(pieces, mover))


def moves(state):
    return sorted(GAME.action_text(state, action) for action in GAME.legal(state))


def after(state, move):
    return GAME.state_text(GAME.result(state, GAME.read_action(state, move)))


def test_any_capture_is_forced_but_not_the_longest():
    state = drawn(
        "b",
        """
        . . . . . . . .
        b . . . b . . .
        . w . . . w . .
        . . . . . . . .
        . w . . . . . .
        . . . . . . . .
        . . . . . . . .
        w . . . . . . .
        """,
    )
    assert moves(state) == ["5x21", "7x16"]
    assert after(state, "5x21") == "W:W11,29:B7,21"


def test_a_choice_between_two_paths_is_written_in_full():
    state = drawn(
        "b",
        """
        . . . b . . . .
        . . w . w . . .
        . . . . . . . .
        . . w . w . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert moves(state) == ["2x11x18", "2x9x18"]
    assert after(state, "2x9x18") == "W:W7,15:B18"
    assert after(state, "2x11x18") == "W:W6,14:B18"


def test_no_piece_is_jumped_twice(monkeypatch):
    """A king could jump to and fro over the same piece without end: it stops, and the search for paths ends."""
    taken = itertools.count()

    def counted(word, by):
        assert next(taken) < 10_000
        return step(word, by)

    monkeypatch.setattr("zermelo.games.checkers.step", counted)
    state = drawn(
        "b",
        """
        . . . . . . . .
        . . B . . . . .
        . . . w . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert moves(state) == ["6x15"]
    assert after(state, "6x15") == "W:W:BK15"


def test_a_king_jumps_round_to_where_it_began_in_one_action():
    state = drawn(
        "b",
        """
        . . . . . . . .
        . . B . . . . .
        . w . w . . . .
        . . . . . . . .
        . w . w . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert moves(state) == ["6x6"]
    assert after(state, "6x6") == "W:W:BK6"


@pytest.mark.parametrize(("piece", "move", "end"), [("b", "22x31", "W:W27:BK31"), ("B", "22x24", "W:W:BK24")])
def test_a_man_that_is_crowned_stops_and_a_king_goes_on(piece, move, end):
    state = drawn(
        "b",
        f"""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . {piece} . . . . .
        . . . w . w . .
        . . . . . . . .
        """,
    )
    assert moves(state) == [move]
    assert after(state, move) == end


def test_a_position_has_one_key_however_long_it_is_quiet():
    states = [GAME.read_state(f"{mover}:WK32:BK1{quiet}") for mover in "BW" for quiet in ("", ":H7")]
    keys = [GAME.state_key(state) for state in states]
    assert keys[0] == keys[1] != keys[2] == keys[3]
    assert GAME.state_key(GAME.read_state("B:WK32:B1")) not in keys
    assert [GAME.reversible(state) for state in states] == [0, 7, 0, 7]


def test_the_start():
    white, black = (",".join(map(str, squares)) for squares in (range(21, 33), range(1, 13)))
    assert GAME.state_text(GAME.initial()) == f"B:W{white}:B{black}"
    assert GAME.best_utility == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("B:W5,6,10:B1", "because the other side has no move left"),
        ("B:WK5:B", "by taking all pieces"),
        ("B:WK5:BK30:H80", "after 80 plies without a capture or a man's move"),
    ],
)
def test_how_a_game_ends(text, words):
    state = GAME.read_state(text)
    assert GAME.is_terminal(state)
    assert GAME.ending(state) == words


def test_different_positions_have_different_keys():
    """Whatever differs: pieces of either side, kings, words that change places, and the side to move."""
    noise, states = random.Random(1), set()
    for _ in range(500):
        black, white, kings = (noise.getrandbits(35) & noise.getrandbits(35) & BOARD for _ in range(3))
        for player in (0, 1):
            states |= {CheckersState(*words, player, 0) for words in itertools.permutations((black, white, kings))}
    for bit in BITS:
        for words in ((1 << bit, 0, 0), (0, 1 << bit, 0), (0, 0, 1 << bit)):
            states.add(CheckersState(*words, 0, 0))
    assert len({GAME.key(state) for state in states}) == len(states) > 5000


def test_who_cannot_move_has_lost():
    state = drawn(
        "b",
        """
        . . . . . . . .
        b . . . . . . .
        . w . . . . . .
        . . w . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert GAME.is_terminal(state)
    assert not GAME.adjudicated(state)
    assert GAME.fill(state, [0] * MOST) == 0
    assert [GAME.utility(state, player) for player in (0, 1)] == [-1, 1]


def test_kings_that_only_walk_make_a_draw():
    state = GAME.read_state("B:WK32:B9,K1:H78")
    assert after(state, "9-13") == "W:WK32:BK1,13"
    walked = GAME.read_state(after(state, "1-5"))
    assert walked.quiet == 79
    ended = GAME.result(walked, GAME.read_action(walked, "32-28"))
    assert GAME.adjudicated(ended)
    assert GAME.is_terminal(ended)
    assert [GAME.utility(ended, player) for player in (0, 1)] == [0, 0]
    assert GAME.read_state(GAME.state_text(ended)) == ended


@pytest.mark.slow
def test_it_keeps_the_laws_compiled_and_interpreted():
    diagnosis = zermelo.examine(GAME, games=10)
    assert diagnosis.healthy
    assert diagnosis.compiled
