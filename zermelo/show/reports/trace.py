"""The steps of a traced search as text."""

from __future__ import annotations

from zermelo.hidden.information_sets import fusions
from zermelo.numerals import fixed, plain
from zermelo.search.trace.mcts import MCTSTrace
from zermelo.search.trace.recorder import Step
from zermelo.search.trace.trace import Trace

OPEN = "at these nodes the player to move sees the same, and would have to choose the same:"
SHOWN_SETS = 10


def trace_text(shown: Trace) -> str:
    """What `print(trace)` and `zermelo trace` show: a line for each step, and what was found."""
    width = len(str(len(shown.steps)))
    lines = [f"{step.number:>{width}}  {'  ' * step.depth}{_step_words(shown, step)}" for step in shown.steps]
    least = "" if shown.counted else "at least "
    skipped = f", {least}{shown.skipped} skipped" if shown.bounded else ""
    chosen = f", best action {shown.action}" if shown.action is not None and shown.known else ""
    worth = (
        f"worth {shown.worth} to {shown.whose}"
        if shown.known
        else "the value is unknown: it comes from the depth limit"
    )
    lines += ["", f"{worth}{chosen}; {shown.leaves} leaves visited{skipped}"]
    return "\n".join([*lines, *(_set_lines(shown) if shown.game.has_hidden else [])])


def _step_words(shown: Trace, step: Step) -> str:
    judged = "evaluated =" if shown.judged else "unknown: nothing evaluates it, so it counts as"
    window = f"  {step.window}" if shown.bounded else ""
    value = f" {step.worth}" if step.worth else ""
    return {
        "enter": f"{step.player} {step.node}{window}",
        "leaf": f"leaf {step.node} ={value}",
        "depth": f"{step.player} {step.node} at the depth limit, {judged}{value}",
        "update": f"{step.player} {step.node} now{value}{window}",
        "prune": f"✂ {step.player} {step.node} cut at{value}: {step.reason}",
        "back": f"{step.player} {step.node} is worth{value}",
    }[step.event]


def _set_lines(shown: Trace) -> list[str]:
    """What is wrong with this search: it chooses by what the players do not see."""
    found = fusions(shown)
    more = [f"… and {len(found) - SHOWN_SETS} more"] if len(found) > SHOWN_SETS else []
    return ["", f"searched as if nothing were hidden; {OPEN}", *found[:SHOWN_SETS], *more]


def mcts_text(shown: MCTSTrace) -> str:
    """What `print(trace)` and `zermelo trace` show of MCTS: the four steps of each simulation."""
    lines = []
    for one in shown.simulations:
        counts = "   ".join(f"{action}: {visits} visits, {fixed(mean)}" for action, visits, mean in one.children)
        lines += [
            f"simulation {one.number}",
            f"  selection   {' → '.join(one.selected) or 'the root'}",
            f"  expansion   {one.expanded or 'none: the game is over here'}",
            f"  playout     {', '.join(plain(u, shown.game.scale) for u in one.utilities)}",
            f"  backup      {counts}",
        ]
    return "\n".join([*lines, "", f"most visited: {shown.action}"])
