"""Values to digest, and their digest."""

from __future__ import annotations

import enum
import types
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zermelo.compile.cache.digest import Digest


def digest(value, whole=True):
    walk = Digest(whole)
    walk.visit(value)
    return walk.text


class Pair(NamedTuple):
    left: int
    right: int


class Twin(NamedTuple):
    left: int
    right: int


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Number(enum.IntEnum):
    ONE = 1


@dataclass
class Box:
    held: object


class Slotted:
    __slots__ = ("held",)

    def __init__(self, held):
        self.held = held


class Named:
    """Pickles as a name only."""

    def __reduce__(self):
        return "Named"


class Reduced:
    def __init__(self, *arguments):
        self.arguments = arguments

    def __reduce__(self):
        return (Reduced, self.arguments, None, iter([1]), iter([("a", 2)]))


def with_default(n, more=2):
    return n + more


def with_other_default(n, more=3):
    return n + more


def adder(more):
    return lambda n: n + more


def looped(nodes):
    nodes.append(nodes)
    return nodes


def array(values, kind="int64", **flags):
    made = np.array(values, kind)
    made.setflags(**flags)
    return made


def made_class(**content):
    return type("Made", (), content)


def inheriting(base):
    return type("Made", (base,), {})


def coloured(number):
    class Coloured(enum.Enum):
        RED = 1

        @property
        def shade(self):
            return number

    return Coloured


def with_attribute(value, extra):
    value.extra = extra
    return value


def without_handlers(function):
    """The function, but nothing in it is caught."""
    return types.FunctionType(function.__code__.replace(co_exceptiontable=b""), function.__globals__)


def caught(n):
    try:
        return n.real
    except AttributeError:
        return 0


def integral(context, n):
    return n(n), None


def property_of(get):
    return property(get)


# each group: values that differ from each other, though they look alike
