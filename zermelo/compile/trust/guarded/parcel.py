"""What is sent to another process, and that it arrives as it was.

What arrives must have the content of what was sent, or it is refused: a user's file may have been edited since it was
loaded by the process that sends, or hold what is different in every process.
"""

from __future__ import annotations

import dataclasses
import linecache
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from zermelo.compile.cache.digest import Digest
from zermelo.game import Game, brief


class CannotTravel(Exception):
    """Something cannot be given to another process, and why."""


@dataclass(frozen=True)
class Parcel:
    """A function and its arguments, for another process."""

    content: bytes  # a pickle
    key: str  # of their content
    sources: dict[str, list[str]]  # the lines of files that functions in it come from
    same_compiler: bool  # must what users have registered with the compiler be the same there?
    imports: bool  # does the other process import modules of users for it, which stay there?


def unpacked(parcel: Parcel) -> tuple[Callable[..., Any], Sequence[Any]]:
    """The function and its arguments, in the process that they were sent to. Raises CannotTravel.

    The lines of the files, and modules in which the functions are looked up, are known from then on; see `forget`.
    """
    for file, lines in parcel.sources.items():
        linecache.cache[file] = (sum(map(len, lines)), None, lines, file)
    try:
        _, function, arguments, namespaces = pickle.loads(parcel.content)
    except MemoryError:
        raise
    except Exception as error:
        raise CannotTravel(f"it cannot be made there ({type(error).__name__}: {brief(error, 200)})") from None
    for names in namespaces:
        if "__name__" in names:
            sys.modules[names["__name__"]] = _StandIn(names, sys.modules.get(names["__name__"]))
    if content_of(function, arguments, parcel.same_compiler) != parcel.key:
        raise CannotTravel("it is not the same there: it has changed since it was loaded, or differs in every process")
    return function, arguments


def forget(parcel: Parcel) -> None:
    """Forgets what `unpacked` made known."""
    for file in parcel.sources:
        linecache.cache.pop(file, None)
    for name, module in list(sys.modules.items()):
        if isinstance(module, _StandIn):
            del sys.modules[name]
            if module.before is not None:
                sys.modules[name] = module.before


class _StandIn(ModuleType):
    """A module with the names that functions of it refer to."""

    def __init__(self, names: dict[str, Any], before: ModuleType | None) -> None:
        """before: what had its name."""
        super().__init__(names["__name__"])
        self._names, self.before = names, before

    def __getattr__(self, name: str) -> Any:
        try:
            return self._names[name]
        except KeyError:
            raise AttributeError(name) from None


def games_in(value: Any) -> Iterator[Game]:
    """The games among some arguments."""
    if isinstance(value, Game):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from games_in(part)
    elif isinstance(value, dict):
        yield from games_in(tuple(value.values()))


def content_of(function: Callable[..., Any], arguments: Sequence[Any], same_compiler: bool) -> str:
    """A digest by which a process that was sent a function and its arguments sees that they have arrived as they were.

    A function of this package is the same everywhere. Values of which no process can know whether they are another's,
    such as locks, count by their class.
    """
    is_ours = function.__module__.partition(".")[0] == "zermelo"
    values = (f"{function.__module__}.{function.__qualname__}" if is_ours else function, *arguments)
    digest = Digest(whole=True, by_class=True)
    try:
        digest.visit_all(map(_looked_at, values))
        if same_compiler and "numba" in sys.modules:  # a user's file may have changed what it compiles
            from zermelo.compile.cache.registrations import of_users

            digest.visit_all(of_users())
        else:
            digest.visit_all(())
    except Exception:  # objects of users may raise anything when they are looked at
        digest.give_up(values)
    return digest.text


def _looked_at(value: Any) -> Any:
    """A value as its content is looked at: of a game its fields, and not the class."""
    if isinstance(value, Game):
        return tuple((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
    if isinstance(value, dict):
        return tuple((key, _looked_at(part)) for key, part in value.items())
    if type(value) in (tuple, list):
        return tuple(map(_looked_at, value))
    return value
