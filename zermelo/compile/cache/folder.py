"""The folder in which compiled kernels and verdicts on users' games are kept."""

from __future__ import annotations

import os
from pathlib import Path

KERNEL, NOTE, ARRAY = ".kernel", ".note", ".array"  # how the names of files end


def cache_folder() -> Path:
    """Where compiled kernels are kept: $ZERMELO_CACHE, else the user's cache folder."""
    named = os.environ.get("ZERMELO_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "zermelo"


def last_note(kind: str) -> float:
    """When the newest note of a kind was written (see cache.write_note); 0 where there is none."""
    try:
        with os.scandir(cache_folder()) as files:
            return max((file.stat().st_mtime for file in files if _is_note(file.name, kind)), default=0.0)
    except OSError:
        return 0.0


def _is_note(name: str, kind: str) -> bool:
    return name.startswith(f"{kind}-") and name.endswith(NOTE)
