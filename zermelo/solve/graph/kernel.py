"""Listing states in compiled code: a state is known by its mark, 127 bits of two unrelated hashes."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from functools import cache
from typing import Any

from zermelo.compile.kernel.memory import COUNTERS, LIMIT, Words, new_words
from zermelo.compile.kernel.prepare import Kernel, prepare
from zermelo.compile.kernel.rules import Rules, interpreted_rules
from zermelo.compile.kernel.states import words_of
from zermelo.game import CHANCE, Game, State
from zermelo.installed import np
from zermelo.solve.graph.base import Listing
from zermelo.solve.graph.graph import OVER, StateGraph

HEAD, COUNT, EDGES, INDEXED = OWN = Words("HEAD", "COUNT", "EDGES", "INDEXED", after=COUNTERS)
# HEAD: states that were looked at     COUNT: states found     EDGES: moves listed     INDEXED: states in the index
BUFFER = OWN.end  # where moves are listed

FIRST_ROOM = 1 << 12  # states that there is room for at first
AT_ONCE = 64  # states between two looks at the clock, and twice as many after each look, while they take less than
BRIEF = 0.01  # seconds


def prepared(game: Game, compiled: bool | None) -> Kernel:
    """The kernel for a game."""
    return prepare(
        game,
        kernel_for(game.players, game.has_chance),
        example_for(game.players),
        label="listing states",
        compiled=compiled,
    )


@cache
def kernel_for(players: int, has_chance: bool) -> Callable[[Rules], Any]:
    """The factory of list_more(state, most, memory, states, index, marks, classes, movers, utilities, first, …)."""

    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, utility = rules.to_move, rules.is_terminal, rules.utility
        fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance
        buffer, store, stored = rules.buffer, rules.store, rules.stored
        mark, symmetric_key = rules.mark, rules.symmetric_key

        @rules.jit
        def list_more(
            state, most, memory, states, index, marks, classes, movers, utilities, first, targets, chances, weights
        ):
            """Looks at up to `most` states; returns earlier if room for the next one may be missing.

            state: of the type of all states.     index: [place] 1 + the number of a state, by open addressing
            marks: [state, 2]                     classes: [state] the key that symmetric states share
            """
            mask, actions = len(index) - 1, len(weights)
            if memory[COUNT] == 0:
                store(states, 0, state)
                marks[0, 0], marks[0, 1] = mark(state)
                memory[COUNT] = 1
            for number in range(memory[INDEXED], memory[COUNT]):
                place = marks[number, 0] & mask
                while index[place] != 0:
                    place = (place + 1) & mask
                index[place] = number + 1
            memory[INDEXED] = memory[COUNT]

            for _ in range(most):
                here, edge, count = memory[HEAD], memory[EDGES], memory[COUNT]
                if memory[LIMIT] == 0 or here == count:
                    return
                if count + actions > len(movers) or edge + actions > len(targets) or 2 * (count + actions) > len(index):
                    return
                at = stored(states, here, state)
                if symmetric_key is not None:
                    classes[here] = symmetric_key(at)
                if is_terminal(at):
                    movers[here], found = OVER, 0
                    for player in range(players):
                        utilities[here, player] = utility(at, player)
                else:
                    mover = to_move(at)
                    movers[here] = mover
                    if has_chance and mover == CHANCE:
                        found = fill_chances(at, buffer(memory, BUFFER), weights)
                    else:
                        found = fill(at, buffer(memory, BUFFER))
                for i in range(found):
                    if has_chance and movers[here] == CHANCE:
                        after, chances[edge + i] = play_chance(at, memory[BUFFER + i]), weights[i]
                    else:
                        after, chances[edge + i] = play(at, memory[BUFFER + i]), 1.0
                    key, check = mark(after)
                    place = key & mask
                    while index[place] != 0:
                        other = index[place] - 1
                        if marks[other, 0] == key and marks[other, 1] == check:
                            break
                        place = (place + 1) & mask
                    if index[place] == 0:
                        store(states, count, after)
                        marks[count, 0], marks[count, 1] = key, check
                        count += 1
                        index[place] = count
                    targets[edge + i] = index[place] - 1
                memory[EDGES], memory[COUNT], memory[INDEXED] = edge + found, count, count
                first[here + 1] = edge + found
                memory[HEAD] = here + 1

        return list_more

    return kernel


@cache
def example_for(players: int) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        return 1, *_Room(compiled, players, 1, 1).arguments

    return example


class _Room:
    """The arrays of a listing, and room for more."""

    def __init__(self, compiled: bool, players: int, actions: int, size: int) -> None:
        self.compiled = compiled
        self.memory = new_words(compiled, BUFFER + actions)
        self.states = new_words(compiled, size)
        self.index = np.zeros(1, np.int64)
        self.marks, self.classes = np.zeros((0, 2), np.int64), np.zeros(0, np.int64)
        self.movers, self.utilities = np.zeros(0, np.int64), np.zeros((0, players))
        self.first, self.targets, self.chances = np.zeros(1, np.int64), np.zeros(0, np.int64), np.zeros(0)
        self.weights = np.zeros(actions)
        self.size = size  # words of a state

    @property
    def arguments(self) -> tuple[Any, ...]:
        """All that the kernel is given after the number of states."""
        return (
            *(self.memory, self.states, self.index, self.marks, self.classes, self.movers, self.utilities),
            *(self.first, self.targets, self.chances, self.weights),
        )

    def grow(self) -> None:
        """Makes room for the moves of the next state, and as many more states as there were."""
        actions, count, edges = len(self.weights), self.memory[COUNT], self.memory[EDGES]
        rows = len(self.movers)
        if count + actions > rows:
            rows = max(2 * rows, count + actions, FIRST_ROOM)
            self.marks, self.classes = _longer(self.marks, rows), _longer(self.classes, rows)
            self.movers, self.utilities = _longer(self.movers, rows), _longer(self.utilities, rows)
            self.first = _longer(self.first, rows + 1)
            states = new_words(self.compiled, rows * self.size)
            if self.compiled:
                states.array[: count * self.size] = self.states.array[: count * self.size]
            else:
                states[:count] = self.states[:count]
            self.states = states
        if edges + actions > len(self.targets):
            moves = max(2 * len(self.targets), edges + actions, FIRST_ROOM)
            self.targets, self.chances = _longer(self.targets, moves), _longer(self.chances, moves)
        while 2 * (count + actions) > len(self.index):
            self.index, self.memory[INDEXED] = np.zeros(max(4 * len(self.index), 4 * FIRST_ROOM), np.int64), 0


def _longer(array: Any, rows: int) -> Any:
    """The array with more rows, all 0."""
    longer = np.zeros((rows, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


class CompiledListing(Listing):
    """Listing by the kernel; the kernel may also be the interpreted one, which tests compare with this."""

    def __init__(self, game: Game, state: State, most: int, kernel: Kernel) -> None:
        super().__init__(game, state, most)
        self._kernel, self._state, self._at_once = kernel, kernel.state(state), AT_ONCE
        rules = interpreted_rules(game, reads_compiled=kernel.compiled)
        self._mark = rules.mark
        size = words_of(game) if kernel.compiled else 1
        self._room = _Room(kernel.compiled, game.players, game.max_actions, size)
        self.compiled, self.memories = kernel.compiled, [self._room.memory]

    @property
    def listed(self) -> int:
        return max(int(self._room.memory[COUNT]), 1)

    @property
    def waiting(self) -> int:
        return self.listed - int(self._room.memory[HEAD])

    def run(self, is_over: Callable[[], bool]) -> None:
        room = self._room
        while self.waiting and not self.is_full:
            if is_over():
                return
            room.grow()
            begin = clock.perf_counter()
            room.memory[LIMIT] = 1
            self._kernel.run(self._state, self._at_once, *room.arguments)
            self._at_once *= 2 if clock.perf_counter() - begin < BRIEF else 1
            self.is_full = self.listed > self.most
        self.is_done = not self.is_full

    def graph(self) -> StateGraph:
        room, states, moves = self._room, self.listed, int(self._room.memory[EDGES])
        marks, index = room.marks[:states], room.index
        mask = len(index) - 1

        def number_of(state: State) -> int | None:
            key, check = self._mark(state)
            place = key & mask
            while index[place]:
                number = int(index[place]) - 1
                if tuple(marks[number]) == (key, check):
                    return number
                place = (place + 1) & mask
            return None

        classes = len(np.unique(room.classes[:states])) if self.game.symmetries else states
        utilities = room.utilities[:states] + np.where(room.movers[:states] == OVER, self.game.middle, 0.0)[:, None]
        return StateGraph(
            self.game,
            room.movers[:states],
            room.first[: states + 1],
            room.targets[:moves],
            room.chances[:moves],
            utilities,
            classes,
            number_of,
        )
