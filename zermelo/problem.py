"""Problems of single-agent search: games for one, with a goal, costs and an estimate of what is left to pay.

    problem(initial, actions, result, is_goal, cost=…, heuristic=…)

A problem is a `Game`, so it is loaded, checked, played and drawn as any other. A state is over where it is a goal, and
worth 1, or where no action is left, and worth 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.game import Action, Game, State, ZermeloError

LISTS_ON_STACK = True  # what is made here of a user's functions is compiled as those are
SOLVED, STUCK = "solved", "no way on"  # how a problem ends


@dataclass(frozen=True, eq=False)
class Problem(Game):
    """A game for one that is to be solved: see `problem`, which makes one."""

    is_goal: Callable[[State], bool] | None = None
    cost: Callable[[State, Action, State], float] | None = None  # of an action, from a state to the next; None: 1 each
    heuristic: Callable[[State], float] | None = None  # about what is left to pay; None: nothing is known
    value: Callable[[State], float] | None = None  # how good a state is, for local search; None: minus the heuristic
    sample: Callable[[float], State] | None = None  # a random state, from a fraction 0 ≤ f < 1, to restart from
    crossover: Callable[[State, State, float], State] | None = None  # a child of two states, for genetic search
    admissible: bool = False  # is the heuristic never too high? Then A* and IDA* prove that a way is the cheapest

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("is_goal", "cost", "heuristic", "value", "sample", "crossover"):
            part = getattr(self, name)
            if (part is not None and not callable(part)) or (name == "is_goal" and part is None):
                raise ZermeloError(f"{self.name}: {name} is a function; not {part!r}")

    def __repr__(self) -> str:
        knows = [name for name in ("cost", "heuristic", "value") if getattr(self, name)]
        return f"<Problem {self.title}{': ' if knows else ''}{', '.join(knows)}>"

    def result_text(self, utilities: Sequence[float], how: str = "") -> str:
        """Solved, or not."""
        return how or (SOLVED if utilities[0] > 0 else STUCK)

    def step_cost(self, state: State, action: Action, after: State) -> float:
        """What an action costs. Raises ZermeloError if that is negative, which no search here can take."""
        cost = 1.0 if self.cost is None else float(self.cost(state, action, after))
        if not cost >= 0:
            raise ZermeloError(
                f"{self.name}: {self.action_text(state, action)} at {self.state_text(state)} costs {cost:g}: "
                "costs are 0 or more"
            )
        return cost

    def estimate(self, state: State) -> float:
        """What is left to pay, as the heuristic estimates it; 0 where there is none."""
        return 0.0 if self.heuristic is None else float(self.heuristic(state))

    def worth(self, state: State) -> float:
        """How good a state is in local search: higher is better. Raises ZermeloError if the problem does not say."""
        if self.value is not None:
            return float(self.value(state)) + 0.0  # which is not -0.0
        if self.heuristic is None:
            raise ZermeloError(f"{self.name} has neither value nor heuristic, so no state is better than another")
        return 0.0 - float(self.heuristic(state))

    def path_cost(self, state: State, actions: Sequence[Action]) -> float:
        """What a sequence of actions costs in all."""
        total = 0.0
        for action in actions:
            after = self.result(state, action)
            total += self.step_cost(state, action, after)
            state = after
        return total


def problem(
    initial: Callable[[], State],
    actions: Callable[[State], Iterator[Action]],
    result: Callable[[State, Action], State],
    is_goal: Callable[[State], bool],
    *,
    cost: Callable[[State, Action, State], float] | None = None,
    heuristic: Callable[[State], float] | None = None,
    value: Callable[[State], float] | None = None,
    **parts: Any,
) -> Problem:
    """A problem of the functions of the book.

    cost(state, action, after): what an action costs, 0 or more; 1 if it is left out. heuristic(state): an estimate of
    what is left to pay; A* finds the cheapest way if it is never too high. value(state): how good a state is, for local
    search; by default minus the heuristic. parts: other fields of `Problem` and `Game`.

    >>> import zermelo
    >>> count = zermelo.problem(
    ...     initial=lambda: 1,
    ...     actions=lambda state: iter((1, 2)),  # add one, or double
    ...     result=lambda state, action: state + 1 if action == 1 else 2 * state,
    ...     is_goal=lambda state: state == 10,
    ...     compiles=False,
    ... )
    >>> isinstance(count, zermelo.Problem), zermelo.BreadthFirst().solve(count).line_text()
    (True, ['1', '2', '1', '2'])
    """

    def to_move(state):
        return 0

    def is_terminal(state):
        if is_goal(state):
            return True
        for _ in actions(state):
            return False
        return True

    def utility(state, player):
        return 1.0 if is_goal(state) else 0.0

    usual: dict[str, Any] = {"players": 1, "best_utility": 1.0}
    return Problem(
        initial=initial,
        to_move=to_move,
        actions=actions,
        result=result,
        is_terminal=is_terminal,
        utility=utility,
        is_goal=is_goal,
        cost=cost,
        heuristic=heuristic,
        value=value,
        **{**usual, **parts},
    )
