"""Builds opening tables, on several threads if asked, and goes on where an earlier build was killed.

A build writes the scores of the last ply, batch by batch, into a file beside the table's that ends in `.part`, each
batch with a digest of its own: a build that was killed goes on after the last whole batch. Scores do not depend on the
way in which they are found, so the table is the same, byte for byte, whatever interrupted its build.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from zermelo.experts.connect_four.perfect import openings
from zermelo.experts.connect_four.perfect.kernel import Shape
from zermelo.experts.connect_four.perfect.solver import ConnectFourSolver
from zermelo.files.locks import locked
from zermelo.game import Game, State, ZermeloError
from zermelo.installed import np

BATCH = 32  # positions that are scored between two writes
WORST = -64  # below every score
OLD_DRAFT = ".new"  # ended the name of a table that an earlier version was writing

Progress = Callable[[int, int], None]  # (positions done, positions in all)


def build_opening_table(
    game: Game,
    plies: int,
    path: Path | None = None,
    progress: Progress | None = None,
    threads: int = 1,
    compiled: bool = True,
    megabytes: float = 256,
) -> openings.OpeningTable:
    """Scores all positions with up to `plies` discs and writes them to a file; goes on where an earlier build stopped.

    path: by default `opening_table_path(game)`. progress: is told how many positions of the last ply are done.
    Raises ZermeloError if the file cannot be written, or another process builds the same table.
    """
    shape, path = Shape(**game.parameters), openings.opening_table_path(game) if path is None else path
    if not 0 <= plies < shape.cells:
        raise ZermeloError(f"an opening table of {game.title} has 0 to {shape.cells - 1} plies, not {plies}")
    levels = _levels(game, plies)
    last = sorted(levels[plies])
    solver = ConnectFourSolver(game, compiled, megabytes)
    workers = [solver, *(solver.beside() for _ in range(threads - 1))]
    head = _head(shape, plies, sum(map(len, levels)))
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path):
            with _resumed(part, head, len(last)) as file, ThreadPoolExecutor(threads) as pool:
                done = _whole_batches(file, len(last))
                while done < len(last):
                    batches = [last[start : start + BATCH] for start in range(done, len(last), BATCH)][:threads]
                    jobs = [
                        pool.submit(_score_all, worker, [levels[plies][key] for key in batch])
                        for worker, batch in zip(workers, batches, strict=False)
                    ]
                    for job in jobs:
                        _append(file, job.result())
                    done += sum(map(len, batches))
                    if progress:
                        progress(done, len(last))
                values = _read_batches(file, len(last))
            scores = _backed_up(game, levels, dict(zip(last, values, strict=True)))
            keys = np.array(sorted(scores), dtype="<i8")
            table = openings.OpeningTable(shape, plies, keys, np.array([scores[int(key)] for key in keys], dtype="<i1"))
            openings.write_opening_table(path, table)
            part.unlink(missing_ok=True)
            path.with_name(path.name + OLD_DRAFT).unlink(missing_ok=True)
    except OSError as error:
        raise ZermeloError(f"the opening table cannot be written to {path}: {error.strerror}") from None
    return table


def _levels(game: Game, plies: int) -> list[dict[int, State]]:
    """For each number of discs, the positions in which the game is not over, by key; one of two mirror images."""
    shape = Shape(**game.parameters)
    levels: list[dict[int, State]] = [{openings.symmetric_key(shape, 0, 0): game.initial()}]
    for _ in range(plies):
        level: dict[int, State] = {}
        for state in levels[-1].values():
            for action in game.legal(state):
                after = game.result(state, action)
                key = openings.symmetric_key(shape, after.mine, after.full)
                if key not in level and not game.is_terminal(after):
                    level[key] = after
        levels.append(level)
    return levels


def _score_all(solver: ConnectFourSolver, states: Iterable[State]) -> list[int]:
    scores = [solver.score(state) for state in states]
    return [score for score in scores if score is not None]


def _backed_up(game: Game, levels: list[dict[int, State]], scores: dict[int, int]) -> dict[int, int]:
    """The scores of all levels from those of the last one."""
    shape = Shape(**game.parameters)
    for level in reversed(levels[:-1]):
        for key, state in level.items():
            best = WORST
            for action in game.legal(state):
                after = game.result(state, action)
                if game.is_terminal(after):
                    won = game.utility(after, state.ply & 1) > 0
                    best = max(best, (shape.cells + 1 - state.ply) // 2 if won else 0)
                else:
                    best = max(best, -scores[openings.symmetric_key(shape, after.mine, after.full)])
            scores[key] = best
    return scores


def _head(shape: Shape, plies: int, size: int) -> bytes:
    return openings.HEAD.pack(openings.MAGIC, *shape, plies, size, 0)


def _resumed(part: Path, head: bytes, size: int) -> Any:
    """The file of a build, opened behind its last whole batch. One of another build is begun anew."""
    file = part.open("r+b" if part.exists() else "w+b")
    if file.read(len(head)) != head:
        file.seek(0)
        file.truncate()
        file.write(head)
    whole, done = file.tell(), 0
    while done < size:
        batch = min(BATCH, size - done)
        content = file.read(batch + openings.DIGEST)
        if len(content) != batch + openings.DIGEST or content[batch:] != openings.digest(
            whole.to_bytes(8, "little") + content[:batch]
        ):
            break
        whole, done = whole + len(content), done + batch
    file.seek(whole)
    file.truncate()
    return file


def _whole_batches(file: Any, size: int) -> int:
    """How many scores a resumed file holds."""
    batches, rest = divmod(file.tell() - openings.HEAD.size, BATCH + openings.DIGEST)
    return batches * BATCH + (rest - openings.DIGEST if rest else 0)


def _append(file: Any, scores: list[int]) -> None:
    content = np.array(scores, dtype="<i1").tobytes()
    file.write(content + openings.digest(file.tell().to_bytes(8, "little") + content))
    file.flush()
    os.fsync(file.fileno())


def _read_batches(file: Any, size: int) -> list[int]:
    """All scores of a finished build."""
    file.seek(openings.HEAD.size)
    scores: list[int] = []
    while len(scores) < size:
        batch = min(BATCH, size - len(scores))
        scores += np.frombuffer(file.read(batch + openings.DIGEST), "<i1", batch).tolist()
    return scores
