"""A class in the style of the notebooks of Artificial Intelligence: A Modern Approach, as a game.

    class TicTacToe:
        initial                          # an attribute
        actions(state), result(state, action), is_terminal(state) or terminal_test(state)
        utility(state, player), to_move(state), display(state)

Players are "X" and "O", or any two values; states may hold dictionaries and lists. `to_move` may be an attribute of the
states, and `display` may be left out.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, cast, overload

from zermelo.adapters.classes import action_word, drawn, has, lacking, ordered, printed
from zermelo.adapters.contents import held, released
from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.picture import Picture, guessed

KIND = "an AIMA class"
PARTS = ("actions", "result", "utility", ("is_terminal", "terminal_test"))
FAR = 200  # states in which the players are looked for
NOBODY = "the other player"  # where only one ever moves

Opinion = Callable[[Any, Any], float]  # of a state and a player, as the class knows them


def resembles(thing: Any) -> bool:
    """Does a class or an object have at least half of the methods?"""
    return len(lacking(thing, *PARTS)) <= 2


def refusal(thing: Any) -> str:
    """What a class or an object lacks, in words; "": nothing."""
    if has(thing, "outcome") and has(thing, "probability"):
        return "has chances in AIMA's style (outcome, probability), which are not served"
    missing = lacking(thing, *PARTS)
    return f"lacks {' and '.join(missing)}" if missing else ""


def maker(kind: Any) -> Callable[..., Any]:
    """The class itself, with the parameters of its constructor."""
    return cast(Callable[..., Any], kind)


def adapted(given: Any, opinion: Opinion | None = None) -> Game:
    """The object as a game. Raises ZermeloError where it has no initial state, or nobody to move."""
    name = type(given).__name__
    if not hasattr(given, "initial"):
        raise ZermeloError(f"{name} is {KIND} without the attribute initial: set self.initial in __init__")
    ends = given.is_terminal if has(given, "is_terminal") else given.terminal_test
    moves_next = given.to_move if has(given, "to_move") else _mover_of

    def first() -> Any:
        return given.initial() if callable(given.initial) else given.initial

    @cache
    def players() -> tuple[Any, Any]:
        """Who moves first, and the other: looked for near the start when somebody first asks."""
        waiting = deque([copy.deepcopy(first())])  # a result that changes its state must not change the game's start
        begins, named = moves_next(waiting[0]), list[Any]()  # named: where a game is over
        for _ in range(FAR):
            if not waiting:
                break
            state = waiting.popleft()
            mover, over = moves_next(state), ends(state)
            if mover != begins and not over:
                return begins, mover
            if mover not in (begins, None):
                named.append(mover)
            if not over:
                waiting.extend(given.result(state, action) for action in ordered(given.actions(state)))
        return begins, named[0] if named else NOBODY

    def initial() -> State:
        return held(first())

    def to_move(state: State) -> int:
        mover = moves_next(released(state))
        if mover in players():
            return players().index(mover)
        if is_terminal(state):
            return 0
        both = " and ".join(brief(player) for player in players())
        raise ZermeloError(f"{name}: {brief(mover)} is to move, but {KIND} has two players, here {both}")

    def actions(state: State) -> Iterator[Action]:
        return iter(ordered(given.actions(released(state))))

    def result(state: State, action: Action) -> State:
        return held(given.result(released(state), action))

    def is_terminal(state: State) -> bool:
        return bool(ends(released(state)))

    def utility(state: State, player: int) -> float:
        return float(given.utility(released(state), players()[player]))

    def evaluate(state: State, player: int) -> float:
        assert opinion is not None
        return float(opinion(released(state), players()[player]))

    def picture(state: State) -> Picture:
        mover = None if is_terminal(state) else to_move(state)
        caption = "the game is over" if mover is None else f"{players()[mover]} to move"
        value, start = released(state), first()
        if has(given, "display"):
            return drawn(printed(lambda: given.display(value)), printed(lambda: given.display(start)), caption)
        return guessed(value, start, mover, caption) or drawn(str(value), str(start), caption)

    result.__wrapped__ = given.result  # type: ignore[attr-defined]  # where errors are looked for
    return Game(
        initial,
        to_move,
        actions,
        result,
        is_terminal,
        utility,
        name=name,
        origin=KIND,
        compiles=False,
        player_names=_Names(players),
        format_action=lambda state, action: action_word(action),
        format_state=lambda state: " ".join(str(released(state)).split()),
        picture=picture,
        evaluate=evaluate if opinion else None,
    )


def _mover_of(state: Any) -> Any:
    try:
        return state.to_move
    except AttributeError:
        raise ZermeloError(f"{KIND} has a method to_move(state), or states with the attribute to_move") from None


class _Names(Sequence[str]):
    """The players' names, found when first asked for."""

    def __init__(self, players: Callable[[], tuple[Any, Any]]) -> None:
        self._players = players

    def __len__(self) -> int:
        return 2

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, slice):
            return [str(player) for player in self._players()[place]]
        return str(self._players()[place])
