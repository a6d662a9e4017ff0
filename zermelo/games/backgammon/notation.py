"""Turns as players write them: 24/18 13/11*, bar/20, 6/off(2), 24/18*/13."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from zermelo.bits import Wide
from zermelo.games.backgammon.board import BAR, OFF, counts_of
from zermelo.games.backgammon.turns import steps_of

NO_MOVE = "no move"
WITHOUT_STEPS = (NO_MOVE, "pass", "cannot move", "cannot", "dance", "-")
PART = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?")

Step = tuple[int, int, bool]  # the places where it begins and ends, and whether it hits


def steps_with_hits(theirs: Wide, dice: int, action: int) -> list[Step]:
    """The steps of a turn in their order; theirs: the other side's checkers before it."""
    alone = {BAR - place for place, count in enumerate(counts_of(theirs)) if count == 1 and OFF < place < BAR}
    steps: list[Step] = []
    for origin, die in steps_of(dice, action):
        target = max(origin - die, OFF)
        steps.append((origin, target, target in alone))
        alone.discard(target)
    return steps


def write_turn(steps: Sequence[Step]) -> str:
    """The turn with the steps of one checker joined, from the farthest to the nearest."""
    if not steps:
        return NO_MOVE
    paths: list[list[int]] = []
    for origin, target, _ in sorted(steps, reverse=True):
        path = next((path for path in paths if path[-1] == origin), None)
        if path is None:
            paths.append([origin, target])
        else:
            path.append(target)
    waiting = {target for _, target, hits in steps if hits}  # to be marked once
    parts: list[tuple[tuple[int, ...], str]] = []
    for path in sorted(paths, reverse=True):
        shown = [path[0], *(place for place in path[1:-1] if place in waiting), path[-1]]
        text = "/".join(
            f"{_name(place)}{'*' if number and place in waiting else ''}" for number, place in enumerate(shown)
        )
        waiting -= set(shown[1:])
        parts.append((tuple(shown), text))
    times = Counter(places for places, _ in parts)
    texts = dict(reversed(parts))  # of equal parts the first, which has the mark
    return " ".join(
        f"{text}({times[places]})" if times[places] > 1 else text
        for places, text in sorted(texts.items(), reverse=True)
    )


def read_turn(text: str, theirs: Wide, dice: int, turns: Iterable[int]) -> int | None:
    """The one of the legal turns that a text means; None where that is none or not clear.

    The parts come in any order, 24/18/13 and 24/18 18/13 are 24/13, 25 is the bar, 0 is off, and marks of hits may be
    left out.
    """
    wanted = " ".join(text.lower().replace(",", " ").split())
    if wanted in WITHOUT_STEPS:
        return next((action for action in turns if not action), None)
    hops = _read_hops(wanted)
    there = counts_of(theirs)
    if not hops or not all(_may_stop(origin, target, there, dice) for origin, target, _ in hops):
        return None
    net, told = _net(hops), {target for _, target, hits in hops if hits or (target and there[BAR - target])}
    fitting = []
    for action in turns:
        steps = steps_with_hits(theirs, dice, action)
        hit = {target for _, target, hits in steps if hits}
        if _net(steps) == net and told <= hit:
            fitting.append((action, hit))
    if len(fitting) > 1:  # one checker runs by different points, of which some hit
        fitting = [(action, hit) for action, hit in fitting if hit == told]
    return fitting[0][0] if len(fitting) == 1 else None


def read_roll(text: str, is_opening: bool) -> int | None:
    """A roll such as 6-5, 65 or 5 6; None where it is none. In the opening the first die is the first player's."""
    match = re.fullmatch(r"([1-6])[-\s,]*([1-6])", text.strip())
    if not match:
        return None
    one, other = int(match[1]), int(match[2])
    if is_opening:
        return 10 * one + other if one != other else None
    return 10 * max(one, other) + min(one, other)


def _may_stop(origin: int, target: int, theirs: Sequence[int], dice: int) -> bool:
    """May a checker go from place to place in one or more steps, as far as dice and closed points are concerned?"""
    if target == OFF:
        return True
    high, low = divmod(dice, 10)
    spans = (high, 2 * high, 3 * high, 4 * high) if high == low else (high, low, high + low)
    return origin - target in spans and theirs[BAR - target] < 2


def _read_hops(text: str) -> list[Step]:
    """Each hop from place to place that is written out; empty where the text is not a turn."""
    hops: list[Step] = []
    for word in text.split():
        match = PART.fullmatch(word)
        if not match:
            return []
        places = [match[1], *match[2].split("/")[1:]]
        path = [(_place(place.rstrip("*")), place.endswith("*")) for place in places]
        for (origin, _), (target, hits) in pairwise(path):
            if not BAR >= origin > target >= OFF:
                return []
            hops += [(origin, target, hits)] * int(match[3] or 1)
    return hops


def _net(steps: Iterable[Step]) -> Counter[int]:
    """How the number of checkers changes at each place, where it does."""
    change: Counter[int] = Counter()
    for origin, target, _ in steps:
        change[origin] -= 1
        change[target] += 1
    return Counter({place: count for place, count in change.items() if count})


def _name(place: int) -> str:
    return {OFF: "off", BAR: "bar"}.get(place, str(place))


def _place(word: str) -> int:
    return {"off": OFF, "bar": BAR}[word] if word.isalpha() else int(word)
