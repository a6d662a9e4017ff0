"""Games as people write them, in examples/: python benchmarks/own_games.py [--quick] [--json] [--table]

How fast Kalah on a tuple is searched beside Kalah on bits, and that beside a C++ twin which visits the same nodes, in
turns in one run. --table adds every example: CPU seconds to compile its search with an empty cache, and nodes per
CPU second compiled, interpreted, and of a naive search over the game's functions.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from measure import Mismatch, Row, best_rates
from ours import analyse_rate
from run import show

import zermelo
from zermelo.game import CHANCE, Game, State
from zermelo.players.auto import tree_search
from zermelo.search.alphabeta import AlphaBeta

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
KALAH_DEPTH = 15  # two million nodes
FLAGS = ("-std=c++20", "-O3", "-march=native")
GAMES = {  # file and parameters: the depths compiled, and interpreted
    "kalah_tuple.py": (13, 6),
    "kalah_bits.py": (13, 6),
    "hex.py:size=11": (3, 2),
    "dots_and_boxes.py": (6, 3),
    "ultimate_tic_tac_toe.py": (4, 4),
    "nine_mens_morris.py": (5, 3),
    "aima_tic_tac_toe.py": (5, 5),
    "connect6.py": (3, 2),
    "game_2048.py": (3, 1),
    "cant_stop.py": (5, 3),
    "yahtzee_small.py": (6, 4),
    "nim_for_three.py": (9, 6),
    "mnk_integer.py": (2, 2),
    "mnk_wide.py": (3, 2),
    "easyai_bones.py": (9, 9),
}


def kalah(repeats: int) -> list[Row]:
    """Plain alpha-beta on the board as a tuple that is rebuilt from a list, on two words, and in C++."""
    search = AlphaBeta(KALAH_DEPTH, evaluate="none", compiled=True)
    games = [zermelo.load(str(EXAMPLES / f"kalah_{kind}.py")) for kind in ("tuple", "bits")]
    done = [search.analyse(game) for game in games]
    if (done[0].nodes, done[0].value) != (done[1].nodes, done[1].value):
        raise Mismatch(f"the two Kalahs differ: {done[0].nodes} nodes and {done[1].nodes}")
    rates = [analyse_rate(search, game) for game in games]
    if shutil.which("g++"):
        program = build_twin()
        told = run_twin(program)
        if (told["nodes"], told["leaves"], told["value"]) != (done[1].nodes, done[1].leaves, done[1].value):
            raise Mismatch(f"the C++ twin does other work: {told}; ours: {done[1].nodes} nodes")
        rates.append(lambda: run_twin(program)["nodes_per_second"])
    of_tuple, of_bits, *of_twin = best_rates(repeats, *rates)
    rows = [Row("alpha-beta, Kalah on a tuple: Kalah on bits", "nodes/s", of_tuple, of_bits, at_least=0.3)]
    what = "alpha-beta, Kalah on bits, whole analyse: C++ (same job)"
    if not of_twin:
        return [*rows, Row(what, "nodes/s", skipped="skipped: install g++")]
    return [*rows, Row(what, "nodes/s", of_bits, of_twin[0], at_least=0.9)]


def build_twin() -> Path:
    """Compiles the C++ twin."""
    program = HERE / "build" / "kalah"
    program.parent.mkdir(exist_ok=True)
    subprocess.run(["g++", *FLAGS, str(HERE / "kalah.cpp"), "-o", str(program)], check=True)
    return program


def run_twin(program: Path) -> dict[str, Any]:
    """What the twin prints."""
    told: dict[str, Any] = json.loads(subprocess.check_output([str(program), str(KALAH_DEPTH)], text=True))
    return told


def naive(game: Game, state: State, depth: int) -> tuple[list[float], int]:
    """The value of a state to each player, and the nodes visited: no pruning, no table, no evaluation."""
    if game.is_terminal(state):
        return [float(game.utility(state, player)) for player in range(game.players)], 1
    if depth == 0:
        return [0.0] * game.players, 1
    mover, nodes = game.to_move(state), 1
    best = [0.0] * game.players if mover == CHANCE else [-math.inf] * game.players
    choices = game.outcomes(state) if mover == CHANCE else [(action, 1.0) for action in game.actions(state)]
    for action, probability in choices:
        values, visited = naive(game, game.result(state, action), depth - 1)
        nodes += visited
        if mover == CHANCE:
            best = [so_far + probability * value for so_far, value in zip(best, values, strict=True)]
        elif values[mover] > best[mover]:
            best = values
    return best, nodes


def rate(work: Callable[[], int]) -> float:
    """Nodes per CPU second, the best of three."""
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        nodes = work()
        best = max(best, nodes / max(time.process_time() - start, 1e-6))
    return best


def measure(spec: str) -> dict[str, Any]:
    """One line of the table, in a process with an empty cache."""
    game = zermelo.load(str(EXAMPLES / spec))
    compiled, interpreted = GAMES[spec]
    search = tree_search(game).with_options(time=None, depth=1, evaluate="none")
    before = _cpu_seconds()
    is_compiled = search.analyse(game, first(game)).compiled
    line: dict[str, Any] = {"game": spec, "engine": search.name, "seconds": _cpu_seconds() - before}
    state = first(game)
    if is_compiled:
        deep = search.with_options(depth=compiled)
        line["compiled"] = rate(lambda: deep.analyse(game, state).nodes)
    slow = search.with_options(depth=interpreted, compiled=False)
    line["interpreted"] = rate(lambda: slow.analyse(game, state).nodes)
    line["naive"] = rate(lambda: naive(game, state, min(interpreted, 4))[1])
    return line


def first(game: Game) -> State:
    """The first state at which a player chooses."""
    state = game.initial()
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.moves(state)[0])
    return state


def _cpu_seconds() -> float:
    """CPU seconds of this process and of those that it has waited for: a first use is compared in a child."""
    return sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def table() -> list[dict[str, Any]]:
    """Every example, each in a process of its own."""
    lines = []
    for spec in GAMES:
        with tempfile.TemporaryDirectory() as cache:
            environment = {**os.environ, "ZERMELO_CACHE": cache}
            command = [sys.executable, __file__, "--one", spec]
            done = subprocess.run(command, capture_output=True, text=True, env=environment)
            failed = {"game": spec, "failed": done.stderr[-300:]}
            lines.append(json.loads(done.stdout) if done.returncode == 0 else failed)
            print(lines[-1], file=sys.stderr, flush=True)
    return lines


def print_table(lines: list[dict[str, Any]]) -> None:
    """The table in Markdown."""
    print("| game | search | CPU s to compile | compiled nodes/s | interpreted | naive |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for line in lines:
        if "failed" in line:
            print(f"| `{line['game']}` | failed: {line['failed']} | | | | |")
            continue
        fast = f"{line['compiled']:,.0f}" if "compiled" in line else "runs interpreted"
        print(
            f"| `{line['game']}` | {line['engine']} | {line['seconds']:.1f} | {fast} | {line['interpreted']:,.0f} | "
            f"{line['naive']:,.0f} |"
        )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measures games as people write them.")
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--table", action="store_true", help="every example as well")
    parser.add_argument("--one", choices=GAMES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one)))
        return
    rows = kalah(2 if options.quick else 7)
    lines = table() if options.table else []
    if options.json:
        print(json.dumps({"rows": [row.to_json() for row in rows], "games": lines}, indent=2))
        return
    show(rows)
    if lines:
        print_table(lines)


if __name__ == "__main__":
    main()
