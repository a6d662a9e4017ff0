"""How a user's game reaches another process.

Three ways, tried in this order:

loaded     a game that `load` made is loaded there again, from the same file with the same parameters
by value   functions, closures and classes as they are here, with the values that they refer to
imported   the same, but what can be imported there under its name is
"""

from __future__ import annotations

import dataclasses
import functools
import io
import linecache
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from types import FunctionType, ModuleType
from typing import Any

from numba.cloudpickle import cloudpickle

from zermelo.adapters.duplicate import forgets, parts_of, rebuilt
from zermelo.compile.cache.libraries import is_library
from zermelo.compile.cache.reached import names_in
from zermelo.compile.plain.shared import SharedTable
from zermelo.compile.trust.guarded.parcel import CannotTravel, Parcel, content_of, games_in
from zermelo.game import Game, brief
from zermelo.loading import load_again, loaded_from
from zermelo.user_files import INSTALLED, files_read

LIKE_A_HASH = 1 << 31  # smaller numbers are no hashes of texts
SENTINELS = {id(value): name for name, value in vars(dataclasses).items() if name in ("MISSING", "KW_ONLY")}
MAKERS = (cloudpickle._make_skeleton_class, cloudpickle._make_skeleton_enum)
PARTS = ("__name__", "__qualname__", "__kwdefaults__", "__defaults__", "__module__", "__doc__", "__closure__")
OWN = ("__builtins__", "__cached__", "__doc__", "__loader__", "__spec__")  # of a module, which a new one has too


def parcels(
    function: Callable[..., Any], arguments: Sequence[Any], same_compiler: bool = True
) -> Iterator[Parcel | CannotTravel]:
    """The function and its arguments, each way; or why that is not possible."""
    games = [game for game in games_in(arguments) if loaded_from(game)]
    ways = [_Packer.by_value, _Packer.imported]
    for way in [_Packer.loaded, *ways] if games else ways:
        try:
            yield _packed(function, arguments, way, games, same_compiler)
        except CannotTravel as reason:
            yield reason


def _packed(
    function: Callable[..., Any],
    arguments: Sequence[Any],
    way: Callable[..., _Packer],
    games: Sequence[Game],
    same_compiler: bool,
) -> Parcel:
    file = io.BytesIO()
    packer = way(file, games)
    try:
        # The games come first: what is looked up in the files that make them must be there by then.
        packer.dump((packer.games, function, tuple(arguments), packer.namespaces))
    except MemoryError:
        raise
    except Exception as error:  # whatever the objects of users raise when they are looked at
        raise CannotTravel(f"{type(error).__name__}: {brief(error, 200)}") from None
    key = content_of(function, arguments, same_compiler)
    return Parcel(file.getvalue(), key, packer.sources(), same_compiler, way == _Packer.imported)


class _Packer(cloudpickle.Pickler):
    """A pickler that sends functions and classes of users by value.

    Pickle sends the name of a function. That is enough for functions of this package, of Python and of installed
    packages, which `is_named` says of their modules.
    """

    def __init__(self, file: io.BytesIO, is_named: Callable[[str], bool], games: Sequence[Game] = ()) -> None:
        """games: those that are loaded there."""
        super().__init__(file)
        self._is_named = functools.cache(is_named)
        self.games = tuple(games)
        self._files: dict[str, dict[str, Any]] = {}  # of functions sent by value, with their globals
        self.namespaces: list[dict[str, Any]] = []  # the globals of functions sent by value, as they will be there

    @classmethod
    def loaded(cls, file: io.BytesIO, games: Sequence[Game]) -> _Packer:
        """Sends games as what they were loaded from, and what their files define by its name."""
        read = {file for game in games if (source := loaded_from(game)) for file in files_read(source.file)}
        real = {os.path.realpath(file) for file in read}

        def is_named(module: str) -> bool:
            return _is_installed(module) or os.path.realpath(_file_of(module) or "") in real

        return cls(file, is_named, games)

    @classmethod
    def by_value(cls, file: io.BytesIO, games: Sequence[Game]) -> _Packer:
        """Sends all functions of users by value."""
        return cls(file, _is_installed)

    @classmethod
    def imported(cls, file: io.BytesIO, games: Sequence[Game]) -> _Packer:
        """Sends what another process can import by its name."""
        return cls(file, lambda module: _is_installed(module) or _is_importable(module))

    def sources(self) -> dict[str, list[str]]:
        """The lines of the files that functions sent by value come from, as far as they are known."""
        for file in self._files:
            linecache.checkcache(file)
        lines = {file: linecache.getlines(file, names) for file, names in self._files.items()}
        return {file: known for file, known in lines.items() if known}

    def reducer_override(self, value: Any) -> Any:
        """How a value is sent, where that differs from Pickle's way."""
        if isinstance(value, type):
            return self._class(value)
        if isinstance(value, FunctionType):
            return self._function(value)
        if isinstance(value, functools._lru_cache_wrapper):
            return self._remembering(value)
        if isinstance(value, ModuleType):
            return self._module(value)
        if isinstance(value, SharedTable):
            return SharedTable, value.origin
        if id(value) in SENTINELS:
            return SENTINELS[id(value)]
        if isinstance(value, Game) and value in self.games:
            return load_again, (loaded_from(value),)
        if forgets(value):
            return rebuilt, parts_of(value)
        if _keeps_its_hash(value):
            raise CannotTravel(f"an object of class {brief(type(value).__name__)} keeps its hash, another one there")
        return NotImplemented

    def _is_found(self, value: Any) -> bool:
        """Is a function or class found there under its name?"""
        return self._is_named(value.__module__ or "") and cloudpickle._lookup_module_and_qualname(value) is not None

    def _class(self, kind: type) -> Any:
        made = cloudpickle._class_reduce(kind)
        if made is NotImplemented and not self._is_named(kind.__module__):
            made = cloudpickle._dynamic_class_reduce(kind)
        if made is not NotImplemented and made[0] in MAKERS:
            make, given, *rest = made
            return make, (*given[:-2], None, None), *rest  # not that of an earlier question, which it may differ from
        return made

    def _function(self, function: FunctionType) -> Any:
        if self._is_found(function):
            return NotImplemented
        return cloudpickle._make_function, *self._made_of(function), None, None, cloudpickle._function_setstate

    def _made_of(self, function: FunctionType) -> tuple[Any, Any]:
        """What a function is made of: first without the values that it refers to, which may refer to it, then these."""
        code, names, *rest = self._function_getnewargs(function)
        values: dict[str, Any] = {}
        owner = function.__globals__.get("__name__")  # not function.__module__, which decorators copy
        if isinstance(owner, str) and self._is_named(owner) and function.__globals__ is _names_of(owner):
            names = _Names(owner)
        else:
            self._files.setdefault(code.co_filename, function.__globals__)
            if not any(names is known for known in self.namespaces):
                self.namespaces.append(names)
            values = {name: function.__globals__[name] for name in names_in(code) if name in function.__globals__}
        parts = {name: getattr(function, name) for name in PARTS}
        held = map(cloudpickle._get_cell_contents, function.__closure__ or ())
        modules = cloudpickle._find_imported_submodules(code, (*values.values(), *held))
        state = vars(function), {**parts, "__globals__": values, "_cloudpickle_submodules": modules}
        return (code, names, *rest), state

    def _remembering(self, cached: Any) -> Any:
        """What functools.cache makes: a function, and what it remembers, which is not sent."""
        inner = cached.__wrapped__
        if self._is_found(cached):
            return NotImplemented
        if not isinstance(inner, FunctionType) or self._is_found(inner):
            return _cached, (cached.cache_parameters(), inner)
        given, state = self._made_of(inner)
        return _new_cached, (cached.cache_parameters(), *given), state, None, None, _fill_cached

    def _module(self, module: ModuleType) -> Any:
        if self._is_named(module.__name__):
            return cloudpickle.subimport, (module.__name__,)
        names = {name: value for name, value in vars(module).items() if name not in OWN}
        return cloudpickle.dynamic_subimport, (module.__name__, names)


class _Names:
    """The globals of a module, which are those of the same module there."""

    def __init__(self, module: str) -> None:
        self.module = module

    def __reduce__(self) -> tuple[Any, ...]:
        return _names_of, (self.module,)


def _names_of(module: str) -> dict[str, Any]:
    names: dict[str, Any] = vars(cloudpickle.subimport(module))
    return names


def _cached(parameters: dict[str, Any], function: Callable[..., Any]) -> Any:
    return functools.lru_cache(**parameters)(function)


def _new_cached(parameters: dict[str, Any], *given: Any) -> Any:
    return _cached(parameters, cloudpickle._make_function(*given))


def _fill_cached(cached: Any, state: Any) -> None:
    cloudpickle._function_setstate(cached.__wrapped__, state)
    functools.update_wrapper(cached, cached.__wrapped__)


def _file_of(module: str) -> str | None:
    return getattr(sys.modules.get(module), "__file__", None)


def _is_installed(module: str) -> bool:
    """Is it a module of ours, of Python or of an installed package?"""
    if module.partition(".")[0] == "zermelo" or is_library(module):
        return True
    file = _file_of(module)
    if file is None:
        return False
    return file.endswith(tuple(EXTENSION_SUFFIXES)) or bool(INSTALLED.search(os.path.realpath(os.path.dirname(file))))


def _is_importable(module: str) -> bool:
    """Would another process import the same file under this name?"""
    file = _file_of(module)
    if file is None or module == "__main__":
        return False
    package = module.rpartition(".")[0]
    places = getattr(sys.modules.get(package), "__path__", None) if package else None
    spec = PathFinder.find_spec(module, places) if places or not package else None
    return spec is not None and spec.origin is not None and os.path.realpath(spec.origin) == os.path.realpath(file)


def _keeps_its_hash(value: Any) -> bool:
    """Does an object of a user's class hold its own hash? That of a text is another number in every process."""
    kind: Any = type(value)
    if kind.__hash__ is None or kind.__hash__ is object.__hash__ or _is_installed(kind.__module__):
        return False
    slots = (getattr(value, name, None) for base in kind.__mro__ for name in _slots(base))
    parts = (*getattr(value, "__dict__", {}).values(), *slots)
    held = [part for part in parts if type(part) is int and abs(part) >= LIKE_A_HASH]
    return bool(held) and hash(value) in held


def _slots(kind: type) -> tuple[str, ...]:
    named = vars(kind).get("__slots__", ())
    return (named,) if isinstance(named, str) else tuple(named)
