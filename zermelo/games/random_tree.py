"""A uniform tree whose leaf values look random and depend on the seed alone: for testing and comparing searches."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.bits import mix, step
from zermelo.game import Game
from zermelo.picture import Lines


class RandomTreeState(NamedTuple):
    word: int  # stands for the path from the root
    ply: int


def random_tree(branching: int = 3, depth: int = 6, values: int = 100, seed: int = 1) -> Game:
    """`branching` actions in every state, `depth` plies, leaves worth -values … values to MAX."""
    if not 1 <= branching <= 100 or not 1 <= depth <= 60 or not 1 <= values <= 10**6:
        raise ValueError("branching is 1 to 100, depth 1 to 60, values 1 to 1000000")

    def initial():
        return RandomTreeState(mix(seed), 0)

    def to_move(state):
        return state.ply & 1

    def actions(state):
        for branch in range(branching):
            yield branch

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
        return RandomTreeState(int(words[0]), int(words[1]))

    return Game(
        initial,
        to_move,
        actions,
        result,
        is_terminal,
        utility,
        summary="a uniform tree with random leaves, for experiments",
        max_actions=branching,
        max_plies=depth,
        points="",
        player_names=("MAX", "MIN"),
        parse_state=parse_state,
        picture=lambda state: Lines((f"ply {state.ply} of {depth}, node {state.word}",)),
    )
