"""What a state of backgammon is worth, from the chances of how the game can end, the cube and the score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from zermelo.compile.plain.shared import SharedTable
from zermelo.evaluate.linear import Opinion, Term
from zermelo.experts.backgammon import bearoff
from zermelo.experts.backgammon import cube as cubes
from zermelo.experts.backgammon.bearoff import COLUMNS, OWNED, are_few, is_home, rank
from zermelo.experts.backgammon.contact import WEIGHTS, contact_outcomes, load_table, read_table
from zermelo.experts.backgammon.cube import Doubling, best_of, match_doubling, money_doubling
from zermelo.experts.backgammon.match_equity import match_chance
from zermelo.experts.backgammon.outcomes import Outcomes, equity
from zermelo.experts.backgammon.race import SIZE, has_contact, race_outcomes
from zermelo.games.backgammon.state import ANSWER, NOBODY, OFFER, OPENING, BackgammonState, on_roll

CALLED = {
    "win": ("single games won", 1.0),
    "win_gammon": ("gammons won", 2.0),
    "win_backgammon": ("backgammons won", 3.0),
    "loss": ("single games lost", -1.0),
    "loss_gammon": ("gammons lost", -2.0),
    "loss_backgammon": ("backgammons lost", -3.0),
}


@dataclass(frozen=True)
class OutcomeOpinion(Opinion):
    """An evaluation that follows from outcomes(mine, theirs), the chances of the side that is about to roll."""

    outcomes: Callable[[Any, Any], Outcomes] = field(kw_only=True)
    doubling: Callable[..., Doubling] | None = field(kw_only=True, default=None)  # (state, mine, theirs, roller)

    def terms(self, state: BackgammonState, player: int) -> tuple[Term, ...]:
        """The chance of each outcome, by the points that it brings; and what the cube and the score change."""
        mine, theirs, roller = on_roll(state)
        found = self.outcomes(mine, theirs)
        named = found if roller == player else Outcomes(*found[3:], *found[:3])
        terms = [Term(name, weight, getattr(named, field)) for field, (name, weight) in CALLED.items()]
        rest = float(self.function(state, player)) - sum(term.share for term in terms)
        return (*terms, Term("cube and score", 1.0, rest)) if abs(rest) > 1e-9 else tuple(terms)


def fitted(length: int, cube: bool, jacoby: bool, crawford: bool, identifiers: str) -> OutcomeOpinion:
    """Weighted signs of the position where there is contact; databases and counts of rolls where there is none."""
    return of_outcomes(own_outcomes(), length, cube, jacoby, crawford)


@cache
def weights() -> SharedTable:
    """The table of `contact.sums` that comes with the program."""
    return SharedTable(load_table, read_table, WEIGHTS.read_text(encoding="ascii"))


def own_outcomes() -> Callable[[Any, Any], Outcomes]:
    """Our chances of the outcomes: from databases, from estimates of rolls, from fitted weights."""
    in_race = race_outcomes(bearoff.one_sided(), bearoff.two_sided())
    in_contact = contact_outcomes(weights())

    def outcomes(mine, theirs):
        return in_contact(mine, theirs) if has_contact(mine, theirs) else in_race(mine, theirs)

    return outcomes


def of_outcomes(
    outcomes: Callable[[Any, Any], Outcomes], length: int, cube: bool, jacoby: bool, crawford: bool
) -> OutcomeOpinion:
    """The evaluation that follows from any outcomes(mine, theirs), for a game with these parameters.

    Where a side is to double, or to take or drop, the value is that of the better choice. A roll that has been thrown
    but not played is not looked at.
    """
    doubling = _doubling(outcomes, length, cube, jacoby, crawford)

    def without_cube(state, player):
        mine, theirs, roller = on_roll(state)
        worth = 0.0 if state.stage == OPENING else equity(outcomes(mine, theirs))
        return worth if roller == player else -worth

    def value(state, player):
        mine, theirs, roller = on_roll(state)
        choices = doubling(state, mine, theirs, roller)
        worth = choices.hold
        if state.stage == OFFER:
            worth = best_of(choices)
        elif state.stage == ANSWER:
            worth = min(choices.take, choices.drop)
        return worth if roller == player else -worth

    value = value if cube or length else without_cube
    chosen = value if cube or length else without_cube
    return OutcomeOpinion(chosen, outcomes=outcomes, doubling=doubling if cube else None)


def _doubling(outcomes, length, cube, jacoby, crawford):
    """doubling(state, mine, theirs, roller) -> Doubling, in the game's utilities, to the side on roll."""
    small = bearoff.two_sided()
    chance = match_chance()
    in_match = match_doubling(chance)

    def access_of(state, roller):
        return cubes.CENTRE if state.owner == NOBODY else cubes.OWN if state.owner == roller else cubes.OTHER

    def for_money(state, mine, theirs, roller):
        access, stake = access_of(state, roller), float(state.cube)
        if state.stage == OPENING:
            return Doubling(0.0, 0.0, stake)
        if is_home(mine) and is_home(theirs) and are_few(mine) and are_few(theirs):
            start = (rank(mine) * SIZE + rank(theirs)) * COLUMNS + OWNED
            return Doubling(stake * small[start + 1 - access], 2.0 * stake * small[start + 2], stake)
        found = money_doubling(outcomes(mine, theirs), access, jacoby, cubes.EFFICIENCY)
        return Doubling(stake * found.hold, stake * found.take, stake * found.drop)

    def for_match(state, mine, theirs, roller):
        away, other = length - state.first, length - state.second
        if roller == 1:
            away, other = other, away
        is_close = away == 1 or other == 1
        is_after = is_close or not crawford
        if state.stage == OPENING:
            even = 2.0 * chance(away, other, is_close and not state.crawford) - 1.0
            return Doubling(even, even, even)
        efficiency = cubes.EFFICIENCY if cube and not state.crawford else 0.0
        access = access_of(state, roller)
        return in_match(outcomes(mine, theirs), state.cube, access, away, other, is_after, efficiency)

    return for_match if length else for_money
