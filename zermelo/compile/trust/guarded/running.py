"""Work in a process with limits, so that a user's rules can neither hang nor kill us."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.compile.kernel.events import tell_once
from zermelo.compile.trust.guarded.page import LOADING, WAITING
from zermelo.compile.trust.guarded.parcel import CannotTravel, games_in
from zermelo.compile.trust.guarded.process import NoProcess, Reply, keep_process, take_process
from zermelo.compile.trust.guarded.question import Question, Surroundings
from zermelo.installed import NO_NUMBA, is_installed

MEGABYTES = 512  # that the work may take beyond what the process has
ATTEMPTS = 2  # at a question: a process that waited may end just as it comes


@dataclass(frozen=True)
class Outcome:
    """What became of the work."""

    value: Any = None  # what it returned
    failure: str = ""  # why it did not return, as the end of a sentence: "does not return within 2 s"
    noted: str = ""  # what it noted last
    is_late: bool = False  # did it not return in time?


def run_guarded(
    function: Callable[..., Any],
    *arguments: Any,
    seconds: float,
    megabytes: int = MEGABYTES,
    same_compiler: bool = True,
) -> Outcome:
    """What function(*arguments, note) returns in another process, which must be what JSON can hold.

    note(text, seconds) notes what it does next. If that is not done within its seconds (those given here, if the note
    does not say) the process is killed, and the outcome has the note. Seconds are of CPU time, and PATIENCE times as
    many by the clock. What the work prints is dropped, and nothing can be typed there.

    same_compiler: whether it counts that Numba compiles the same there as here, where users' files may have registered
    functions with it. A game whose rules are only interpreted is the same game without them.

    On other systems than Linux only the clock counts, and memory has no limit (see limits.py). What cannot be given to
    another process is done in this one, without any of these limits, which is told.
    """
    reasons = []
    for parcel in _parcels(function, arguments, same_compiler):
        if isinstance(parcel, CannotTravel):
            reasons.append(str(parcel))
            continue
        question = Question(parcel, seconds, megabytes, Surroundings.now())
        try:
            answer = _asked(pickle.dumps(question))
        except NoProcess as reason:
            reasons = [f"no process can be started: {reason}"]
            break
        if isinstance(answer, Outcome):
            return answer
        reasons.append(answer)
    name = next((game.name for game in games_in(arguments)), "a game")
    tell_once(f"{name} is tried without limits on time and memory, since no other process can have it: {reasons[0]}")
    return _run_here(function, arguments)


def _parcels(function: Callable[..., Any], arguments: Sequence[Any], same_compiler: bool) -> Iterable[Any]:
    """The ways to send it; or why there is none."""
    if not is_installed("numba"):
        return [CannotTravel(NO_NUMBA)]  # which brings what packs functions
    from zermelo.compile.trust.guarded.packing import parcels

    return parcels(function, arguments, same_compiler)


def _asked(question: bytes) -> Outcome | str:
    """What became of a question, or why it could not be asked. Raises NoProcess."""
    for _ in range(ATTEMPTS):
        process = take_process()
        reply = process.ask(question)
        if reply.answer is None and reply.phase == WAITING:
            continue
        if reply.answer is None:
            return _failed(reply)
        try:
            answer = json.loads(reply.answer)
            is_fit = answer["fit"] is True
        except (ValueError, TypeError, KeyError):  # the rules wrote to the pipe
            process.end()
            return Outcome(failure="writes where it should not", noted=reply.noted)
        if is_fit:
            keep_process(process)
        else:
            process.end()
        if "refused" in answer:
            return str(answer["refused"])
        return Outcome(answer.get("value"), str(answer.get("failure", "")), str(answer.get("noted", "")))
    raise NoProcess("it ends before it is ready")


def _failed(reply: Reply) -> Outcome | str:
    if reply.phase == LOADING:
        return "it does not arrive there"
    if reply.late is None:
        return Outcome(failure=f"ends the process ({reply.ended})", noted=reply.noted)
    return Outcome(failure=f"does not return within {reply.late:.2g} s", noted=reply.noted, is_late=True)


def _run_here(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
    noted = [""]

    def note(text: str, seconds: float = 0.0) -> None:
        noted[0] = text

    try:
        return Outcome(function(*arguments, note))
    except MemoryError:
        return Outcome(failure="runs out of memory", noted=noted[0])
