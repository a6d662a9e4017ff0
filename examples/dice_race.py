"""A dice race: two runners each, and every number that is thrown moves one of them.

A throw moves one runner forward by its number; a runner that comes exactly onto a ladder goes on to its
end. Runners stop at the last square. Whoever first has both runners there wins. The evaluation counts the squares that
are left.
"""

from typing import NamedTuple

from zermelo import CHANCE, Game


class RaceState(NamedTuple):
    runners: tuple  # the squares of both players' runners: (first, second, first, second)
    thrown: int  # 0: to be thrown
    player: int


def dice_race(length: int = 20, sides: int = 6) -> Game:
    """length: squares to run; sides: of the die."""
    ladders = {start: end for start, end in ((3, 7), (8, 12), (14, 17)) if end <= length}

    def initial():
        return RaceState((0, 0, 0, 0), 0, 0)

    def to_move(state):
        return state.player if state.thrown else CHANCE

    def chances(state):
        return [(number, 1 / sides) for number in range(1, sides + 1)]

    def own(state, player):
        return state.runners[2 * player : 2 * player + 2]

    def actions(state):
        first, second = own(state, state.player)
        if first == second:
            return [0]
        return [runner for runner, square in enumerate((first, second)) if square < length]

    def result(state, action):
        if not state.thrown:
            return state._replace(thrown=action)
        runners = list(state.runners)
        square = min(runners[2 * state.player + action] + state.thrown, length)
        runners[2 * state.player + action] = ladders.get(square, square)
        return RaceState(tuple(runners), 0, 1 - state.player)

    def has_won(state, player):
        return min(own(state, player)) == length

    def is_terminal(state):
        return has_won(state, 0) or has_won(state, 1)

    def utility(state, player):
        return 1.0 if has_won(state, player) else -1.0

    def evaluate(state, player):
        ahead = sum(own(state, player)) - sum(own(state, 1 - player))
        return ahead / (2 * length + 1)

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, evaluate=evaluate,
        max_actions=max(sides, 2), best_utility=1.0,
        format_action=lambda state, action: f"runner {action + 1}" if state.thrown else str(action),
        summary="Two runners each, one die.",
    )  # fmt: skip
