"""The states that fit what a player knows, with their probabilities."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.knowledge import DID, Knowledge, after, at_start

MOST = 100_000  # states that are looked at to list those that fit

Model = Callable[[Game, State, Knowledge], Sequence[tuple[Action, float]]]  # what a player does who knows that


class TooManyDeals(ZermeloError):
    """There are more states to look at than the limit."""


@dataclass(frozen=True)
class Deal:
    """A state that fits what a player knows."""

    state: State
    known: tuple[Knowledge, ...]  # what each player knows in it
    weight: float  # its probability among those that fit; they add up to 1


def deals(game: Game, knowledge: Knowledge, model: Model | None = None, most: int = MOST) -> list[Deal]:
    """Every state of the game in which the player is to move and knows this, with its probability.

    Several ways to the same state that the others know differently are several deals.
    model: how the others are taken to play; by default uniformly. Where all of them would have weight 0, the model did
    not expect what happened, and they are weighted uniformly.
    Raises TooManyDeals if more than `most` states must be looked at, and ZermeloError if no state fits.
    """
    found = list(_deals(game, knowledge, model or uniformly, most))
    total = sum(weight for _, _, weight in found)
    if not found:
        raise ZermeloError(f"no state of {game.name} fits what player {knowledge.player + 1} knows")
    if total <= 0.0:
        return deals(game, knowledge, None, most)
    return [Deal(state, known, weight / total) for state, known, weight in found]


def uniformly(game: Game, state: State, knowledge: Knowledge) -> list[tuple[Action, float]]:
    """A model of a player who plays any action with the same probability."""
    legal = game.legal(state)
    return [(action, 1.0 / len(legal)) for action in legal]


def _deals(
    game: Game, knowledge: Knowledge, model: Model, most: int
) -> Iterator[tuple[State, tuple[Knowledge, ...], float]]:
    """Follows every path from the start as long as the player's knowledge on it is the beginning of this knowledge.

    A player who joined later knows no beginning: the paths to all states that look like the one where it joined are
    followed, and from there on its knowledge is recorded.
    """
    player, chain, start = knowledge.player, knowledge.chain, game.initial()
    looked_at, waiting = 0, [(start, at_start(game, start), 1.0)]
    while waiting:
        looked_at += 1
        if looked_at > most:
            raise TooManyDeals(f"more than {most:,} states of {game.name} may fit what player {player + 1} knows")
        state, known, weight = waiting.pop()
        here = known[player]
        if knowledge.joined and not here.joined:  # here, or further on
            others = uniformly if game.to_move(state) == player else model
            waiting += _following(game, state, known, weight, others)
            here = chain[0].seen(game, state)
            known = (*known[:player], here, *known[player + 1 :])
        if here.depth > knowledge.depth or here != chain[here.depth]:
            continue
        if here.depth == knowledge.depth:
            yield state, known, weight
        elif game.is_terminal(state) or game.to_move(state) != player:
            waiting += _following(game, state, known, weight, model)
        elif chain[here.depth + 1].kind == DID:
            action = chain[here.depth + 1].what
            following = game.result(state, action)
            waiting.append((following, after(game, known, state, action, following), weight))


def _following(
    game: Game, state: State, known: tuple[Knowledge, ...], weight: float, model: Model
) -> Iterator[tuple[State, tuple[Knowledge, ...], float]]:
    """The states after this one, with what the players know and the probability of the way there."""
    if game.is_terminal(state):
        return
    mover = game.to_move(state)
    for action, chance in game.outcomes(state) if mover == CHANCE else model(game, state, known[mover]):
        following = game.result(state, action)
        yield following, after(game, known, state, action, following), weight * chance
