"""The methods of learning by name. Each is imported when it is asked for: one of them needs PyTorch."""

from __future__ import annotations

import importlib
from typing import cast

from zermelo.game import ZermeloError, brief
from zermelo.learn.course import Method

METHODS = {  # the module and the class of each
    "samuel": ("zermelo.learn.samuel", "Samuel"),
    "td": ("zermelo.learn.td", "TD"),
    "alphazero": ("zermelo.learn.alphazero", "AlphaZero"),
}


def method_named(name: str) -> type[Method]:
    """The class of a method's options. Raises ZermeloError naming the methods that there are, or what it needs."""
    if name not in METHODS:
        raise ZermeloError(f"no method of learning is called '{brief(name)}'; there are {', '.join(METHODS)}")
    module, kind = METHODS[name]
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as missing:
        raise ZermeloError(f"{name} needs {missing.name}: pip install zermelo[learn]") from None
    return cast("type[Method]", getattr(found, kind))
