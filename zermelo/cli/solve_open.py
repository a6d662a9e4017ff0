"""The part of `zermelo solve` that solves positions of open games, those without hidden information."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from zermelo.cli.common import INTERRUPTED, interruptible, progress, tell
from zermelo.game import Game, State
from zermelo.search.time.deadline import Deadline
from zermelo.show.reports.finding import finding_json, finding_lines
from zermelo.solving.finding import Finding
from zermelo.solving.position import MEGABYTES, PositionSolving
from zermelo.solving.solve import OPEN_SECONDS
from zermelo.solving.work import Work

EVERY = 10.0  # seconds between two saves


def solve_open(
    game: Game,
    state: State,
    method: str,
    seconds: float | None,
    megabytes: int | None,
    threads: int | None,
    save: Path | None,
    resume: bool,
    json: bool,
) -> None:
    """Solves a position and prints what was found; exits with 1 if the budget is not enough. Raises ZermeloError."""
    solving = PositionSolving(game, state, method, megabytes=megabytes or MEGABYTES, threads=threads or 1)
    if resume and save and save.exists():
        solving.resume(save)
    finding, is_interrupted = _found(solving, OPEN_SECONDS if seconds is None else seconds, save)
    tell(json, lambda: finding_json(finding), lambda: "\n".join(finding_lines(finding)))
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)
    if not finding.is_solved:
        raise typer.Exit(1)


def _found(solving: PositionSolving, seconds: float, save: Path | None) -> tuple[Finding, bool]:
    """What is found, and whether Ctrl-C ended it; the work is saved after the first step, now and then, at the end."""
    deadline, saved = Deadline(None, seconds), -EVERY

    def stop() -> bool:
        deadline.stop()
        return True

    with interruptible(stop) as interrupts, progress(f"solving {solving.game.title}", 0) as bar:

        def tell(work: Work, found: Finding) -> None:
            nonlocal saved
            bar.say(f"{work.title}: {work.outlook()}")
            if save and not deadline.is_over and time.perf_counter() - saved > EVERY:
                solving.save(save)
                saved = time.perf_counter()

        finding = solving.run(deadline, tell)
    if save and not finding.is_solved:
        solving.save(save)
    return finding, bool(interrupts)
