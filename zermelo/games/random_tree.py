"""A uniform tree whose leaf values look random and depend on the seed alone: for testing and comparing searches."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.bits import mix, step
from zermelo.game import CHANCE, Game
from zermelo.games._named import named
from zermelo.picture import Lines


class RandomTreeState(NamedTuple):
    word: int  # stands for the path from the root
    ply: int


def random_tree(branching: int = 3, depth: int = 6, values: int = 100, seed: int = 1, outcomes: int = 0) -> Game:
    """A tree for experiments: MAX and MIN choose in turn, and the leaves have random values.

    It is the same whenever the seed is.

    branching (1 to 100): actions in every state.
    depth (1 to 60): plies.
    values (1 to 1,000,000): leaves are worth from minus this to this for MAX.
    seed: of the random values.
    outcomes (0 to 100): of a throw after every action, which is a ply too; 0: there are no throws.
    """
    if not 1 <= branching <= 100 or not 1 <= depth <= 60 or not 1 <= values <= 10**6 or not 0 <= outcomes <= 100:
        raise ValueError("branching is 1 to 100, depth 1 to 60, values 1 to 1000000, outcomes 0 to 100")

    def initial():
        return RandomTreeState(mix(seed), 0)

    def to_move(state):
        if outcomes:
            return CHANCE if state.ply & 1 else state.ply >> 1 & 1
        return state.ply & 1

    def actions(state):
        for branch in range(branching):
            yield branch

    def chances(state):
        for outcome in range(outcomes):  # the first is the likeliest, the last the least likely
            yield outcome, 2.0 * (outcomes - outcome) / (outcomes * (outcomes + 1))

    def result(state, branch):
        return RandomTreeState(mix(step(state.word + branch)), state.ply + 1)

    def is_terminal(state):
        return state.ply == depth

    def utility(state, player):
        worth = mix(state.word) % (2 * values + 1) - values
        return float(worth) if player == 0 else float(-worth)

    def parse_state(text):
        words = text.replace(",", " ").split()
        if len(words) != 2 or not all(word.isdigit() for word in words) or int(words[1]) > depth:
            raise ValueError(f"give a word and a ply of 0 to {depth}")
        if int(words[0]) >> 63:
            raise ValueError("a word has 63 bits")
        return RandomTreeState(int(words[0]), int(words[1]))

    return Game(
        chances=chances if outcomes else None,
        label="Random tree",
        summary="a uniform tree with random leaves, for experiments",
        max_actions=max(branching, outcomes),
        max_plies=depth,
        best_utility=float(values) if outcomes else None,
        points="",
        player_names=("MAX", "MIN"),
        picture=lambda state: Lines((f"ply {state.ply} of {depth}, node {state.word}",)),
        **named(initial, to_move, actions, result, is_terminal, utility),
        **named(parse_state),
    )
