"""This checkout beside an earlier one, in turns, in one run: python benchmarks/before.py --before FOLDER

Chess search with a fixed budget of nodes, chess perft, alpha-beta on Connect Four, there also beside the C++ twin where
g++ is installed, checkers and Othello, UCT and alpha-beta on tic-tac-toe, and four searches by their names. Rates are
per second of processor time, so that a busy machine distorts them less; each side's fastest turn counts for each piece
of work. A side that searches other nodes than the other makes the run fail.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from measure import Mismatch, Row

HERE = Path(__file__).resolve().parent
POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "rq3rk1/ppp2ppp/1bnpb3/3N2B1/3NP3/7P/PPPQ1PP1/2KR3R w - - 7 14",
    "r1bq1r1k/b1p1npp1/p2p3p/1p6/3PP3/1B2NN2/PP3PPP/R2Q1RK1 w - - 1 16",
    "2rqkb1r/ppp2p2/2npb1p1/1N1Nn2p/2P1PP2/8/PP2B1PP/R1BQK2R b KQ - 0 11",
    "3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "5k2/7R/4P2p/5K2/p1r2P1p/8/8/8 b - - 0 1",
)
NODES = 300_000  # per position
PERFTS = ((POSITIONS[0], 5), (POSITIONS[2], 4))
DEPTH = 13  # of Connect Four
OWN_NODES = 1_000_000  # of checkers and Othello
SIMULATIONS = 20_000  # of UCT on tic-tac-toe
SPECS = {
    "mcts": ("othello", "mcts:sims=20000,seed=1,keep=false"),
    "puct": ("connect-four", "puct:sims=2000,seed=1,keep=false"),
    "ismcts": ("kuhn-poker", "ismcts:sims=50000,seed=1"),
    "star": ("backgammon", "expectiminimax:nodes=100000,plain=false,keep=false"),
}
AFTER = "after"


def main() -> int:
    """Exits with 1 where the two checkouts search other nodes: no rate is worth printing then."""
    parser = argparse.ArgumentParser(description="Measures this checkout beside an earlier one.")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="a checkout of the code to compare with")
    parser.add_argument("--turns", type=int, default=7, help="turns of each side (default 7)")
    parser.add_argument("--only", choices=JOBS, metavar="NAME", help=f"one of {', '.join(JOBS)}")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        return serve()
    jobs = [options.only] if options.only else list(JOBS)
    try:
        rows = compare(options.before, jobs, options.turns)
    except Mismatch as mismatch:
        print(mismatch, file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps({"machine": machine(), "rows": [row.to_json() for row in rows]}, indent=2))
    else:
        from run import show

        show(rows)
    return 0


def compare(before: Path | None, jobs: list[str], turns: int) -> list[Row]:
    """Asks the sides in turns; each is a process of its own, which compiles before its first turn."""
    folders = {AFTER: HERE.parent} | ({"before": before.resolve()} if before else {})
    sides = {name: Side(folder) for name, folder in folders.items()}
    rows = []
    try:
        for job in jobs:
            asked: dict[str, Callable[[], list[Piece]]] = {name: partial(side.ask, job) for name, side in sides.items()}
            for ask in asked.values():
                ask()  # compiles, and warms up
            if job == "connect-four" and shutil.which("g++"):
                asked |= {"C++ keeping the line": twin(("-DLINE",)), "C++ keeping no line": twin(())}
            rates = best_rates(asked, turns)
            unit = UNITS.get(job, "nodes/s")
            peers = [name for name in asked if name != AFTER]
            rows += [Row(f"{TITLES[job]}: {name}", unit, rates[AFTER], rates[name]) for name in peers]
            if not peers:
                rows.append(Row(TITLES[job], unit, rates[AFTER]))
    finally:
        for side in sides.values():
            side.close()
    return rows


def best_rates(asked: dict[str, Callable[[], list[Piece]]], turns: int) -> dict[str, float]:
    """Nodes per processor second of each side, from its fastest time for each piece of work."""
    best: dict[str, list[Piece]] = {}
    for _ in range(turns):
        for name, ask in asked.items():
            told = ask()
            best[name] = [min(pair) for pair in zip(best.get(name, told), told, strict=True)]
    done = {name: [(piece.nodes, piece.value) for piece in pieces] for name, pieces in best.items()}
    for name, work in done.items():
        if work != done[AFTER]:
            raise Mismatch(f"{name} did other work: {work}, not {done[AFTER]}")
    return {name: sum(p.nodes for p in pieces) / sum(p.seconds for p in pieces) for name, pieces in best.items()}


class Piece(NamedTuple):
    """A piece of work, measured: its processor seconds come first, so that the least piece is the fastest."""

    seconds: float
    nodes: int
    value: float


class Side:
    """A checkout that measures itself when asked."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def ask(self, job: str) -> list[Piece]:
        """One turn."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(job, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise Mismatch(f"{job}: a checkout could not be measured")
        return [Piece(*piece) for piece in json.loads(line)]

    def close(self) -> None:
        """Ends the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def serve() -> int:
    """Measures each job that is named on stdin, with the package that PYTHONPATH gives."""
    for line in sys.stdin:
        print(json.dumps(JOBS[line.strip()]()), flush=True)
    return 0


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """The processor seconds that a piece of work took, and its result."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def chess_search() -> list[Piece]:
    """A fresh engine on each position."""
    import zermelo

    game = zermelo.load("chess")
    pieces = []
    for fen in POSITIONS:
        engine, state = zermelo.AlphaBeta(nodes=NODES), game.read_state(fen)
        seconds, found = timed(partial(engine.analyse, game, state))
        pieces.append(Piece(seconds, found.nodes, found.value))
    return pieces


def chess_perft() -> list[Piece]:
    """Whole perfts."""
    import zermelo

    game = zermelo.load("chess")
    pieces = []
    for fen, depth in PERFTS:
        seconds, found = timed(partial(zermelo.perft, game, game.read_state(fen), depth))
        pieces.append(Piece(seconds, found.leaves, 0.0))
    return pieces


def connect_four() -> list[Piece]:
    """Plain alpha-beta from the empty board, as the C++ twin does."""
    import zermelo

    game, engine = zermelo.load("connect-four"), zermelo.AlphaBeta(DEPTH, evaluate="none")
    seconds, found = timed(partial(engine.analyse, game))
    return [Piece(seconds, found.nodes, found.value)]


def own_search(name: str) -> list[Piece]:
    """The game's default search from its initial position."""
    import zermelo

    game, engine = zermelo.load(name), zermelo.AlphaBeta(nodes=OWN_NODES)
    seconds, found = timed(partial(engine.analyse, game))
    return [Piece(seconds, found.nodes, found.value)]


def uct() -> list[Piece]:
    """Plain UCT on tic-tac-toe, as benchmarks/uct_openspiel.py asks for it."""
    import zermelo

    game = zermelo.load("tic-tac-toe")
    search = zermelo.MCTS(sims=SIMULATIONS, exploration=1.0, keep=False, seed=1, plain=True)
    pieces = [timed(partial(search.analyse, game)) for _ in range(20)]
    seconds, found = min(pieces, key=lambda piece: piece[0])
    return [Piece(seconds, found.simulations, found.value)]


def spec_search(game: str, engine: str) -> list[Piece]:
    """The engine that a person types, from the initial position; most of the time is the kernel's."""
    import zermelo

    loaded, search = zermelo.load(game), zermelo.engine(engine)
    state, noise = loaded.initial(), random.Random(1)
    while loaded.to_move(state) < 0:  # chance deals first
        state = loaded.result(state, noise.choice(loaded.moves(state)))
    pieces = [timed(partial(search.analyse, loaded, state)) for _ in range(3)]
    seconds, found = min(pieces, key=lambda piece: piece[0])
    return [Piece(seconds, found.simulations or found.nodes, found.value)]


def small() -> list[Piece]:
    """Tic-tac-toe solved by plain alpha-beta: most of the time is not the kernel's."""
    import zermelo

    game, engine = zermelo.load("tic-tac-toe"), zermelo.AlphaBeta(9, evaluate="none")
    pieces = [timed(partial(engine.analyse, game)) for _ in range(100)]
    seconds, found = min(pieces, key=lambda piece: piece[0])
    return [Piece(seconds, found.nodes, found.value)]


def twin(flags: tuple[str, ...]) -> Callable[[], list[Piece]]:
    """The C++ program, built for this machine; it times itself."""
    from alphabeta_cpp import build, run

    program = build(flags)

    def ask() -> list[Piece]:
        told = run(program)
        return [Piece(told["processor_seconds"], told["nodes"], told["value"])]

    return ask


def machine() -> dict[str, str]:
    """What the numbers depend on."""
    from llvmlite.binding import get_host_cpu_name

    return {"python": platform.python_version(), "machine": platform.machine(), "processor": get_host_cpu_name()}


JOBS = {
    "chess": chess_search,
    "perft": chess_perft,
    "connect-four": connect_four,
    "checkers": partial(own_search, "checkers"),
    "othello": partial(own_search, "othello"),
    "uct": uct,
    **{name: partial(spec_search, *spec) for name, spec in SPECS.items()},
    "small": small,
}
SIMULATED = dict.fromkeys(("uct", "mcts", "puct", "ismcts"), "simulations/s")
UNITS = {"perft": "leaves/s", **SIMULATED}  # of the others: nodes/s
TITLES = {
    "chess": f"alpha-beta, chess, {NODES:,} nodes on each of {len(POSITIONS)} positions",
    "perft": "perft, chess, start to depth 5 and Kiwipete to depth 4",
    "connect-four": f"alpha-beta, connect four, whole analyse to depth {DEPTH}",
    "checkers": f"alpha-beta, checkers, {OWN_NODES:,} nodes",
    "othello": f"alpha-beta, othello, {OWN_NODES:,} nodes",
    "uct": f"UCT, tic-tac-toe, whole analyse of {SIMULATIONS:,} simulations",
    **{name: f"{engine}, {game}" for name, (game, engine) in SPECS.items()},
    "small": "alpha-beta, tic-tac-toe, whole analyse",
}

if __name__ == "__main__":
    sys.exit(main())
