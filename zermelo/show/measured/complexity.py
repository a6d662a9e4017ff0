"""How large a game's tree is, as a table and a plot."""

from __future__ import annotations

import math
from collections.abc import Callable

from zermelo.experiments.complexity import BUDGETS, Complexity, Level
from zermelo.numerals import plain
from zermelo.show.measured.plot import Series, plot_svg, plot_text
from zermelo.show.reports.report import table
from zermelo.show.words import title_of

ORDERS = ("best", "listed", "random", "worst")


def complexity_text(found: Complexity) -> str:
    """What `zermelo complexity` prints."""
    m, last = found.mean_length, found.levels[-1]
    games = f"{found.games} random game" + ("s" if found.games > 1 else "")
    cut = f"; {found.cut_short} {'was' if found.cut_short == 1 else 'were'} not over by then" if found.cut_short else ""
    lines = [
        f"{title_of(found.game)}: {plain(found.mean_actions, digits=3)} actions per state and {plain(m, digits=3)} "
        f"plies per game in {games} (the longest {found.longest}{cut})",
        f"b^m = {plain(found.mean_actions, digits=3)}^{plain(m, digits=3)} = {power(found.tree_digits)}; "
        f"the leaves by Knuth's estimate: {power(found.estimated_digits)}",
        "",
        _counted_words(found),
        *table(*_rows(found)),
        "",
        f"memory: depth first holds at most {last.memory:,} states at depth {last.depth} "
        f"(b·m = {plain(last.formula_memory, digits=3)}); "
        f"level by level it would be {last.nodes:,}",
    ]
    lines += _reached(found)
    if last.best is None:
        lines.append("alpha-beta cuts in games of two players with opposed interests, without chance or secrets")
    if len(found.levels) > 1:
        lines += ["", "leaves by depth:", plot_text(_series(found), "plies")]
    return "\n".join(lines)


def complexity_svg(found: Complexity) -> str:
    """The leaves by depth, measured and by the formulas, as a plot."""
    return plot_svg(
        _series(found), f"{title_of(found.game)}: leaves by depth, b = {plain(found.branching, digits=3)}", "plies"
    )


def power(digits: float) -> str:
    """A number as people write it, given its logarithm: 5,478 or 10^120."""
    return f"{round(10**digits):,}" if digits < 7 else f"10^{plain(digits, digits=4)}"


def _counted_words(found: Complexity) -> str:
    b, last = plain(found.branching, digits=3), found.levels[-1]
    what = "the whole tree" if found.is_whole else f"the first {last.depth} plies"
    worth = {
        "evaluation": "; where the depth ends a line, the game's evaluation says what it is worth",
        "random numbers": "; where the depth ends a line, its worth is a random number, since nothing evaluates it",
    }
    told = worth.get(found.evaluated, "") if last.best is not None else ""
    return f"{what}, counted: {last.leaves:,} leaves, so b = {b} (b^{last.depth} = {last.leaves:,}){told}"


def _reached(found: Complexity) -> list[str]:
    """The depth within reach of a number of leaves, a line for each."""
    lines = []
    for reach in filter(None, map(found.reach, BUDGETS)):
        told = f"{power(math.log10(reach.leaves))} leaves reach {plain(reach.minimax, digits=2)} plies by minimax"
        if found.levels[-1].best is not None:
            random, best = plain(reach.random, digits=2), plain(reach.best, digits=2)
            told += f", {random} by alpha-beta in random order and {best} in the best"
        lines.append(f"{told} (b = {plain(found.mean_actions, digits=3)})")
    return lines


def _rows(found: Complexity) -> tuple[list[str], list[list[str]]]:
    cuts = found.levels[-1].best is not None
    names = ["depth", "minimax", *(ORDERS if cuts else ()), "b^d", *(("b^(3d/4)", "uniform best") if cuts else ())]
    rows = []
    for level in found.levels:
        orders = [f"{round(getattr(level, name)):,}" for name in ORDERS] if cuts else []
        formulas = [level.formula, *((level.formula_random, level.formula_best) if cuts else ())]
        rows.append([str(level.depth), f"{level.leaves:,}", *orders, *(f"{round(number):,}" for number in formulas)])
    return names, rows


def _series(found: Complexity) -> list[Series]:
    def of(name: str, value: Callable[[Level], float], is_formula: bool = False) -> Series:
        return Series(name, tuple((level.depth, value(level)) for level in found.levels), is_formula)

    series = [of("minimax", lambda level: level.leaves), of("b^d", lambda level: level.formula, True)]
    if found.levels[-1].best is None:
        return series
    return [
        *series,
        of("worst order", lambda level: level.worst or 0.0),
        of("random order", lambda level: level.random or 0.0),
        of("b^(3d/4)", lambda level: level.formula_random, True),
        of("best order", lambda level: level.best or 0.0),
        of("b^⌈d/2⌉ + b^⌊d/2⌋ − 1", lambda level: level.formula_best, True),
    ]
