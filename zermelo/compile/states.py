"""States as compiled kernels take them: of one Numba type, however their fields were computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.records import fault_of, field_names, is_record, twin_of, values_of
from zermelo.game import State
from zermelo.wide import WIDTHS, Wide

MOST_NUMBERS = 400  # in the tuples of a state
SMALLER = "keep its board in a NumPy array, or in words of bits (zermelo.bits)"

COMPILED = "compiled states are NamedTuples or frozen dataclasses of numbers"
INSTEAD: dict[type, str] = {  # what to write in a state for what does not compile
    str: "give each word a number",
    list: "use a tuple",
    dict: "use a tuple or an array, indexed by number",
    set: "use an integer with a bit for each member (zermelo.bits)",
    frozenset: "use an integer with a bit for each member (zermelo.bits)",
    type(None): "use a number that stands for nothing, such as -1",
}


def same(state: State) -> State:
    """The state as it is."""
    return state


def has_compilable_type(state: State) -> bool:
    """Is it made of numbers, wide words, arrays, and tuples or frozen dataclasses of those, and not too large?"""
    return not state_fault(state)


def state_fault(state: State) -> str:
    """Why states cannot be compiled, and what to write; "": nothing is in the way."""
    told = _fault(state, "state")
    if told:
        return told
    count = numbers_in(state)
    if count <= MOST_NUMBERS:
        return ""
    return f"its state has {count:,} numbers in tuples, and compiles with up to {MOST_NUMBERS}: {SMALLER}"


def _fault(value: Any, name: str) -> str:
    import numpy as np

    if isinstance(value, tuple) or is_record(value):
        kind: Any = type(value)
        if fault_of(kind):
            return fault_of(kind)
        fields = [f".{field}" for field in field_names(type(value))] if type(value) is not tuple else []
        places = fields or [f"[{place}]" for place in range(len(value))]
        told = (_fault(part, f"{name}{place}") for place, part in zip(places, values_of(value), strict=True))
        return f"{name} is empty" if not values_of(value) else next(filter(None, told), "")
    if isinstance(value, np.ndarray) and value.dtype.kind not in "iufb":
        return f"{name} is an array of {value.dtype}: give it a number type, such as numpy.int8"
    if isinstance(value, bool | int | float | np.generic | np.ndarray | Wide):
        return ""
    instead = next((text for kind, text in INSTEAD.items() if isinstance(value, kind)), COMPILED)
    return f"{name} is of type {type(value).__name__}: {instead}"


def numbers_in(value: Any) -> int:
    """How many numbers there are in the tuples of a state."""
    return sum(map(numbers_in, values_of(value))) if isinstance(value, tuple) or is_record(value) else 1


def holds_array(value: Any) -> bool:
    """Is it a NumPy array, or a tuple that holds one?"""
    import numpy as np

    return any(map(holds_array, value)) if isinstance(value, tuple) else isinstance(value, np.ndarray)


def type_of_state(state: State) -> Any:
    """Numba's type for a state."""
    import numba

    import zermelo.compile.intrinsics  # noqa: F401  (tells Numba about wide words)

    return numba.typeof(_with_twins(state))


def _with_twins(value: Any) -> Any:
    """The value with every NamedTuple and dataclass in it remade as its twin."""
    if not isinstance(value, tuple) and not is_record(value):
        return value
    fields = [_with_twins(field) for field in values_of(value)]
    return tuple(fields) if type(value) is tuple else twin_of(type(value))(*fields)


def state_caster(state_type: Any) -> Callable[[State], State]:
    """Gives each field the type it has in the initial state, however it was computed.

    A word stays a uint64 and a True in an integer's place becomes 1: the kernel is compiled for one type of state.
    """
    import numba
    import numpy as np

    from zermelo.compile.intrinsics.wide import WideType

    types: Any = numba.types
    if isinstance(state_type, WideType):
        return WIDTHS[state_type.bits]
    if not isinstance(state_type, types.BaseTuple):
        kinds = {types.int64: int, types.float64: float, types.boolean: bool}
        if isinstance(state_type, types.Integer | types.Float) and state_type not in kinds:
            kind: Callable[[State], State] = getattr(np, str(state_type))
            return kind
        return kinds.get(state_type, same)
    casts = tuple(state_caster(kind) for kind in state_type.types)
    make = getattr(state_type, "instance_class", None)

    def cast(state: State) -> State:
        fields = [to(value) for to, value in zip(casts, values_of(state), strict=True)]
        return make(*fields) if make else tuple(fields)

    return cast


def state_restorer(example: State, state_type: Any) -> Callable[[State], State]:
    """Gives a state that a kernel returns the classes that the example, one of the game's own states, has."""
    cast = state_caster(state_type)

    def restored(like: Any, value: Any) -> Any:
        if not isinstance(like, tuple) and not is_record(like):
            return value
        fields = [restored(one, other) for one, other in zip(values_of(like), value, strict=True)]
        return tuple(fields) if type(like) is tuple else type(like)(*fields)

    return lambda state: restored(example, cast(state))
