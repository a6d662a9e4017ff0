"""Regret minimization beside OpenSpiel's C++ solvers, one thread, on games for which both know the same tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from measure import INSTALL, Mismatch, Row, best_rates, seconds_of

import zermelo
from zermelo.hidden.equilibrium.best_response import assess
from zermelo.hidden.equilibrium.flat import FlatGame, lay_out
from zermelo.hidden.equilibrium.regret import METHODS, RegretMinimizer
from zermelo.hidden.equilibrium.sampling import SamplingMinimizer


class Pair(NamedTuple):
    """One game in our words and in OpenSpiel's, and how many iterations of CFR make about a second, ours and theirs."""

    title: str
    ours: str
    theirs: str
    fast: int
    slow: int


PAIRS = (
    Pair("Kuhn poker", "kuhn-poker", "kuhn_poker", 1_000_000, 10_000),
    Pair("Leduc hold'em", "leduc-poker", "leduc_poker", 20_000, 40),
)
SAMPLES, THEIR_SAMPLES = 500_000, 20_000  # iterations of external sampling
CHECKED = 10  # iterations of CFR after which both must be as exploitable


def compare(repeats: int) -> list[Row]:
    """Iterations/s of CFR, in which every player is updated once, and of external sampling."""
    rows = []
    for pair in PAIRS:
        what = [f"{name}, {pair.title}: OpenSpiel's C++ solver" for name in ("CFR", "external sampling")]
        try:
            import pyspiel
        except ImportError:
            rows += [Row(one, "iterations/s", skipped=INSTALL) for one in what]
            continue
        game, flat = pyspiel.load_game(pair.theirs), lay_out(zermelo.load(pair.ours))
        check(flat, game)
        solver = RegretMinimizer(flat, METHODS["cfr"])
        peer = pyspiel.CFRSolver(game)
        fast, slow = best_rates(
            repeats, rate(solver.run, pair.fast), rate(repeated(peer.evaluate_and_update_policy), pair.slow)
        )
        rows.append(Row(what[0], "iterations/s", fast, slow, at_least=50))
        sampler = SamplingMinimizer(flat, "external", seed=1)
        peer = pyspiel.ExternalSamplingMCCFRSolver(game, 1)
        fast, slow = best_rates(repeats, rate(sampler.run, SAMPLES), rate(repeated(peer.run_iteration), THEIR_SAMPLES))
        rows.append(Row(what[1], "iterations/s", fast, slow, at_least=10))
    return rows


def check(flat: FlatGame, game: Any) -> None:
    """Raises Mismatch where the two do not do the same: after a few iterations they must be as exploitable."""
    import pyspiel

    solver, peer = RegretMinimizer(flat, METHODS["cfr"]), pyspiel.CFRSolver(game)
    solver.run(CHECKED)
    for _ in range(CHECKED):
        peer.evaluate_and_update_policy()
    ours, theirs = assess(solver.form, solver.average).nash_conv, pyspiel.nash_conv(game, peer.average_policy())
    if abs(ours - theirs) > 1e-9:
        raise Mismatch(f"{flat.game.title}: NashConv {ours} of ours is {theirs} there")


def rate(run: Callable[[int], None], iterations: int) -> Callable[[], float]:
    """Iterations/s."""
    run(1)
    return lambda: iterations / seconds_of(lambda: run(iterations))


def repeated(step: Callable[[], Any]) -> Callable[[int], None]:
    """Makes run(iterations) of one iteration."""

    def run(iterations: int) -> None:
        for _ in range(iterations):
            step()

    return run
