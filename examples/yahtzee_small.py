"""A small Yahtzee for two: a few dice, the upper section only, two rolls a turn."""

from typing import NamedTuple

from zermelo import CHANCE, Game


class YahtzeeState(NamedTuple):
    counts: tuple  # how many dice show 1, 2, …; all 0: nothing rolled
    rolls: int  # left in this turn
    used: tuple  # bit sets of the boxes that each player has filled
    points: tuple
    player: int


def yahtzee_small(dice: int = 2, sides: int = 3) -> Game:
    """dice: thrown at once; sides: of a die, and so the number of boxes. The box n scores n for each n."""

    def throws(count):
        """Every way that so many dice fall, as counts, with its chance."""
        found = {(0,) * sides: 1.0}
        for _ in range(count):
            after = {}
            for counts, chance in found.items():
                for side in range(sides):
                    more = counts[:side] + (counts[side] + 1,) + counts[side + 1 :]
                    after[more] = after.get(more, 0.0) + chance / sides
            found = after
        return sorted(found.items())

    tables = [throws(count) for count in range(dice + 1)]

    def initial():
        return YahtzeeState((0,) * sides, 2, (0, 0), (0, 0), 0)

    def rolling(state):
        return state.rolls > 0 and sum(state.counts) < dice

    def to_move(state):
        return CHANCE if rolling(state) else state.player

    def actions(state):
        found = [("score", box) for box in range(sides) if not state.used[state.player] >> box & 1]
        if state.rolls > 0:
            found += [("keep", kept) for kept in kept_dice(state.counts) if sum(kept) < dice]
        return found

    def kept_dice(counts):
        kept = [()]
        for count in counts:
            kept = [some + (more,) for some in kept for more in range(count + 1)]
        return kept

    def result(state, action):
        if rolling(state):
            counts = tuple(a + b for a, b in zip(state.counts, action))
            return state._replace(counts=counts, rolls=state.rolls - 1)
        kind, what = action
        if kind == "keep":
            return state._replace(counts=what)
        used, points = list(state.used), list(state.points)
        used[state.player] |= 1 << what
        points[state.player] += (what + 1) * state.counts[what]
        return YahtzeeState((0,) * sides, 2, tuple(used), tuple(points), 1 - state.player)

    def chances(state):
        return tables[dice - sum(state.counts)]

    def is_terminal(state):
        return state.used == (2**sides - 1, 2**sides - 1)

    def utility(state, player):
        return float(state.points[player] - state.points[1 - player])

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances,
        best_utility=float(dice * sides * (sides + 1) // 2), summary="Roll, keep, and fill each box once.",
    )  # fmt: skip
