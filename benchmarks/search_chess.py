"""The chess search: nodes a second beside Stockfish's on one core, two threads beside one, and what its parts save."""

from __future__ import annotations

import os
import shutil
import subprocess

from measure import Row, best_rates

import zermelo
from zermelo.search.alphabeta import AlphaBeta

POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
)
MORE = (
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
    "rnbq1rk1/ppp1bppp/4pn2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQ - 4 6",
    "2r3k1/pp3ppp/2n1b3/3p4/3P4/2PB1N2/P4PPP/4R1K1 w - - 0 20",
    "r2q1rk1/1p2bppp/p1npbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R b - - 2 11",
    "8/5pk1/4p1p1/3pP2p/2pP1P1P/2P2KP1/8/8 w - - 0 1",
)
DEPTH = 16  # of which the time is compared
SECONDS = 1.0
# what plain alpha-beta with a table leaves out; captures still come first and are followed to the end
PLAIN = dict.fromkeys(
    (
        "scout",
        "aspiration",
        "learning",
        "null_move",
        "reductions",
        "futility",
        "razoring",
        "check_extensions",
        "singular_extensions",
    ),
    False,
)


def compare(repeats: int) -> list[Row]:
    """Rates over the same positions, a second each; node counts to depth 10."""
    rows = []
    what = "alpha-beta, chess, one thread: Stockfish's search"
    program = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
    turns = max(1, repeats // 3)
    if program is None:
        rows.append(Row(what, "nodes/s", skipped="skipped: Debian's package stockfish"))
    else:
        ours, theirs = best_rates(turns, lambda: our_rate(1), lambda: stockfish_rate(program))
        rows.append(Row(what, "nodes/s", ours, theirs, at_least=3))
    both, one = best_rates(turns, lambda: our_rate(2), lambda: our_rate(1))
    rows.append(Row("alpha-beta, chess, two threads: our one thread", "nodes/s", both, one, at_least=1.6))
    both, one = best_rates(turns, lambda: depth_rate(2), lambda: depth_rate(1))
    what = f"alpha-beta, chess, ten positions to depth {DEPTH}, two threads: our one thread"
    rows.append(Row(what, "positions/s", both, one, at_least=1 / 0.65))
    chess = zermelo.load("chess")
    grown = AlphaBeta(depth=10).analyse(chess).nodes
    plain = AlphaBeta(depth=10, **PLAIN).analyse(chess).nodes
    rows.append(
        Row("alpha-beta, chess, nodes to depth 10 of plain alpha-beta with a table: ours", "nodes", plain, grown, 5)
    )
    return rows


def depth_rate(threads: int) -> float:
    """Positions a second that a fresh engine searches to a fixed depth."""
    chess = zermelo.load("chess")
    search = AlphaBeta(depth=DEPTH, threads=threads)
    seconds = sum(search.analyse(chess, chess.read_state(fen)).seconds for fen in (*POSITIONS, *MORE))
    return len((*POSITIONS, *MORE)) / seconds


def our_rate(threads: int) -> float:
    """Nodes a second of a fresh engine over all positions."""
    chess = zermelo.load("chess")
    nodes = seconds = 0.0
    for fen in POSITIONS:
        analysis = AlphaBeta(time=SECONDS, threads=threads).analyse(chess, chess.read_state(fen))
        nodes += analysis.nodes
        seconds += analysis.seconds
    return nodes / seconds


def stockfish_rate(program: str) -> float:
    """The same of Stockfish with one thread and a table as large as ours."""
    nodes = seconds = 0.0
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("setoption name Threads value 1\nsetoption name Hash value 64\n")
        for fen in POSITIONS:
            engine.stdin.write(f"ucinewgame\nposition fen {fen}\ngo movetime {int(1000 * SECONDS)}\n")
            engine.stdin.flush()
            words: list[str] = []
            for line in engine.stdout:
                if line.startswith("info depth") and " nodes " in line:
                    words = line.split()
                if line.startswith("bestmove"):
                    break
            nodes += int(words[words.index("nodes") + 1])
            seconds += int(words[words.index("time") + 1]) / 1000
        engine.stdin.write("quit\n")
    return nodes / seconds
