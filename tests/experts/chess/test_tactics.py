"""Chess tactics: exchanges against a slow twin, ranks and passes."""

from __future__ import annotations

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import opinion
from zermelo.experts.chess.tactics import WORTH, chess_exchange

GAME = zermelo.load("chess")
KINDS = "?pnbrqk"
STRAIGHT, DIAGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
LEAPS = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))


def board_of(fen):
    """Pieces by (file, rank): letters as in the FEN."""
    rows = fen.split()[0].split("/")
    found = {}
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                found[file, rank] = letter
                file += 1
    return found


def takers(board, target, white):
    """The pieces of a side that attack a square, the cheapest first."""
    found = []
    for (file, rank), letter in board.items():
        if letter.isupper() != white or (file, rank) == target:
            continue
        kind, by = letter.lower(), (target[0] - file, target[1] - rank)
        far = max(abs(by[0]), abs(by[1]))
        step = (by[0] // far, by[1] // far)
        lines = {"b": DIAGONAL, "r": STRAIGHT, "q": DIAGONAL + STRAIGHT}.get(kind, ())
        if kind == "p":
            sees = abs(by[0]) == 1 and by[1] == (1 if white else -1)
        elif kind == "n":
            sees = by in LEAPS
        elif kind == "k":
            sees = far == 1
        else:
            clear = all((file + i * step[0], rank + i * step[1]) not in board for i in range(1, far))
            sees = by == (far * step[0], far * step[1]) and step in lines and clear
        if sees:
            found.append((KINDS.index(kind), rank, file))
    return sorted(found)


def won_by_taking(board, target, white):
    """What a side wins at most by taking on a square, or by leaving it."""
    own = takers(board, target, white)
    if not own:
        return 0
    kind, rank, file = own[0]
    if KINDS[kind] == "k" and takers(board, target, not white):
        return 0
    victim = KINDS.index(board[target].lower())
    after = {square: letter for square, letter in board.items() if square != (file, rank)}
    after[target] = board[file, rank]
    return max(0, WORTH[victim] - won_by_taking(after, target, not white))


def slow_exchange(fen, move):
    board, white = board_of(fen), fen.split()[1] == "w"
    start, target = (move % 8, move // 8 % 8), (move // 64 % 8, move // 512 % 8)
    piece = board.pop(start)
    gain = 0
    if target in board:
        gain = WORTH[KINDS.index(board[target].lower())]
    elif piece in "pP" and start[0] != target[0]:
        gain = 1
        del board[target[0], start[1]]
    board[target] = piece
    if move >> 12:
        promoted = "?nbrq"[move >> 12]
        gain += WORTH[KINDS.index(promoted)] - 1
        board[target] = promoted.upper() if white else promoted
    return gain - won_by_taking(board, target, not white)


@pytest.mark.parametrize(
    ("fen", "move", "worth"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 1),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -2),  # both sides' pieces line up
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1),  # en passant
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 4),  # the king takes the queen back
        ("4k3/8/8/2p5/3p4/4K3/8/3R4 w - - 0 1", "e3d4", 1),  # illegal, but nothing else stands up to the king
        ("4k3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1),
        ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1),  # rook for rook, and the pawn is won
    ],
)
def test_known_exchanges(fen, move, worth):
    state = GAME.read_state(fen)
    squares = ["abcdefgh".index(move[i]) + 8 * (int(move[i + 1]) - 1) for i in (0, 2)]
    coded = squares[0] | squares[1] << 6 | ("?nbrq".index(move[4]) if move[4:] else 0) << 12
    assert chess_exchange()(state, coded) == worth


def test_exchanges_equal_the_slow_twin():
    seen = 0
    for seed in range(100):
        state = random_position(GAME, seed, most=80)
        fen = GAME.state_text(state)
        for move in GAME.legal(state):
            assert chess_exchange()(state, move) == slow_exchange(fen, move), (fen, GAME.action_text(state, move))
            seen += 1
    assert seen > 1000


def tactics():
    found = opinion(GAME).tactics
    assert found is not None
    return found


CHECKS = (
    ("7k/8/8/3b4/8/8/5PPP/4RRK1 w - - 0 1", "Re8"),  # a rook on the last rank
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O"),  # the castled rook
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"),
    ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "Nc3"),  # discovered: the knight leaves the file
    ("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", "e5"),  # it stays on the file
    ("4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", "Kd4"),  # the king itself uncovers
    ("4k3/8/8/8/4B3/4P3/8/K3R3 w - - 0 1", "Bd5"),  # two pieces in between
    ("8/8/8/2k5/8/8/3P4/K7 w - - 0 1", "d4"),  # a pawn's double step
    ("k7/8/8/8/8/8/8/K5Q1 w - - 0 1", "Qg2"),
)


@pytest.mark.parametrize(("fen", "text"), CHECKS)
def test_a_quiet_move_s_check_is_told_before_it_is_played(fen, text):
    state = GAME.read_state(fen)
    move = GAME.read_action(state, text)
    gives = tactics().forced(GAME.result(state, move))
    assert tactics().forces(state, tactics().aims(state), move) == gives == GAME.action_text(state, move).endswith("+")


@pytest.mark.long
def test_checks_of_quiet_moves_are_those_seen_after_them():
    advice, checks, quiets = tactics(), 0, 0
    for seed in range(150):
        state = random_position(GAME, seed, most=120)
        aims = advice.aims(state)
        for move in GAME.legal(state):
            if advice.rank(state, move) == 0:
                gives = advice.forced(GAME.result(state, move))
                assert advice.forces(state, aims, move) == gives, GAME.state_text(state) + GAME.action_text(state, move)
                checks, quiets = checks + gives, quiets + 1
    assert checks > 50
    assert quiets > 2000


def rank(fen, text):
    state = GAME.read_state(fen)
    return tactics().rank(state, GAME.read_action(state, text))


def test_quiet_moves_rank_0_and_noisy_ones_by_what_they_win():
    fen = "4k3/8/1q3p2/3p2P1/2P1N3/8/8/3RK3 w - - 0 1"
    ranks = [rank(fen, move) for move in ("Ke2", "Rxd5", "cxd5", "gxf6", "Nxf6+")]
    assert ranks[0] == 0
    assert all(worth > 0 for worth in ranks[1:])
    assert rank(fen, "cxd5") > rank(fen, "Rxd5")  # the cheaper piece first


@pytest.mark.parametrize(
    ("fen", "move", "good"),
    [
        ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", False),  # a defended pawn
        ("4k3/8/2p5/3r4/8/8/8/3QK3 w - - 0 1", "Qxd5", False),
        ("3rk3/8/2p5/3r4/8/5B2/8/3QK3 w - - 0 1", "Bxd5", True),
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q+", True),
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=N", False),
        ("4k3/2P5/1n6/8/8/8/8/4K3 w - - 0 1", "c8=Q+", False),  # taken at once
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", True),
        ("4k3/8/8/8/8/8/3q4/3QK3 w - - 0 1", "Kxd2", True),
    ],
)
def test_ranks_have_the_sign_of_the_exchange(fen, move, good):
    assert (rank(fen, move) > 0) == good
    assert rank(fen, move) != 0


def test_ranks_are_0_just_for_moves_that_are_not_noisy():
    for seed in range(30):
        state = random_position(GAME, seed, most=80)
        buffer = [0] * 256
        noisy = set(buffer[: tactics().noisy(state, buffer)])
        assert noisy == {move for move in GAME.legal(state) if tactics().rank(state, move) != 0}


def test_passing_gives_the_move_to_the_other():
    state = GAME.read_state("4k3/8/8/3pP3/8/8/8/4K3 b - - 3 7")
    after = tactics().passed(state)
    assert GAME.state_text(after) == "4k3/8/8/3pP3/8/8/8/4K3 w - - 4 8"
    passant = GAME.read_state("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7")
    assert tactics().passed(passant).passant == 0
    assert not tactics().may_pass(state)
    assert tactics().may_pass(GAME.read_state("4k3/8/8/3pP3/8/8/8/4KB2 w - - 3 7"))
    assert not tactics().may_pass(GAME.read_state("4k3/8/8/3pP3/8/8/8/4KB2 b - - 3 7"))
