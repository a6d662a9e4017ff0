"""Turns by plain recursion over lists: every die in every order, and the longest plays kept."""

from __future__ import annotations

Counts = list[int]  # checkers at 0 (off), on points 1 to 24, and at 25 (the bar), from the owner's side


def steps(mine: Counts, theirs: Counts, die: int) -> list[tuple[int, int]]:
    """(from, to) of every single checker that may move by the die."""
    found = []
    for origin in range(1, 26):
        target = origin - die
        if not mine[origin] or (mine[25] and origin != 25):
            continue
        if target >= 1:
            if theirs[25 - target] < 2:
                found.append((origin, target))
        elif not any(mine[7:]) and (target == 0 or not any(mine[origin + 1 :])):
            found.append((origin, 0))
    return found


def step(mine: Counts, theirs: Counts, origin: int, target: int) -> tuple[Counts, Counts]:
    """Both sides after one step."""
    mine, theirs = mine.copy(), theirs.copy()
    mine[origin] -= 1
    mine[target] += 1
    if target and theirs[25 - target]:
        theirs[25 - target] -= 1
        theirs[25] += 1
    return mine, theirs


def plays(mine: Counts, theirs: Counts, dice: list[int]) -> list[tuple[list[int], Counts, Counts]]:
    """Every way to play dice in this order as far as they go: the dice used, and both sides after it."""
    if dice:
        found = [
            ([dice[0], *used], *end)
            for origin, target in steps(mine, theirs, dice[0])
            for used, *end in plays(*step(mine, theirs, origin, target), dice[1:])
        ]
        if found:
            return found
    return [([], mine, theirs)]


def results(mine: Counts, theirs: Counts, high: int, low: int) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The positions that the legal turns lead to."""
    orders = [[high] * 4] if high == low else [[high, low], [low, high]]
    found = [play for order in orders for play in plays(mine, theirs, order)]
    most = max(len(used) for used, *_ in found)
    kept = [play for play in found if len(play[0]) == most]
    if most == 1 and any(used == [high] for used, *_ in kept):
        kept = [play for play in kept if play[0] == [high]]
    return {(tuple(mine), tuple(theirs)) for _, mine, theirs in kept}
