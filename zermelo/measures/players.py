"""What an engine chooses, what it expects of it, and how far it looks."""

from __future__ import annotations

from zermelo.game import ZermeloError
from zermelo.measures.subject import Answer, Subject
from zermelo.numerals import plain
from zermelo.search.analysis import Candidate


def value(subject: Subject, engine: str, action: str | None = None, at: str | None = None) -> Answer:
    """What an engine expects for the player to move: of the best action, or of the one named ("≤2" if a bound)."""
    if action is None:
        return subject.analysis(engine, at).value
    found = _candidate(subject, engine, action, at)
    return f"≤{plain(found.value)}" if found.bound == "upper" else found.value


def action(subject: Subject, engine: str, at: str | None = None) -> Answer:
    """The action that an engine chooses."""
    found = subject.analysis(engine, at)
    return found.game.action_text(found.state, found.action)


def depth(subject: Subject, engine: str, at: str | None = None) -> Answer:
    """The plies that an engine has looked ahead."""
    return subject.analysis(engine, at).depth


def _candidate(subject: Subject, engine: str, action: str, at: str | None) -> Candidate:
    found = subject.analysis(engine, at)
    by_name = {found.game.action_text(found.state, one.action): one for one in found.candidates}
    if action not in by_name:
        raise ZermeloError(f"there is no action '{action}'; there are {', '.join(by_name)}")
    return by_name[action]
