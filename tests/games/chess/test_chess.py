"""Chess: published counts, and python-chess as the referee of every move, name and ending."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.games.chess.text import uci

GAME = zermelo.load("chess")
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902, 197281, 4865609]),
        (KIWIPETE, [48, 2039, 97862, 4085603]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238, 674624]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467, 422333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62379, 2103487]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", [46, 2079, 89890, 3894594]),
        ("8/8/8/8/8/K7/P7/k7 w - - 0 1", [3, 7, 43, 199, 1347, 6249]),
    ],
)
def test_perft(fen, counts):
    state = GAME.read_state(fen)
    assert [zermelo.perft(GAME, state, depth).leaves for depth in range(1, len(counts) + 1)] == counts


def test_perft_of_the_published_positions(truth):
    _published(truth, most=300_000)


@pytest.mark.slow
def test_perft_of_the_published_positions_to_their_full_depth(truth):
    _published(truth, most=10**12)


def _published(truth, most):
    checked = 0
    for line in truth("chess/perft_standard.epd").read_text().splitlines():
        fen, *parts = line.split(";")
        for part in parts:
            depth, leaves = part.split()
            if int(leaves) <= most:
                state = GAME.read_state(fen.strip())
                assert zermelo.perft(GAME, state, int(depth[1:])).leaves == int(leaves), (fen, depth)
                checked += 1
    assert checked > 300


def test_perft_of_tricky_positions(truth):
    fen, checked = "", 0
    for line in truth("chess/perft_tricky.perft").read_text().splitlines():
        if line.startswith("epd "):
            fen = line[4:].strip()
        elif line.startswith("perft "):
            _, depth, leaves = line.split()
            if int(leaves) <= 2_000_000 and not _is_chess960(fen):
                state = GAME.read_state(" ".join(fen.split()[:4]))
                assert zermelo.perft(GAME, state, int(depth)).leaves == int(leaves), fen
                checked += 1
    assert checked > 40


def _is_chess960(fen):
    """Castling with rooks or kings that do not stand on their usual squares: another game's rule."""
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    board, rights = chess.Board(fen, chess960=True), fen.split()[2]
    return rights != "-" and board.clean_castling_rights() != chess.Board(fen).clean_castling_rights()


def test_python_chess_agrees_on_every_move_of_random_games():
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    noise = random.Random(1)
    endings = set()
    for _ in range(12):
        board, state = chess.Board(), GAME.initial()
        for _ in range(150):
            theirs = {move.uci(): move for move in board.legal_moves}
            ours = {uci(action): action for action in list(GAME.actions(state))}
            assert set(ours) == set(theirs)
            assert GAME.state_text(state) == board.fen(en_passant="fen" if state.passant else "legal")
            over = not theirs or board.is_insufficient_material() or board.halfmove_clock >= 100
            assert GAME.is_terminal(state) == over
            if over:
                expected = (-1 if board.turn else 1) if board.is_checkmate() else 0
                assert GAME.utility(state, 0) == expected
                endings.add("mate" if expected else "draw")
                break
            name = noise.choice(sorted(theirs))
            assert GAME.action_text(state, ours[name]) == board.san(theirs[name])
            board.push(theirs[name])
            state = GAME.result(state, ours[name])
    assert endings


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KN3/8/8 b - - 0 1", True),
        ("8/8/4kb2/8/8/3KB3/8/8 w - - 0 1", True),
        ("8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1", False),
        ("8/8/4k2b/8/8/3KB3/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", False),
        ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", False),
        ("8/8/4k3/8/8/3KR3/8/8 b - - 0 1", False),
    ],
)
def test_dead_positions(fen, dead):
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    state = GAME.read_state(fen)
    assert chess.Board(fen).is_insufficient_material() == dead
    assert GAME.is_terminal(state) == dead


def test_the_fifty_moves():
    assert GAME.is_terminal(GAME.read_state("8/8/4k3/8/8/3K1R2/8/8 w - - 100 90"))
    assert not GAME.is_terminal(GAME.read_state("8/8/4k3/8/8/3K1R2/8/8 w - - 99 90"))


def test_a_game_from_its_moves():
    """The shortest mate, written in both ways."""
    for moves in ("f3 e5 g4 Qh4#", "f2f3 e7e5 g2g4 d8h4"):
        state = GAME.initial()
        for move in moves.split():
            state = GAME.result(state, GAME.read_action(state, move))
        assert GAME.is_terminal(state)
        assert GAME.utility(state, 1) == 1
        assert GAME.state_text(state) == "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"


@pytest.mark.parametrize(
    ("fen", "told"),
    [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "first or last rank"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling 'K' needs"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "w or b"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "8 ranks"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "rank 7"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn stands"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "cannot be the en passant"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "stands in check"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "whole numbers"),
        ("4k3", "FEN has"),
    ],
)
def test_a_bad_fen_is_told_in_one_line(fen, told):
    with pytest.raises(zermelo.ZermeloError, match=told) as error:
        GAME.read_state(fen)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("count", [1, 2])
def test_short_mates_are_found(truth, count):
    """By alpha-beta without an evaluation, at two plies per move."""
    lines = truth(f"chess/mate_in_{count}.fen").read_text().splitlines()
    for line in [line for line in lines if line.strip() and not line.startswith("#")][:25]:
        state = GAME.read_state(" ".join(line.split()[:4]))
        analysis = zermelo.AlphaBeta(depth=2 * count - 1, evaluate="none").analyse(GAME, state)
        assert (analysis.value, analysis.exact) == (1, True), line


@pytest.mark.long
def test_a_move_is_touched_where_the_referee_says_it_begins_and_ends():
    chess = pytest.importorskip("chess")
    noise = random.Random(8)
    for _ in range(4):
        state = GAME.initial()
        for _ in range(100):
            if GAME.is_terminal(state):
                break
            referee = chess.Board(GAME.state_text(state))
            legal = GAME.legal(state)
            for action, text in [(action, GAME.action_text(state, action)) for action in legal]:
                move = referee.parse_san(text)
                squares = [(7 - square // 8, square % 8) for square in (move.from_square, move.to_square)]
                assert list(GAME.touches(state, action)) == squares
            state = GAME.result(state, noise.choice(legal))


@pytest.mark.parametrize(
    ("fen", "move", "cells"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", ((7, 4), (7, 6))),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", ((0, 4), (0, 2))),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+", ((1, 0), (0, 0))),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", ((1, 0), (0, 0))),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", ((3, 4), (2, 3))),
    ],
)
def test_what_is_touched_to_castle_to_promote_and_to_take_in_passing(fen, move, cells):
    state = GAME.read_state(fen)
    assert GAME.touches(state, GAME.read_action(state, move)) == cells


def test_what_was_captured_lies_beside_the_board_and_a_promoted_pawn_was_not():
    assert GAME.describe(GAME.initial()).beside == ()
    white_is_ahead = GAME.read_state("r1bqk2r/ppp2ppp/2n5/8/8/8/PPPQ1PPP/R3KB1Q b - - 0 1")
    assert GAME.describe(white_is_ahead).beside == (("♖", "♗", "♘", "♘", "♙"), ("♝", "♞", "♟", "♟", "+1"))
