"""The value of every state of a graph, going back from the ends: what each side can force."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zermelo.game import CHANCE, Action, Game, State
from zermelo.installed import NDArray, np
from zermelo.solve.graph.graph import OVER, Indices, Numbers, StateGraph
from zermelo.solve.graph.iteration import Bounds, close_in

FAR = 2**63 - 1  # plies to an end that cannot be forced
CLOSE = 1e-9  # bounds that differ by less, as a share of the greatest utility, are one value


@dataclass(frozen=True, eq=False)
class GraphValues:
    """The value of every state of a graph: its true value, or bounds where that depends on play that never ends.

    Play that never ends is worth as much as a draw to two players, and to one player less than any end. Where chance
    moves in a loop, nothing is assumed about it: the bounds then hold whatever it is worth.
    """

    graph: StateGraph
    low: Numbers  # [state] to player 0, above or below the middle
    high: Numbers
    plies: Indices  # [state] to the end that is forced, or that one player chooses; FAR: none is, or chance moves

    def is_known(self, number: int) -> bool:
        """Is the value of a state known?"""
        return bool(self.low[number] == self.high[number])

    def value(self, number: int) -> float:
        """The value of a state that is known, to player 0, above or below the middle."""
        return float(self.low[number])

    def distance(self, number: int) -> int | None:
        """Plies to the end that one side forces; None: neither does, or more can be won later, in a game for points."""
        game, plies = self.graph.game, int(self.plies[number])
        return None if plies == FAR or game.points is not None or game.players == 1 else plies

    def best(self, number: int, places: Sequence[int] | None = None) -> int:
        """The place of the best action among those of a state, or among some: the quickest win, the slowest loss."""
        graph = self.graph
        sign, start = 1 if graph.movers[number] == 0 else -1, int(graph.first[number])

        def merit(place: int) -> tuple[float, int]:
            after = int(graph.targets[start + place])
            value, plies = sign * float(self.low[after] + self.high[after]), int(self.plies[after])
            return value, -plies if value > 0 or graph.game.players == 1 else plies

        return max(range(len(graph.moves_of(number))) if places is None else places, key=merit)

    def line(self, state: State, most: int) -> tuple[Action, ...]:
        """Best play from a state of the graph, until it ends, meets chance, returns to a state, or gets too long."""
        graph, number, seen, line = self.graph, self.graph.number_of(state), set[int](), list[Action]()
        assert number is not None
        while graph.movers[number] >= 0 and number not in seen and len(line) < most:
            seen.add(number)
            place = self.best(number)
            line.append(graph.game.legal(state)[place])
            state = graph.game.result(state, line[-1])
            number = int(graph.targets[graph.first[number] + place])
        return tuple(line)


def can_value(game: Game) -> bool:
    """Can the states of a game be valued? One player, or two of whom one loses what the other wins; nothing hidden."""
    return (game.is_duel or game.players == 1) and not game.has_hidden


def value_states(graph: StateGraph, is_over: Callable[[], bool] = lambda: False) -> GraphValues | None:
    """The values of all states; None if is_over(), which is asked often."""
    count = len(graph)
    ends = graph.movers == OVER
    worth = np.where(ends, graph.utilities[:, 0] - graph.game.middle, 0.0)
    plies = np.full(count, FAR)
    if (graph.movers == CHANCE).any():
        bounds = close_in(graph, worth, is_over)
        if bounds is None:
            return None
        return GraphValues(graph, *_merged(bounds, worth), plies)
    values = np.zeros(count)
    settled = np.zeros(count, bool)
    before = _Before(graph)
    alone = graph.game.players == 1
    levels = np.unique(worth[ends])[::-1] if alone else np.unique(np.abs(worth[ends & (worth != 0)]))[::-1]
    for level in levels:
        for player, sign in ((0, 1),) if alone else ((0, 1), (1, -1)):
            if is_over():
                return None
            found = _forced(graph, before, player, ends & (sign * worth >= level))
            new = (found != FAR) & ~settled
            settled |= new
            values[new], plies[new] = sign * level, found[new]
    if alone and not settled.all():  # no end can be reached from some
        return GraphValues(graph, np.where(settled, values, -np.inf), np.where(settled, values, np.inf), plies)
    return GraphValues(graph, values, values, plies)


def _merged(bounds: Bounds, worth: Numbers) -> tuple[Numbers, Numbers]:
    """The bounds, which are one value where they are as good as equal."""
    scale = max(1.0, float(np.abs(worth).max(initial=0.0)))
    middle = (bounds.low + bounds.high) / 2
    is_close = bounds.high - bounds.low <= CLOSE * scale
    return np.where(is_close, middle, bounds.low), np.where(is_close, middle, bounds.high)


class _Before:
    """The moves of a graph by the state that they lead to."""

    def __init__(self, graph: StateGraph) -> None:
        self.sources = graph.sources[np.argsort(graph.targets, kind="stable")]
        counts = np.bincount(graph.targets, minlength=len(graph))
        self.first = np.concatenate(([0], np.cumsum(counts)))

    def of(self, states: Indices) -> Indices:
        """The states before these, as often as they have moves to them."""
        starts, lengths = self.first[states], self.first[states + 1] - self.first[states]
        total = int(lengths.sum())
        offsets = np.repeat(starts - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
        return self.sources[offsets + np.arange(total)]


def _forced(graph: StateGraph, before: _Before, player: int, ends: NDArray[np.bool_]) -> Indices:
    """[state] the plies within which a player can force one of these ends; FAR: it cannot."""
    plies = np.where(ends, 0, FAR)
    open_moves = np.diff(graph.first)
    front, distance = np.flatnonzero(ends), 0
    while len(front):
        distance += 1
        states, times = np.unique(before.of(front), return_counts=True)
        open_moves[states] -= times
        new = states[(plies[states] == FAR) & ((graph.movers[states] == player) | (open_moves[states] == 0))]
        plies[new] = distance
        front = new
    return plies
