"""Work on a cluster beside the same work without, while workers are killed: python benchmarks/cluster.py

A match of 200 games, a tournament of six engines, a run of tuning, self-play by TD(λ) and of AlphaZero, the databases
of checkers and a perft of chess on a local Ray cluster of four nodes. Each must have the same result as without; a
worker is killed every few seconds, the one that has run longest, if any has answered since: on a busy machine to begin
takes longer. Matches and tournaments are recorded too: each game is there once. CFR by external sampling on Leduc
hold'em finds another strategy, which must be as good: its exploitability over some seeds. Then what the cluster costs:
games of 0.1 s, with as many workers as cores, beside the same games in threads of one process, in turns.

    python benchmarks/cluster.py [--nodes 4] [--every 5] [--games 200] [--pieces 4] [--only match] [--save FILE]

With --save each part that is done is kept in a file, and not done again by the same command.
Needs the extra zermelo[cluster].
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import zermelo
from zermelo.arena.lanes import available_cores
from zermelo.cluster.rays import SETTINGS, Rays
from zermelo.learn.alphazero import AlphaZero
from zermelo.learn.course import Budget, begin, learn
from zermelo.learn.td import TD
from zermelo.solve.databases.folder import named_materials, open_folder
from zermelo.solve.retrograde.build import build, plan_build

STORE = 80_000_000  # bytes of each node's store of objects
TRIES = 5  # to start a node
MCTS = "mcts:sims={}"
SEEDS, ITERATIONS = 6, 100_000  # of CFR on Leduc
LONG = 0.1  # seconds of a game whose overhead is measured
OVERHEAD = "overhead"
TICKS = os.sysconf("SC_CLK_TCK")  # per second


class Result(NamedTuple):
    """What a part has found."""

    told: str  # in words
    exact: Any  # what must be the same with the cluster and without; None: only as good


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--nodes", type=int, default=4)
    options.add_argument("--every", type=float, default=5.0, help="seconds between two workers that are killed")
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--pieces", type=int, default=4, help="of checkers' databases")
    options.add_argument("--turns", type=int, default=5, help="of threads and cluster, whose costs are compared")
    options.add_argument("--only", choices=[*works_of(0, 0), OVERHEAD], action="append")
    options.add_argument("--save", type=Path, help="keep what is done in this file, and go on after it")
    chosen = options.parse_args()
    works = works_of(chosen.games, chosen.pieces)
    done = {}
    if chosen.save and chosen.save.exists():
        done = {row["part"]: row for row in map(json.loads, chosen.save.read_text().splitlines())}
    settings = {"nodes": chosen.nodes, "every": chosen.every, "games": chosen.games, "pieces": chosen.pieces}

    def tell(name: str, told: str) -> None:
        print(f"{name}: {told}", flush=True)
        if chosen.save and name in left:
            with chosen.save.open("a") as file:
                file.write(json.dumps({"part": name, "settings": settings, "told": told}) + "\n")

    wanted = chosen.only or [*works, OVERHEAD]
    left = [name for name in wanted if name not in done or done[name]["settings"] != settings]
    for name in wanted:
        if name not in left:
            tell(name, done[name]["told"])
    compares = [name for name in left if name != OVERHEAD]
    if compares:
        with nodes(chosen.nodes) as address, Counted(address) as crew:
            for name in compares:
                tell(name, compared(works[name], crew, chosen.every))
    if OVERHEAD in left:
        tell(OVERHEAD, overhead(chosen.games // 2, chosen.turns))


def compared(work: Callable[[Any], Result], crew: Counted, every: float) -> str:
    """Does some work without the cluster and with, while workers are killed."""
    here, seconds = timed(lambda: work(None))
    with killing(crew, every) as killed:
        there, longer = timed(lambda: work(crew))
    if here.exact is None:
        same = f"without {here.told}, with {there.told}"
    else:
        same = f"the same, {here.told}" if here == there else f"NOT THE SAME: without {here.told}, with {there.told}"
    return f"{same}; {len(killed)} workers killed; {seconds:.1f} s without, {longer:.1f} s with"


def works_of(games: int, pieces: int) -> dict[str, Callable[[Any], Result]]:
    """What is done with and without: functions of the crew, whose results can be compared."""
    four = zermelo.load("connect-four")

    def match(crew: Any) -> Result:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.sqlite"
            found = zermelo.match(four, [MCTS.format(300), MCTS.format(100)], games, 1, 2, cluster=crew, save=file)
            kept = recorded(file)
        actions = [record.actions for record in found.records]
        return Result(f"{len(kept)} games in the record, {found.score:.1%}", (found.to_json(), actions, kept))

    def tournament(crew: Any) -> Result:
        engines = [MCTS.format(sims) for sims in (25, 50, 100, 200)] + ["alphabeta:depth=3", "random"]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "games.sqlite"
            found = zermelo.tournament(four, engines, games=4, seed=1, opening=2, cluster=crew, save=file)
            kept = recorded(file)
        actions = [record.actions for record in found.records]
        return Result(f"{len(kept)} games in the record", (found.to_json()["standings"], actions, kept))

    def tuning(crew: Any) -> Result:
        found = zermelo.tune(four, MCTS.format(50), ["exploration"], games=max(16, games), seed=1, cluster=crew)
        return Result(str(found.engine), found.to_json())

    def learning(crew: Any) -> Result:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "four.learned"
            method = TD(hidden=20, lanes=4, batch=100)
            learn(begin(four, method, seed=1), file, Budget(games=20 * games), cluster=crew)
            return Result(f"{20 * games} games", hashlib.sha256(file.read_bytes()).hexdigest())

    def database(crew: Any) -> Result:
        with tempfile.TemporaryDirectory() as path:
            folder = open_folder(zermelo.load("checkers"), Path(path))
            build(plan_build(folder, named_materials(folder.indexing, (), pieces)), cluster=crew)
            files = sorted(folder.path.glob("*.zdb"))
            digests = [(file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in files]
        return Result(f"{len(files)} files of up to {pieces} pieces", digests)

    def cfr(crew: Any) -> Result:
        leduc, found = zermelo.load("leduc-poker"), []
        for seed in range(SEEDS):
            solution = zermelo.solve(leduc, method="external", iterations=ITERATIONS, seed=seed, cluster=crew)
            found.append(solution.exploitability)
        error = statistics.stdev(found) / SEEDS**0.5
        return Result(f"exploitability {statistics.mean(found):.4f} ± {1.96 * error:.4f} over {SEEDS} seeds", None)

    def alphazero(crew: Any) -> Result:
        with tempfile.TemporaryDirectory() as folder:
            file, small = Path(folder) / "three.learned", {"channels": 8, "blocks": 1, "head": 4, "hidden": 16}
            method = AlphaZero(**small, sims=16, boards=64, groups=4, first_window=400, device="cpu")
            learn(begin(zermelo.load("tic-tac-toe"), method, seed=1), file, Budget(games=20 * games), cluster=crew)
            return Result(f"at least {20 * games} games", hashlib.sha256(file.read_bytes()).hexdigest())

    def perft(crew: Any) -> Result:
        counts = [count for _, count in zermelo.perft(zermelo.load("chess"), depth=5, cluster=crew).divided]
        return Result(f"{sum(counts):,}", counts)

    return {
        "match": match,
        "tournament": tournament,
        "tuning": tuning,
        "learning": learning,
        "database": database,
        "alphazero": alphazero,
        "cfr": cfr,
        "perft": perft,
    }


def recorded(file: Path) -> list[Any]:
    """The games of a record: number, engines, utilities and moves."""
    rows = zermelo.record(file).games()
    assert len({row["number"] for row in rows}) == len(rows)
    return [(row["number"], row["engines"], row["utilities"], row["moves"]) for row in rows]


def overhead(count: int, turns: int) -> str:
    """The same games in threads of one process and on the cluster, in turns: in time, and in time of processors."""
    game, cores = zermelo.load("connect-four"), available_cores()
    sims, games = 100, 10
    zermelo.match(game, [MCTS.format(sims)] * 2, 2, 1, 2, concurrency=1)  # compiles
    for _ in range(3):  # simulations for games of 0.1 s on one core
        begin = time.process_time()
        zermelo.match(game, [MCTS.format(sims)] * 2, games, 1, 2, concurrency=1)
        one = (time.process_time() - begin) / games
        sims = max(10, round(sims * LONG / one))
    engines = [MCTS.format(sims)] * 2
    ways: dict[str, list[tuple[float, float]]] = {"threads": [], "cluster": []}
    with nodes(cores) as address, Rays(address) as crew:
        zermelo.match(game, engines, 2 * cores, 1, 2, cluster=crew)  # begins its workers
        for _ in range(turns):
            for name, cluster in (("threads", None), ("cluster", crew)):
                begin = processor_seconds()
                seconds = timed(lambda cluster=cluster: zermelo.match(game, engines, count, 1, 2, cluster=cluster))[1]
                ways[name].append((seconds, processor_seconds() - begin))
    kinds = []
    for what, (threads, there) in zip(
        ("time", "time of processors, Ray's own included"),
        zip(zip(*ways["threads"], strict=True), zip(*ways["cluster"], strict=True), strict=True),
        strict=True,
    ):
        ratios = sorted(b / a - 1 for a, b in zip(threads, there, strict=True))
        kinds.append(
            f"{what} {min(threads):.2f} s in threads and {min(there):.2f} s on the cluster at best "
            f"({min(there) / min(threads) - 1:+.1%}), by turns {statistics.median(ratios):+.1%} "
            f"({ratios[0]:+.1%} to {ratios[-1]:+.1%})"
        )
    return f"{count} games of {one:.3f} s on {cores} cores, {turns} turns: {'; '.join(kinds)}"


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What it gives, and the seconds that it takes."""
    started = time.perf_counter()
    return work(), time.perf_counter() - started


@contextmanager
def nodes(count: int) -> Iterator[str]:
    """The address of a cluster of so many nodes with one core each, all in this machine."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    from ray.cluster_utils import Cluster

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


class Counted(Rays):
    """A crew that counts its answers."""

    answers = 0

    def send(self, sent: bytes, stopped: threading.Event) -> bytes:
        answer = super().send(sent, stopped)
        self.answers += 1
        return answer


@contextmanager
def killing(crew: Counted, every: float) -> Iterator[list[int]]:
    """Kills a worker every so many seconds, the one that has run longest, if any has answered since the last one."""
    over, killed = threading.Event(), list[int]()

    def kill() -> None:
        before = crew.answers
        while not over.wait(every):
            workers = [one for one in descendants() if one.is_working]
            if workers and crew.answers > before:
                before = crew.answers
                oldest = min(workers, key=lambda one: one.began)
                with suppress(ProcessLookupError):
                    os.kill(oldest.number, signal.SIGKILL)
                    killed.append(oldest.number)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield killed
    finally:
        over.set()
        killer.join()


class Process(NamedTuple):
    """One that this process has started, or one of its own."""

    number: int
    began: int  # in ticks
    ticks: int  # of processors
    is_working: bool  # at a task


def descendants() -> list[Process]:
    """All processes that this one has started, and those that they have started."""
    parents, found = {}, {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (path / "stat").read_text().rpartition(")")[2].split()  # see proc(5), from field 3 on
            number = int(path.name)
            parents[number] = int(fields[1])
            is_working = (path / "cmdline").read_bytes().startswith(b"ray::performed")
            found[number] = Process(number, int(fields[19]), int(fields[11]) + int(fields[12]), is_working)
    ours = {os.getpid()}
    while True:
        more = {number for number, parent in parents.items() if parent in ours} - ours
        if not more:
            return [found[number] for number in ours - {os.getpid()} if number in found]
        ours |= more


def processor_seconds() -> float:
    """Of this process and of all that it has started, while they live."""
    return time.process_time() + sum(one.ticks for one in descendants()) / TICKS


if __name__ == "__main__":
    main()
