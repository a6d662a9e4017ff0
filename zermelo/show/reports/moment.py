"""One step of a traced search, or all of them with a slider: the pseudocode with its line lit beside the tree."""

from __future__ import annotations

from zermelo.search.trace.mcts import MCTSTrace
from zermelo.search.trace.moment import Moment, Stepped, Walk
from zermelo.search.trace.trace import Trace
from zermelo.search.trace.ucb1 import Choice
from zermelo.show.canvas import clean
from zermelo.show.html import paragraph, table
from zermelo.show.reports.trace import code_lines, phase_text, step_text
from zermelo.show.reports.trace_words import choice_title, sibling_texts
from zermelo.show.svg import svg
from zermelo.show.text import text

LINE = ' style="padding:0 .6em;white-space:pre"'
LIT = ' style="padding:0 .6em;white-space:pre;background:#f6c945;color:#1d2126" aria-current="step"'
COMPARED = ("", "W/N", "+ C √(ln N / n)", "= UCB1")
MOST_DRAWN = 20_000  # nodes in the drawings of a walk; beyond, only the last tree is drawn
NEXT = (
    "const all=this.closest('figure').querySelectorAll('[data-step]');"
    "all.forEach((one)=>{one.hidden=one.dataset.step!==this.value})"
)


def moment_text(moment: Moment) -> str:
    """The pseudocode with an arrow at the line, the step in words, and the tree."""
    lines = code_lines(moment.shown.pseudocode, moment.line)
    return "\n".join([*lines, "", told(moment.shown, moment.number), "", text(moment.picture())])


def moment_html(moment: Moment) -> str:
    """The same for a notebook."""
    return _beside(svg(moment.picture()), _words(moment.shown, moment.number))


def walk_html(walk: Walk) -> str:
    """All steps, of which a slider shows one."""
    shown, count = walk.shown, len(walk.shown.steps)
    nodes = len(shown.nodes()) if isinstance(shown, Trace | MCTSTrace) else 1
    is_drawn = nodes * count <= MOST_DRAWN
    parts = []
    for number in range(1, count + 1):
        hidden = "" if number == 1 else ' hidden="hidden"'
        tree = svg(shown.picture_at(number)) if is_drawn else ""
        parts.append(f'<div data-step="{number}"{hidden}>{_beside(tree, _words(shown, number))}</div>')
    last = "" if is_drawn else svg(shown.picture_at(count))
    slider = (
        f'<input type="range" min="1" max="{count}" value="1" aria-label="Step" oninput="{NEXT}" style="width:30em"/>'
    )
    return f'<figure style="margin:0"><div>{slider}</div>{"".join(parts)}{last}</figure>'


def _beside(tree: str, words: list[str]) -> str:
    """The tree with the pseudocode, the first of the words, to its right, and the other words below."""
    style = "display:flex;gap:1.5em;align-items:flex-start"
    left = f'<div style="flex:1;min-width:0">{tree}</div>' if tree else ""
    top = f'<div style="{style}">{left}<div style="flex:none">{words[0]}</div></div>'
    return f'<figure style="margin:0">{top}{"".join(words[1:])}</figure>'


def told(shown: Stepped, number: int) -> str:
    """A step in words."""
    if isinstance(shown, MCTSTrace):
        return phase_text(shown, shown.steps[number - 1])
    assert isinstance(shown, Trace)
    return step_text(shown, shown.steps[number - 1])


def _words(shown: Stepped, number: int) -> list[str]:
    lit = shown.steps[number - 1].line
    rows = [
        f"<div{LIT if place == lit else LINE}>{clean(line) or '&#160;'}</div>"
        for place, line in enumerate(shown.pseudocode.lines, 1)
    ]
    code = f'<div style="font:13px/1.45 monospace;text-align:left">{"".join(rows)}</div>'
    step = shown.steps[number - 1]
    begin = paragraph(f"Step {number} of {len(shown.steps)}")
    if not isinstance(shown, MCTSTrace) or step.phase != "selection":
        return [code, begin, *(paragraph(line) for line in told(shown, number).splitlines())]
    tables = [_table(shown, choice) for choice in step.simulation.choices if choice is not None]
    return [code, begin, *(paragraph(line) for line in told(shown, number).splitlines()[:2]), *tables]


def _table(shown: MCTSTrace, choice: Choice) -> str:
    """What UCB1 compares at a node, with a mark at the child that it takes."""
    rows = [sibling_texts(shown, sibling) for sibling in choice.siblings]
    marked = [(f"{row[0]} ◀" if place == choice.chosen else row[0], *row[1:]) for place, row in enumerate(rows)]
    return paragraph(choice_title(shown, choice)) + table(COMPARED, marked)
