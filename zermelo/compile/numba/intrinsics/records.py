"""Methods, properties and `replace` of NamedTuples and frozen dataclasses in compiled code."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import types as python_types
from collections.abc import Callable
from typing import Any

from numba.core.imputils import impl_ret_borrowed
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import lower_builtin, lower_getattr, typeof_impl

from zermelo.compile.numba.intrinsics.registering import types
from zermelo.compile.plain.records import defaults_of, field_names, member_of, origin_of, twin_of

NUMBERS = (bool, int, float)
_registrar: list[Callable[[Any], Any]] = []


def register_with(register: Callable[[Any], Any]) -> None:
    """Gives the function that makes a plain function callable from compiled code; it stands above this module."""
    _registrar[:] = [register]


@infer_getattr
class _Members(AttributeTemplate):
    """What a person has written into the class of a record."""

    key = types.BaseNamedTuple

    def generic_resolve(self, record: Any, name: str) -> Any:
        if name in record.fields:
            return None
        if name == "_replace":
            return types.BoundFunction(_ReplaceMethod, record)
        member = member_of(record.instance_class, name)
        if isinstance(member, python_types.FunctionType):
            return types.BoundFunction(_method(member), record)
        if isinstance(member, staticmethod):
            return types.BoundFunction(_method(member.__func__, is_static=True), record)
        getter = _getter(member)
        if getter is None and not isinstance(member, NUMBERS):
            return None
        _open_attribute(name)
        return _called(self.context, getter, (record,))[1].return_type if getter else _type_of(self.context, member)


def _getter(member: Any) -> Any:
    """The function behind a property; None for anything else."""
    if isinstance(member, property):
        return member.fget
    return member.func if isinstance(member, functools.cached_property) else None


def _type_of(context: Any, number: Any) -> Any:
    return types.unliteral(context.resolve_value_type(number))


def _called(context: Any, function: Any, given: tuple[Any, ...], named: dict[str, Any] | None = None) -> Any:
    """A plain function's type, and the signature of a call of it. Raises TypingError where it does not compile."""
    _registrar[0](function)
    context.refresh()  # it may be new to Numba
    kind = context.resolve_value_type(function)
    return kind, context.resolve_function_type(kind, given, named or {})


def _call(context: Any, builder: Any, function: Any, given: tuple[Any, ...], arguments: Any) -> Any:
    kind, called = _called(context.typing_context, function, given)
    call = context.get_function(kind, called)
    context.add_linking_libs(getattr(call, "libs", ()))
    return call(builder, arguments)


@functools.cache
def _method(function: Any, is_static: bool = False) -> Any:
    """How a method is typed and called: as the plain function that it is, with the record before its arguments."""
    skipped = 1 if is_static else 0

    class _Method(AbstractTemplate):
        key = ("method", function)

        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            record = self.this
            _, called = _called(self.context, function, (record, *args)[skipped:], kws)
            return signature(called.return_type, *called.args[1 - skipped :], recvr=record).replace(
                pysig=_without_first(called.pysig) if not is_static else called.pysig
            )

    @lower_builtin(_Method.key, types.BaseNamedTuple, types.VarArg(types.Any))
    def _lowered(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
        return _call(context, builder, function, called.args[skipped:], arguments[skipped:])

    return _Method


def _without_first(parameters: Any) -> Any:
    return parameters.replace(parameters=list(parameters.parameters.values())[1:])


@functools.cache
def _open_attribute(name: str) -> None:
    """Tells Numba how a property or constant is read; another record may have a field of the same name."""

    @lower_getattr(types.BaseNamedTuple, name)
    def _read(context: Any, builder: Any, record: Any, value: Any) -> Any:
        if name in record.fields:
            index = record.fields.index(name)
            return impl_ret_borrowed(context, builder, record[index], builder.extract_value(value, index))
        member = member_of(record.instance_class, name)
        getter = _getter(member)
        if getter:
            return _call(context, builder, getter, (record,), (value,))
        return context.get_constant_generic(builder, _type_of(context.typing_context, member), member)

    cpu_target.target_context.refresh()


# --- replace ---------------------------------------------------------------------------------------------------------


def _replaced(record: Any, named: dict[str, Any]) -> Any:
    """The signature of replace(record, …): every field is an argument, or omitted."""
    if not set(named) <= set(record.fields):
        return None
    kept = types.Omitted(None)
    given = [named.get(name, kept) for name in record.fields]
    fields = [record[i] if kind is kept else kind for i, kind in enumerate(given)]
    after = types.BaseTuple.from_types(fields, record.instance_class)
    return signature(after, *given, recvr=record).replace(pysig=_parameters(record.fields))


def _parameters(names: tuple[str, ...], default: Callable[[str], Any] = lambda name: None) -> Any:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Signature([inspect.Parameter(name, kind, default=default(name)) for name in names])


class _ReplaceMethod(AbstractTemplate):
    """`state._replace(…)`."""

    key = "zermelo._replace"

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return None if args else _replaced(self.this, kws)


@infer_global(dataclasses.replace)
class _ReplaceFunction(AbstractTemplate):
    """`dataclasses.replace(state, …)`."""

    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        if len(args) != 1 or not isinstance(args[0], types.BaseNamedTuple):
            return None
        made = _replaced(args[0], kws)
        if made is None:
            return None
        first = inspect.Parameter("zermelo_state", inspect.Parameter.POSITIONAL_ONLY)
        parameters = [first, *made.pysig.parameters.values()]
        return signature(made.return_type, args[0], *made.args).replace(pysig=inspect.Signature(parameters))


@lower_builtin(_ReplaceMethod.key, types.BaseNamedTuple, types.VarArg(types.Any))
@lower_builtin(dataclasses.replace, types.BaseNamedTuple, types.VarArg(types.Any))
def _replace(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
    before, after = called.args[0], called.return_type
    values = [
        builder.extract_value(arguments[0], i)
        if _is_omitted(kind)
        else context.cast(builder, arguments[i + 1], kind, after[i])
        for i, kind in enumerate(called.args[1:])
    ]
    assert len(values) == len(before)
    return impl_ret_borrowed(context, builder, after, context.make_tuple(builder, after, values))


# --- constructors ----------------------------------------------------------------------------------------------------


_opened: set[type] = set()
_typeof_other_class = typeof_impl.dispatch(type)


@typeof_impl.register(type)
def _typeof_class(kind: type, context: Any) -> Any:
    return None if kind in _opened else _typeof_other_class(kind, context)  # None: it is asked for as a global


@functools.cache
def open_class(kind: type) -> None:
    """Lets compiled code make records of a dataclass, or of a NamedTuple with methods: they are of its twin's type.

    Also of a NamedTuple some of whose fields may be left out, which Numba would make too short.
    """
    twin, names, defaults = twin_of(kind), field_names(kind), defaults_of(kind)
    if twin is kind and not defaults:
        return
    _opened.add(kind)
    parameters = _parameters(names, lambda name: defaults.get(name, inspect.Parameter.empty))

    key = ("constructor", kind)  # Numba would look for the class itself in its module

    @infer_global(kind, typing_key=key)
    class _Constructor(AbstractTemplate):
        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            given = parameters.bind(*args, **kws).arguments
            every = [given[name] if name in given else types.Omitted(defaults[name]) for name in names]
            fields = [_type_of(self.context, one.value) if _is_omitted(one) else one for one in every]
            return signature(types.BaseTuple.from_types(fields, twin), *every).replace(pysig=parameters)

    @lower_builtin(key, types.VarArg(types.Any))
    def _construct(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
        made = called.return_type
        values = [
            context.get_constant_generic(builder, made[i], one.value)
            if _is_omitted(one)
            else context.cast(builder, arguments[i], one, made[i])
            for i, one in enumerate(called.args)
        ]
        return impl_ret_borrowed(context, builder, made, context.make_tuple(builder, made, values))


def _is_omitted(kind: Any) -> bool:
    return isinstance(kind, types.Omitted)


def alias(kind: Any) -> tuple[str, tuple[str, ...]] | None:
    """What a record type is known by: the name of its class and the fields; None for other types."""
    made = getattr(kind, "instance_class", None)
    return (origin_of(made).__name__, made._fields) if made else None
