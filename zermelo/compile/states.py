"""States as compiled kernels take them: of one Numba type, however their fields were computed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from zermelo.game import State


def same(state: State) -> State:
    """The state as it is."""
    return state


def has_compilable_type(value: Any) -> bool:
    """Numbers, arrays, and tuples of those."""
    import numpy as np

    if isinstance(value, tuple):
        return bool(value) and all(has_compilable_type(item) for item in value)
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "iufb"
    return isinstance(value, bool | int | float | np.generic)


def holds_array(value: Any) -> bool:
    """Is it a NumPy array, or a tuple that holds one?"""
    import numpy as np

    return any(map(holds_array, value)) if isinstance(value, tuple) else isinstance(value, np.ndarray)


def type_of_state(state: State) -> Any:
    """Numba's type for a state.

    A call finds its compiled code by the name and the fields of a NamedTuple, so all classes of one name and fields
    (a user's file that was loaded twice) share the first one's type.
    """
    import numba

    return numba.typeof(_with_first_classes(state))


def _with_first_classes(value: Any) -> Any:
    """The value with every NamedTuple in it remade of the first class of its name and fields."""
    if not isinstance(value, tuple):
        return value
    fields = [_with_first_classes(field) for field in value]
    if hasattr(value, "_fields"):
        return _classes().setdefault((type(value).__name__, value._fields), type(value))(*fields)
    return tuple(fields)


@cache
def _classes() -> dict[tuple[str, tuple[str, ...]], Any]:
    """The first class of each name and fields; as long-lived as Numba's own memory of them."""
    return {}


def state_caster(state_type: Any) -> Callable[[State], State]:
    """Gives each field the type it has in the initial state, however it was computed.

    A word stays a uint64 and a True in an integer's place becomes 1: the kernel is compiled for one type of state.
    """
    import numba
    import numpy as np

    types: Any = numba.types
    if not isinstance(state_type, types.BaseTuple):
        kinds = {types.int64: int, types.float64: float, types.boolean: bool}
        if isinstance(state_type, types.Integer | types.Float) and state_type not in kinds:
            kind: Callable[[State], State] = getattr(np, str(state_type))
            return kind
        return kinds.get(state_type, same)
    casts = tuple(state_caster(kind) for kind in state_type.types)
    make = getattr(state_type, "instance_class", None)

    def cast(state: State) -> State:
        fields = [to(value) for to, value in zip(casts, state, strict=True)]
        return make(*fields) if make else tuple(fields)

    return cast
