"""A duel: both choose at the same time, again and again, whether to load, to guard or to shoot.

A shot needs a bullet, and hits unless the other one guards, which nobody may do twice in a row. If both shoot, the
bullets meet in the air. Whoever is hit loses; after some rounds without a hit the duel is a draw.
"""

from typing import NamedTuple

from zermelo import Game

LOAD, GUARD, SHOOT = range(3)


class DuelState(NamedTuple):
    bullets: tuple  # of each player
    guarded: tuple  # did they guard in the last round?
    chosen: int  # what the first player has chosen in this round, -1: nothing yet; the second one does not see it
    round: int
    hit: int  # who was hit, -1: nobody


def duel(rounds: int = 5, first: int = 0, second: int = 0, most: int = 2) -> Game:
    """rounds: until it is a draw; first, second: bullets that each begins with; most: that a gun can hold."""

    def initial():
        return DuelState((first, second), (False, False), -1, 0, -1)

    def to_move(state):
        return 0 if state.chosen < 0 else 1

    def actions(state):
        player = to_move(state)
        loaded = state.bullets[player]
        if loaded < most:
            yield LOAD
        if not state.guarded[player]:
            yield GUARD
        if loaded > 0:
            yield SHOOT

    def result(state, action):
        if state.chosen < 0:
            return state._replace(chosen=action)
        choices = (state.chosen, action)
        after, hit = list(state.bullets), -1
        for player in range(2):
            if choices[player] == LOAD:
                after[player] += 1
            if choices[player] == SHOOT:
                after[player] -= 1
                if choices[1 - player] == LOAD:
                    hit = 1 - player
        guarded = (choices[0] == GUARD, choices[1] == GUARD)
        return DuelState(tuple(after), guarded, -1, state.round + 1, hit)

    def is_terminal(state):
        return state.hit >= 0 or state.round == rounds

    def utility(state, player):
        if state.hit < 0:
            return 0.0
        return -1.0 if state.hit == player else 1.0

    def view(state, player):
        return state if player == 0 else state._replace(chosen=-1)

    return Game(
        initial, to_move, actions, result, is_terminal, utility, view=view,
        max_actions=3, max_plies=2 * rounds, best_utility=1.0,
        format_action=lambda state, action: ("load", "guard", "shoot")[action],
        summary="Load, guard or shoot, both at the same time.",
    )  # fmt: skip
