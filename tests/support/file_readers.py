"""Every kind of file that this package writes, with what reads it: small samples, and how to change them.

Bytes are changed as a disk or a hand would: the digest is wrong then, so that the file is refused or says what it did.
Headers and arrays are changed as somebody would who means harm, with a right digest: what is accepted must do none.
"""

from __future__ import annotations

import copy
import hashlib
import json
import random
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from evaluate.learned.test_residual import arrays_for
from experts.connect_four.test_openings import as_before
from experts.connect_four.twin import connect_four
from experts.holdem.small import GAME as HOLDEM
from experts.holdem.small import small_blueprint
from hidden.test_strategy import save_as_before
from learn.games import nim, race
from records.saved import NIM, fill, sign, store_of
from solve.databases.test_table import HEADER, VALUES
from solve.databases.test_table import write_as_before as write_table_as_before

import zermelo
from zermelo.arena.statistics.counts import counts_of
from zermelo.arena.tuning.file import KIND as TUNING
from zermelo.arena.tuning.file import read_rounds, write_rounds
from zermelo.arena.tuning.result import Round
from zermelo.arena.tuning.spsa import Spsa
from zermelo.cli.learn import described, scores
from zermelo.evaluate.learned import read_learned, write_learned
from zermelo.evaluate.learned.file import KIND as LEARNED
from zermelo.evaluate.learned.file import Learned, new_header
from zermelo.evaluate.learned.opinion import learned_evaluator
from zermelo.evaluate.learned.residual import KIND as RESIDUAL
from zermelo.evaluate.learned.residual import ResidualNetwork
from zermelo.experts.connect_four.perfect import build_opening_table, read_opening_table
from zermelo.experts.connect_four.perfect.openings import KIND as OPENINGS
from zermelo.experts.holdem.training import load_blueprint
from zermelo.files.container import packed, read_container
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.solution import EquilibriumSolving
from zermelo.hidden.equilibrium.strategy import load_strategy
from zermelo.learn.alphazero import kept
from zermelo.learn.bootstrap.records import KIND as POSITIONS
from zermelo.learn.bootstrap.records import Pool, chunk_path, read_chunk
from zermelo.learn.course import begin, resume, save
from zermelo.learn.curve import series_of
from zermelo.learn.samuel import Samuel
from zermelo.learn.td import TD
from zermelo.records.archive.writing import Contest, Kept, writing
from zermelo.search.time.deadline import Deadline
from zermelo.solve.databases.table import KIND as DATABASE
from zermelo.solve.databases.table import open_table, write_table
from zermelo.solve.solution_file import KIND as SOLUTION
from zermelo.solving.position import PositionSolving

KUHN = zermelo.load("kuhn-poker")
SMALL = replace(zermelo.load("tic-tac-toe"), compiles=False)
BOARD = connect_four(3, 3, 3)
NASTY = [
    None, True, False, 0, 1, -1, 2, 10**30, -(10**30), 1 << 63, 1.5, -0.5, 1e308, "", "x", "samuel", "x" * 500, [], {},
    [[]], [1], {"games": 1}, ["a", "b"],
]  # fmt: skip


@dataclass(frozen=True)
class FileReader:
    """A kind of file: how a sample is written, what is read from it, and how one is changed whose digest is right."""

    write: Callable[[Path], Any]
    read: Callable[[Path], Any]  # something that can be compared; raises ZermeloError
    forge: Callable[[bytes, random.Random], bytes] | None = None
    suffix: str = ""


@cache
def folder() -> Path:
    """Where the tests keep such files; it goes away with the process."""
    return Path(_temporary().name)


@cache
def _temporary() -> TemporaryDirectory[str]:
    return TemporaryDirectory()


@cache
def sample(name: str) -> bytes:
    """The bytes of a file of this kind."""
    path = folder() / f"sample{FILES[name].suffix}"
    path.unlink(missing_ok=True)
    FILES[name].write(path)
    content = path.read_bytes()
    path.unlink()
    return content


def read(name: str, content: bytes) -> Any:
    """What is read from a file with this content."""
    path = folder() / f"changed{FILES[name].suffix}"
    path.write_bytes(content)
    return FILES[name].read(path)


# --- changes ---------------------------------------------------------------------------------------------------------


def damaged(content: bytes, noise: random.Random) -> bytes:
    """The content after one to four changes of bytes."""
    for _ in range(noise.choice((1, 1, 1, 2, 4))):
        content = noise.choice((_flip, _flip, _cut, _insert, _drop, _move, _digit))(content, noise)
    return content


def _flip(content: bytes, noise: random.Random) -> bytes:
    place = noise.randrange(len(content) or 1)
    return content[:place] + bytes([noise.randrange(256)]) + content[place + 1 :]


def _cut(content: bytes, noise: random.Random) -> bytes:
    return content[: noise.randrange(len(content) + 1)]


def _insert(content: bytes, noise: random.Random) -> bytes:
    place = noise.randrange(len(content) + 1)
    return content[:place] + noise.randbytes(noise.choice((1, 2, 64))) + content[place:]


def _drop(content: bytes, noise: random.Random) -> bytes:
    place = noise.randrange(len(content) + 1)
    return content[:place] + content[place + noise.choice((1, 8, 100)) :]


def _move(content: bytes, noise: random.Random) -> bytes:
    start, end = sorted(noise.randrange(len(content) + 1) for _ in range(2))
    place = noise.randrange(len(content) + 1)
    return content[:place] + content[start : min(end, start + 1000)] + content[place:]


def _digit(content: bytes, noise: random.Random) -> bytes:
    places = [place for place, byte in enumerate(content[:2000]) if 48 <= byte < 58]
    if not places:
        return _flip(content, noise)
    place = noise.choice(places)
    return content[:place] + noise.choice((b"0", b"7", b"99", b"-1", b"1e9", b"")) + content[place + 1 :]


def forged(kind: Any) -> Callable[[bytes, random.Random], bytes]:
    """Makes the function that changes the header and the arrays of a container, whose digest is right again."""

    def forge(content: bytes, noise: random.Random) -> bytes:
        path = folder() / "forged"
        path.write_bytes(content)
        found = read_container(path, kind)
        header, arrays = copy.deepcopy(found.header), {name: np.array(array) for name, array in found.arrays.items()}
        for _ in range(noise.choice((1, 1, 2, 3))):
            if arrays and noise.random() < 0.4:
                _change_array(arrays, noise)
            else:
                _change_header(header, noise)
        return b"".join(map(bytes, packed(kind, header, arrays)[0]))

    return forge


def _change_header(value: Any, noise: random.Random) -> None:
    """Changes one value of nested lists and dictionaries."""
    while True:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not places:
            return
        place = noise.choice(places)
        if isinstance(value[place], dict | list) and value[place] and noise.random() < 0.7:
            value = value[place]
            continue
        if noise.random() < 0.2:
            del value[place]
        else:
            value[place] = copy.deepcopy(noise.choice(NASTY))
        return


def _change_array(arrays: dict[str, Any], noise: random.Random) -> None:
    name = noise.choice(list(arrays))
    array = arrays[name]
    what = noise.choice(("value", "value", "value", "type", "shape", "drop", "length"))
    if what == "value" and array.size:
        odd = (0, 1, -1, 127) if array.dtype.itemsize == 1 else (0, 1, -1, 7, 30_000, -30_000)
        wide = (*odd, 1 << 40, -(1 << 62)) if array.dtype.itemsize == 8 else odd
        drawn = noise.choice((*wide, float("nan"), float("inf"), 1e30) if array.dtype.kind == "f" else wide)
        with np.errstate(all="ignore"):
            array.reshape(-1)[noise.randrange(array.size)] = drawn if array.dtype.kind != "u" else abs(drawn)
    elif what == "type":
        with np.errstate(all="ignore"):
            arrays[name] = array.astype(noise.choice(("<f4", "<f8", "<i4", "<i8", "|i1")))
    elif what == "shape":
        arrays[name] = array.reshape(noise.choice(((-1,), (1, -1), (-1, 1))))
    elif what == "length":
        arrays[name] = np.concatenate([array, array])[: noise.randrange(2 * len(array) + 1)] if array.ndim else array
    else:
        del arrays[name]


def forge_match(content: bytes, noise: random.Random) -> bytes:
    """Changes the objects of a saved match, each with its digest."""
    lines = [json.loads(line) for line in content.splitlines()]
    _change_header(noise.choice(lines), noise)
    return b"".join(json.dumps(sign(line) if isinstance(line, dict) else line).encode() + b"\n" for line in lines)


# --- what is written and read ----------------------------------------------------------------------------------------


def _digest(*arrays: Any) -> str:
    return hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()


def _write_learned(game: Any, method: Any, blocks: int = 2) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        run = begin(game, method, 1)
        for _ in range(blocks):
            run.advance()
        run.header["curve"] = [{"games": 1, "score against random": 0.5}]
        run.header["strength"] = [{"against": "random", "games": 10, "score": 0.5}]
        save(run, path)
        run.close()

    return write


def _read_learned(game: Any, method: type) -> Callable[[Path], Any]:
    def look(path: Path) -> Any:
        learned = read_learned(path)
        series_of(learned.header["curve"]), scores(learned.header["strength"])
        evaluator = learned_evaluator(learned, game)
        value = float(evaluator.function(game.initial(), 0))
        run = resume(game, method, path)
        run.close()
        return value, json.dumps(described(learned), sort_keys=True)

    return look


def _write_network(path: Path) -> None:
    header = new_header(SMALL, "alphazero", {}, 1) | {"kind": RESIDUAL, "reach": 1.0}
    write_learned(path, header, arrays_for(SMALL))


def _read_network(path: Path) -> Any:
    learned = read_learned(path)
    network = ResidualNetwork(SMALL, learned, compiled=False)
    with np.errstate(all="ignore"):
        priors, values = network([SMALL.initial()])
    return learned.digest, [float(value) for value in values], [len(row) for row in priors]


def _write_hidden(method: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        solving = EquilibriumSolving(lay_out(KUHN), method, seed=1, compiled=False)
        solving.run(20)
        solving.save(path)

    return write


def _read_hidden(method: str) -> Callable[[Path], Any]:
    def look(path: Path) -> Any:
        strategy = load_strategy(path, KUHN)
        solving = EquilibriumSolving(_flat(), method, compiled=False)
        solving.resume(path)
        solving.minimizer.run(1)
        return strategy.on(_flat()).tolist(), solving.minimizer.iterations, _digest(solving.minimizer.total)

    return look


@cache
def _flat() -> Any:
    return lay_out(KUHN)


def _work(method: str) -> PositionSolving:
    return PositionSolving(NIM, NIM.initial(), method, compiled=False, megabytes=1)


def _write_work(method: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        solving = _work(method)
        for work in solving.works:
            work.budget = 200
            work.open()
            work.step(Deadline(None, 60))
            work.budget = 800
        solving.save(path)

    return write


def _read_work(method: str) -> Callable[[Path], Any]:
    def look(path: Path) -> Any:
        solving = _work(method)
        solving.resume(path)
        [work] = solving.works
        work.budget = min(work.budget, 300)
        found = work.step(Deadline(None, 60))
        return work.nodes, found.low, found.high, found.distance, found.is_solved

    return look


def _read_blueprint(path: Path) -> Any:
    found = load_blueprint(path, HOLDEM, compiled=False)
    done = found.iterations, _digest(found.sums, found.deals.hands, found.abstraction.classes)
    found.run(2)
    return done


def _write_blueprint(path: Path) -> None:
    made = small_blueprint()
    made.run(5)
    made.save(path)


def _read_database(path: Path) -> Any:
    table = open_table(path)
    numbers = [table.number(index) for index in range(0, table.header.size, max(1, table.header.size // 50))]
    return table.header, numbers, _digest(table.values())


def _read_openings(path: Path) -> Any:
    table = read_opening_table(BOARD, path)
    return table and (table.plies, table.keys.tolist(), table.values.tolist(), table.score(BOARD.initial()))


def _write_old_openings(path: Path) -> None:
    table = build_opening_table(BOARD, 2, path, compiled=False)
    path.write_bytes(as_before(table))


def _write_record(path: Path) -> None:
    zermelo.match(NIM, ["random:seed=1", "random:seed=2"], 3, save=path, concurrency=1)


def _read_record(path: Path) -> list[Kept]:
    """The games that a match would go on after, once all questions were asked."""
    for ending in ("-wal", "-shm"):  # of the file that was here before
        path.with_name(path.name + ending).unlink(missing_ok=True)
    found = zermelo.record(path)
    for row in (*found.contests(), *found.games()):
        assert row["id"] is not None
    with sqlite3.connect(path) as base:
        conditions = json.loads(base.execute("SELECT conditions FROM contests").fetchone()[0])
    base.close()
    contest = Contest("match", NIM, ("random:seed=1", "random:seed=2"), 0, conditions)
    with writing(path, contest, resume=True) as out:
        return out.kept


RUN = {"over": ["x=0..1"], "method": "spsa"}


def _write_tuning(path: Path) -> None:
    method, rounds = Spsa(1, 3, 4, 1), []
    for points in ((1, 1, 0, 0.5), (0.5, 0, 1, 1), (0, 0, 1, 1)):
        trials = tuple(method.ask())
        results = tuple(counts_of(points, in_pairs=True) for _ in trials)
        method.tell(trials, results)
        rounds.append(Round(trials, results))
    write_rounds(path, RUN, rounds)


def _read_tuning(path: Path) -> Any:
    method = Spsa(1, 3, 4, 1)
    rounds = read_rounds(path, RUN, method)
    return rounds, method.found()


def _write_positions(path: Path) -> None:
    pool = Pool(4, 3, 1, 100)
    active = np.array([[0, 1, 2, 3], [2, 3, 0, 3]], np.uint16)
    values, results = np.array([0.5, np.inf], np.float32), np.array([0.0, 1.0], np.float16)
    rest = {name: np.zeros(2, np.uint8) for name in ("buckets", "held")}
    pool.add({"active": active, "values": values, "results": results, **rest}, 1)
    pool.write(path.parent, ())
    chunk_path(path.parent, 1).replace(path)


def _read_positions(path: Path) -> Any:
    found = read_chunk(path, 4)
    pool = Pool(4, 3, 1, 100, [found])
    records, generations = pool.records()
    return len(pool), _digest(*records.values()), generations.tolist(), pool.listed()


def _write_kept(path: Path) -> None:
    places, policy = np.full((9, 20), -1, np.int16), np.zeros((9, 20), np.float16)
    places[:, :2] = 1, 3
    header = new_header(SMALL, "alphazero", {"sims": 8}, 1)
    kept.write_kept(path, header, {"places": places, "policy": policy, "weights": np.arange(1.0, 9.0)})


def _read_kept(path: Path) -> Any:
    header, arrays = kept.read_kept(path, Learned("", new_header(SMALL, "alphazero", {"sims": 8}, 1), {}, "net"))
    return header, {name: (array.shape, _digest(array)) for name, array in arrays.items()}


FILES: dict[str, FileReader] = {
    "learned by samuel": FileReader(
        _write_learned(race(), Samuel(depth=1, lanes=1, batch=2, opening=1, terms=2, rote=3)),
        _read_learned(race(), Samuel),
        forged(LEARNED),
    ),
    "learned by td": FileReader(
        _write_learned(nim(), TD(hidden=2, lanes=1, batch=2)), _read_learned(nim(), TD), forged(LEARNED)
    ),
    "positions": FileReader(_write_positions, _read_positions, forged(POSITIONS)),
    "run of alphazero": FileReader(_write_kept, _read_kept, forged(kept.KIND)),
    "network": FileReader(_write_network, _read_network, forged(LEARNED)),
    "solution": FileReader(_write_hidden("plus"), _read_hidden("plus"), forged(SOLUTION)),
    "solution by sampling": FileReader(_write_hidden("external"), _read_hidden("external"), forged(SOLUTION)),
    "solution of before": FileReader(save_as_before, lambda path: load_strategy(path, KUHN).on(_flat()).tolist()),
    "work of alphabeta": FileReader(_write_work("alphabeta"), _read_work("alphabeta"), forged(SOLUTION)),
    "work of proof": FileReader(_write_work("proof"), _read_work("proof"), forged(SOLUTION)),
    "blueprint": FileReader(_write_blueprint, _read_blueprint, forged(SOLUTION)),
    "database": FileReader(lambda path: write_table(path, HEADER, VALUES), _read_database, forged(DATABASE)),
    "database of before": FileReader(write_table_as_before, _read_database),
    "openings": FileReader(
        lambda path: build_opening_table(BOARD, 2, path, compiled=False), _read_openings, forged(OPENINGS)
    ),
    "openings of before": FileReader(_write_old_openings, _read_openings),
    "match": FileReader(
        lambda path: fill(store_of(path), 3), lambda path: store_of(path).load(resume=True), forge_match, ".jsonl"
    ),
    "match in PGN": FileReader(
        lambda path: fill(store_of(path), 2), lambda path: store_of(path).load(resume=True), None, ".pgn"
    ),
    "tuning": FileReader(_write_tuning, _read_tuning, forged(TUNING)),
    "record": FileReader(_write_record, _read_record, None, ".sqlite"),
}
GROWING = ("match", "match in PGN", "record")  # a file that ends early holds fewer games
