"""Scrabble: plays per second, whole games, and what leaves and simulations are worth: python benchmarks/scrabble.py

    --games 10000      of static against greedy, each bag twice with the seats exchanged
    --simulated 20     of simulating against static
    --sims 100         deals of a simulated turn; --seconds limits its time instead
    --minutes 40       of the CPU that this match takes at most
    --only             measures nothing but this match
    --log FILE         a line for each of its games as it ends, with the lead
    --plain            also without drawing the other's rack by what its last play tells
    --endings FILE     a line per ending: rows|rack|rack|value

All times are of the CPU, on one core. Scores come with their 95% intervals.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import zermelo
from zermelo.experts.scrabble.ending import Endings
from zermelo.experts.scrabble.games import Table
from zermelo.experts.scrabble.judging import Judge
from zermelo.experts.scrabble.leaves import shipped_model
from zermelo.experts.scrabble.turns import GREEDY, STATIC
from zermelo.experts.scrabble.wordsmith import Wordsmith
from zermelo.games.scrabble.finding import Finder, kernel
from zermelo.games.scrabble.words import graph_of

FINDER = Finder(15, "english", "enable", 7, 50)
RUNS = 10  # of a position, of which the best counts: others use the machine


def words() -> None:
    """How long the list takes when it is kept."""
    with tempfile.TemporaryDirectory() as folder:
        before, os.environ["ZERMELO_CACHE"] = os.environ.get("ZERMELO_CACHE"), folder
        start = time.process_time()
        graph_of("enable", "english", 15)
        print(f"the list at its first use: {time.process_time() - start:.1f} s (at most 10)")
        os.environ.pop("ZERMELO_CACHE")
        if before is not None:
            os.environ["ZERMELO_CACHE"] = before
    graph_of.cache_clear()
    graph_of("enable", "english", 15)
    graph_of.cache_clear()
    start = time.process_time()
    graph_of("enable", "english", 15)
    print(f"the list from the cache folder: {time.process_time() - start:.2f} s (at most 0.2)")


def plays(games: int) -> None:
    """How long it takes to find and score all plays, and to find the best turn alone, at the turns of greedy games.

    Both RUNS times in turns at each position, of which the best counts; the mean of all runs is told beside it.
    """
    game, player = zermelo.load("scrabble"), Wordsmith(style="greedy")
    judge, count, found = Judge(FINDER, shipped_model(FINDER.tiles)), 0, 0
    best, mean = [0.0, 0.0], [0.0, 0.0]
    for seed in range(games):
        record = zermelo.play(game, [player, player], seed=seed)
        state = game.initial()
        for action in record.actions:
            if game.to_move(state) >= 0:
                rack, bag = state.racks[state.player], len(state.bag)
                times: tuple[list[float], list[float]] = ([], [])
                for _ in range(RUNS):
                    memory, run, graph = FINDER.prepared(state.board, rack), kernel(), FINDER.graph
                    start = time.process_time()
                    plays_here = run(graph, memory)
                    times[0].append(time.process_time() - start)
                    start = time.process_time()
                    judge.best(state.board, rack, bag, 0)
                    times[1].append(time.process_time() - start)
                count, found = count + 1, found + plays_here
                for which, these in enumerate(times):
                    best[which] += min(these)
                    mean[which] += statistics.mean(these)
            state = game.result(state, action)
    for what, least, usual in zip(("all plays with scores", "the best turn"), best, mean, strict=True):
        each = f"{1e6 * least / count:.0f} µs, the best of {RUNS} runs ({1e6 * usual / count:.0f} on the mean)"
        print(f"{what}: {each}, {count} turns with {found / count:.0f} plays (at most 330)", flush=True)


def table() -> Table:
    """A board with the leaves that come with the package."""
    made = Table(FINDER)
    made.model.array[: len(shipped_model(FINDER.tiles))] = shipped_model(FINDER.tiles)
    return made


def greedy(games: int) -> None:
    """Whole games of greedy players."""
    board = table()
    start = time.process_time()
    scores = [score for seed in range(games) for score in board.play(seed, (GREEDY, GREEDY))]
    speed = games / (time.process_time() - start)
    print(f"greedy games: {speed:.0f} per second (at least 60), {statistics.mean(scores):.1f} points a side")
    scores = [score for seed in range(games) for score in board.play(seed, (STATIC, STATIC))]
    print(f"static against itself: {statistics.mean(scores):.1f} points a side", flush=True)


def told(name: str, leads: list[float]) -> None:
    """The score of a match, with intervals. leads: of single games, or means of two with one bag."""
    won = [0.5 if lead == 0 else float(lead > 0) for lead in leads]
    score, half = statistics.mean(won), 1.96 * statistics.stdev(won) / math.sqrt(len(won))
    mean, margin = statistics.mean(leads), 1.96 * statistics.stdev(leads) / math.sqrt(len(leads))
    print(f"{name}, {len(leads):,} games: {score:.1%} ± {half:.1%}, {mean:+.1f} ± {margin:.1f} points a game")


def static(games: int) -> None:
    """Static against greedy."""
    board, leads = table(), list[float]()
    for seed in range(games // 2):
        one, other = board.play(seed, (STATIC, GREEDY)), board.play(seed, (GREEDY, STATIC))
        leads += [float(one[0] - one[1]), float(other[1] - other[0])]
    told("static against greedy", leads)


def simulating(games: int, minutes: float, log: Path | None, **options: Any) -> None:
    """The style simulating against static, each bag twice with the seats exchanged, for so many minutes at most."""
    game, leads, start = zermelo.load("scrabble"), list[float](), time.process_time()
    players = [Wordsmith(style="simulating", seed=1, **options), Wordsmith(style="static")]
    for number in range(games):
        seats = players if number % 2 == 0 else players[::-1]
        record = zermelo.play(game, seats, seed=number // 2)
        leads.append(game.utility(record.end, number % 2))
        if log is not None:
            with log.open("a") as file:
                file.write(f"{number} {leads[-1]:+.0f} {time.process_time() - start:.1f} {options}\n")
        if time.process_time() - start > 60 * minutes and number % 2:
            break
    spent = (time.process_time() - start) / 60
    told(f"simulating ({options}) against static, {spent:.0f} CPU minutes", leads)


def endings(path: Path) -> None:
    """How long the solver takes for each ending of a file, and whether its values are right."""
    game, solver, longest, right = zermelo.load("scrabble"), Endings(FINDER), 0.0, 0
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    for line in lines:
        board, own, other, value = line.split("|")
        state = game.read_state(f"{board} {own}/{other} 0/0")
        start = time.process_time()
        found = solver.solve(state.board, *state.racks)
        longest = max(longest, time.process_time() - start)
        right += found.exact and found.value == int(value)
    print(f"{len(lines)} endings: the longest took {longest:.2f} s (at most 1); {right} have the value of the file")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulated", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=40.0)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--sims", type=int, default=100)
    parser.add_argument("--only", action="store_true")
    parser.add_argument("--log", type=Path, default=None)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--endings", type=Path, default=None)
    options = parser.parse_args()
    if not options.only:
        words()
        plays(20)
        greedy(200)
        static(options.games)
    if options.simulated > 1:
        how = {"sims": options.sims} if options.seconds is None else {"time": options.seconds}
        simulating(options.simulated, options.minutes, options.log, **how)
        if options.plain:
            simulating(options.simulated, options.minutes, options.log, guess=False, **how)
    if options.endings:
        endings(options.endings)
