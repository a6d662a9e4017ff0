"""Operators between integers of many bits: of wide words (wide.py), and of Python's own long ones (long.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types as numba_types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, overload

types: Any = numba_types
Typed = tuple[Any, Callable[..., Any]]


def as_numba_does(context: Any, function: Any, *given: Any) -> Typed:
    """A call of Numba's own function, for an intrinsic that has nothing better for these types."""
    kind = context.resolve_value_type(function)
    found = kind.get_call_type(context, given, {})

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pairs = zip(arguments, given, found.args, strict=True)
        cast = [target.cast(builder, value, a, b) for value, a, b in pairs]
        made = found.replace(return_type=signature.return_type)  # known better by now of a list made empty
        return target.get_function(kind, made)(builder, cast)

    return found.return_type(*given), generate


def widest(family: Any, kinds: tuple[Any, ...]) -> Any:
    """The widest of them that are of a family of types; None: there is none."""
    return max((kind for kind in kinds if isinstance(kind, family)), key=lambda kind: kind.bits, default=None)


def binary(family: type, functions: tuple[Any, ...], generate: Callable[..., Any], gives: Any = None) -> None:
    """Registers an operator between two integers, of which one is of the family and the other may be a short one.

    generate(context, builder, kind, one, other): the value. gives: its type; None: the wider of the two.
    """

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return generate(context, builder, signature.args[0], *arguments)

    for function in functions:

        @infer_global(function)
        class _Template(AbstractTemplate):
            def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
                are_numbers = len(args) == 2 and all(isinstance(kind, family | types.Integer) for kind in args)
                kind = widest(family, args) if are_numbers else None
                return kind and signature(gives or kind, kind, kind)

        lower_builtin(function, family, family)(lowered)


def shift(family: type, functions: tuple[Any, ...], generate: Callable[..., Any]) -> None:
    """Registers a shift of an integer of the family by a number of places. generate: as for `binary`."""

    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return generate(context, builder, signature.args[0], *arguments)

    for function in functions:

        @infer_global(function)
        class _Template(AbstractTemplate):
            def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
                is_ours = len(args) == 2 and isinstance(args[0], family) and isinstance(args[1], types.Integer)
                return signature(args[0], args[0], types.int64) if is_ours else None

        lower_builtin(function, family, types.Integer)(lowered)


def unary(family: type, function: Any, generate: Callable[..., Any], gives: Any = None) -> None:
    """Registers a function of one integer of the family.

    generate(context, builder, kind, word): the value. gives: its type; None: that of the integer.
    """

    @infer_global(function)
    class _Template(AbstractTemplate):
        def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            is_ours = len(args) == 1 and isinstance(args[0], family)
            return signature(gives or args[0], args[0]) if is_ours else None

    @lower_builtin(function, family)
    def _lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return generate(context, builder, signature.args[0], arguments[0])


def verb(function: Any, serves: Callable[[Any], bool], instruction: Any) -> None:
    """Overloads a function of one integer by an instruction, for the types that it serves."""

    @overload(function)
    def _overloaded(word):
        return (lambda word: instruction(word)) if serves(word) else None
