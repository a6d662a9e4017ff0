"""States that are frozen dataclasses or NamedTuples with methods compile as plain NamedTuples do."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, replace
from typing import NamedTuple

import numba
import pytest
from fresh import python

import zermelo
from zermelo.compile.cache.content import content_key
from zermelo.compile.cache.registrations import of_users
from zermelo.compile.kernel.compiled import register
from zermelo.compile.kernel.states import state_fault, type_of_state
from zermelo.compile.plain.records import fault_of, twin_of


@dataclass(frozen=True)
class Heap:
    """A field that is a dataclass itself."""

    stones: int
    taken: tuple[int, int] = (0, 0)

    def less(self, n, player):
        first, second = self.taken
        return Heap(self.stones - n, (first + n, second) if player == 0 else (first, second + n))


class Methods:
    """What both kinds of state inherit."""

    MOST = 2

    @property
    def most(self):
        return min(self.MOST, self.stones)

    def is_over(self):
        return self.stones == 0

    @staticmethod
    def other(player):
        return 1 - player


@dataclass(frozen=True)
class PileRecord(Methods):
    heap: Heap
    player: int = 0

    @property
    def stones(self):
        return self.heap.stones

    def after(self, n, times=1):
        return replace(self, heap=self.heap.less(n * times, self.player), player=self.other(self.player))

    @staticmethod
    def start(stones):
        return PileRecord(Heap(stones))


class PileTuple(NamedTuple):
    heap: Heap
    player: int = 0

    MOST = 2

    @property
    def stones(self):
        return self.heap.stones

    @property
    def most(self):
        return min(self.MOST, self.stones)

    def is_over(self):
        return self.stones == 0

    def other(self, player):
        return 1 - player

    def after(self, n):
        return self._replace(heap=self.heap.less(n, self.player), player=self.other(self.player))

    @staticmethod
    def start(stones):
        return PileTuple(Heap(stones))


def pile(kind, stones=7):
    """Take one or two; the one who takes the last wins, and what was taken is counted."""

    def actions(state):
        for n in range(1, state.most + 1):
            yield n

    def result(state, n):
        if n == 1:
            return state.after(n)
        after = state
        if state.player == 0:
            after = kind(state.heap.less(n, 0), player=1)
        else:
            after = kind(heap=state.heap.less(n, 1))
        return after

    def utility(state, player):
        share = state.heap.taken[player] - state.heap.taken[1 - player]
        return (-10.0 if state.player == player else 10.0) + share

    return zermelo.Game(
        lambda: kind.start(stones), lambda state: state.player, actions, result, lambda state: state.is_over(), utility,
        name="pile", points="",
    )  # fmt: skip


@pytest.mark.parametrize("kind", [PileRecord, pytest.param(PileTuple, marks=pytest.mark.long)])
def test_methods_compile(kind):
    fast = zermelo.Minimax(compiled=True).analyse(pile(kind))
    slow = zermelo.Minimax(compiled=False).analyse(pile(kind))
    assert (fast.value, fast.action, fast.nodes) == (slow.value, slow.action, slow.nodes)


def stones_after(state):
    return state.after(1).stones


@pytest.mark.parametrize("kind", [PileRecord, PileTuple])
def test_what_they_register_is_no_users_registration(kind):
    """Else the methods of one compiled game would be part of the keys of all later ones."""
    before, key = of_users(), content_key(1)
    compiled = numba.njit(register(stones_after)).compile((type_of_state(kind.start(7)),))
    assert compiled is not None
    assert (of_users(), content_key(1)) == (before, key)


def made(**members):
    return dataclasses.make_dataclass("Made", [("stones", int)], frozen=True, namespace=members)


def test_the_twin_is_known_by_the_classs_content():
    """A file that was loaded twice shares its twin; one whose methods have changed does not."""

    def classes(factor):
        return made(double=lambda self: self.stones * factor), made(double=lambda self: self.stones * factor)

    one, same = classes(2)
    other, _ = classes(3)
    assert twin_of(one) is twin_of(same)
    assert twin_of(one) is not twin_of(other)
    assert type_of_state(one(3)) == type_of_state(same(3)) != type_of_state(other(3))


@dataclass
class Changing:
    stones: int


@dataclass(frozen=True)
class Careful:
    stones: int

    def __post_init__(self):
        assert self.stones >= 0


class Indexed(NamedTuple):
    stones: int

    def __getitem__(self, index):
        return 5


@dataclass(frozen=True, order=True)
class Ordered:
    stones: int


@dataclass(frozen=True)
class Named:
    name: str


def test_what_does_not_compile_is_told():
    assert (
        state_fault(Changing(3))
        == "its state Changing is a dataclass that can be changed: write @dataclass(frozen=True)"
    )
    assert "__post_init__" in state_fault(Careful(3))
    assert "defines __getitem__, which compiled code does not call" in state_fault(Indexed(3))
    assert state_fault(Named("x")) == "state.name is of type str: give each word a number"
    assert fault_of(Ordered) == fault_of(Named) == state_fault(Ordered(3)) == ""


FILE = """
from dataclasses import dataclass
from zermelo import Game

@dataclass(frozen=True)
class Count:
    stones: int
    player: int

    def less(self, n):
        return Count(self.stones - n * {factor}, 1 - self.player)

def count() -> Game:
    return Game(lambda: Count(6, 0), lambda s: s.player, actions, lambda s, n: s.less(n), lambda s: s.stones <= 0,
                lambda s, p: -1.0 if s.player == p else 1.0)

def actions(state):
    yield 1
    yield 2
"""
SEARCH = """
import zermelo
from zermelo.compile.kernel.events import listen
heard = []
with listen(heard.append):
    analysis = zermelo.Minimax().analyse(zermelo.load({path!r}))
print(analysis.compiled, analysis.value, analysis.nodes, len(heard))
"""


@pytest.mark.long
def test_kernels_are_kept_until_a_method_changes(tmp_path):
    path = tmp_path / "count.py"
    found = []
    for factor in (1, 1, 3):
        path.write_text(FILE.format(factor=factor))
        found.append(python(SEARCH.format(path=str(path)), tmp_path / "cache").stdout.split())
    assert found[0][:3] == found[1][:3] != found[2][:3]
    assert [(run[0], run[3]) for run in found] == [("True", "2"), ("True", "0"), ("True", "2")]
