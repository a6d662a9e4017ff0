"""The type of a value that is one tuple here and another there, for numba_patches.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types as numba_types
from numba.core.imputils import lower_cast

types: Any = numba_types


def vary_in_length(unify: Any) -> Callable[..., Any]:
    """Of tuples of different lengths, one whose length varies."""

    def unify_tuples(one: Any, context: Any, other: Any) -> Any:
        if not isinstance(other, types.UniTuple | types.Tuple) or len(one) == len(other):
            return unify(one, context, other)
        from zermelo.compile.numba.intrinsics.lists.varying import unified

        return unified(context, one, other)

    return unify_tuples


def unify_fields(_: Any) -> Callable[..., Any]:
    """Of NamedTuples of one class, one whose fields have room for those of both."""

    def unify_records(one: Any, context: Any, other: Any) -> Any:
        if not isinstance(other, types.BaseNamedTuple) or one.instance_class is not other.instance_class:
            return None
        fields = [context.unify_pairs(*pair) for pair in zip(one.types, other.types, strict=True)]
        return None if None in fields else types.BaseTuple.from_types(fields, one.instance_class)

    return unify_records


@lower_cast(types.BaseNamedTuple, types.BaseNamedTuple)  # type: ignore[untyped-decorator]
def _cast_fields(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    pairs = enumerate(zip(given.types, wanted.types, strict=True))
    fields = [context.cast(builder, builder.extract_value(value, i), a, b) for i, (a, b) in pairs]
    return context.make_tuple(builder, wanted, fields)
