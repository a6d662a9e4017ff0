"""Games reach another process as they are here, or it is told that they do not."""

from __future__ import annotations

import copy
import enum
import functools
import linecache
import os
import pickle
import sys
import threading
from dataclasses import dataclass, replace
from typing import NamedTuple

import numba
import numpy as np
import pytest
from pile import pile

import zermelo
from zermelo.compile.plain.shared import SharedTable
from zermelo.compile.trust.guarded import run_guarded
from zermelo.loading import load_again, loaded_from

WEIGHT = 3


class Pair(NamedTuple):
    left: int
    right: int = 5

    def total(self):
        return self.left + self.right


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 2


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Remembering:
    """A state that computes its hash once."""

    def __init__(self, text):
        self.text, self.known = text, hash(text)

    def __hash__(self):
        return self.known

    def __eq__(self, other):
        return self.text == other.text


@functools.cache
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def weighted(n, *, times=2):
    return n * WEIGHT * times


def by_name(n):
    return globals()["WEIGHT"] + n


def counted(most):
    for number in range(most):
        yield number


def closure(step):
    def add(n):
        return n + step

    return add


@numba.njit
def jitted(n):
    return n + WEIGHT


TABLE = SharedTable(lambda: np.arange(5), "five")
THINGS = {
    "a closure": (closure(4), lambda add: add(1)),
    "a lambda": (lambda n: n * WEIGHT, lambda times: times(2)),
    "functions that call each other": (even, lambda even: even(7)),
    "a function with defaults": (weighted, lambda weighted: weighted(1)),
    "a name that is looked up": (by_name, lambda by_name: by_name(1)),
    "a generator": (counted, lambda counted: list(counted(3))),
    "a function that remembers": (fibonacci, lambda fibonacci: fibonacci(30)),
    "a method of Python's": ("abc".upper, lambda upper: upper()),
    "a partial function": (functools.partial(weighted, 4), lambda weighted: weighted(times=1)),
    "a compiled function": (jitted, lambda jitted: int(jitted(4))),
    "a NamedTuple": (Pair(1), lambda pair: [pair.total(), pair._replace(left=2).total(), type(pair).__name__]),
    "a dataclass": (Point(1), lambda point: [replace(point, x=5).x, point.y, point == copy.copy(point)]),
    "an enum": (Colour.BLUE, lambda colour: [colour.name, colour is type(colour).BLUE]),
    "an array": (np.eye(3)[1], lambda array: array.tolist()),
    "a shared table": (TABLE, lambda table: int(table[3])),
    "a pickle of an own class": (
        lambda: pickle.loads(pickle.dumps(Pair(4, 4))).total(),
        lambda total: total(),
    ),
}


def asked(things, note):
    return [ask(thing) for thing, ask in things.values()] + [any(name.startswith("_pytest.") for name in sys.modules)]


def test_values_of_any_kind_do_there_what_they_do_here(capfd):
    answers = run_guarded(asked, THINGS, seconds=60).value
    assert not answers.pop()  # they were sent by value: whoever imports this file imports pytest
    assert dict(zip(THINGS, answers, strict=True)) == {name: ask(thing) for name, (thing, ask) in THINGS.items()}
    assert capfd.readouterr().err == ""


def test_a_function_that_was_typed_has_its_source_there():
    """As in a notebook, where it is in no file."""
    linecache.cache["<cell 1>"] = (30, None, ["def typed():\n", "    return 1\n"], "<cell 1>")
    names: dict = {"__name__": "__main__"}
    exec(compile("def typed():\n    return 1\n", "<cell 1>", "exec"), names)

    def work(typed, note):
        import inspect

        return [inspect.getsource(typed), typed.__module__, os.getpid()]

    source, module, process = run_guarded(work, names["typed"], seconds=60).value
    assert (source, module) == ("def typed():\n    return 1\n", "__main__")
    assert process != os.getpid()


def test_what_was_changed_is_sent_as_it_is_now():
    def where(pair, note):
        return [type(pair).total(pair), os.getpid()]

    class Own(Pair):
        pass

    assert run_guarded(where, Own(1), seconds=60).value[0] == 6
    Own.total = lambda self: 0
    assert run_guarded(where, Own(1), seconds=60).value[0] == 0


def test_what_no_other_process_can_have_is_tried_here_and_that_is_told(capfd):
    lock = threading.Lock()
    assert run_guarded(lambda note: [lock.locked(), os.getpid()], seconds=60).value == [False, os.getpid()]
    told = capfd.readouterr().err
    assert "without limits on time and memory" in told
    assert "_thread.lock" in told


def test_an_object_that_keeps_its_hash_is_not_sent():
    """The hash of a text is another one in every process, so it would not be found in a set there."""
    state = Remembering("a text")
    outcome = run_guarded(lambda state, note: [hash(state) == hash(state.text), os.getpid()], state, seconds=60)
    assert outcome.value == [True, os.getpid()]


# --- games from files -------------------------------------------------------------------------------------------------


def facts(game, note):
    start = game.initial()
    return [list(game.actions(start)), game.name, os.getpid()]


@pytest.fixture
def written(tmp_path):
    """Loads a game from a file with this text before it."""

    def load(before=""):
        path = tmp_path / "own.py"
        path.write_text(before + pile())
        return zermelo.load(str(path)), path

    return load


def test_a_game_from_a_file_is_loaded_there_again(written):
    """So it may hold what cannot be sent."""
    game, _ = written("import threading\nLOCK = threading.Lock()\nSTARTED = set()\n")
    actions, _, process = run_guarded(facts, game, seconds=60).value
    assert actions == list(game.actions(game.initial()))
    assert process != os.getpid()


def test_a_file_that_was_edited_since_is_not_what_is_tried(written):
    game, path = written()
    path.write_text(pile(actions="return iter([1])"))
    actions, _, process = run_guarded(facts, game, seconds=60).value
    assert actions == list(game.actions(game.initial()))
    assert process != os.getpid()


def test_a_file_that_is_gone_is_not_needed(written):
    game, path = written()
    path.unlink()
    assert run_guarded(facts, game, seconds=60).value[2] != os.getpid()


def test_a_game_that_was_changed_after_loading_is_sent_as_it_is(written):
    game, _ = written()
    game = replace(game, name="another")
    assert run_guarded(facts, game, seconds=60).value[1] == "another"


def test_the_source_of_a_game_makes_the_same_game(written):
    game, path = written()
    source = loaded_from(game)
    assert source.file == str(path)
    again = load_again(source)
    assert again is not game
    assert (again.name, again.parameters) == (game.name, game.parameters)
    assert loaded_from(zermelo.load("nim")) is None
    assert loaded_from(replace(game, name="other")) is None


OVERLOADED = """
from numba.extending import overload

def measured(n):
    return n

@overload(measured)
def compiled_measured(n):
    return lambda n: n

"""


@pytest.mark.long
def test_a_file_that_teaches_numba_is_loaded_there_again(written, registries):
    game, _ = written(OVERLOADED)
    actions, _, process = run_guarded(facts, game, seconds=60).value
    assert actions == list(game.actions(game.initial()))
    assert process != os.getpid()
    with pytest.raises(ProcessLookupError):  # what it registered would stay there, for the next game
        os.kill(process, 0)


def test_a_module_of_this_process_is_known_there_only_meanwhile():
    elsewhere: dict = {"__name__": "elsewhere"}
    exec("def known(name, note): import sys; return name in sys.modules", elsewhere)
    here = by_name.__module__
    assert run_guarded(lambda name, note: name in sys.modules, here, seconds=60).value is True
    assert run_guarded(elsewhere["known"], here, seconds=60).value is False
