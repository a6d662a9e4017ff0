"""Code in a fresh Python process with a cache folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap


def python(code, cache, **environment):
    """Runs code in a fresh process with its own cache folder; returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        env={**os.environ, "ZERMELO_CACHE": str(cache), **environment},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done
