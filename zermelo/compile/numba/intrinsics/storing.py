"""States written into words and read back, so that a kernel can choose one of many."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.extending import intrinsic

ALIGNED = 8  # bytes: where words begin


def _place(context: Any, builder: Any, kind: Any, words: Any, index: Any) -> Any:
    """Where the state of this index lies: each takes as many bytes as its type does."""
    model = context.data_model_manager[kind]
    return model, builder.gep(builder.bitcast(words, ir.PointerType(model.get_data_type())), [index])


@intrinsic
def store(typingctx: Any, words: Any, index: Any, state: Any) -> Any:
    """Writes a state, which holds no array, as the one of this index."""
    from numba import types

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index, value = arguments
        model, place = _place(context, builder, state, words, index)
        builder.store(model.as_data(builder, value), place, align=ALIGNED)
        return context.get_dummy_value()

    return types.void(words, types.intp, state), generate


@intrinsic
def stored(typingctx: Any, words: Any, index: Any, like: Any) -> Any:
    """The state of this index, of the type of another."""
    from numba import types

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words, index, _ = arguments
        model, place = _place(context, builder, like, words, index)
        return model.from_data(builder, builder.load(place, align=ALIGNED))

    return like(words, types.intp, like), generate
