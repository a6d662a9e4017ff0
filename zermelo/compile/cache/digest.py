"""A digest of values and of everything that they reach, by value."""

from __future__ import annotations

import copyreg
import enum
import functools
import hashlib
import secrets
import struct
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from zermelo.compile.cache.codes import code_digest
from zermelo.compile.cache.libraries import is_library
from zermelo.compile.cache.reached import reached
from zermelo.compile.plain.lookups import is_tabular
from zermelo.installed import is_array
from zermelo.wide import Wide

SIMPLE = (bool, int, float, complex, str, bytes, type(None), type(...), type(NotImplemented))
ANNOTATIONS = {"__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__", "__orig_bases__"}
NO_CONTENT = ANNOTATIONS | {  # what Python adds to a class and no compiled code can see
    *("__abstractmethods__", "__dict__", "__doc__", "__firstlineno__", "__module__", "__parameters__", "__slotnames__"),
    *("__classdictcell__", "__static_attributes__", "__type_params__", "__weakref__", "_abc_impl"),
}
DESCRIPTORS = (types.GetSetDescriptorType, types.MemberDescriptorType, types.WrapperDescriptorType)
HEAP_TYPE = 1 << 9  # the flag of a class that a class statement, or something like it, has made
FROZEN = (bool, int, float, complex, str, bytes, enum.Enum, slice, range, Wide)  # or classes derived from them


class Digest:
    """Visits values and everything that they reach, and digests what it sees."""

    def __init__(self, whole: bool, by_class: bool = False) -> None:
        """whole: False leaves out what is never frozen into code, such as the attributes of an object.

        by_class: a value that no other process can compare with its own counts by its class.
        """
        self._digest = hashlib.sha256()
        self.unknown = ""
        self._whole, self._by_class = whole, by_class
        self._seen: dict[int, tuple[int, Any]] = {}  # by id, with the value so that it stays alive
        self._path: list[str] = []  # the names by which we came

    @property
    def text(self) -> str:
        """The digest of what was visited so far."""
        return self._digest.hexdigest()

    def note(self, *texts: Any) -> None:
        for text in texts:
            self._digest.update(f"{text}\0".encode("utf-8", "surrogatepass"))

    def visit_all(self, values: Iterable[Any]) -> None:
        values = tuple(values)
        self.note(len(values))
        for value in values:
            self.visit(value)

    def visit_named(self, name: str, value: Any) -> None:
        self.note(name)
        self._path.append(name)
        self.visit(value)
        self._path.pop()

    def visit_unordered(self, values: Iterable[Any]) -> None:
        """Values whose order says nothing."""
        digests = set()
        for value in values:
            if type(value) in SIMPLE:
                digests.add(f"{type(value).__name__} {value!r}")
                continue
            walk = Digest(self._whole, self._by_class)
            walk._seen, walk._path = dict(self._seen), self._path
            walk.visit(value)
            digests.add(walk.text)
            self.unknown = self.unknown or walk.unknown
        self.note(*sorted(digests))

    def visit(self, value: Any) -> None:
        kind = type(value)
        if kind in SIMPLE:
            self.note(kind.__name__, repr(value))
        elif isinstance(value, tuple):
            self.visit(kind)
            self.visit_all(value)
        elif isinstance(value, frozenset | set):
            self.note(kind.__name__)
            if all(type(item) is int for item in value):
                self.visit_all(value)  # compiled code goes through them in Python's order
            else:
                self.visit_unordered(value)
        elif _is_of_numpy(value, "generic"):
            self.note(kind.__name__, repr(value.dtype), value.tobytes().hex())
        elif id(value) in self._seen:
            self.note("again", self._seen[id(value)][0])
        else:
            self._seen[id(value)] = len(self._seen), value
            self._visit_new(value)

    def _visit_new(self, value: Any) -> None:
        """A value that has an identity, met for the first time."""
        name = _library_name(value)
        if name:
            self.note("library", name)
        elif isinstance(value, types.ModuleType):
            self.note("module", value.__name__)  # what is asked of it is visited as such
        elif isinstance(value, types.FunctionType):
            self._visit_function(value)
        elif isinstance(value, type):
            self._visit_class(value)
        elif is_array(value) and not value.dtype.hasobject:
            self._visit_array(value)
        elif isinstance(value, list):
            self.note("list")
            self.visit_all(value)
        elif _is_of_numpy(value, "dtype"):
            self.note("dtype", repr(value), value.itemsize, value.alignment)
        elif not self._visit_compiled(value):
            self._visit_object(value)

    def _visit_function(self, function: types.FunctionType) -> None:
        self.note("function", function.__qualname__, code_digest(function.__code__))
        self.visit(function.__defaults__)
        self._visit_items(function.__kwdefaults__ or {})
        for name, value in reached(function):
            self.visit_named(name if not self._path else f"{function.__name__}: {name}", value)

    def _visit_class(self, kind: type) -> None:
        self.note("class", kind.__qualname__)
        if "numba" in sys.modules and _is_jitclass(kind):
            self.visit(vars(kind)["class_type"])
            return
        self.visit(type(kind))
        self.visit_all(kind.__bases__)
        if isinstance(kind, enum.EnumMeta):
            members: dict[str, enum.Enum] = dict(kind.__members__)
            self._visit_items({name: member.value for name, member in members.items()})
        for name, value in sorted(vars(kind).items()):
            is_of_enum = isinstance(kind, enum.EnumMeta) and name.startswith("_") and not callable(value)
            if name not in NO_CONTENT and not isinstance(value, DESCRIPTORS) and not is_of_enum:
                self.visit_named(f"{kind.__name__}.{name}", value)

    def _visit_array(self, array: Any) -> None:
        flags = array.flags
        self.note(type(array).__name__, repr(array.dtype), array.shape, flags.c_contiguous, flags.f_contiguous)
        self.note(flags.writeable, flags.aligned, hashlib.sha256(array.tobytes()).hexdigest())

    def _visit_items(self, items: Mapping[Any, Any]) -> None:
        self.note(len(items))
        for key, value in items.items():
            self.visit(key)
            self.visit(value)

    def _visit_compiled(self, value: Any) -> bool:
        """Visits what Numba makes; False where the value is nothing of the kind."""
        for kind, visit in _compiled_kinds().items() if "numba" in sys.modules else ():
            if isinstance(value, kind):
                self.note(kind.__name__)
                visit(self, value)
                return True
        return False

    def _visit_dispatcher(self, dispatcher: Any) -> None:
        is_ours = (dispatcher.py_func.__module__ or "").startswith("zermelo.")  # these get their one type late
        self.note("" if dispatcher._can_compile or is_ours else dispatcher.nopython_signatures)
        self._visit_items(dispatcher.targetoptions)
        self._visit_items(dispatcher.locals)
        self.visit(dispatcher.py_func)

    def _visit_ufunc(self, ufunc: Any) -> None:
        self.note(ufunc.signature, ufunc.identity, list(ufunc.types) if ufunc._frozen else "")
        self._visit_items(ufunc._dispatcher.targetoptions)
        self.visit(ufunc._dispatcher.py_func)

    def _visit_cfunc(self, cfunc: Any) -> None:
        self.note(cfunc._sig)
        self.visit(cfunc._pyfunc)

    def _visit_intrinsic(self, intrinsic: Any) -> None:
        self.note(intrinsic._prefer_literal)
        self._visit_items(intrinsic._ctor_kwargs)
        self.visit(intrinsic._defn)

    def _visit_jitclass(self, kind: Any) -> None:
        self.note(kind.class_name)
        for part in (kind.struct, kind.jit_methods, kind.jit_props, kind.jit_static_methods):
            self._visit_items(part)

    def _visit_type(self, kind: Any) -> None:
        """A type is what its key says; a key that is a text must not hold an address."""
        self.visit(type(kind))
        if isinstance(kind.key, str) and ("0x" in kind.key or "#" in kind.key):
            self.give_up(kind)
        else:
            self.visit(kind.key)

    def _visit_object(self, value: Any) -> None:
        """Any other object is its class, its attributes, and what a pickle of it would hold."""
        self.visit(type(value))
        if isinstance(value, functools._lru_cache_wrapper):
            self.visit(value.__wrapped__)
        elif isinstance(value, functools.cached_property):
            self.visit(value.func)
        elif isinstance(value, staticmethod | classmethod):
            self.visit(value.__func__)
        elif isinstance(value, struct.Struct):
            self.note(value.format)
        elif isinstance(value, property):
            self.visit_all((value.fget, value.fset, value.fdel))
        elif type(value) is dict and (self._whole or is_tabular(value)):
            self._visit_items(value)
        elif not self._whole and not isinstance(value, FROZEN):
            return
        elif isinstance(value, types.MappingProxyType):
            self._visit_items(value)
        elif isinstance(value, types.GenericAlias):  # tuple[int, int], which says that its attributes are tuple's
            self.visit_all((value.__origin__, value.__args__))
        else:
            self._visit_pickled(value)

    def _visit_pickled(self, value: Any) -> None:
        attributes = getattr(value, "__dict__", None)  # before the pickle, which may hold it once it is there
        try:
            reduce = copyreg.dispatch_table.get(type(value))
            parts = reduce(value) if reduce else value.__reduce_ex__(4)
        except Exception:
            parts = ""
        if isinstance(parts, str):  # a name, which says nothing about the value
            self.give_up(value)
            return
        make, arguments, state, items, pairs = (*parts, None, None, None)[:5]
        self.visit_all((make, arguments, state, list(items or ()), list(pairs or ())))
        self.visit(attributes)

    def give_up(self, value: Any) -> None:
        """Digests a value that no other process can compare with its own."""
        kind = type(value).__qualname__
        self.note("unknown", *((kind,) if self._by_class else (_process(), id(value))))
        self.unknown = self.unknown or (f"{self._path[-1]} ({kind})" if self._path else kind)


@cache
def _compiled_kinds() -> dict[Any, Callable[[Digest, Any], None]]:
    """The kinds of things that Numba makes, and how they are visited. Where it is not imported there are none."""
    from numba.core.ccallback import CFunc
    from numba.core.dispatcher import Dispatcher
    from numba.core.extending import _Intrinsic
    from numba.core.types.abstract import Type
    from numba.core.types.misc import ClassInstanceType, ClassType
    from numba.np.ufunc.dufunc import DUFunc
    from numba.np.ufunc.gufunc import GUFunc

    return {
        Dispatcher: Digest._visit_dispatcher,
        DUFunc: Digest._visit_ufunc,
        GUFunc: Digest._visit_ufunc,
        CFunc: Digest._visit_cfunc,
        _Intrinsic: Digest._visit_intrinsic,
        ClassInstanceType: lambda digest, kind: digest.visit(kind.class_type),
        ClassType: Digest._visit_jitclass,
        Type: Digest._visit_type,
    }


def _is_jitclass(kind: type) -> bool:
    from numba.core.types.misc import ClassType

    return isinstance(vars(kind).get("class_type"), ClassType)


def _is_of_numpy(value: Any, kind: str) -> bool:
    """Is it one of NumPy's things of this kind? There are none where NumPy has not been imported."""
    numpy: Any = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, getattr(numpy, kind))


@cache
def _process() -> str:
    """A word that no other process has."""
    return secrets.token_hex(16)


def _library_name(value: Any) -> str:
    """The full name of something that a library defines; "" for anything else."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if name is None:
        name = getattr(value, "__name__", None)  # dataclasses.MISSING, from Python 3.15 on
    if _is_of_numpy(value, "ufunc"):
        module = name = "numpy"
    elif isinstance(value, types.BuiltinMethodType) and module is None:
        module = type(value.__self__).__module__
    if not isinstance(module, str) or not isinstance(name, str) or not is_library(module):
        return ""
    if isinstance(value, type) and not value.__flags__ & HEAP_TYPE:
        return f"{module}.{name}"  # written in C; not all of those are in their module
    for path in (name, getattr(value, "__name__", name)):  # random.random is Random.random of an object without a name
        found: Any = sys.modules.get(module)
        for part in path.split("."):
            found = getattr(found, part, None)
        if found is value:
            return f"{module}.{path}"
    return ""
