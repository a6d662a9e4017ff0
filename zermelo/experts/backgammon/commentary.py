"""How a game of backgammon is likely to end, what a cube decision is worth, and what a turn does wrong, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zermelo.evaluate.commentary import Choice, Commentary, Reason
from zermelo.experts.backgammon.hits import hits
from zermelo.experts.backgammon.match_equity import match_chance
from zermelo.experts.backgammon.network import evaluator
from zermelo.experts.backgammon.outcomes import exchanged
from zermelo.game import Action, Game, State
from zermelo.games.backgammon import state as at
from zermelo.games.backgammon.board import HOME, blots, counts_of

SHOTS, POINT = 0.1, 1.0  # weights: of a roll that hits, of a point of the home board


def commentary(length: int, cube: bool, jacoby: bool, crawford: bool, identifiers: str) -> Commentary:
    """What can be said of a position in a game with these parameters."""
    judge = evaluator(length, cube, jacoby, crawford, identifiers)

    def endings(game: Game, state: State) -> list[tuple[str, float]]:
        if state.stage in (at.OPENING, at.OVER, at.PLAY):  # a roll that is to be played is not looked at
            return []
        mine, theirs, roller = at.on_roll(state)
        found = judge.outcomes(mine, theirs)
        first = found if roller == 0 else exchanged(found)
        won, lost = first.win_gammon + first.win_backgammon, first.loss_gammon + first.loss_backgammon
        return [
            (f"{at.NAMES[0]} wins", first.win + won),
            (f"{at.NAMES[1]} wins", first.loss + lost),
            (f"{at.NAMES[0]} with a gammon", won),
            (f"{at.NAMES[1]} with a gammon", lost),
        ]

    def choices(game: Game, state: State) -> list[Choice]:
        doubling = judge.doubling
        if doubling is None or state.stage not in (at.OFFER, at.ANSWER):
            return []
        worth = doubling(state, *at.on_roll(state))
        if state.stage == at.ANSWER:
            return [Choice("take", (at.TAKE,), -worth.take), Choice("drop", (at.DROP,), -worth.drop)]
        return [
            Choice("no double", (at.ROLL_DICE,), worth.hold),
            Choice("double, take", (at.DOUBLE, at.TAKE), worth.take),
            Choice("double, drop", (at.DOUBLE, at.DROP), worth.drop),
        ]

    return Commentary(endings, choices, _stake(length, crawford), reasons=reasons)


def _stake(length: int, crawford: bool) -> Callable[[Game, State], float]:
    """What a single win matters: the cube; in a match, half of what it changes of 2p - 1."""
    chance = match_chance()

    def stake(game: Game, state: State) -> float:
        if not length:
            return float(state.cube)
        away = length - state.first, length - state.second
        is_after = min(away) == 1 or not crawford
        won = chance(away[0] - state.cube, away[1], is_after)
        return max(1e-6, float(won - chance(away[0], away[1] - state.cube, is_after)))

    return stake


def reasons(game: Game, states: Sequence[State], actions: Sequence[Action]) -> list[Reason]:
    """Shots, and points that are broken."""
    before, after = states[0], states[1]
    if before.stage != at.PLAY or after.stage == at.OVER:
        return []
    mine, theirs = (after.theirs, after.mine) if after.player != before.player else (after.mine, after.theirs)
    found = []
    shots = hits(theirs, mine)
    if shots.rolls:
        count = int(blots(mine)).bit_count()
        what = "a shot" if count == 1 else f"{count} blots"
        that = f"that {shots.rolls} of 36 rolls hit"
        found.append(Reason("shots", SHOTS * shots.rolls, f"leaves {what} {that}"))
    points = [point for point in range(1, HOME + 1) if counts_of(before.mine)[point] > 1 and counts_of(mine)[point] < 2]
    if points:
        named = " and ".join(f"{point} point" for point in points)
        found.append(Reason("points", POINT * len(points), f"breaks the {named}"))
    return found
