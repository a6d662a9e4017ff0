"""Nim for three players: whoever takes the last stone wins what the two others lose."""

from typing import NamedTuple

from zermelo import Game


class PilesState(NamedTuple):
    first: int
    second: int
    player: int


def nim_for_three(first: int = 5, second: int = 4, most: int = 3) -> Game:
    """first, second: the two piles; most: stones that a player may take from one of them."""

    def initial():
        return PilesState(first, second, 0)

    def to_move(state):
        return state.player

    def actions(state):
        for taken in range(1, min(most, state.first) + 1):
            yield taken
        for taken in range(1, min(most, state.second) + 1):
            yield 100 + taken

    def result(state, action):
        after = (state.player + 1) % 3
        if action > 100:
            return PilesState(state.first, state.second - (action - 100), after)
        return PilesState(state.first - action, state.second, after)

    def is_terminal(state):
        return state.first == 0 and state.second == 0

    def utility(state, player):
        return 2.0 if player == (state.player + 2) % 3 else -1.0

    def format_action(state, action):
        return f"{action % 100} from the {'second' if action > 100 else 'first'}"

    return Game(
        initial, to_move, actions, result, is_terminal, utility,
        players=3, player_names=("Ann", "Bob", "Eve"), max_plies=first + second, format_action=format_action,
        summary="Two piles, three players, the last stone wins.",
    )  # fmt: skip
