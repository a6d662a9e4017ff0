"""Random games, from which it is worked out how a game is encoded."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache

from zermelo.compile.plain.numbers import count_numbers, write_numbers
from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief
from zermelo.installed import np

LEAST, MOST = 1500, 20_000  # plies that are played
WITHOUT_NEWS = 1000  # plies in which no new action appears before we believe that all are known
FAR = 600  # plies of one game
PICTURED = 500  # states whose pictures are looked at


@dataclass
class Sample:
    """States in the order in which they were played, where a player is to move, and the actions that were seen."""

    states: list[State] = field(default_factory=list)
    after: list[State] = field(default_factory=list)  # [state] the one that followed
    actions: dict[tuple[int, ...], Action] = field(default_factory=dict)  # by their numbers
    lengths: list[int] = field(default_factory=list)  # of the games that came to an end
    most: int = 0  # actions of a state
    utilities: list[float] = field(default_factory=list)  # of player 0 at the ends

    def pictured(self) -> list[int]:
        """The indices of states that are spread over all of them."""
        count = len(self.states)
        return sorted({int(place) for place in np.linspace(0, count - 1, min(PICTURED, count))})


@lru_cache(maxsize=16)
def sample_of(game: Game) -> Sample:
    """Random games, the same ones in every process. Raises ZermeloError where the states are not made of numbers."""
    draw, sample = random.Random(0), Sample()
    state, plies, news = game.initial(), 0, 0
    while len(sample.states) < MOST and (len(sample.states) < LEAST or news < WITHOUT_NEWS or not sample.lengths):
        if game.is_terminal(state) or plies == FAR:
            if game.is_terminal(state):
                sample.utilities.append(float(game.utility(state, 0)))
            sample.lengths.append(plies)
            state, plies = game.initial(), 0
            continue
        if game.to_move(state) == CHANCE:
            outcomes, weights = zip(*game.outcomes(state), strict=True)
            state = game.result(state, draw.choices(outcomes, weights)[0])
            continue
        legal = game.legal(state)
        sample.most = max(sample.most, len(legal))
        news += 1
        for action in legal:
            code = numbers_of(action, game)
            if code not in sample.actions:
                sample.actions[code] = action
                news = 0
        sample.states.append(state)
        state = game.result(state, draw.choice(legal))
        sample.after.append(state)
        plies += 1
    return sample


def numbers_of(value: State | Action, game: Game) -> tuple[int, ...]:
    """The numbers of a state or an action."""
    try:
        words = [0] * count_numbers(value)
        write_numbers(value, words, 0)
    except (TypeError, ValueError):
        raise ZermeloError(
            f"{game.name} cannot be encoded: {brief(repr(value))} is not made of numbers: write states and actions as "
            "numbers or tuples of them, or try --method td, which learns with any actions"
        ) from None
    return tuple(words)
