"""Work on a cluster beside the same work without, while workers are killed: python benchmarks/cluster.py

A match of 200 games, a tournament of six engines, a run of tuning, self-play by TD(λ), the databases of checkers and a
perft of chess on a local Ray cluster of four nodes. Each must have the same result as without; a worker is killed every
few seconds. CFR by external sampling on Leduc hold'em finds another strategy, which must be as good: its exploitability
over some seeds. Then what the cluster costs: games of 0.1 s, with as many workers as cores, beside the same games in
threads of one process.

    python benchmarks/cluster.py [--nodes 4] [--every 5] [--games 200] [--pieces 4] [--only match]

Needs the extra zermelo[cluster].
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import zermelo
from zermelo.arena.lanes import available_cores
from zermelo.cluster.rays import SETTINGS, Rays
from zermelo.learn.course import Budget, begin, learn
from zermelo.learn.td import TD
from zermelo.solve.databases.folder import named_materials, open_folder
from zermelo.solve.retrograde.build import build, plan_build

STORE = 80_000_000  # bytes of each node's store of objects
TRIES = 5  # to start a node
MCTS = "mcts:sims={}"
SEEDS, ITERATIONS = 6, 100_000  # of CFR on Leduc


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--nodes", type=int, default=4)
    options.add_argument("--every", type=float, default=5.0, help="seconds between two workers that are killed")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--pieces", type=int, default=4, help="of checkers' databases")
    options.add_argument("--only", choices=[*works_of(0, 0), "overhead"], action="append")
    chosen = options.parse_args()
    wanted = chosen.only or [*works_of(0, 0), "overhead"]
    works = {name: work for name, work in works_of(chosen.games, chosen.pieces).items() if name in wanted}
    with ExitStack() as opened:
        crew = opened.enter_context(Rays(opened.enter_context(nodes(chosen.nodes)))) if works else None
        for name, work in works.items():
            here, seconds = timed(lambda work=work: work(None))
            with killing(chosen.every) as killed:
                there, longer = timed(lambda work=work: work(crew))
            same = "the same result" if here == there else f"without {here[0]}, with {there[0]}"
            print(
                f"{name}: {same}, {len(killed)} workers killed; {seconds:.1f} s without, {longer:.1f} s with",
                flush=True,
            )
    if "overhead" in wanted:
        with nodes(available_cores()) as address, Rays(address) as crew:
            overhead(crew, chosen.games // 2)


def works_of(games: int, pieces: int) -> dict[str, Callable[[Any], Any]]:
    """What is done with and without: functions of the crew, whose results can be compared.

    A result is a list or a tuple that begins with what to say of it where the two differ.
    """
    four = zermelo.load("connect-four")

    def match(crew: Any) -> Any:
        found = zermelo.match(four, [MCTS.format(300), MCTS.format(100)], games, 1, 2, cluster=crew)
        return f"{found.score:.1%}", found.to_json(), [record.actions for record in found.records]

    def tournament(crew: Any) -> Any:
        engines = [MCTS.format(sims) for sims in (25, 50, 100, 200)] + ["alphabeta:depth=3", "random"]
        found = zermelo.tournament(four, engines, games=4, seed=1, opening=2, cluster=crew)
        return "other games", found.to_json()["standings"], [record.actions for record in found.records]

    def tuning(crew: Any) -> Any:
        found = zermelo.tune(four, MCTS.format(50), ["exploration"], games=max(16, games), seed=1, cluster=crew)
        return found.engine, found.to_json()

    def learning(crew: Any) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "four.learned"
            method = TD(hidden=20, lanes=4, batch=100)
            learn(begin(four, method, seed=1), file, Budget(games=20 * games), cluster=crew)
            return "another file", hashlib.sha256(file.read_bytes()).hexdigest()

    def database(crew: Any) -> Any:
        with tempfile.TemporaryDirectory() as path:
            folder = open_folder(zermelo.load("checkers"), Path(path))
            build(plan_build(folder, named_materials(folder.indexing, (), pieces)), cluster=crew)
            files = sorted(folder.path.glob("*.zdb"))
            return f"{len(files)} files", [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]

    def cfr(crew: Any) -> Any:
        leduc, found = zermelo.load("leduc-poker"), []
        for seed in range(SEEDS):
            solution = zermelo.solve(leduc, method="external", iterations=ITERATIONS, seed=seed, cluster=crew)
            found.append(solution.exploitability)
        error = statistics.stdev(found) / SEEDS**0.5
        return f"exploitability {statistics.mean(found):.4f} ± {1.96 * error:.4f}", found

    def perft(crew: Any) -> Any:
        return "other counts", [
            count for _, count in zermelo.perft(zermelo.load("chess"), depth=5, cluster=crew).divided
        ]

    return {
        "match": match,
        "tournament": tournament,
        "tuning": tuning,
        "learning": learning,
        "database": database,
        "cfr": cfr,
        "perft": perft,
    }


def overhead(crew: Rays, count: int) -> None:
    """The same games in threads of one process and on the cluster, turn about; each one's best turn counts."""
    game = zermelo.load("connect-four")
    sims, games = 100, 20
    one = timed(lambda: zermelo.match(game, [MCTS.format(sims)] * 2, games, 1, 2, concurrency=1))[1]  # compiles
    for _ in range(3):  # simulations for games of 0.1 s on one core
        one = timed(lambda sims=sims: zermelo.match(game, [MCTS.format(sims)] * 2, games, 1, 2, concurrency=1))[1]
        sims = max(10, round(sims * 0.1 * games / one))
    engines = [MCTS.format(sims)] * 2
    best: dict[str, float] = {}
    for _ in range(3):
        for name, cluster in (("threads", None), ("cluster", crew)):
            seconds = timed(lambda cluster=cluster: zermelo.match(game, engines, count, 1, 2, cluster=cluster))[1]
            best[name] = min(best.get(name, seconds), seconds)
    ratio = best["cluster"] / best["threads"] - 1
    print(f"overhead: games of {one / games:.3f} s; {count} games take {best['threads']:.2f} s in threads, "
          f"{best['cluster']:.2f} s on the cluster: {ratio:+.1%} on {available_cores()} cores")  # fmt: skip


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What it gives, and the seconds that it takes."""
    started = time.perf_counter()
    return work(), time.perf_counter() - started


@contextmanager
def nodes(count: int) -> Iterator[str]:
    """The address of a cluster of so many nodes with one core each, all in this machine."""
    from ray.cluster_utils import Cluster

    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    made = Cluster()
    try:
        for _ in range(count):
            for left in reversed(range(TRIES)):  # Ray waits for half a minute, which is short on a busy machine
                try:
                    made.add_node(num_cpus=1, object_store_memory=STORE, include_dashboard=False)
                    break
                except Exception:
                    if not left:
                        raise
        yield made.address
    finally:
        made.shutdown()


@contextmanager
def killing(every: float) -> Iterator[list[int]]:
    """Kills a worker every so many seconds."""
    over, killed = threading.Event(), list[int]()

    def kill() -> None:
        while not over.wait(every):
            for process in working()[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        over.set()
        killer.join()


def working() -> list[int]:
    """The processes of this machine that do tasks now."""
    found = []
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if file.read().startswith(b"ray::performed"):
                    found.append(int(name))
        except OSError:
            continue
    return found


if __name__ == "__main__":
    main()
