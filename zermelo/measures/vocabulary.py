"""All measures, and the one that a fact asks for.

A measure is written in words: "value of 2.1 by alphabeta". Words in capitals stand for what a figure fills in; what is
in brackets may be left out. `by` names a search that is traced, `with` an engine that is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from zermelo.figures import Fact, Figure
from zermelo.game import ZermeloError, brief
from zermelo.measures import (
    chances,
    counts,
    formulas,
    matches,
    orders,
    plans,
    players,
    problems,
    rules,
    traces,
    turns,
)
from zermelo.measures.subject import Answer, Subject

PLACES = {  # what a word in capitals may be; all others are words without spaces
    "AT": r".+",
    "END": r"won|lost",
    "CONSTANT": r"\d+(?:\.\d+)?",
    "FACTORS": r"\d+(?: ?× ?\d+)*",
    "OVER": r"\d+(?:/\d+)?",
    **dict.fromkeys(("DEPTH", "LAST", "TREES", "PLIES", "GAMES", "OPENING", "SEED", "BRANCHING"), r"\d+"),
    **dict.fromkeys(("BASE", "EXPONENT"), r"\d+"),
}
NUMBER = re.compile(r"-?\d[\d,]*(?:\.(\d+))?")


@dataclass(frozen=True)
class Measure:
    """One measure: how it is written, and the function that takes it."""

    written: str
    take: Callable[..., Answer]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What a fact's words are matched against: every word in capitals is a group of that name."""
        text = re.sub(r" \[(.+?)\]", r"(?: \1)?", re.sub(r"([.^])", r"\\\1", self.written))
        return re.compile(re.sub(r"\b[A-Z]{2,}\b", lambda word: rf"(?P<{word[0].lower()}>{_place(word[0])})", text))


SEARCHED = "by ALGORITHM [depth DEPTH] [at AT]"
ASKED = "with ENGINE [at AT]"
VOCABULARY = (
    Measure(f"value {SEARCHED}", traces.value),
    Measure(f"value of NODE {SEARCHED}", traces.value),
    Measure(f"action {SEARCHED}", traces.action),
    Measure(f"line {SEARCHED}", traces.line),
    Measure(f"leaves {SEARCHED}", traces.leaves),
    Measure(f"skipped {SEARCHED}", traces.skipped),
    Measure(f"reading {SEARCHED}", traces.reading),
    Measure(f"cut at NODE {SEARCHED}", traces.cut),
    Measure(f"cuts {SEARCHED}", traces.cuts),
    Measure(f"value {ASKED}", players.value),
    Measure(f"value of ACTION {ASKED}", players.value),
    Measure(f"action {ASKED}", players.action),
    Measure(f"depth {ASKED}", players.depth),
    Measure("layouts [at AT]", plans.layouts),
    Measure("layouts won with open cards [at AT]", plans.won),
    Measure("layouts won after ACTION with open cards [at AT]", plans.won_open),
    Measure("layouts won after ACTION by the best plan [at AT]", plans.won_by_plan),
    Measure("player to move [at AT]", rules.to_move),
    Measure("actions [at AT]", rules.actions),
    Measure("number of actions [at AT]", rules.action_count),
    Measure("result of ACTION [at AT]", rules.result),
    Measure("terminal [at AT]", rules.terminal),
    Measure("utility to PLAYER [at AT]", rules.utility),
    Measure("evaluation [at AT]", rules.evaluation),
    Measure("positions after PLIES plies", rules.positions),
    Measure("positions after PLIES plies, symmetric ones merged", rules.merged_positions),
    Measure("turns in the other's numbering", turns.turns),
    Measure("probability of MOVE after ACTION against MODEL", chances.probability),
    Measure("expected after ACTION against MODEL", chances.expected),
    Measure("simulated after ACTION against MODEL", chances.simulated),
    Measure("win rate of ACTION", counts.win_rate),
    Measure("UCB1 of ACTION at C CONSTANT", counts.bound),
    Measure("choice by UCB1 at C CONSTANT", counts.choice),
    Measure("counts of NODE", counts.counts),
    Measure("selection by UCB1 at C CONSTANT", counts.selected),
    Measure("counts after the selection at C CONSTANT is END", counts.backed_up),
    Measure("leaves in ORDER order, BRANCHING children, depths 1 to LAST, TREES trees", orders.leaves_by_depth),
    Measure("powers of BASE by OVER of the depth, depths 1 to LAST", formulas.powers),
    Measure("BASE^EXPONENT", formulas.power),
    Measure("BASE^EXPONENT as a power of ten", formulas.magnitude),
    Measure("product FACTORS", formulas.product),
    Measure("worth [at AT]", problems.worth),
    Measure("worth of neighbours [at AT]", problems.neighbours),
    Measure("end of ENGINE", problems.end),
    Measure("wins of FIRST against SECOND, GAMES games, opening OPENING, seed SEED", matches.wins),
    Measure("mean of FIRST against SECOND, GAMES games, opening OPENING, seed SEED", matches.mean),
)


def measured(subject: Subject, fact: Fact) -> Answer:
    """What a fact should say, measured now. Raises ZermeloError where no measure is written like its own."""
    for measure in VOCABULARY:
        found = measure.pattern.fullmatch(fact.measure)
        if found:
            given = {name: words for name, words in found.groupdict().items() if words is not None}
            return measure.take(subject, **given)
    raise ZermeloError(
        f"figure {subject.figure.name}: nothing measures '{brief(fact.measure, 200)}'; see docs/figures.md"
    )


def agrees(text: str, answer: Answer) -> bool:
    """Does a fact say what was measured? A number has to be right in every digit that is shown."""
    if isinstance(answer, str):
        return text == answer
    shown = NUMBER.fullmatch(text)
    return bool(shown) and f"{answer:z.{len(shown[1] or '')}f}" == text.replace(",", "") if shown else False


def mistakes(figure: Figure) -> list[str]:
    """The facts of a figure that are not as they are measured, a line each. Raises ZermeloError."""
    subject = Subject(figure)
    answers = [(fact, measured(subject, fact)) for fact in figure.facts.values()]
    return [
        f"figure {figure.name}: {fact.name} should be {answer}, not {fact.text} ({fact.measure})"
        for fact, answer in answers
        if not agrees(fact.text, answer)
    ]


def _place(word: str) -> str:
    return PLACES.get(word, r"\S+")
