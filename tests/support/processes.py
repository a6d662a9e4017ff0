"""Python in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

from patience import PATIENCE

SUPPORT = Path(__file__).parent  # where helpers are imported from
ROOT = SUPPORT.parents[1]


def environment(cache: Path | None = None, **others: str) -> dict[str, str]:
    """This process's variables, with the package first on the path, and perhaps a cache folder of its own."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    folder = {"ZERMELO_CACHE": str(cache)} if cache else {}
    return {**os.environ, "PYTHONPATH": path, **folder, **others}


def run_python(
    code: str, *arguments: str, cache: Path | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Runs code in a fresh process, which must succeed. variables: further ones of its environment."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *arguments],
        capture_output=True,
        text=True,
        env=environment(cache, **variables),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


def run_zermelo(*words: str, cache: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command line in a fresh process; one that hangs is ended after minutes."""
    return subprocess.run(
        [sys.executable, "-m", "zermelo", *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=environment(cache),
        timeout=PATIENCE,
        check=False,
    )
