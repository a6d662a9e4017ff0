"""The half of `zermelo solve` that solves games with hidden information."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import typer

from zermelo.cli.common import INTERRUPTED, interruptible, progress, tell, write_text
from zermelo.cluster.address import crew_at
from zermelo.game import Game, ZermeloError
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.solution import EXACT, SAMPLING, EquilibriumSolving, Solution, solve_by_programme
from zermelo.show.reports.solution import curve_svg, solution_json, solution_lines
from zermelo.solving.solve import SECONDS, TARGET, equilibrium_method

EVERY = 10.0  # seconds between two saves


@dataclass(frozen=True)
class Wish:
    """How a game is to be solved, as typed."""

    method: str | None = None  # by default CFR+
    iterations: int | None = None
    seconds: float | None = None
    seed: int = 0
    svg: Path | None = None
    save: Path | None = None
    resume: bool = False
    cluster: str | None = None
    threads: int | None = None


def solve_game(game: Game, wish: Wish, json: bool) -> None:
    """Solves a game with hidden information and prints what was found. Raises ZermeloError."""
    method = equilibrium_method(wish.method)
    if method == EXACT and (wish.save or wish.svg):
        raise ZermeloError("lp has no iterations: --save, --resume and --svg go with the other methods")
    if wish.cluster is not None and method not in SAMPLING:
        raise ZermeloError(f"{method} runs on one machine: on a cluster, --method {' or '.join(SAMPLING)}")
    flat = lay_out(game)
    if method == EXACT:
        solution, is_interrupted = solve_by_programme(flat), False
    else:
        with crew_at(wish.cluster) as crew:
            solving = EquilibriumSolving(flat, method, wish.seed, crew=crew)
            if wish.resume and wish.save and wish.save.exists():
                solving.resume(wish.save)
            solution, is_interrupted = _iterated(solving, wish)
    if wish.svg:
        write_text(wish.svg, curve_svg(solution))
    tell(json, lambda: solution_json(solution), lambda: "\n".join(solution_lines(solution)))
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _iterated(solving: EquilibriumSolving, wish: Wish) -> tuple[Solution, bool]:
    """What the iterations find, and whether Ctrl-C ended them; what is found so far is saved now and then."""
    saved = time.perf_counter()
    seconds = wish.seconds if wish.seconds is not None or wish.iterations is not None else SECONDS

    def is_over() -> bool:
        nonlocal saved
        if wish.save and time.perf_counter() - saved > EVERY:
            solving.save(wish.save)
            saved = time.perf_counter()
        return bool(interrupts)

    with interruptible(lambda: True) as interrupts, progress(f"solving {solving.flat.game.title}", 0) as bar:

        def tell(so_far: Solution) -> None:
            found = so_far.assessment.exploitability
            bar.say(f"{so_far.iterations:,} iterations, exploitability {found:.3g}")

        solution = solving.run(wish.iterations, seconds, 0.0 if wish.iterations else TARGET, tell, is_over)
    if wish.save:
        solving.save(wish.save)
    return solution, bool(interrupts)
