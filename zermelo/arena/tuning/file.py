"""What a run of tuning keeps: its conditions, and the trials of each round with their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from zermelo.arena.statistics.counts import Counts
from zermelo.arena.tuning.method import Method, Trial
from zermelo.arena.tuning.result import Round
from zermelo.files.container import Shapes, read_container, write_container
from zermelo.files.reading import Kind
from zermelo.game import ZermeloError, brief
from zermelo.installed import np

KIND = Kind("tuning", 1, "tuning file", "zermelo tune", "delete it and tune again", most=1 << 30)
PLACES, COUNTS = "places", "counts"
TYPES = {PLACES: ("<f8", 4), COUNTS: ("<i8", 3)}  # of each array, and its dimensions
CLOSE = 1e-9  # places that differ by less are the same: another machine may round otherwise


def write_rounds(path: Path, conditions: Mapping[str, Any], rounds: Sequence[Round]) -> None:
    """Writes a run. Raises ZermeloError where it cannot be written."""
    options = len(conditions["over"])
    trials = len(rounds[0].trials) if rounds else 0
    places = np.full((len(rounds), trials, 2, options), np.nan)
    counts = np.zeros((len(rounds), trials, 5), np.int64)
    for number, one in enumerate(rounds):
        for row, (trial, found) in enumerate(zip(one.trials, one.counts, strict=True)):
            places[number, row, 0] = trial.first
            if trial.second is not None:
                places[number, row, 1] = trial.second
            counts[number, row] = found.numbers
    write_container(path, KIND, {"conditions": dict(conditions)}, {PLACES: places, COUNTS: counts})


def read_rounds(path: Path, conditions: Mapping[str, Any], method: Method) -> list[Round]:
    """The rounds of a run under these conditions, which the method is told.

    Raises ZermeloError where the file is of another run, was damaged, or does not say what the method asked for.
    """
    found = read_container(path, KIND, _check_shapes(path))
    theirs = found.header.get("conditions")
    if not isinstance(theirs, dict):
        raise KIND.damaged(path, "its header is wrong")
    for name, ours in conditions.items():
        if theirs.get(name) != ours:
            told = brief(f"{theirs.get(name)}, not {ours}", 160)
            raise ZermeloError(f"{path} is of another run: its {name.replace('_', ' ')}: {told}; name another file")
    places, counts = found.arrays[PLACES], found.arrays[COUNTS]
    rounds = []
    for number in range(min(len(places), method.rounds)):
        trials = tuple(
            Trial(tuple(map(float, first)), None if np.isnan(second).all() else tuple(map(float, second)))
            for first, second in places[number]
        )
        results = tuple(Counts(tuple(map(int, row))) for row in counts[number])
        wrong = len(trials) != len(results) or any(
            min(one.numbers) < 0 or 2 * one.total != method.games for one in results
        )
        if wrong or trials is None or not _are_asked(method, trials):
            raise KIND.damaged(path, f"round {number + 1} is not what was played")
        method.tell(trials, results)
        rounds.append(Round(trials, results))
    return rounds


def _check_shapes(path: Path) -> Any:
    def check(header: Mapping[str, Any], shapes: Shapes) -> None:
        kinds = {name: (kind, len(shape)) for name, (kind, shape) in shapes.items()}
        if kinds != TYPES:
            raise KIND.damaged(path, "its arrays are others")
        (places, counts) = shapes[PLACES][1], shapes[COUNTS][1]
        if places[:2] != counts[:2] or places[2] != 2 or counts[2] != 5:
            raise KIND.damaged(path, "its arrays do not fit each other")

    return check


def _are_asked(method: Method, trials: Sequence[Trial]) -> bool:
    """Could the method have asked for these trials in its next round?"""
    for trial in trials:
        for place in (trial.first, trial.second or trial.first):
            if len(place) != method.dimensions or not all(0.0 <= x <= 1.0 for x in place):
                return False
    asked = method.recalled()
    if asked is None:
        return len(trials) == 1 and trials[0].second is None
    return len(asked) == len(trials) and all(
        one.second is not None
        and other.second is not None
        and all(
            abs(x - y) < CLOSE for x, y in zip((*one.first, *one.second), (*other.first, *other.second), strict=True)
        )
        for one, other in zip(asked, trials, strict=True)
    )
