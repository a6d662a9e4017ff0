"""Layouts of what a player does not see: in how many an action wins if all is seen, and in how many by the best plan.

They are the figure's positions, if it lists some; of a position that a fact names, all that look alike to the player.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import inf

from zermelo.by_value import hashable
from zermelo.game import Game, State, ZermeloError
from zermelo.hidden.alpha_mu.fronts import Fronts
from zermelo.hidden.alpha_mu.search import AlphaMu, AlphaMuSession
from zermelo.knowledge import known_by
from zermelo.measures.subject import Answer, Subject

MOST = 1000  # layouts that are compared
VAIN = 20  # times as many deals as are known are drawn, without a new one among them, before all are taken to be known
LEAST = 200  # deals that are drawn in vain at least


def layouts(subject: Subject, at: str | None = None) -> Answer:
    """How many layouts fit what the player to move knows; all are taken to be equally likely."""
    return float(len(_layouts(subject, at)))


def won(subject: Subject, at: str | None = None) -> Answer:
    """In how many layouts some action leads to the best result if everybody sees everything."""
    game, states = subject.game, _layouts(subject, at)
    value = _value(subject, game.to_move(states[0]))
    best = _best(game)
    return float(sum(value(state) >= best for state in states))


def won_open(subject: Subject, action: str, at: str | None = None) -> Answer:
    """In how many layouts an action leads to the best result if everybody sees everything from then on."""
    best = _best(subject.game)
    return float(sum(value >= best for value in _open(subject, action, at)))


def won_by_plan(subject: Subject, action: str, at: str | None = None) -> Answer:
    """In how many the best plan does that begins with it, if only the opponents see everything."""
    best = _best(subject.game)
    return float(max(sum(value >= best for value in plan) for plan in _plans(subject, action, at)))


def _best(game: Game) -> float:
    """What nobody gets more than. Raises ZermeloError where the game does not say it."""
    if game.best_utility is None:
        raise ZermeloError(f"{game.title} does not say what the best result is: Game(best_utility=…)")
    return game.best_utility


def _layouts(subject: Subject, at: str | None) -> list[State]:
    """The states that the player to move cannot tell apart."""
    listed = subject.figure.positions
    if at is None and listed:
        return _listed(subject.game, [subject.state(text) for text, _ in listed])
    return subject.once(("layouts", at), lambda: _drawn(subject.game, subject.state(at)))


def _listed(game: Game, states: list[State]) -> list[State]:
    if len({(game.to_move(one), known_by(game, game.to_move(one), one)) for one in states}) > 1:
        raise ZermeloError("the positions do not look alike to the player to move")
    return states


def _drawn(game: Game, state: State) -> list[State]:
    """Different deals, drawn until no new one has come for long."""
    if game.deal is None:
        raise ZermeloError(f"{game.name} draws no deals: layouts are counted where it does")
    knowledge, noise = known_by(game, game.to_move(state), state), random.Random(1)
    found, vain = dict[object, State](), 0
    while vain < max(LEAST, VAIN * len(found)):
        one = game.deal(knowledge, noise.random())
        vain = vain + 1 if hashable(one) in found else 0
        found[hashable(one)] = one
        if len(found) > MOST:
            raise ZermeloError(f"more than {MOST:,} layouts fit")
    return list(found.values())


def _value(subject: Subject, player: int) -> Callable[[State], float]:
    """What a state is worth to a player if all is seen, by the game's own solver."""
    session = subject.once(("open values",), lambda: AlphaMu(seed=1).open(subject.game))
    assert isinstance(session, AlphaMuSession)
    return lambda state: session.open_value(state, player)


def _open(subject: Subject, action: str, at: str | None) -> list[float]:
    """[layout] what an action brings with open cards."""
    game, states = subject.game, _layouts(subject, at)
    player, move = game.to_move(states[0]), game.read_action(states[0], action)
    value, found = _value(subject, player), list[float]()
    for state in states:
        after = game.result(state, move)
        found.append(float(game.utility(after, player)) if game.is_terminal(after) else value(after))
    return found


def _plans(subject: Subject, action: str, at: str | None) -> Sequence[Sequence[float]]:
    """[plan][layout] what the plans bring that begin with an action and are worse than no other in every layout."""
    game, states = subject.game, _layouts(subject, at)
    player = game.to_move(states[0])
    fronts = subject.once(("plans", at), lambda: Fronts(game, player, _value(subject, player)))
    moves = game.max_plies if game.max_plies is not None else inf
    return fronts.of_action(states, game.read_action(states[0], action), int(min(moves, 10**6)))
