"""States as compiled kernels take them: of one Numba type, however their fields were computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.plain.records import fault_of, field_names, is_record, twin_of, values_of
from zermelo.compile.trust import shapes
from zermelo.compile.trust.bounds import outgrown
from zermelo.compile.trust.held import Held, HeldLong
from zermelo.compile.trust.users import compiled_parts
from zermelo.compile.trust.widths import needs, wide_constant
from zermelo.game import Game, State, ZermeloError
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
    return _fault(state, "state") or _size_fault(shapes.numbers_in(shapes.look(state)))


def shape_fault(game: Game) -> str:
    """Why the states of trial games cannot be compiled, and what to write; "": nothing is in the way."""
    return _size_fault(numbers_of(game)) or _width_fault(game)


def _width_fault(game: Game) -> str:
    bits = shapes.long_bits(game)
    if not bits or shapes.has_long(shapes.shape_of(game)):
        return ""
    return wide_constant(compiled_parts(game)) or f"a number of its state {needs(bits)}"


def _size_fault(count: int) -> str:
    if count <= MOST_NUMBERS:
        return ""
    return f"its state has {count:,} numbers in tuples, and compiles with up to {MOST_NUMBERS}: {SMALLER}"


def numbers_of(game: Game) -> int:
    """How many numbers of 64 bits the tuples of a state take in compiled code, at most."""
    return shapes.numbers_in(shapes.shape_of(game))


def _fault(value: Any, name: str) -> str:
    from zermelo.installed import np

    if isinstance(value, tuple) or is_record(value):
        kind: Any = type(value)
        if fault_of(kind):
            return fault_of(kind)
        fields = [f".{field}" for field in field_names(type(value))] if type(value) is not tuple else []
        places = fields or [f"[{place}]" for place in range(len(value))]
        told = (_fault(part, f"{name}{place}") for place, part in zip(places, values_of(value), strict=True))
        return next(filter(None, told), "")
    if isinstance(value, np.ndarray) and value.dtype.kind not in "iufb":
        return f"{name} is an array of {value.dtype}: give it a number type, such as numpy.int8"
    if isinstance(value, bool | int | float | np.generic | np.ndarray | Wide):
        return ""
    instead = next((text for kind, text in INSTEAD.items() if isinstance(value, kind)), COMPILED)
    return f"{name} is of type {type(value).__name__}: {instead}"


def holds_array(value: Any) -> bool:
    """Is it a NumPy array, or a tuple that holds one?"""
    from zermelo.installed import np

    return any(map(holds_array, value)) if isinstance(value, tuple) else isinstance(value, np.ndarray)


def state_type_of(game: Game) -> Any:
    """Numba's type for all states of a game. Plays trial games of a user's, whose rules must be known to return."""
    shape = shapes.shape_of(game)
    return type_of_state(game.initial()) if shapes.is_plain(shape) else _type_of_shape(shape, shapes.numbers_in(shape))


def type_of_state(state: State) -> Any:
    """Numba's type for states that are like this one."""
    import numba

    import zermelo.compile.numba.intrinsics  # noqa: F401  (tells Numba about wide words)

    return numba.typeof(_with_twins(state))


def _type_of_shape(shape: shapes.Shape, most: int) -> Any:
    """most: the room that a tuple made of those of a state may need."""
    import numba

    types: Any = numba.types
    if isinstance(shape, shapes.Leaf) and shape.bits:
        from zermelo.compile.numba.intrinsics.integers.long import LongType

        return LongType(shape.bits)
    if isinstance(shape, shapes.Leaf):
        return type_of_state(shape.value)
    if isinstance(shape, shapes.Fixed):
        twin = None if shape.kind is tuple else twin_of(shape.kind)
        return types.BaseTuple.from_types([_type_of_shape(part, most) for part in shape.parts], twin)
    from zermelo.compile.numba.intrinsics.lists.varying import VaryingTuple

    item = types.int64 if shape.item is None else _type_of_shape(shape.item, most)
    return VaryingTuple(item, shape.room, most)


def words_of(game: Game) -> int:
    """How many words a compiled state without arrays takes where it is stored."""
    from numba.core.registry import cpu_target

    context: Any = cpu_target.target_context
    model = context.data_model_manager[state_type_of(game)]
    return int(-(-context.get_abi_sizeof(model.get_data_type()) // 8))


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

    from zermelo.compile.numba.intrinsics.integers.wide import WideType
    from zermelo.installed import np

    types: Any = numba.types
    if isinstance(state_type, WideType):
        return WIDTHS[state_type.bits]
    if hasattr(state_type, "capacity"):
        return _holder(state_type)
    if hasattr(state_type, "long_bits"):
        return _long_holder(state_type)
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


def _holder(kind: Any) -> Callable[[State], State]:
    """Makes hold(items): a tuple whose length varies, as kernels take it. Raises ZermeloError where it has no room."""
    item, room = state_caster(kind.dtype), kind.capacity
    nothing = (item(_zero(kind.dtype)),) * room

    def hold(items: State) -> State:
        count = len(items)
        if count > room:
            raise ZermeloError(outgrown("a tuple of the state", room))
        return Held(kind, count, (*map(item, items), *nothing[count:]))

    return hold


def _long_holder(kind: Any) -> Callable[[State], State]:
    """Makes hold(number): an integer of more than 64 bits, as kernels take it. Raises ZermeloError: it has more."""
    limit = 1 << kind.bits - 1

    def hold(number: State) -> State:
        number = int(number)
        if not -limit <= number < limit:
            raise ZermeloError(outgrown("a number of the state", kind.bits, "bits"))
        return HeldLong(kind, number)

    return hold


def _zero(kind: Any) -> Any:
    """What fills the room behind the last item."""
    if hasattr(kind, "capacity"):
        return ()
    types = getattr(kind, "types", None)
    return 0 if types is None else tuple(map(_zero, types))


def state_restorer(shape: shapes.Shape, state_type: Any) -> Callable[[Any], State]:
    """Makes restore(state): a state that a kernel returns, with the classes that the game's own states have."""
    if isinstance(shape, shapes.Leaf):
        return int if hasattr(state_type, "long_bits") else state_caster(state_type)
    if isinstance(shape, shapes.Varying):
        item = same if shape.item is None else state_restorer(shape.item, state_type.dtype)
        return lambda items: tuple(map(item, items))
    parts = [state_restorer(*pair) for pair in zip(shape.parts, state_type.types, strict=True)]
    make = tuple if shape.kind is tuple else lambda fields: shape.kind(*fields)
    return lambda state: make([restore(value) for restore, value in zip(parts, values_of(state), strict=True)])
