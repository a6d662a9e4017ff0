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
    chess = zermelo.load("chess")
    grown = AlphaBeta(depth=10).analyse(chess).nodes
    plain = AlphaBeta(depth=10, **PLAIN).analyse(chess).nodes
    rows.append(
        Row("alpha-beta, chess, nodes to depth 10 of plain alpha-beta with a table: ours", "nodes", plain, grown, 5)
    )
    return rows


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
