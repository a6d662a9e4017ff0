"""Where databases and other tables that a user has built are kept."""

from __future__ import annotations

import os
from pathlib import Path


def databases_folder() -> Path:
    """Where databases are kept: $ZERMELO_DATABASES, else the user's data folder."""
    named = os.environ.get("ZERMELO_DATABASES")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "zermelo" / "databases"
