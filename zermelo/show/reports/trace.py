"""The steps of a traced search as text, with its pseudocode where it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.hidden.information_sets import fusions
from zermelo.numerals import fixed, fraction, plain
from zermelo.search.trace.mcts import MCTSTrace, Phase, Simulation
from zermelo.search.trace.moment import LIT
from zermelo.search.trace.pseudocode import Pseudocode
from zermelo.search.trace.recorder import Step, Visited
from zermelo.search.trace.trace import Trace
from zermelo.show.reports.trace_words import choice_title, choice_words, sibling_words, vain_cut
from zermelo.show.words import width

OPEN = "at these nodes the player to move sees the same, and would have to choose the same:"
SHOWN_SETS = 10


def trace_text(shown: Trace, coded: bool = False) -> str:
    """What `print(trace)` and `zermelo trace` show: a line for each step, and what was found.

    coded: with the pseudocode above, and to the left of each step the line that it executes.
    """
    nodes = shown.nodes()
    lines = [_step_line(shown, step, nodes) for step in shown.steps]
    if coded:
        executed = _beside(lines, [step.line for step in shown.steps], shown.pseudocode)
        lines = [*code_lines(shown.pseudocode), "", *executed]
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


def code_lines(code: Pseudocode, lit: int = 0) -> list[str]:
    """The pseudocode with its line numbers; an arrow points at the line that is lit."""
    digits = len(str(len(code.lines)))
    return [
        f"{LIT if number == lit else ' '} {number:>{digits}}  {line}".rstrip() if line else ""
        for number, line in enumerate(code.lines, 1)
    ]


def _beside(lines: list[str], numbers: list[int], code: Pseudocode) -> list[str]:
    """Lines of text, each with the number and the text of a line of the pseudocode to its left; 0: none."""
    texts = [f"{number:>3}  {code.line(number)}" if number else "" for number in numbers]
    column = max(width(f"{number:>3}  {code.line(number)}") for number in code.marks.values())
    return [f"{text}{' ' * (column - width(text))} │ {line}" for text, line in zip(texts, lines, strict=True)]


def _step_line(shown: Trace, step: Step, nodes: Sequence[Visited]) -> str:
    digits = len(str(len(shown.steps)))
    return f"{step.number:>{digits}}  {'  ' * step.depth}{_step_words(shown, step, nodes)}"


def _step_words(shown: Trace, step: Step, nodes: Sequence[Visited]) -> str:
    judged = "evaluated =" if shown.judged else "unknown: nothing evaluates it, so it counts as"
    window = f"  {step.window}" if shown.bounded else ""
    value = f" {step.worth}" if step.worth else ""
    known = f" {step.label}" if step.worth else ""
    chances = _chances(step, nodes) if step.event == "enter" else ""
    return {
        "enter": f"{step.player} {step.shown}{window}{chances}",
        "leaf": f"leaf {step.shown} ={value}",
        "depth": f"{step.player} {step.shown} at the depth limit, {judged}{value}",
        "update": f"{step.player} {step.shown} now{value}{window}",
        "prune": f"✂ {step.player} {step.shown} cut at{value}: {step.reason}",
        "back": f"{step.player} {step.shown} is worth{known}{vain_cut(shown, step)}",
    }[step.event]


def _chances(step: Step, nodes: Sequence[Visited]) -> str:
    """With which probabilities an opponent of expectimax moves, where it prefers some of its moves; else ""."""
    if step.player != "OPPONENT":
        return ""
    moves = nodes[step.index].children
    if len({move.probability for move in moves}) <= 1:
        return ""
    return " plays " + ", ".join(f"{move.path[-1]} ({plain(move.probability or 0.0)})" for move in moves)


def _set_lines(shown: Trace) -> list[str]:
    """What is wrong with this search: it chooses by what the players do not see."""
    found = fusions(shown)
    more = [f"… and {len(found) - SHOWN_SETS} more"] if len(found) > SHOWN_SETS else []
    return ["", f"searched as if nothing were hidden; {OPEN}", *found[:SHOWN_SETS], *more]


def mcts_text(shown: MCTSTrace, coded: bool = False) -> str:
    """What `print(trace)` and `zermelo trace` show of MCTS: the four steps of each simulation."""
    lines = [*code_lines(shown.pseudocode), ""] if coded else []
    for one in shown.simulations:
        lines.append(f"simulation {one.number}")
        for phase in ("selection", "expansion", "simulation", "backup"):
            told = _phase_lines(shown, one, phase)
            line = shown.pseudocode.marks[phase]
            lines += _beside(told, [line, *[0] * (len(told) - 1)], shown.pseudocode) if coded else told
    return "\n".join([*lines, "", f"most visited: {shown.action}", choice_words(shown)])


def phase_text(shown: MCTSTrace, step: Phase) -> str:
    """One step of MCTS."""
    if step.phase == "choice":
        return choice_words(shown)
    return "\n".join([f"simulation {step.simulation.number}", *_phase_lines(shown, step.simulation, step.phase)])


def step_text(shown: Trace, step: Step) -> str:
    """One step of another search."""
    return f"{step.number}  {_step_words(shown, step, shown.nodes())}"


def _phase_lines(shown: MCTSTrace, one: Simulation, phase: str) -> list[str]:
    """A phase of a simulation; a selection is followed by a line for each node where UCB1 chose."""
    scale = shown.game.scale
    match phase:
        case "selection":
            told = [f"  selection   {' → '.join(one.selected) or 'the root'}"]
            for choice in filter(None, one.choices):
                bounds = [sibling_words(shown, sibling) for sibling in choice.siblings]
                bounds[choice.chosen] += " ◀"
                told.append(f"    UCB1, {choice_title(shown, choice)}   {'   '.join(bounds)}")
            return told
        case "expansion":
            return [f"  expansion   {one.expanded or 'none: the game is over here'}"]
        case "simulation":
            return [f"  playout     {', '.join(plain(utility, scale) for utility in one.utilities)}"]
    rows = zip(one.children, one.won, strict=True)
    counts = [
        f"{action}: {fraction(won, visits, scale)}{f' = {fixed(won / visits)}' if visits else ''}"
        for (action, visits, _), won in rows
    ]
    return [f"  backup      {'   '.join(counts)}"]
