"""What single-agent searches found, as text."""

from __future__ import annotations

from textwrap import wrap

from zermelo.numerals import plain
from zermelo.search.single.comparing import Comparison
from zermelo.search.single.trace import SingleTrace
from zermelo.search.single.way import FOUND, STUCK, Way

WIDTH = 78
SHOWN = 60  # actions of a way


def way_text(way: Way) -> str:
    """What `zermelo solve` prints for a problem."""
    lines = [f"{way_words(way)} ({way.algorithm})"]
    names = way.line_text()
    if names:
        more = f" … and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        begin = "" if way.start == way.problem.initial() else f"from {way.problem.state_text(way.start)}: "
        separator = ", " if any(" " in name for name in names) else " "
        lines += wrap(begin + separator.join(names[:SHOWN]) + more, WIDTH)
    elif way.is_found and way.end is not None and way.actions is None:
        lines.append(way.problem.state_text(way.end))
    lines.append(effort_words(way))
    if way.reason and not way.compiled:
        lines.append(f"ran interpreted: {way.reason}")
    return "\n".join(lines)


def way_words(way: Way) -> str:
    """The outcome in a line."""
    value = "" if way.value is None else f"a state of value {plain(way.value)}"
    if way.outcome == FOUND and way.actions is None:
        return "found a goal"
    if way.outcome == FOUND:
        assert way.cost is not None
        assert way.actions is not None
        count = len(way.actions)
        steps = f"{count} {'action' if count == 1 else 'actions'}"
        proof = ", and no way costs less" if way.cheapest else ""
        return f"solved in {steps} at a cost of {plain(way.cost)}{proof}"
    if way.outcome == STUCK:
        after = (
            "" if way.actions is None else f" after {len(way.actions)} {'step' if len(way.actions) == 1 else 'steps'}"
        )
        return f"stuck in {value}{after}: no goal was found"
    if way.end is None or way.outcome != "stopped":
        return "there is no way to a goal"
    return "not solved within this budget"


def effort_words(way: Way) -> str:
    """What the search took."""
    parts = [f"{way.generated:,} nodes generated"]
    if way.expanded is not None:
        parts.append(f"{way.expanded:,} expanded")
    if way.kept is not None:
        parts.append(f"{way.kept:,} in memory")
    if way.rounds is not None and way.rounds > 1:
        parts.append(f"{way.rounds:,} rounds")
    return f"{', '.join(parts)}, {way.seconds:.2f} s"


def comparison_text(shown: Comparison) -> str:
    """What `zermelo solve --compare` prints: a table of the searches."""
    rows = [("search", "outcome", "actions", "cost", "generated", "expanded", "in memory")]
    for way in shown.ways:
        found = way.is_found and way.actions is not None
        outcome = ("cheapest" if way.cheapest else "found") if way.is_found else way.outcome.partition(" is ")[0]
        rows.append(
            (
                way.algorithm,
                "no way" if outcome == "there" else outcome,
                str(len(way.actions or ())) if found else "-",
                plain(way.cost) if found and way.cost is not None else "-",
                f"{way.generated:,}",
                "-" if way.expanded is None else f"{way.expanded:,}",
                "-" if way.kept is None else f"{way.kept:,}",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    fewest = shown.fewest
    if fewest is not None:
        lines += ["", f"fewest nodes: {fewest.algorithm}, {fewest.generated:,} generated"]
    return "\n".join([*lines, *([""] if shown.refusals else []), *shown.refusals])


def single_text(shown: SingleTrace) -> str:
    """What `zermelo trace` prints of a single-agent search: a line for each step, and what was found."""
    width = len(str(len(shown.steps)))
    lines = [
        f"{number:>{width}}  {'  ' * shown.reached[step.node].depth}{step.words}"
        for number, step in enumerate(shown.steps, 1)
    ]
    nodes = f"{shown.generated:,} nodes generated, {shown.expanded:,} expanded"
    if shown.goal is None:
        return "\n".join([*lines, "", f"no goal was found; {nodes}"])
    names = shown.line
    separator = ", " if any(" " in name for name in names) else " "
    return "\n".join([*lines, "", f"cost {plain(shown.cost or 0.0)}: {separator.join(names)}; {nodes}"])
