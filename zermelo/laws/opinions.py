"""The laws about opinions: evaluations, and advice to searches."""

from __future__ import annotations

import math

from zermelo.evaluate import advice, in_utilities, opinion
from zermelo.game import CHANCE, Game, brief
from zermelo.laws.patient import Patient

FRACTIONS = (0.0, 0.25, 0.5, 0.75, 0.999)  # given to a playout policy
FEW = 8  # actions of one position that advice is asked about


def has_opinion(game: Game) -> bool:
    """Has the game an evaluation?"""
    return opinion(game) is not None


def has_advice(game: Game) -> bool:
    """Has the game a guide or tactics?"""
    guide, evaluator = advice(game), opinion(game)
    return bool(guide.playout or guide.prior or (evaluator and evaluator.tactics))


def stays_within_a_win(p: Patient) -> str | None:
    """The evaluation is finite, adds up as utilities do, and is never more than a won game or its own reach."""
    evaluator = opinion(p.game)
    if evaluator is None:
        return None
    reach = getattr(evaluator, "reach", 0.0) or math.inf
    if p.game.is_terminal(p.state):
        utility = max(abs(float(p.game.utility(p.state, player)) - p.game.middle) for player in range(p.game.players))
        beyond = f"a utility is {utility * evaluator.win:g} in the evaluation's units, beyond its reach of {reach:g}"
        return beyond if utility * evaluator.win > reach else None
    values = [float(evaluator.function(p.state, player)) for player in range(p.game.players)]
    if not all(math.isfinite(v) for v in values):
        return f"evaluate gives {values}"
    if values != [float(evaluator.function(p.state, player)) for player in range(p.game.players)]:
        return "evaluate gives something else each time"
    total = p.game.total if in_utilities(evaluator) else 0.0
    if p.game.is_duel and abs(sum(values) - total) > 1e-6:
        return f"evaluate gives {values[0]:g} for one and {values[1]:g} for the other: they should add up to {total:g}"
    middle = total / 2 if p.game.is_duel else 0.0
    best = (p.game.reach or math.inf) * evaluator.win
    if max(abs(value - middle) for value in values) > best:
        return f"evaluate gives {max(values):g}, more than a won game's {best + middle:g}"
    if max(abs(value - middle) for value in values) > reach:
        return f"evaluate gives {max(values):g}, beyond its reach of {reach:g}"
    return ""


def keeps_to_the_rules(p: Patient) -> str | None:
    """A guide plays legal actions and expects shares of a win; tactics give whole numbers and list legal moves."""
    if p.game.is_terminal(p.state) or p.game.to_move(p.state) == CHANCE:
        return None
    return _guide(p) or _tactics(p)


def _guide(p: Patient) -> str:
    guide, actions = advice(p.game), p.game.legal(p.state)
    for fraction in FRACTIONS if guide.playout else ():
        action = guide.playout(p.state, fraction)  # type: ignore[misc]
        if action not in actions:
            return f"the guide's playout gives {action!r} for {fraction}, which is not legal: {brief(actions)}"
        if guide.playout(p.state, fraction) != action:  # type: ignore[misc]
            return f"the guide's playout gives something else for {fraction} each time"
    for action in p.some(actions, FEW) if guide.prior else ():
        mean, visits = guide.prior(p.state, action)  # type: ignore[misc]
        if not 0.0 <= mean <= 1.0:
            return f"the guide's prior of {action!r} has the mean {mean}, not one from 0 (lost) to 1 (won)"
        if not 0.0 <= visits < math.inf:
            return f"the guide's prior of {action!r} counts as {visits} simulations"
    return ""


def _tactics(p: Patient) -> str:
    evaluator, game = opinion(p.game), p.game
    tactics = evaluator.tactics if evaluator else None
    if tactics is None:
        return ""
    actions = game.legal(p.state)
    for name in ("rank", "order"):
        ask = getattr(tactics, name)
        for action in p.some(actions, FEW) if ask else ():
            number = ask(p.state, action)
            if int(number) != number:
                return f"the tactics' {name} of {action!r} is {number}, not a whole number"
    if tactics.noisy:
        buffer = [0] * game.max_actions
        wrong = set(buffer[: tactics.noisy(p.state, buffer)]) - set(actions)
        if wrong:
            return f"the tactics' noisy lists {brief(sorted(wrong))}, which is not legal"
    for ask in filter(None, (tactics.forced, tactics.may_pass)):
        ask(p.state)
    if tactics.passed and (not tactics.forced or not tactics.forced(p.state)):
        after = tactics.passed(p.state)
        if game.to_move(after) == game.to_move(p.state):
            return "the tactics' passed leaves the same player to move"
    return ""
