"""The methods of learning by name. Each is imported when it is asked for: one of them needs PyTorch."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from typing import cast

from zermelo.game import ZermeloError, brief
from zermelo.learn.course import Method

METHODS = {  # the module and the class of each
    "samuel": ("zermelo.learn.samuel", "Samuel"),
    "td": ("zermelo.learn.td", "TD"),
    "alphazero": ("zermelo.learn.alphazero", "AlphaZero"),
    "imitation": ("zermelo.learn.imitation", "Imitation"),
    "bootstrap": ("zermelo.learn.bootstrap", "Bootstrap"),
}
EXPERTS = "zermelo.experts"  # in whose folders a module `learning` names those for one game: METHODS, name -> class


@cache
def all_methods() -> dict[str, tuple[str, str]]:
    """The module and the class of every method, those for one game last."""
    found = dict(METHODS)
    for folder in pkgutil.iter_modules(importlib.import_module(EXPERTS).__path__):
        name = f"{EXPERTS}.{folder.name}.learning"
        if folder.ispkg and importlib.util.find_spec(name) is not None:
            module = importlib.import_module(name)
            found |= {method: (name, kind) for method, kind in getattr(module, "METHODS", {}).items()}
    return found


def method_named(name: str) -> type[Method]:
    """The class of a method's options. Raises ZermeloError naming the methods that there are, or what it needs."""
    known = METHODS if name in METHODS else all_methods()
    if name not in known:
        raise ZermeloError(f"no method of learning is called '{brief(name)}'; there are {', '.join(known)}")
    module, kind = known[name]
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as missing:
        raise ZermeloError(f"{name} needs {missing.name}: pip install zermelo[learn]") from None
    return cast("type[Method]", getattr(found, kind))
