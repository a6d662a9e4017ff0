"""What 10, 100 and 1,000 machines would do: costs measured here, and a discrete simulation with them.

    python benchmarks/scale.py [--ray] [--json]

Measured, in CPU seconds of one core: what the machine that leads spends on a game besides the game (writing the task,
reading and replaying the answer, keeping the record), how many bytes travel, a block of self-play by TD(λ), and a
position of checkers' endgame databases.
--ray: also what Ray itself takes for a task, which needs zermelo[cluster]. Without it, ITS_OWN is taken.

Simulated, event by event: a leader that hands out one task after another, workers that hold two tasks each and do them
one by one, and a network that moves bytes one after another. A material of a database is a task that waits for those
that it leads to, and takes them along. See docs/scale.md.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from measure import cpu_seconds

import zermelo
from zermelo.arena.distant.table import DistantTable
from zermelo.arena.match import pairings
from zermelo.cluster.crew import WAITING
from zermelo.cluster.inside import Inside
from zermelo.evaluate import indexing_of
from zermelo.game import Game
from zermelo.learn.course import begin
from zermelo.learn.td import TD
from zermelo.solve.databases.folder import open_folder
from zermelo.solve.indexing import Material
from zermelo.solve.retrograde.build import build, plan_build

CORES, NETWORK, DELAY = 16, 1.25e9, 5e-4  # of a machine; bytes a second of the leader's network; seconds of a way
ITS_OWN = 5e-4  # CPU seconds of the leader that Ray takes for a task: measured by --ray on x86-64
MACHINES = (1, 10, 100, 1000)


@dataclass(frozen=True)
class Costs:
    """What one task costs the leader, in seconds of one core and in bytes both ways."""

    leader: float
    bytes: float


class Counted(Inside):
    """A crew that counts bytes."""

    def __init__(self) -> None:
        super().__init__(1)
        self.bytes = 0

    def send(self, sent: bytes, stopped: threading.Event) -> bytes:
        answer = super().send(sent, stopped)
        self.bytes += len(sent) + len(answer)
        return answer


class Known(Counted):
    """A crew that knows the answers already."""

    def __init__(self, answers: list[bytes]) -> None:
        super().__init__()
        self.answers = answers

    def send(self, sent: bytes, stopped: threading.Event) -> bytes:
        return self.answers.pop(0)


def game_costs(games: int = 200) -> Costs:
    """Of a game of Connect Four by two random players, 42 plies at most: all but the game itself."""
    game = zermelo.load("connect-four")
    kept: list[bytes] = []

    class Keeping(Counted):
        def send(self, sent: bytes, stopped: threading.Event) -> bytes:
            kept.append(super().send(sent, stopped))
            return kept[-1]

    crew = Keeping()
    coming = list(pairings(game, range(games), 1, [[game.initial()]]))
    table = DistantTable(crew, game, ["random", "random"])
    for pairing in coming:
        table.play(pairing)
    told = DistantTable(Known(list(kept)), game, ["random", "random"])
    seconds = cpu_seconds(lambda: [told.play(pairing) for pairing in coming])
    return Costs(seconds / games, crew.bytes / games)


def record_costs(games: int = 1000) -> float:
    """CPU seconds to keep a game in a record."""
    game = zermelo.load("nim", stones=9)

    def play(**settings: object) -> None:
        zermelo.match(game, ["random:seed=1", "random:seed=2"], games, 1, 1, concurrency=1, **settings)

    with tempfile.TemporaryDirectory() as folder:
        play()
        without = cpu_seconds(play)
        return max(1e-5, (cpu_seconds(lambda: play(save=Path(folder) / "games.sqlite")) - without) / games)


def block_costs(blocks: int = 5) -> tuple[float, int, int]:
    """TD(λ) at backgammon: CPU seconds of a lane for its part of a block, its games, and bytes of the weights."""
    run = begin(zermelo.load("backgammon"), TD(), seed=1)
    run.advance()  # compiles
    before = run.games
    seconds = cpu_seconds(lambda: [run.advance() for _ in range(blocks)])
    lanes, weights = len(run.lanes), run.kept.nbytes
    games = run.games - before
    run.close()
    return seconds / blocks / lanes, games // blocks // lanes, weights


def database_costs(game: Game, pieces: int = 3) -> tuple[float, float]:
    """CPU seconds and bytes of a position of the game's endgame databases, from those of so many pieces."""
    with tempfile.TemporaryDirectory() as path:
        for name in ("compiles", "measured"):
            folder = open_folder(game, Path(path) / name)
            materials = folder.indexing.materials(pieces)
            plan = plan_build(folder, materials)
            seconds = cpu_seconds_once(lambda plan=plan: build(plan))
        stored = sum(folder.file(material).stat().st_size for material in materials)
    return seconds / plan.positions, stored / plan.positions


def cpu_seconds_once(work: Callable[[], object]) -> float:
    """CPU seconds of work that is done once, in all threads."""
    before = time.process_time()
    work()
    return time.process_time() - before


def ray_costs(tasks: int = 400) -> float:
    """CPU seconds of the leader for a task that does nothing, on Ray."""
    import ray

    from zermelo.cluster.rays import MEMORY

    ray.init(num_cpus=2, object_store_memory=MEMORY, include_dashboard=False, log_to_driver=False)
    echo = ray.remote(lambda sent: sent)
    ray.get([echo.remote(b"x" * 600) for _ in range(50)])
    began = time.process_time()
    ray.get([echo.remote(b"x" * 600) for _ in range(tasks)])
    seconds = time.process_time() - began
    ray.shutdown()
    return seconds / tasks


# --- the simulation --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """What a simulation says."""

    rate: float  # tasks a second
    workers: float  # the share of their time that they work
    leader: float  # likewise
    network: float


def spread(workers: int, seconds: float, costs: Costs, tasks: int, luck: random.Random) -> Told:
    """Independent tasks, whose lengths vary by half, handed out by one leader."""
    events: list[tuple[float, int]] = []  # when a worker's answer arrives
    free = [0.0] * workers  # when each has done what it holds
    leader = network = busy = 0.0
    used = 0.0
    handed = 0

    def hand(worker: int, now: float) -> None:
        nonlocal leader, network, busy, used, handed
        leader = max(leader, now) + costs.leader
        network = max(network, leader) + costs.bytes / NETWORK
        used += costs.bytes / NETWORK
        length = seconds * luck.uniform(0.5, 1.5)
        free[worker] = max(free[worker], network + DELAY) + length
        busy += length
        handed += 1
        heapq.heappush(events, (free[worker] + DELAY, worker))

    for _ in range(WAITING):
        for worker in range(workers):
            hand(worker, 0.0)
    now, done = 0.0, 0
    while events:
        now, worker = heapq.heappop(events)
        done += 1
        if handed < tasks:
            hand(worker, now)
    return Told(done / now, busy / (workers * now), handed * costs.leader / now, used / now)


def in_blocks(workers: int, seconds: float, costs: Costs, weights: int, blocks: int, luck: random.Random) -> Told:
    """Self-play in blocks: all have the weights, all learn, and the leader takes the mean before the next block."""
    now = busy = lead = moved = 0.0
    for _ in range(blocks):
        begin = now
        arrived = []
        for worker in range(workers):
            at = begin + (worker + 1) * (costs.leader + weights / NETWORK) + DELAY
            length = seconds * luck.uniform(0.8, 1.2)
            busy += length
            arrived.append(at + length + DELAY)
        read = begin
        sent = begin + workers * (costs.leader + weights / NETWORK)
        for at in sorted(arrived):  # the leader reads one after another
            read = max(read, at, sent) + weights / NETWORK + weights * 1e-9
        lead += workers * (costs.leader + weights * 1e-9)
        moved += 2 * workers * weights / NETWORK
        now = read
    return Told(blocks * workers / now, busy / (workers * now), lead / now, moved / now)


def by_dependence(workers: int, materials: Sequence[Material], each: float, stored: float, leader: float) -> Told:
    """Materials of a database, each once all that it leads to are there: the largest that waits first.

    each, stored: seconds and bytes of a position. What a material leads to travels to its worker, and it comes back.
    """
    sizes = {material.name: material.size for material in materials}
    missing = {material.name: set(material.leads_to) & set(sizes) for material in materials}
    needs = {material.name: tuple(missing[material.name]) for material in materials}
    ready = [name for name, left in missing.items() if not left]
    running: list[tuple[float, str]] = []
    now = busy = lead = network = used = 0.0
    for _ in range(len(materials)):
        while ready and len(running) < workers:
            name = max(ready, key=sizes.__getitem__)
            ready.remove(name)
            lead += leader
            moved = stored * (sum(sizes[one] for one in needs[name]) + sizes[name]) / NETWORK
            network = max(network, now) + moved
            used += moved
            busy += sizes[name] * each
            heapq.heappush(running, (network + 2 * DELAY + leader + sizes[name] * each, name))
        now, done = heapq.heappop(running)
        for name, left in missing.items():
            if done in left:
                left.remove(done)
                if not left:
                    ready.append(name)
    return Told(len(materials) / now, busy / (workers * now), lead / now, used / now)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--ray", action="store_true")
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    own = ray_costs() if chosen.ray else ITS_OWN
    game, record, (lane, lane_games, weights) = game_costs(), record_costs(), block_costs()
    task = Costs(game.leader + own + record, game.bytes)
    report: dict[str, object] = {
        "leader_per_game": game.leader, "ray_per_task": own, "record_per_game": record, "bytes_per_game": game.bytes,
        "td_lane_seconds": lane, "td_lane_games": lane_games, "td_weights": weights,
    }  # fmt: skip
    rows = []
    for seconds in (0.1, 1.0, 10.0):
        for machines in MACHINES:
            workers = machines * CORES
            told = spread(workers, seconds, task, 20 * workers, random.Random(1))
            rows.append({"work": f"games of {seconds:g} s", "machines": machines, **vars(told)})
    for machines in MACHINES:
        told = in_blocks(machines * CORES, lane, Costs(own, 0), weights, 20, random.Random(1))
        rows.append({"work": "td blocks", "machines": machines, **vars(told)})
    for machines in MACHINES:  # sixteen times the games in each block of a lane
        told = in_blocks(machines * CORES, 16 * lane, Costs(own, 0), weights, 20, random.Random(1))
        rows.append({"work": "td blocks x 16", "machines": machines, **vars(told)})
    checkers = zermelo.load("checkers")
    each, stored = database_costs(checkers)
    report |= {"database_seconds_per_position": each, "database_bytes_per_position": stored}
    for pieces in (4, 6):
        for machines in MACHINES:
            materials = indexing_of(checkers).materials(pieces)
            told = by_dependence(machines * CORES, materials, each, stored, own)
            rows.append({"work": f"checkers databases of {pieces}", "machines": machines, **vars(told)})
    if chosen.json:
        print(json.dumps({**report, "simulated": rows}))
        return
    for name, value in report.items():
        print(f"{name}: {value:.6g}")
    print("| work | machines | tasks/s | workers busy | leader busy | network busy |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row in rows:
        shares = " | ".join(f"{row[name]:.1%}" for name in ("workers", "leader", "network"))
        print(f"| {row['work']} | {row['machines']:,} | {row['rate']:,.0f} | {shares} |")


if __name__ == "__main__":
    main()
