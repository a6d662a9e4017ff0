"""All states that a position leads to, listed one by one, and their values by retrograde analysis.

For games of two players without chance that are small enough to list; loops are no obstacle. Where neither side can
force the end, the game goes on for ever, and that is worth as much as a draw.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from zermelo.game import Action, Game, State

OFTEN = 1000  # states between two looks at whether to go on


@dataclass(frozen=True)
class StateGraph:
    """The states that the first one leads to, by number in the order in which they were found."""

    game: Game
    states: list[State]
    numbers: dict[int, int]  # by key
    movers: list[int]
    after: list[list[int]]  # [state] the states that its actions lead to, in the game's order; none where it is over
    utilities: list[float | None]  # [state] player 0's, above or below the middle, where it is over

    def classes(self) -> int:
        """How many states there are if symmetric ones count once; all of them if the game declares no symmetries."""
        symmetries = self.game.symmetries
        if symmetries is None:
            return len(self.states)
        key = self.game.state_key
        return len({min(key(state), *map(key, symmetries(state))) for state in self.states})


@dataclass(frozen=True)
class GraphValues:
    """The value of every state of a graph."""

    graph: StateGraph
    values: list[float]  # [state] to player 0, above or below the middle
    distances: list[int | None]  # [state] plies to the end that one side forces; None: neither does, or for points

    def best(self, number: int) -> int:
        """The place of the best action among those of a state: the quickest win, the slowest loss."""
        graph = self.graph
        sign = 1 if graph.movers[number] == 0 else -1

        def merit(place: int) -> tuple[float, int]:
            after = graph.after[number][place]
            value, plies = sign * self.values[after], self.distances[after] or 0
            return value, -plies if value > 0 else plies

        return max(range(len(graph.after[number])), key=merit)

    def line(self, most: int) -> tuple[Action, ...]:
        """Best play from the first state, until it ends, returns to a state, or gets too long."""
        graph, number, seen, line = self.graph, 0, set[int](), list[Action]()
        while graph.after[number] and number not in seen and len(line) < most:
            seen.add(number)
            place = self.best(number)
            line.append(graph.game.legal(graph.states[number])[place])
            number = graph.after[number][place]
        return tuple(line)


def list_states(
    game: Game, state: State, most: int, is_over: Callable[[int], bool] = lambda listed: False
) -> StateGraph | None:
    """The states that a state leads to; None if there are more than `most`, or if is_over(listed), asked often."""
    graph = StateGraph(game, [], {}, [], [], [])

    def number_of(found: State) -> int:
        key = game.state_key(found)
        number = graph.numbers.setdefault(key, len(graph.states))
        if number == len(graph.states):
            graph.states.append(found)
        return number

    number_of(state)
    for number, here in enumerate(graph.states):  # which grows meanwhile
        if len(graph.states) > most or (number % OFTEN == 0 and is_over(len(graph.states))):
            return None
        graph.movers.append(game.to_move(here))
        graph.after.append([number_of(game.result(here, action)) for action in game.legal(here)])
        ended = game.is_terminal(here)
        graph.utilities.append(float(game.utility(here, 0)) - game.middle if ended else None)
    return graph


def value_states(graph: StateGraph) -> GraphValues:
    """The values of all states: what each side can force, from the greatest utility down."""
    count = len(graph.states)
    before: list[list[int]] = [[] for _ in range(count)]
    for number, targets in enumerate(graph.after):
        for target in targets:
            before[target].append(number)
    values = [0.0] * count
    distances: list[int | None] = [None] * count
    levels = sorted({abs(utility) for utility in graph.utilities if utility}, reverse=True)
    is_settled = [False] * count
    for level in levels:
        for player, sign in ((0, 1), (1, -1)):
            for number, plies in _forced(graph, before, player, level).items():
                if not is_settled[number]:
                    is_settled[number] = True
                    values[number], distances[number] = sign * level, plies
    if graph.game.points is not None:  # the plies to the end say nothing where more can be won later
        distances = [None] * count
    return GraphValues(graph, values, distances)


def _forced(graph: StateGraph, before: list[list[int]], player: int, level: float) -> dict[int, int]:
    """The states from which a player can force the end with at least this utility, each with the plies it takes."""
    sign = 1 if player == 0 else -1
    ends = [n for n, utility in enumerate(graph.utilities) if utility is not None and sign * utility >= level]
    plies = dict.fromkeys(ends, 0)
    open_actions = [len(targets) for targets in graph.after]
    waiting = deque(ends)
    while waiting:
        target = waiting.popleft()
        for number in before[target]:
            open_actions[number] -= 1
            if number not in plies and (graph.movers[number] == player or open_actions[number] == 0):
                plies[number] = plies[target] + 1
                waiting.append(number)
    return plies
