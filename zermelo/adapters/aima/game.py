"""A class in AIMA's style as a game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from zermelo.adapters.aima.parts import KIND, is_stochastic, offers
from zermelo.adapters.aima.seats import Steps, tried
from zermelo.adapters.classes import action_word, drawn, ordered, printed
from zermelo.adapters.contents import held, released
from zermelo.adapters.duplicate import duplicate
from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief
from zermelo.picture import Picture, guessed

Opinion = Callable[[Any, Any], float]  # of a state and a player, as the class knows them


class BeforeChance(NamedTuple):
    """A state of a stochastic game before the outcome of chance that each turn begins with."""

    state: Any


def adapted(given: Any, opinion: Opinion | None = None) -> Game:
    """The object as a game. Raises ZermeloError where it has no initial state, or nobody to move."""
    name = type(given).__name__
    if not hasattr(given, "initial"):
        raise ZermeloError(f"{name} is {KIND} without the attribute initial: set self.initial in __init__")
    ends = given.is_terminal if offers(given, "is_terminal") else given.terminal_test
    moves_next = given.to_move if offers(given, "to_move") else _mover_of
    stochastic = is_stochastic(given)
    shows = offers(given, "display")

    def first() -> Any:
        return given.initial() if callable(given.initial) else given.initial

    def legal(raw: Any) -> list[Action]:
        """The actions of a state of the class; a roll that leaves none is passed, as None."""
        return ordered(given.actions(raw)) or ([None] if stochastic and not ends(raw) else [])

    def rolls(raw: Any) -> list[Action]:
        return [] if not stochastic or ends(raw) else list(given.chances(raw) or ())

    def following(raw: Any) -> list[Callable[[], Any]]:
        """For each action what makes the next state, the first roll before it."""
        rolled = next((given.outcome(raw, chance) for chance in rolls(raw)), raw)
        return [partial(given.result, rolled, action) for action in legal(rolled)]

    def due(raw: Any) -> State:
        """A state that a turn begins with."""
        return BeforeChance(held(raw)) if rolls(raw) else held(raw)

    def initial() -> State:
        return due(first())

    def to_move(state: State) -> int:
        if isinstance(state, BeforeChance):
            return CHANCE
        mover = moves_next(released(state))
        if mover in players:
            return players.index(mover)
        if is_terminal(state):
            return 0
        known = " and ".join(brief(player) for player in players)
        raise ZermeloError(
            f"{name}: {brief(mover)} is to move, but only {known} moved when it was tried: "
            "list all of them in the attribute players"
        )

    def actions(state: State) -> Iterator[Action]:
        return iter(legal(released(state)))

    def result(state: State, action: Action) -> State:
        if isinstance(state, BeforeChance):
            return held(given.outcome(released(state.state), action))
        return due(given.result(released(state), action))

    def chances(state: State) -> Iterator[tuple[Action, float]]:
        raw = _raw(state)
        for chance in rolls(raw):
            yield chance, float(given.probability(raw, chance) if knows_state else given.probability(chance))

    def is_terminal(state: State) -> bool:
        return not isinstance(state, BeforeChance) and bool(ends(released(state)))

    def utility(state: State, player: int) -> float:
        return float(given.utility(_raw(state), players[player]))

    def evaluate(state: State, player: int) -> float:
        assert opinion is not None
        return float(opinion(_raw(state), players[player]))

    def picture(state: State) -> Picture:
        mover = None if is_terminal(state) else to_move(state)
        who = "chance" if mover == CHANCE else "" if mover is None else players[mover]
        caption = f"{who} to move" if mover is not None else "the game is over"
        value, start = _raw(state), first()
        if shows:
            return drawn(printed(lambda: given.display(value)), printed(lambda: given.display(start)), caption)
        seat = None if mover == CHANCE else mover
        return guessed(value, start, seat, caption) or drawn(str(value), str(start), caption)

    knows_state = stochastic and len(inspect.signature(given.probability).parameters) > 1
    trial = tried(Steps(lambda: duplicate(first()), moves_next, ends, following, given.utility))
    declared = getattr(given, "players", None)
    players = tuple(declared) if isinstance(declared, list | tuple) and len(declared) > 1 else trial.players
    result.__wrapped__ = given.result  # type: ignore[attr-defined]  # where errors are looked for
    result.given = given  # type: ignore[attr-defined]  # see `original`
    return Game(
        initial,
        to_move,
        actions,
        result,
        is_terminal,
        utility,
        chances=chances if stochastic else None,
        name=name,
        origin=KIND,
        players=len(players),
        zero_sum=len(players) == 2,
        points="" if trial.is_for_points else None,
        compiles=False,
        player_names=tuple(map(str, players)),
        format_action=lambda state, action: "pass" if action is None else action_word(action),
        format_state=lambda state: _text(state),
        picture=picture,
        evaluate=evaluate if opinion else None,
    )


def original(game: Game) -> Any:
    """The object of the class that a game was made of; None where it was made of something else."""
    return getattr(game.result, "given", None) if game.origin == KIND else None


def _raw(state: State) -> Any:
    """A state as the class knows it."""
    return released(state.state if isinstance(state, BeforeChance) else state)


def _text(state: State) -> str:
    words = " ".join(str(_raw(state)).split())
    return f"{words} (before chance)" if isinstance(state, BeforeChance) else words


def _mover_of(state: Any) -> Any:
    try:
        return state.to_move
    except AttributeError:
        raise ZermeloError(f"{KIND} has a method to_move(state), or states with the attribute to_move") from None
