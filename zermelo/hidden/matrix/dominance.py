"""Dominance: actions that another one, or a mixture of others, replaces at no loss whatever the other player does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zermelo.hidden.matrix.programme import as_mixture, maximise, scaled
from zermelo.hidden.matrix.table import MatrixGame, Mixture, Payoffs, surely

LEAST = 1e-7  # the advantage, in a table from 0 to 1, that a programme must find


@dataclass(frozen=True)
class Domination:
    """An action of a player, and what dominates it."""

    player: int
    action: int
    by: Mixture  # over all actions of the player
    strict: bool  # is it better against every action of the other? Else as good, and better against some


def dominations(game: MatrixGame) -> list[Domination]:
    """Every dominated action of the whole game, with the first that dominates it: strictly, if any does."""
    rows, columns = (list(range(count)) for count in game.shape)
    return [*_found(game, rows, columns, True), *_found(game, rows, columns, False)]


def eliminate(game: MatrixGame, weakly: bool = False) -> tuple[list[Domination], list[int], list[int]]:
    """Removes dominated actions until there are none: what was removed in order, and the rows and columns left.

    Each step removes one action: a strictly dominated one if there is any, rows before columns, the first in the table.
    What strict dominance leaves does not depend on the order. weakly: also those that are dominated only weakly; with
    them, another order may leave other actions.
    """
    left = [list(range(count)) for count in game.shape]
    steps: list[Domination] = []
    while True:
        step = next(_found(game, left[0], left[1], True), None)
        if step is None and weakly:
            step = next(_found(game, left[0], left[1], False), None)
        if step is None:
            return steps, left[0], left[1]
        steps.append(step)
        left[step.player].remove(step.action)


def _found(game: MatrixGame, rows: list[int], columns: list[int], strict: bool) -> Iterator[Domination]:
    """The dominated actions among these rows and columns; not strict: those that are dominated only weakly."""
    for player, own, others in ((0, rows, columns), (1, columns, rows)):
        part = tuple(tuple(game.payoffs(player)[action][other] for other in others) for action in own)
        actions = len(game.names(player))
        for place, action in enumerate(own):
            by = dominator(part, place, strict)
            if by is None or (not strict and dominator(part, place, True) is not None):
                continue
            whole = [Fraction()] * actions
            for other, chance in zip(own, by, strict=True):
                whole[other] = chance
            yield Domination(player, action, tuple(whole), strict)


def dominator(payoffs: Payoffs, action: int, strict: bool) -> Mixture | None:
    """What dominates an action: the first other action that does, else a mixture; None: nothing does.

    Mixtures are found by a linear programme and then checked exactly. One whose probabilities are no fractions with
    small denominators may be missed where dominance is weak.
    """
    for other in range(len(payoffs)):
        if other != action and _dominates(payoffs[other], payoffs[action], strict):
            return surely(other, len(payoffs))
    if len(payoffs) < 3:
        return None  # a mixture of one action is that action
    by = as_mixture(_best_mixture(scaled(payoffs), action, strict))
    if by[action]:
        return None
    mixed = [
        sum((chance * row[other] for chance, row in zip(by, payoffs, strict=True)), Fraction())
        for other in range(len(payoffs[0]))
    ]
    return by if _dominates(mixed, payoffs[action], strict) else None


def _dominates(one: Sequence[Fraction], other: Sequence[Fraction], strict: bool) -> bool:
    if strict:
        return all(a > b for a, b in zip(one, other, strict=True))
    return all(a >= b for a, b in zip(one, other, strict=True)) and any(a > b for a, b in zip(one, other, strict=True))


def _best_mixture(table: list[list[float]], action: int, strict: bool) -> list[float]:
    """The mixture of other actions with the largest least advantage; not strict: the largest sum of advantages.

    Where no mixture is as good everywhere, that is the action itself.
    """
    actions, others = len(table), len(table[0])
    own = table[action]
    advantages = [[table[one][other] - own[other] for one in range(actions)] for other in range(others)]
    if strict:
        at_most = [[*(-advantage for advantage in row), 1.0] for row in advantages]
        found = maximise([0.0] * actions + [1.0], at_most, [0.0] * others, [[1.0] * actions + [0.0]], [1.0], [actions])
        is_better = found[-1] > LEAST
    else:
        weights = [sum(row[one] for row in advantages) for one in range(actions)]
        at_most = [[-advantage for advantage in row] for row in advantages]
        found = maximise(weights, at_most, [0.0] * others, [[1.0] * actions], [1.0])
        is_better = sum(weight * chance for weight, chance in zip(weights, found, strict=True)) > LEAST
    return [*found[:actions]] if is_better else [float(one == action) for one in range(actions)]
