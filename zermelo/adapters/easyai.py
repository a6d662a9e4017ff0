"""An easyAI class, which changes itself with every move, as a game over copies of it.

    class GameOfBones(TwoPlayerGame):
        __init__(self, players, …)       # sets current_player to 1 or 2
        possible_moves(), make_move(move), is_over(), show()
        scoring(), or win() and lose()   # for the player whose turn it is

The library itself is not needed: a class with these methods is enough.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from typing import Any, cast

from zermelo.adapters.classes import action_word, drawn, has, lacking, ordered, printed
from zermelo.adapters.contents import Held
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.picture import Lines, Picture

KIND = "an easyAI class"
PARTS = ("possible_moves", "make_move", "is_over")
RESULTS = ("scoring", "win", "lose")
RULES = {*PARTS, *RESULTS}  # a scoring that asks nothing else tells results, and is no opinion

Opinion = Callable[[Any, int], float]  # of an object of the class and player 1 or 2


class Seat:
    """A player of an easyAI game, which may keep what it likes in it."""

    def __init__(self, name: str) -> None:
        self.name = name


def resembles(thing: Any) -> bool:
    """Does a class or an object have most of the methods?"""
    return len(lacking(thing, *PARTS)) <= 1


def refusal(thing: Any) -> str:
    """What a class or an object lacks, in words; "": nothing."""
    missing = lacking(thing, *PARTS, RESULTS)
    return f"lacks {' and '.join(missing)}" if missing else ""


def maker(kind: Any) -> Callable[..., Any]:
    """The class without its parameter `players`."""
    known = inspect.signature(kind)
    if "players" not in known.parameters:
        return cast(Callable[..., Any], kind)

    def make(**chosen: Any) -> Any:
        return kind(players=[Seat("player 1"), Seat("player 2")], **chosen)

    others = [parameter for name, parameter in known.parameters.items() if name != "players"]
    make.__signature__ = known.replace(parameters=others)  # type: ignore[attr-defined]
    return make


def adapted(given: Any, opinion: Opinion | None = None) -> Game:
    """A game that begins as the object stands now. Raises ZermeloError where it does not say whose turn it is."""
    name = type(given).__name__
    if getattr(given, "current_player", None) not in (1, 2):
        raise ZermeloError(f"{name} is {KIND} without current_player: set self.current_player = 1 in __init__")
    start = copy.deepcopy(given)

    def initial() -> State:
        return Held(copy.deepcopy(start))

    def to_move(state: State) -> int:
        return int(state.object.current_player) - 1

    def actions(state: State) -> Iterator[Action]:
        return iter(ordered(state.object.possible_moves()))

    def result(state: State, action: Action) -> State:
        after = copy.deepcopy(state.object)
        after.make_move(action)
        if hasattr(after, "switch_player"):
            after.switch_player()
        else:
            after.current_player = 3 - after.current_player
        return Held(after)

    def is_terminal(state: State) -> bool:
        return bool(state.object.is_over())

    def utility(state: State, player: int) -> float:
        score = _score(state.object)
        return score if to_move(state) == player else -score

    def evaluate(state: State, player: int) -> float:
        return utility(state, player) if opinion is None else float(opinion(state.object, player + 1))

    def picture(state: State) -> Picture:
        caption = "the game is over" if is_terminal(state) else f"player {to_move(state) + 1} to move"
        if not has(given, "show"):
            return Lines((_text(state), caption))
        return drawn(printed(state.object.show), printed(start.show), caption)

    result.__wrapped__ = given.make_move  # type: ignore[attr-defined]  # where errors are looked for
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
        format_action=lambda state, action: action_word(action),
        format_state=_text,
        picture=picture,
        evaluate=evaluate if opinion or _has_opinion(given) else None,
    )


def _score(given: Any) -> float:
    """What a finished game is worth to the player whose turn it is: its scoring, else a win or a loss as ±1."""
    if has(given, "scoring"):
        return float(given.scoring())
    won = has(given, "win") and given.win()
    lost = has(given, "lose") and given.lose()
    return float(bool(won)) - float(bool(lost))


def _has_opinion(given: Any) -> bool:
    """Does its scoring say more than who has won or lost?"""
    return has(given, "scoring") and not set(type(given).scoring.__code__.co_names) <= RULES


def _text(state: State) -> str:
    """The attributes, without the players."""
    named = {name: value for name, value in vars(state.object).items() if name not in ("players", "current_player")}
    parts = [f"{name}={value}" for name, value in named.items()]
    return " ".join(" ".join([*parts, f"player={state.object.current_player}"]).split())
