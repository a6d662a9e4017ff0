"""`state._replace(...)` of NamedTuples."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic

from zermelo.compile.intrinsics.lists.kinds import types


@lru_cache(maxsize=256)
def replacing(names: tuple[str, ...]) -> Any:
    """An intrinsic: (state, values) -> the state with other values in the fields of these names."""

    @intrinsic
    def replace(typingctx: Any, given: Any, values: Any) -> Any:
        if not isinstance(given, types.BaseNamedTuple) or not set(names) <= set(given.fields):
            raise TypingError(f"{given} has no fields {', '.join(names)}")
        places = {given.fields.index(name): i for i, name in enumerate(names)}
        kinds = [values.types[places[i]] if i in places else kind for i, kind in enumerate(given.types)]
        made = types.NamedTuple([types.unliteral(kind) for kind in kinds], given.instance_class)
        if len(set(made.types)) == 1:
            made = types.NamedUniTuple(made.types[0], len(made.types), given.instance_class)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            fields = []
            for i, kind in enumerate(made.types):
                field = builder.extract_value(arguments[int(i in places)], places.get(i, i))
                fields.append(context.cast(builder, field, kinds[i], kind))
            return impl_ret_borrowed(context, builder, made, context.make_tuple(builder, made, fields))

        return made(given, values), generate

    return replace
