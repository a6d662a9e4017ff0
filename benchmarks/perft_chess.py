"""Chess perft beside Stockfish's `go perft`, which does not play the last moves either, and python-chess."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable

from measure import INSTALL, Mismatch, Row, best_rates, seconds_of

import zermelo

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
POSITIONS = (("start", START, 6, 119_060_324, 3), ("Kiwipete", KIWIPETE, 5, 193_690_690, 2))


def compare(repeats: int) -> list[Row]:
    """The whole of a perft on both sides: a process of Stockfish, once it is up, and `zermelo.perft`."""
    rows = []
    for title, fen, depth, leaves, shallow in POSITIONS:
        what = f"perft, chess, {title}, depth {depth}: Stockfish's go perft"
        program = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}:/usr/games")
        if program is None:
            rows.append(Row(what, "leaves/s", skipped="skipped: Debian's package stockfish"))
        else:
            ours, theirs = best_rates(
                repeats, our_rate(fen, depth, leaves), stockfish_rate(program, fen, depth, leaves)
            )
            rows.append(Row(what, "leaves/s", ours, theirs, at_least=0.5))
        what = f"perft, chess, {title}: python-chess's legal_moves"
        try:
            peer = python_chess_rate(fen, shallow)
        except ImportError:
            rows.append(Row(what, "leaves/s", skipped=INSTALL))
            continue
        ours, theirs = best_rates(repeats, our_rate(fen, depth, leaves), peer)
        rows.append(Row(what, "leaves/s", ours, theirs, at_least=200))
    return rows


def our_rate(fen: str, depth: int, leaves: int) -> Callable[[], float]:
    game = zermelo.load("chess")
    state = game.read_state(fen)
    zermelo.perft(game, state, 2)

    def rate() -> float:
        counted = zermelo.perft(game, state, depth)
        if counted.leaves != leaves:
            raise Mismatch(f"we count {counted.leaves} leaves, not {leaves}")
        return leaves / counted.seconds

    return rate


def stockfish_rate(program: str, fen: str, depth: int, leaves: int) -> Callable[[], float]:
    def rate() -> float:
        with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
            assert engine.stdin is not None
            assert engine.stdout is not None
            ask, answers = engine.stdin, engine.stdout

            def say(text: str, until: str) -> str:
                print(text, file=ask, flush=True)
                return next(line for line in answers if line.startswith(until))

            say("uci", "uciok")
            print(f"position fen {fen}", file=ask, flush=True)
            say("isready", "readyok")
            found: list[str] = []
            seconds = seconds_of(lambda: found.append(say(f"go perft {depth}", "Nodes searched")))
            print("quit", file=ask, flush=True)
        if int(found[0].split(":")[1]) != leaves:
            raise Mismatch(f"Stockfish counts {found[0]}, not {leaves}")
        return leaves / seconds

    return rate


def python_chess_rate(fen: str, depth: int) -> Callable[[], float]:
    import chess

    board = chess.Board(fen)

    def count(plies: int) -> int:
        if plies == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(plies - 1)
            board.pop()
        return total

    leaves = count(depth)
    return lambda: leaves / seconds_of(lambda: count(depth))
