"""Iterative deepening, and what a search with a table keeps from one move of a game to the next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from zermelo.compile.kernel.memory import CUTOFFS, LEAVES, LIMIT, NODES, Words, clear, new_words
from zermelo.compile.kernel.prepare import Kernel
from zermelo.game import Action, Game, State
from zermelo.search.depth_first.layout import AGE, MASK, PLIES, ROW, SLOTS
from zermelo.search.depth_first.lines import actions_of, has_actions
from zermelo.search.depth_first.table import AGES, fullness, new_table
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline

DEEPEST = PLIES - 20  # plies: extensions and quiescence go further
QUICK_NODES = 20_000  # for a search of depth 1 when the time is already up


class Depth(Protocol):
    """What a search to one depth found."""

    @property
    def complete(self) -> bool:
        """Was everything searched to this depth?"""


Found = TypeVar("Found", bound=Depth)


def deepen(
    depths: Iterable[int],
    search: Callable[[int, Found | None], Found],
    is_repeated: Callable[[Found], bool] = lambda found: False,
) -> Iterator[Found]:
    """What search(depth, what the last depth found) finds, depth by depth, up to one that is not complete.

    is_repeated: is a first depth that found this searched once more?
    """
    last = None
    for depth in depths:
        found = search(depth, last)
        if last is None and is_repeated(found):
            found = search(depth, None)
        yield found
        if not found.complete:
            return
        last = found


@dataclass
class TableSearch(ABC):
    """A kernel with its table and one memory per thread: everything that is kept from one move to the next."""

    game: Game
    kernel: Kernel
    megabytes: float
    memories: list[Any] = field(init=False)
    table: Any = field(init=False)
    mask: int = field(init=False)
    has_actions: bool = field(init=False)  # are the kernel's moves actions, or indices of actions?
    age: int = field(init=False, default=0)

    @property
    @abstractmethod
    def layout(self) -> Words:
        """The words of a memory."""

    @abstractmethod
    def __post_init__(self) -> None:
        """Makes the table and the memories."""

    def forget(self) -> None:
        """Empties the table and the memories, for a new game."""
        self.__post_init__()

    def renew(self, threads: int = 1) -> None:
        """Makes an empty table, and an empty memory per thread."""
        compiled = self.kernel.compiled
        self.has_actions = has_actions(self.game, self.kernel)
        self.memories = [new_words(compiled, self.layout.end) for _ in range(threads)]
        self.table, self.mask = new_table(compiled, self.megabytes if compiled else min(self.megabytes, 2))

    @property
    def nodes(self) -> int:
        """Nodes searched by all threads in the last search."""
        return sum(memory[NODES] for memory in self.memories)

    @property
    def leaves(self) -> int:
        return sum(memory[LEAVES] for memory in self.memories)

    @property
    def full(self) -> float:
        """The share of the table that the last search used."""
        return fullness(self.table, self.mask, self.age)

    def begin(self, nodes: int | None) -> None:
        """Resets the counters for a search of so many nodes, and ages what was learnt about the order of actions."""
        self.age, layout = (self.age + 1) % AGES, self.layout
        for memory in self.memories:
            for word in (NODES, LEAVES, CUTOFFS):
                memory[word] = 0
            memory[LIMIT], memory[AGE], memory[MASK] = nodes or UNLIMITED, self.age, self.mask
            clear(memory, layout.killers, layout.killers + 2 * ROW)
            if self.kernel.compiled:
                memory.array[layout.history : layout.history + 2 * SLOTS] //= 4
            else:
                clear(memory, layout.history, layout.history + 2 * SLOTS)

    def is_hurried(self, deadline: Deadline) -> bool:
        """Is the time up, in compiled code? Then it allows a few more nodes, so that there is an answer."""
        if not self.kernel.compiled or not deadline.is_over:
            return False
        self.memories[0][LIMIT] = self.memories[0][NODES] + QUICK_NODES
        return True

    def actions(self, state: State, moves: Sequence[Any]) -> tuple[Action, ...]:
        """The actions of a line that begins in this state."""
        return tuple(moves) if self.has_actions else actions_of(self.game, state, moves)
