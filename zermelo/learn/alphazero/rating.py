"""The rating of checkpoints: matches of a network against an earlier one, all games in step."""

from __future__ import annotations

import random

from zermelo.evaluate.encoding import Encoding
from zermelo.game import Game, State
from zermelo.learn.alphazero.group import LONGEST, Answer, choose
from zermelo.learn.team import Team

OPENING = 4  # random plies, at most


def contest(
    game: Game,
    encoding: Encoding,
    answers: tuple[Answer, Answer],
    pairs: int,
    sims: int,
    team: Team,
    seed: int,
    compiled: bool | None = None,
) -> float:
    """The score of the first network, 0 to 1, in pairs of games that begin alike, with colours exchanged."""
    draw = random.Random(seed)
    begins = [_opening(game, draw) for _ in range(pairs)]
    states = [state for state in begins for _ in range(2)]
    plies = game.max_plies or LONGEST
    for _ in range(plies):
        if all(game.is_terminal(state) for state in states):
            break
        for side, answer in enumerate(answers):
            on = [place for place, state in enumerate(states) if not game.is_terminal(state)]
            mine = [place for place in on if (game.to_move(states[place]) + place) % 2 == side]
            if not mine:
                continue
            found = choose(game, encoding, answer, [states[place] for place in mine], sims, team, compiled)
            for place, index in zip(mine, found, strict=True):
                states[place] = game.result(states[place], game.legal(states[place])[index])
    scores = [_score(game, state, place % 2) for place, state in enumerate(states)]
    return sum(scores) / len(scores)


def _opening(game: Game, draw: random.Random) -> State:
    while True:
        state = game.initial()
        for _ in range(draw.randint(0, OPENING)):
            state = game.result(state, draw.choice(game.legal(state)))
            if game.is_terminal(state):
                break
        if not game.is_terminal(state):
            return state


def _score(game: Game, state: State, player: int) -> float:
    """What a game gives to a player: 1, ½ or 0; a game that was cut off counts as drawn."""
    if not game.is_terminal(state):
        return 0.5
    value = game.utility(state, player) - game.middle
    return 1.0 if value > 0 else 0.0 if value < 0 else 0.5
