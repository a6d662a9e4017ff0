"""Types and calls of ours, told to Numba in a line each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types as numba_types
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import models, register_model

types: Any = numba_types  # whose stub lacks most of them


def typed(function: Any, prefers_literal: bool = False) -> Callable[..., Any]:
    """Registers how calls of a function are typed: the decorated one is asked with the types of the arguments.

    It returns the signature, or None where such a call is none of ours. prefers_literal: a constant's type tells its
    value.
    """

    def register(resolve: Any) -> Any:
        count = resolve.__code__.co_argcount

        @infer_global(function)
        class _Template(AbstractTemplate):
            prefer_literal = prefers_literal

            def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
                return resolve(*args) if len(args) == count else None

        return resolve

    return register


def primitive(kind: Any, llvm: Callable[[Any, Any], Any]) -> None:
    """Registers that values of a type are single values of LLVM's. llvm(manager, type): of which type there."""

    @register_model(kind)
    class _Model(models.PrimitiveModel):
        def __init__(self, manager: Any, one: Any) -> None:
            super().__init__(manager, one, llvm(manager, one))


def structure(kind: Any, members: Callable[[Any], list[tuple[str, Any]]]) -> None:
    """Registers that values of a type consist of several. members(type): their names and types."""

    @register_model(kind)
    class _Model(models.StructModel):
        def __init__(self, manager: Any, one: Any) -> None:
            super().__init__(manager, one, members(one))
