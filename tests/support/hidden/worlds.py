"""Pairs of games that one player cannot tell apart, as the moves that were made in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from hidden.pairs import other_path

from zermelo.by_value import same
from zermelo.game import Action, Game, State
from zermelo.knowledge import Knowledge

LONGEST = 24  # moves
TRIES = 30  # to change a move of another so that the player does not notice


class Worlds(NamedTuple):
    """Two games in which a player saw and did the same. They go on."""

    viewer: int
    one: list[Action]
    other: list[Action]


def known(game: Game, viewer: int, actions: list[Action]) -> Knowledge | None:
    """What a player knows after these moves; None: they are not legal, or the game is over."""
    state = game.initial()
    knowledge = Knowledge(viewer).seen(game, state)
    for action in actions:
        if game.is_terminal(state) or action not in game.moves(state):
            return None
        if game.to_move(state) == viewer:
            knowledge = knowledge.done(action)
        state = game.result(state, action)
        knowledge = knowledge.seen(game, state)
    return None if game.is_terminal(state) else knowledge


def random_game(game: Game, noise: random.Random) -> list[Action]:
    """The beginning of a random game, in which nobody ends it early."""
    state, actions = game.initial(), list[Action]()
    while len(actions) < LONGEST:
        moves = game.moves(state)
        action = next((move for move in noise.sample(moves, len(moves)) if not _ends(game, state, move)), None)
        if action is None:
            break
        actions.append(action)
        state = game.result(state, action)
    return actions[: noise.randint(1, len(actions))]


def _ends(game: Game, state: State, action: Action) -> bool:
    return bool(game.is_terminal(game.result(state, action)))


def changed(game: Game, viewer: int, actions: list[Action], noise: random.Random) -> list[Action] | None:
    """The same game with other moves of other players, or of chance, to the same knowledge; None: none was found."""
    states = [game.initial()]
    for action in actions:
        states.append(game.result(states[-1], action))
    others = [ply for ply in range(len(actions)) if game.to_move(states[ply]) != viewer]
    wanted = known(game, viewer, actions)
    for _ in range(TRIES if others else 0):
        ply = noise.choice(others)
        different = [*actions[:ply], noise.choice(game.moves(states[ply])), *actions[ply + 1 :]]
        if different != actions and known(game, viewer, different) == wanted:
            return different
    if len(actions) == 0 or game.to_move(states[-1]) != viewer:
        return None
    path = other_path(game, states, noise)
    if path is None:
        return None
    return [
        next(action for action in game.moves(before) if same(game.result(before, action), after))
        for before, after in pairwise(path)
    ]


def worlds(game: Game, count: int, seed: int) -> Iterator[Worlds]:
    """So many pairs, or as many as are found in twenty times the tries."""
    noise = random.Random(seed)
    for _ in range(20 * count):
        viewer, one = noise.randrange(game.players), random_game(game, noise)
        other = changed(game, viewer, one, noise)
        if other is not None:
            yield Worlds(viewer, one, other)
            count -= 1
        if not count:
            return
