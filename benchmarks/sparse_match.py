"""Matches of two engines, a process per core: python benchmarks/sparse_match.py GAME FIRST SECOND [--games 200]

    python benchmarks/sparse_match.py chess alphabeta:time=0.1,evaluate=new.learned alphabeta:time=0.1 --clear 9
    python benchmarks/sparse_match.py chess alphabeta:nodes=20000,evaluate=new.learned alphabeta:nodes=20000 --clear 9

Kernels are compiled once, before the processes start. Games come in pairs that begin alike and exchange the seats: so
many random plies, the most even of four by a short search of the second engine's. `--clear 9` ends a game once both
engines have seen a value beyond 9 for 6 plies, or one within 0.1 for 20 plies after ply 120; a game that lasts 360
plies is drawn. `--seconds` begins no pair after so long. Prints the score of the first with its interval of 95%.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import random
import signal
import time
from typing import Any

import zermelo
from zermelo.arena.elo import elo
from zermelo.game import Game, State
from zermelo.players.engines import engine
from zermelo.search.time.threads import available_cores

LONGEST, SURE, LEVEL, LEVEL_FROM, LEVEL_FOR = 360, 6, 0.1, 120, 20
LOOK = 4  # plies of the search that says how even an opening is


def opened(spec: str, game: Game) -> Any:
    return engine(spec).open(game)  # type: ignore[union-attr]


def opening(game: Game, plies: int, draw: random.Random, look: Any) -> State:
    found: list[tuple[float, int, State]] = []
    while len(found) < 4:
        state = game.initial()
        for _ in range(plies):
            if game.is_terminal(state):
                break
            state = game.result(state, draw.choice(game.legal(state)))
        if not game.is_terminal(state):
            found.append((abs(look.analyse(state).value), len(found), state))
    return min(found)[2]


def play(game: Game, sides: tuple[Any, Any], state: State, clear: float) -> tuple[float, int]:
    """The points of the first player, and the plies."""
    past: list[State] = []
    keys: dict[int, int] = {}
    decided = level = 0
    while not game.is_terminal(state):
        if game.reversible is not None:
            key = game.state_key(state)
            keys[key] = keys.get(key, 0) + 1
            if keys[key] == 3:
                return 0.5, len(past)
        player = game.to_move(state)
        found = sides[player].analyse(state, past)
        value = found.value if player == 0 else -found.value
        if clear:
            won = 1 if value > clear or (found.distance and value > 0) else -1
            won = won if abs(value) > clear or found.distance else 0
            decided = won if won * decided <= 0 else decided + won
            level = level + 1 if len(past) > LEVEL_FROM and abs(value) < LEVEL else 0
            if abs(decided) >= SURE:
                return (1.0 if decided > 0 else 0.0), len(past)
            if level >= LEVEL_FOR:
                return 0.5, len(past)
        if len(past) >= LONGEST and game.max_plies is None:
            return 0.5, len(past)
        past.append(state)
        state = game.result(state, found.action)
    worth = game.utility(state, 0) - game.middle
    return (1.0 if worth > 0 else 0.0 if worth < 0 else 0.5), len(past)


def work(number: int, given: argparse.Namespace, until: float, results: Any) -> None:
    """A process: pairs of games, until there are enough."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[number % len(cores)]})
    game = zermelo.load(given.game)
    first, second = opened(given.first, game), opened(given.second, game)
    look = opened(f"{given.second.partition(':')[0]}:depth={LOOK},table=1{kept_options(given.second)}", game)
    for pair in range(number, (given.games + 1) // 2, given.processes):
        if time.monotonic() > until:
            break
        start = opening(game, given.opening, random.Random(1000 * given.seed + pair), look)
        for swapped in (False, True):
            first.new_game(), second.new_game()
            points, plies = play(game, (second, first) if swapped else (first, second), start, given.clear)
            results.put((pair, 1.0 - points if swapped else points, plies))
    results.put(None)


def kept_options(spec: str) -> str:
    """The options of an engine but for how long it thinks."""
    left_out = ("", "time", "nodes", "depth", "table")
    return "".join(f",{word}" for word in spec.partition(":")[2].split(",") if word.partition("=")[0] not in left_out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--processes", type=int, default=available_cores())
    parser.add_argument("--opening", type=int, default=8)
    parser.add_argument("--clear", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    begun = time.monotonic()
    game = zermelo.load(given.game)
    for spec in (given.first, given.second):
        opened(spec, game)
    compiled = time.monotonic() - begun
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    until = time.monotonic() + given.seconds
    workers = [
        context.Process(target=work, args=(n, given, until, results), daemon=True) for n in range(given.processes)
    ]
    for worker in workers:
        worker.start()
    found, ended = [], 0
    while ended < len(workers):
        one = results.get()
        ended += one is None
        if one is not None:
            found.append(one)
            if len(found) % 50 == 0:
                print(f"{len(found)} games: {sum(points for _, points, _ in found) / len(found):.1%}", flush=True)
    counts = [sum(points == worth for _, points, _ in found) for worth in (1.0, 0.5, 0.0)]
    told = elo(*counts)
    score = sum(points for _, points, _ in found) / max(1, len(found))
    low, high = (1 / (1 + 10 ** (-bound / 400)) for bound in (told.low, told.high))
    if given.json:
        print(json.dumps({"games": len(found), "score": score, "low": low, "high": high, "counts": counts}))
        return
    print(f"{given.first} against {given.second}, {given.processes} processes, compiled in {compiled:.0f} s")
    print(
        f"{len(found)} games: {score:.1%} ({low:.1%} to {high:.1%}), Elo {told.difference:+.0f} "
        f"({told.low:+.0f} to {told.high:+.0f}); +{counts[0]} ={counts[1]} -{counts[2]}; "
        f"{sum(plies for _, _, plies in found) / max(1, len(found)):.0f} plies a game, {time.monotonic() - begun:.0f} s"
    )


if __name__ == "__main__":
    main()
