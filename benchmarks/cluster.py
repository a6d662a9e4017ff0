"""Work on a cluster beside the same work without, while workers are killed: python benchmarks/cluster.py

A match of 200 games, a tournament of six engines and a run of tuning on a local Ray cluster of four nodes. Each must
have the same result as without; a worker is killed every few seconds. Then what the cluster costs: games of 0.1 s, with
as many workers as cores, beside the same games played in threads of one process.

    python benchmarks/cluster.py [--nodes 4] [--every 5] [--games 200] [--only match]

Needs the extra zermelo[cluster].
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import zermelo
from zermelo.arena.lanes import available_cores
from zermelo.cluster.rays import SETTINGS, Rays

STORE = 80_000_000  # bytes of each node's store of objects
MCTS = "mcts:sims={}"


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--nodes", type=int, default=4)
    options.add_argument("--every", type=float, default=5.0, help="seconds between two workers that are killed")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--only", choices=["match", "tournament", "tuning", "overhead"])
    chosen = options.parse_args()
    works = {name: work for name, work in works_of(chosen.games).items() if chosen.only in (None, name)}
    with ExitStack() as opened:
        crew = opened.enter_context(Rays(opened.enter_context(nodes(chosen.nodes)))) if works else None
        for name, work in works.items():
            here, seconds = timed(lambda work=work: work(None))
            with killing(chosen.every) as killed:
                there, longer = timed(lambda work=work: work(crew))
            same = "the same result" if here == there else "ANOTHER RESULT"
            print(
                f"{name}: {same}, {len(killed)} workers killed; {seconds:.1f} s without, {longer:.1f} s with",
                flush=True,
            )
    if chosen.only in (None, "overhead"):
        with nodes(available_cores()) as address, Rays(address) as crew:
            overhead(crew, chosen.games // 2)


def works_of(games: int) -> dict[str, Callable[[Any], Any]]:
    """What is done with and without: functions of the crew, whose results can be compared."""
    four = zermelo.load("connect-four")

    def match(crew: Any) -> Any:
        found = zermelo.match(four, [MCTS.format(300), MCTS.format(100)], games, 1, 2, cluster=crew)
        return found.to_json(), [record.actions for record in found.records]

    def tournament(crew: Any) -> Any:
        engines = [MCTS.format(sims) for sims in (25, 50, 100, 200)] + ["alphabeta:depth=3", "random"]
        found = zermelo.tournament(four, engines, games=4, seed=1, opening=2, cluster=crew)
        return found.to_json()["standings"], [record.actions for record in found.records]

    def tuning(crew: Any) -> Any:
        return zermelo.tune(
            four, MCTS.format(50), ["exploration"], games=max(16, games), seed=1, cluster=crew
        ).to_json()

    return {"match": match, "tournament": tournament, "tuning": tuning}


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
    begin = time.perf_counter()
    found = work()
    if hasattr(found, "to_json"):
        return found, time.perf_counter() - begin
    return json.dumps(found), time.perf_counter() - begin


@contextmanager
def nodes(count: int) -> Iterator[str]:
    """The address of a cluster of so many nodes with one core each, all in this machine."""
    from ray.cluster_utils import Cluster

    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    made = Cluster()
    for _ in range(count):
        made.add_node(num_cpus=1, object_store_memory=STORE, include_dashboard=False)
    try:
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
