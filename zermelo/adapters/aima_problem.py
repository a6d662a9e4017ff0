"""A class in the style of the book's search problems, as a problem.

class Route:
initial                          # an attribute
actions(state), result(state, action)
is_goal(state) or goal_test(state)
action_cost(state, action, after) or path_cost(cost, state, action, after)   # 1 if it is left out
h(node)                          # an estimate, if there is one: of a node, whose state is node.state
value(state)                     # for local search, if there is one
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from zermelo.adapters.classes import action_word, has, lacking, ordered
from zermelo.adapters.contents import held, released
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.picture import Lines, Picture, guessed
from zermelo.problem import problem

KIND = "an AIMA problem"
PARTS = ("actions", "result", ("is_goal", "goal_test"))
OF_GAMES = ("utility", "to_move", "terminal_test", "is_terminal")


@dataclass(frozen=True)
class ProblemNode:
    """What an estimate is given: a node with a state, as at the start of a search."""

    state: Any
    parent: None = None
    action: None = None
    path_cost: float = 0.0
    depth: int = 0


def resembles(thing: Any) -> bool:
    """Does a class or an object have the methods of a problem, and none that only a game has?"""
    return not lacking(thing, *PARTS) and not any(has(thing, name) for name in OF_GAMES)


def refusal(thing: Any) -> str:
    """What a class or an object lacks, in words; "": nothing."""
    missing = lacking(thing, *PARTS)
    return f"lacks {' and '.join(missing)}" if missing else ""


def maker(kind: Any) -> Callable[..., Any]:
    """The class itself, with the parameters of its constructor."""
    return cast(Callable[..., Any], kind)


def adapted(given: Any, opinion: Callable[..., float] | None = None) -> Game:
    """The object as a problem. Raises ZermeloError where it has no initial state."""
    name = type(given).__name__
    if getattr(given, "initial", None) is None:
        raise ZermeloError(
            f"{name} is {KIND} without an initial state: set self.initial in __init__, or make an object of it"
        )
    tested = given.is_goal if has(given, "is_goal") else given.goal_test

    def initial() -> State:
        return held(given.initial() if callable(given.initial) else given.initial)

    def actions(state: State) -> Iterator[Action]:
        return iter(ordered(given.actions(released(state))))

    def result(state: State, action: Action) -> State:
        return held(given.result(released(state), action))

    def is_goal(state: State) -> bool:
        return bool(tested(released(state)))

    def action_cost(state: State, action: Action, after: State) -> float:
        return float(given.action_cost(released(state), action, released(after)))

    def path_cost(state: State, action: Action, after: State) -> float:
        return float(given.path_cost(0, released(state), action, released(after)))

    def heuristic(state: State) -> float:
        return float(given.h(ProblemNode(released(state))))

    def value(state: State) -> float:
        return float(given.value(released(state)))

    def picture(state: State) -> Picture:
        thing, start = released(state), released(initial())
        return guessed(thing, start, None, "") or Lines((" ".join(str(thing).split()),))

    result.__wrapped__ = given.result  # type: ignore[attr-defined]  # where errors are looked for
    return problem(
        initial,
        actions,
        result,
        is_goal,
        cost=action_cost if has(given, "action_cost") else path_cost if has(given, "path_cost") else None,
        heuristic=heuristic if has(given, "h") else None,
        value=value if has(given, "value") else None,
        name=name,
        origin=KIND,
        compiles=False,
        format_action=lambda state, action: action_word(action),
        format_state=lambda state: " ".join(str(released(state)).split()),
        picture=picture,
    )
