"""What a function's code refers to."""

from __future__ import annotations

import types

from zermelo.compile.cache.reached import reached


def module(name, **content):
    made = types.ModuleType(name)
    vars(made).update(content)
    return made


INNER = module("my_inner", deep=3, unused=4)
HELP = module("my_help", f=1, inner=INNER, g=2)
HELP.itself = HELP
VALUE = 5


def named(function):
    return dict(reached(function))


def test_closures_and_globals():
    own = 7

    def function():
        return own + VALUE + missing  # noqa: F821

    assert named(function) == {"own": 7, "VALUE": 5}

    def outer():
        return lambda: VALUE

    assert named(outer) == {"VALUE": 5}
    assert named(lambda: None) == {}


def test_what_is_asked_of_modules_and_of_modules_inside_them():
    def function():
        return HELP.f + HELP.inner.deep

    assert named(function) == {
        "HELP": HELP,
        "HELP.f": 1,
        "HELP.inner": INNER,
        "HELP.inner.deep": 3,
    }
    held = HELP

    def closed():
        return held.g, getattr(held, "f")  # noqa: B009

    assert named(closed) == {"held": HELP, "held.g": 2, "held.f": 1}


def test_a_module_inside_itself_is_looked_into_once():
    def function():
        return HELP.itself.itself.g

    assert named(function) == {"HELP": HELP, "HELP.itself": HELP, "HELP.g": 2}


def test_a_module_that_makes_its_attributes():
    def make(name):
        if name == "made":
            return 9
        raise RuntimeError(name)

    globals()["LAZY"] = module("my_lazy", __getattr__=make)

    def function():
        return LAZY.made + LAZY.broken  # noqa: F821

    assert named(function) == {"LAZY": globals()["LAZY"], "LAZY.made": 9}


def test_libraries_are_not_looked_into():
    globals()["math_"] = __import__("math")

    def function():
        return math_.pi  # noqa: F821

    assert list(named(function)) == ["math_"]


def test_a_function_that_is_still_being_defined():
    other = 2

    def early():
        return late, other

    assert named(early) == {"other": 2}
    late = 3
    assert named(early) == {"late": 3, "other": 2}
