"""The part of `zermelo solve` that solves positions of open games, those without hidden information."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import typer

from zermelo.cli.common import INTERRUPTED, console, print_json, progress
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.hidden.solve import OPEN_SECONDS
from zermelo.hidden.strategy import load_arrays, save_arrays
from zermelo.search.exact import MEGABYTES, Finding, Solving
from zermelo.search.exact.work import Work
from zermelo.search.time.deadline import Deadline
from zermelo.show.finding import finding_json, finding_lines

EVERY = 10.0  # seconds between two saves


def solve_open(
    game: Game,
    state: State,
    method: str,
    seconds: float | None,
    megabytes: int | None,
    save: Path | None,
    resume: bool,
    json: bool,
) -> None:
    """Solves a position and prints what was found; exits with 1 if the budget is not enough. Raises ZermeloError."""
    solving = Solving(game, state, method, megabytes=megabytes or MEGABYTES)
    if resume and save and save.exists():
        _resume(solving, save)
    finding, is_interrupted = _solved(solving, OPEN_SECONDS if seconds is None else seconds, save)
    if json:
        print_json(finding_json(finding))
    else:
        console().print("\n".join(finding_lines(finding)), markup=False, soft_wrap=True)
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)
    if not finding.is_solved:
        raise typer.Exit(1)


def _solved(solving: Solving, seconds: float, save: Path | None) -> tuple[Finding, bool]:
    """What is found, and whether Ctrl-C ended it; the work is saved after the first step, now and then, at the end."""
    deadline, interrupts, saved = Deadline(None, seconds), 0, -EVERY

    def interrupt(*_: Any) -> None:
        nonlocal interrupts
        interrupts += 1
        deadline.stop()
        if interrupts > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        with progress(f"solving {solving.game.title}", 0) as bar:

            def tell(work: Work, found: Finding) -> None:
                nonlocal saved
                bar.say(f"{work.title}: {work.outlook()}")
                if save and not deadline.is_over and time.perf_counter() - saved > EVERY:
                    _save(solving, save)
                    saved = time.perf_counter()

            finding = solving.run(deadline, tell)
    finally:
        signal.signal(signal.SIGINT, before)
    if save and not finding.is_solved:
        _save(solving, save)
    return finding, interrupts > 0


def _save(solving: Solving, path: Path) -> None:
    """Writes all that is needed to go on."""
    works = solving.works
    header = {
        "method": solving.method,
        "position": solving.game.state_text(solving.state),
        "megabytes": solving.megabytes,
        "turn": solving.turn,
        "works": [{"name": work.name, **work.header()} for work in works],
    }
    arrays = {f"{work.name}_{name}": array for work in works for name, array in work.arrays().items()}
    save_arrays(path, solving.game, header, arrays)


def _resume(solving: Solving, path: Path) -> None:
    """Goes on where the one was that saved this file. Raises ZermeloError if that was another question."""
    header, arrays = load_arrays(path, solving.game)
    position = solving.game.state_text(solving.state)
    if "works" not in header or header["position"] != position:
        raise ZermeloError(f"{path} is for {brief(header.get('position', 'another question'))}, not for {position}")
    if header["method"] != solving.method:
        raise ZermeloError(f"{path} was made with --method {header['method']}: give that, or another file")
    if header["megabytes"] != solving.megabytes:
        raise ZermeloError(f"{path} was made with --memory {header['megabytes']:g}: give that, or another file")
    saved = {one["name"]: one for one in header["works"]}
    solving.works = [work for work in solving.works if work.name in saved] or solving.works
    solving.turn = header["turn"]
    for work in (work for work in solving.works if work.name in saved):
        own = {name.partition("_")[2]: array for name, array in arrays.items() if name.startswith(f"{work.name}_")}
        work.resume(saved[work.name], own)
