"""The part of `zermelo solve` that solves positions of open games, those without hidden information."""

from __future__ import annotations

import hashlib
import math
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer

from zermelo.cli.common import INTERRUPTED, console, print_json, progress
from zermelo.compile.cache.content import is_lasting
from zermelo.compile.trust.users import game_key, is_users
from zermelo.files.container import Shapes
from zermelo.files.fields import whole
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.hidden.equilibrium.strategy import load_arrays, save_arrays
from zermelo.hidden.solve import OPEN_SECONDS
from zermelo.search.exact import MEGABYTES, Finding, Solving
from zermelo.search.exact.work import Work
from zermelo.search.time.deadline import Deadline
from zermelo.show.reports.finding import finding_json, finding_lines

EVERY = 10.0  # seconds between two saves
KEYS = 20  # positions whose keys are compared
WORD, MEGABYTE = 8, 1_000_000  # bytes
MOST_HELD, SLACK = 2, 16 * MEGABYTE  # a table is saved as places and words; and what orders the actions


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
        "source": _source(solving),
        "turn": solving.turn,
        "works": [{"name": work.name, **work.header()} for work in works],
    }
    arrays = {f"{work.name}_{name}": array for work in works for name, array in work.arrays().items()}
    save_arrays(path, solving.game, header, arrays)


def _source(solving: Solving) -> str:
    """A digest of a user's rules as they are written, and of the keys of positions.

    What was proved by other rules, or is kept under other keys, must not count.
    """
    game, state, digest = solving.game, solving.state, hashlib.sha256()
    for _ in range(KEYS):
        digest.update(f"{game.state_key(state)} ".encode())
        if game.is_terminal(state):
            break
        state = game.result(state, game.moves(state)[-1])
    if is_users(game):
        key = game_key(game)
        digest.update((key if is_lasting(key) else "").encode())
    return digest.hexdigest()


def _resume(solving: Solving, path: Path) -> None:
    """Continues the work that was saved in a file. Raises ZermeloError if it was about another position."""
    header, arrays = load_arrays(path, solving.game, lambda header, shapes: _check(solving, path, header, shapes))
    try:
        saved = {one["name"]: one for one in header["works"]}
        turn = whole(header["turn"])
        works = [work for work in solving.works if work.name in saved] or solving.works
        for work in (work for work in works if work.name in saved):
            start = f"{work.name}_"
            own = {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}
            work.resume(saved[work.name], own)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ZermeloError(f"{path} cannot be gone on with: its parts do not fit together") from None
    solving.works, solving.turn = works, turn


def _check(solving: Solving, path: Path, header: Mapping[str, Any], shapes: Shapes) -> None:
    """Raises ZermeloError where a file is about another question, or holds more than a table has room for."""
    position, game = solving.game.state_text(solving.state), solving.game
    if "works" not in header or header.get("position") != position:
        raise ZermeloError(f"{path} is for {brief(header.get('position', 'another question'))}, not for {position}")
    for name, option, ours in (("method", "--method", solving.method), ("megabytes", "--memory", solving.megabytes)):
        theirs = header.get(name)
        if theirs != ours:
            shown = f"{theirs:g}" if isinstance(theirs, float) else brief(theirs)
            raise ZermeloError(f"{path} was made with {option} {shown}: give that, or another file")
    source = _source(solving)
    if header.get("source", "" if is_users(game) else source) != source:
        raise ZermeloError(f"{path} was made by other rules of {game.title}, or another version: solve it again")
    held = sum(math.prod(shape) for _, shape in shapes.values()) * WORD
    if held > MOST_HELD * solving.megabytes * MEGABYTE + SLACK:
        raise ZermeloError(f"{path} holds {held:,} bytes, more than a table of {solving.megabytes:g} megabytes")
