"""A digest of Python code, and which functions are compiled as the code of others."""

from __future__ import annotations

import hashlib
import types
from functools import lru_cache
from typing import Any

ASKS = "LISTS_ON_STACK"  # what a module of ours sets to True if its functions change lists, as users' do
# A function that only compiled code calls needs no way in from Python and no machine code of its own.
INSIDE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
FORM = "compiled_as"  # an attribute of functions that are compiled in the form of another one (see rewriting/)


def is_plain(function: types.FunctionType) -> bool:
    """Is it compiled as it is written? Users' functions are rewritten, and ours only if their module asks for it."""
    return (function.__module__ or "").startswith("zermelo.") and not function.__globals__.get(ASKS)


@lru_cache(maxsize=4096)
def code_digest(code: types.CodeType) -> str:
    """What code does; not where it stands, nor what it says of itself."""
    digest = hashlib.sha256(code.co_code)
    digest.update(getattr(code, "co_exceptiontable", b""))
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    digest.update(repr((counts, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)).encode())
    for constant in code.co_consts:
        digest.update(_constant(constant).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _constant(value: Any) -> str:
    if isinstance(value, types.CodeType):
        return code_digest(value)
    if isinstance(value, tuple):
        return f"({','.join(map(_constant, value))})"
    if isinstance(value, frozenset) and all(type(item) is int for item in value):
        return f"{{{','.join(map(str, value))}}}"  # compiled code goes through them in Python's order
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(map(_constant, value)))}}}"
    return f"{type(value).__name__} {value!r}"
