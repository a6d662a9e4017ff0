"""What workers do, by the name that tasks have. The package's face enters it: who does it stands above this room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Arrays = Mapping[str, Any]
Work = Callable[[Mapping[str, Any], Arrays], tuple[Any, Arrays]]  # (arguments, arrays) -> (result, arrays)

WORK: dict[str, Work] = {}
