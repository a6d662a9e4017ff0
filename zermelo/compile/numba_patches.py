"""What we change in Numba's compiler: how long it takes over recursive kernels.

To type a recursive call Numba infers the whole function again, at every call in it and in every round: minutes for a
search with five recursive calls. Our kernels return floats, and once that is known of one it stays so.
"""

from __future__ import annotations

from typing import Any

from numba.core import types as numba_types
from numba.core.typeinfer import TypeInferer

types: Any = numba_types

_infer_again = TypeInferer.return_types_from_partial


def _infer_once(inferer: Any) -> Any:
    known = getattr(inferer, "_returns", None)
    if known is None:
        known = _infer_again(inferer)
        if known == types.float64:
            inferer._returns = known
    return known


TypeInferer.return_types_from_partial = _infer_once
