"""`zermelo practise`: exercises on random trees, checked in the terminal."""

from __future__ import annotations

import random
from typing import Annotated

import typer

from zermelo.cli.common import console
from zermelo.measures.practice import EXERCISES, Exercise, exercise


def run(
    algorithm: Annotated[
        str, typer.Argument(metavar="[ALGORITHM]", help=f"What to practise: {', '.join(EXERCISES)}.")
    ] = "alphabeta",
    seed: Annotated[
        int | None,
        typer.Option(help="Which exercise; without it, another one each time. The same seed is the same tree."),
    ] = None,
    answers: Annotated[bool, typer.Option("--answers", help="Print the answers, and ask nothing.")] = False,
) -> None:
    """Practise a search on a random tree: answer, and each answer is checked and explained."""
    from zermelo.lessons.question import checked_answer
    from zermelo.show.text import text

    number = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    given = exercise(algorithm, number)
    out = console()
    out.print(_drawn(given), markup=False, soft_wrap=True)
    right = 0
    for asked in given.asked:
        out.print(f"\n{asked.words}", markup=False, soft_wrap=True)
        if answers:
            out.print(f"{asked.question.right}. {asked.question.choices[0].because}", markup=False, soft_wrap=True)
            continue
        verdict = checked_answer(asked.question, typer.prompt("your answer", prompt_suffix=": "))
        right += verdict.right is True
        out.print(str(verdict), markup=False, soft_wrap=True)
    if given.solution is not None:
        out.print()
        out.print(text(given.solution), markup=False, soft_wrap=True)
    again = f"zermelo practise {algorithm} --seed {number}"
    out.print()
    out.print(again if answers else f"{right} of {len(given.asked)} right; the same again: {again}", markup=False)


def _drawn(given: Exercise) -> str:
    """The tree before any search."""
    from zermelo.show.by_view import seen
    from zermelo.show.text import text

    if given.solution is None:
        return given.tree
    return text(seen(given.game, given.game.initial(), None))
