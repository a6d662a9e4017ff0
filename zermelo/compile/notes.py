"""Small values kept beside the compiled kernels, under a content key."""

from __future__ import annotations

import contextlib
import json
from typing import Any


def read_note(key: str, kind: str) -> Any:
    """What `write_note` kept under this content key and kind; None where there is nothing."""
    from zermelo.compile.cache import cache_folder

    try:
        return json.loads((cache_folder() / f"{kind}-{key}.note").read_text())
    except (OSError, ValueError):
        return None


def write_note(key: str, kind: str, data: Any) -> None:
    """Keeps a small value that JSON can hold beside the kernels, for later processes."""
    from zermelo.compile.cache import cache_folder

    with contextlib.suppress(OSError):
        cache_folder().mkdir(parents=True, exist_ok=True)
        (cache_folder() / f"{kind}-{key}.note").write_text(json.dumps(data))
