"""A question to a guarded process, and the surroundings of the process that asks."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass

from zermelo.compile.trust.guarded.parcel import Parcel


@dataclass(frozen=True)
class Surroundings:
    """What code may depend on besides its own values."""

    folder: str  # in which relative paths begin; "": it is not there any more
    variables: dict[str, str]
    path: list[str]  # of modules
    depth: int  # to which calls may be nested

    @classmethod
    def now(cls) -> Surroundings:
        """Those of this process."""
        folder = ""
        with contextlib.suppress(OSError):
            folder = os.getcwd()
        return cls(folder, dict(os.environ), list(sys.path), sys.getrecursionlimit())

    def restore(self) -> None:
        """Makes them those of this process."""
        with contextlib.suppress(OSError):
            os.chdir(self.folder)
        if dict(os.environ) != self.variables:
            os.environ.clear()
            os.environ.update(self.variables)
        sys.path[:] = self.path
        sys.setrecursionlimit(self.depth)


@dataclass(frozen=True)
class Question:
    """Work for a guarded process."""

    parcel: Parcel
    seconds: float  # allowed between two notes of what it is doing
    megabytes: int  # of memory that it may take beyond what the process has then
    surroundings: Surroundings
