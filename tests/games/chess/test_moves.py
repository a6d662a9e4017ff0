"""Chess moves, interpreted: counts of positions where rules meet, the same for both colours, and what is noisy."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.games.chess.moves import MOST_MOVES, chess_moves

GAME = zermelo.load("chess")
COUNTS = [  # by depth, as python-chess counts them
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486]),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", [15, 126, 1928]),
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", [18, 92, 1670]),
    ("8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", [13, 102, 1266]),
    ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", [6, 121]),
    ("1b1k4/8/8/1rPpK3/8/8/8/8 w - d6 0 1", [5, 100]),
    ("8/8/8/KPp4r/8/8/8/7k w - c6 0 2", [4, 56]),
    ("8/8/8/r2Pp2K/8/8/8/7k w - e6 0 2", [6, 84]),
    ("8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3", [8, 72]),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", [15, 66, 1198]),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", [16, 71, 1286]),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", [26, 1141]),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", [44, 1494]),
    ("r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1", [24, 664]),
    ("r3k2r/8/8/8/1b6/8/8/R3K2R w KQkq - 0 1", [4, 140]),
    ("rn2k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", [25, 536]),
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", [11, 133, 1442]),
    ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", [6, 27, 273, 1329]),
    ("K1k5/8/P7/8/8/8/8/8 w - - 0 1", [2, 6, 13, 63]),
    ("8/k1P5/8/1K6/8/8/8/8 w - - 0 1", [10, 25, 268, 926]),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", [24, 496]),
    ("8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", [8, 104, 736]),
    ("3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1", [4, 125]),
    ("2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - - 0 1", [3, 81]),
    ("5R2/2P5/8/4k3/8/3rK2r/8/8 w - - 0 1", [2, 56]),
    ("rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1", [2, 92]),
    ("4k3/8/4r3/8/8/4N3/3BQP2/4K3 w - - 0 1", [25, 321]),
    ("4k3/4r3/8/b7/8/2Q5/4B3/4K3 w - - 0 1", [7, 139]),
    ("8/8/3k4/8/7b/8/3K1P2/8 w - - 0 1", [10, 141, 1109]),
    ("k7/8/8/3pP3/8/8/8/4K2R w K d6 0 2", [17, 63]),
    ("7k/3p3p/8/8/8/8/3P3P/K7 w - - 0 1", [7, 42, 322]),
]


def mirrored(fen):
    """The same position with the colours changed."""
    board, mover, rights, passant, *clocks = fen.split()
    board = "/".join(reversed(board.split("/"))).swapcase()
    passant = passant.translate(str.maketrans("36", "63"))
    return " ".join((board, "wb"[mover == "w"], rights.swapcase(), passant, *clocks))


@pytest.mark.parametrize(("fen", "counts"), COUNTS)
def test_perft_for_both_colours(fen, counts):
    for text in (fen, mirrored(fen)):
        state = GAME.read_state(text)
        found = [zermelo.perft(GAME, state, depth, compiled=False).leaves for depth in range(1, len(counts) + 1)]
        assert found == counts, text


@pytest.mark.parametrize("fen", [fen for fen, _ in COUNTS])
def test_noisy_moves_are_captures_and_promotions(fen):
    moves = chess_moves()
    for text in (fen, mirrored(fen)):
        start = GAME.read_state(text)
        for state in (start, *(GAME.result(start, action) for action in GAME.legal(start))):
            buffer = [0] * MOST_MOVES
            noisy = buffer[: moves.list_noisy(state, buffer)]
            assert sorted(noisy) == sorted(action for action in GAME.legal(state) if is_noisy(state, action))


def is_noisy(state, action):
    after = GAME.result(state, action)
    men = [int(side.white | side.black).bit_count() for side in (state, after)]
    return action >> 12 > 0 or men[0] != men[1]
