"""Problems of single-agent search: how good states are, and where a local search ends."""

from __future__ import annotations

from zermelo.game import ZermeloError
from zermelo.measures.subject import Answer, Subject
from zermelo.numerals import plain
from zermelo.problem import Problem


def worth(subject: Subject, at: str | None = None) -> Answer:
    """How good a state is for local search."""
    return _problem(subject).worth(subject.state(at))


def neighbours(subject: Subject, at: str | None = None) -> Answer:
    """How good the states are that one action leads to, the best first."""
    problem, state = _problem(subject), subject.state(at)
    values = sorted((problem.worth(problem.result(state, action)) for action in problem.moves(state)), reverse=True)
    return " ".join(map(plain, values))


def end(subject: Subject, engine: str) -> Answer:
    """The state where a search ends."""
    problem = _problem(subject)
    state = subject.state()
    for action in subject.analysis(engine).line:
        state = problem.result(state, action)
    return problem.state_text(state)


def _problem(subject: Subject) -> Problem:
    if not isinstance(subject.game, Problem):
        raise ZermeloError(f"figure {subject.figure.name}: {subject.game.name} is no problem of single-agent search")
    return subject.game
