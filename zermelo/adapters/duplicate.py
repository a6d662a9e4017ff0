"""Copies that keep their attributes.

Python copies and pickles a defaultdict of a class of one's own as its items only: what is made of them has the
constructor's defaults for attributes, so that a board of 3 by 3 becomes one of 8 by 8 on which nobody is to move.
"""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from zermelo.by_value import is_value

FORGETFUL = (defaultdict.__reduce__, Counter.__reduce__)


def forgets(thing: Any) -> bool:
    """Would a copy that Python makes of a thing lack its attributes?"""
    return isinstance(thing, dict) and type(thing).__reduce__ in FORGETFUL and bool(getattr(thing, "__dict__", None))


def rebuilt(kind: Any, factory: Any, items: Mapping[Any, Any], attributes: Mapping[str, Any]) -> Any:
    """A dictionary of a class of one's own, made without its constructor. factory: that of a defaultdict."""
    made = kind.__new__(kind)
    if issubclass(kind, defaultdict):
        defaultdict.__init__(made, factory)
    dict.update(made, items)
    vars(made).update(attributes)
    return made


def parts_of(thing: Any) -> tuple[Any, Any, dict[Any, Any], dict[str, Any]]:
    """What `rebuilt` makes the same thing of."""
    return type(thing), getattr(thing, "default_factory", None), dict(thing.items()), dict(vars(thing))


def duplicate(thing: Any) -> Any:
    """A copy of a state, of which nothing is shared that could change."""
    if is_value(thing):
        return thing
    if forgets(thing):
        kind, factory, items, attributes = parts_of(thing)
        return rebuilt(kind, factory, duplicate(items), duplicate(attributes))
    if type(thing) is dict:
        return {duplicate(key): duplicate(value) for key, value in thing.items()}
    if type(thing) in (list, tuple):
        return type(thing)(map(duplicate, thing))
    if isinstance(thing, tuple) and hasattr(thing, "_make"):
        return thing._make(map(duplicate, thing))
    return copy.deepcopy(thing)
