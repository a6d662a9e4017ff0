"""One state type throughout a search, whatever `result` computes its fields from."""

from __future__ import annotations

from typing import Any

from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic

from zermelo.compile.numba.intrinsics.integers.wide import WideType
from zermelo.compile.numba.intrinsics.records import alias
from zermelo.compile.numba.intrinsics.registering import types
from zermelo.compile.trust.bounds import OTHER_LENGTH


def _widens(given: Any, wanted: Any) -> bool:
    """May a field of one type become another without losing anything a game would miss?"""
    if given == wanted:
        return True
    if isinstance(given, types.Literal):
        return _widens(given.literal_type, wanted)
    if hasattr(wanted, "takes"):  # intrinsics/lists, which is rarely imported
        return bool(wanted.takes(given, _widens))
    if isinstance(wanted, types.UniTuple) and not isinstance(given, types.BaseTuple):
        return _becomes(given, wanted)
    if isinstance(given, types.BaseTuple) and isinstance(wanted, types.BaseTuple):
        alike = len(given) == len(wanted) and alias(given) == alias(wanted)
        return alike and all(_widens(a, b) for a, b in zip(given.types, wanted.types, strict=True))
    if hasattr(wanted, "long_bits") or (hasattr(given, "long_bits") and isinstance(wanted, types.Integer)):
        return isinstance(given, types.Integer | types.Boolean) or hasattr(given, "long_bits")
    whole = isinstance(given, types.Integer | types.Boolean)
    return (
        whole
        and isinstance(wanted, types.Integer | types.Float | WideType)
        or (isinstance(given, types.Float) and isinstance(wanted, types.Float))
    )


def _becomes(given: Any, wanted: Any) -> bool:
    """Can a list be read as the wanted tuple? The lengths are compared when it runs: a list has none in its type."""
    if isinstance(given, types.List):
        return bool(given.dtype == wanted.dtype)
    return hasattr(given, "becomes") and given.becomes(wanted)


def caster(state_type: Any, where: str) -> Any:
    """An intrinsic that turns what `result` returned into the type of the initial state.

    Recursion whose argument types change from call to call is what Numba's disk cache crashes on, and a field that
    is an int here and a bool there is an easy thing to write.
    """
    fields = getattr(state_type, "fields", None)

    @intrinsic
    def as_state(typingctx: Any, state: Any) -> Any:
        if state == state_type:
            return state_type(state), _same
        if not isinstance(state_type, types.BaseTuple):
            if _widens(state, state_type):
                return state_type(state_type), _same
            raise TypingError(f"{where} returns {state}, the initial state is {state_type}")
        if not isinstance(state, types.BaseTuple) and _widens(state, state_type):
            pass  # a list, with the items of the state
        elif (
            not isinstance(state, types.BaseTuple) or len(state) != len(state_type) or alias(state) != alias(state_type)
        ):
            raise TypingError(f"{where} returns {state}, the initial state is {state_type}")
        else:
            _check_fields(state, state_type, fields, where)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = _cast(context, builder, arguments[0], state, state_type, "the state")
            return impl_ret_borrowed(context, builder, state_type, made)

        return state_type(state), generate

    return as_state


def _check_fields(state: Any, state_type: Any, fields: Any, where: str) -> None:
    for position, (given, wanted) in enumerate(zip(state.types, state_type.types, strict=True)):
        if not _widens(given, wanted):
            name = fields[position] if fields else position
            raise TypingError(f"{where} changes the type of {name} from {wanted} to {given}")


def _cast(context: Any, builder: Any, value: Any, given: Any, wanted: Any, name: str) -> Any:
    """A value of one type as another, field by field where they are tuples. name: of the field, in messages."""
    if hasattr(wanted, "takes"):
        from zermelo.compile.numba.intrinsics.lists.casts import fit

        return fit(context, builder, value, given, wanted, name)
    if given == wanted or not isinstance(wanted, types.BaseTuple):
        return context.cast(builder, value, given, wanted)
    if isinstance(given, types.List):
        return _tuple_of_list(context, builder, value, given, wanted)
    if not isinstance(given, types.BaseTuple):
        return context.cast(builder, value, given, wanted)
    names = getattr(wanted, "fields", None) or [name] * len(wanted)
    fields = [
        _cast(context, builder, builder.extract_value(value, i), a, b, names[i])
        for i, (a, b) in enumerate(zip(given.types, wanted.types, strict=True))
    ]
    return context.make_tuple(builder, wanted, fields)


def _tuple_of_list(context: Any, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
    """The items of a list as a tuple; raises ValueError where it has another length."""
    from numba.cpython.listobj import ListInstance

    items = ListInstance(context, builder, given, value)
    is_other = builder.icmp_unsigned("!=", items.size, context.get_constant(types.intp, len(wanted)))
    with builder.if_then(is_other, likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (OTHER_LENGTH,))
    fields = [items.getitem(context.get_constant(types.intp, i)) for i in range(len(wanted))]
    return context.make_tuple(builder, wanted, fields)


def _same(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The argument itself, with a reference of its own where references are counted."""
    return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])
