"""A bare place, as a browser is: libraries that are installed cannot be imported, nor threads or processes started."""

from __future__ import annotations

import subprocess
import sys
import threading

BROWSER = ("llvmlite", "numba", "numpy", "scipy")  # what a browser lacks at first


class _Blocked:
    """Finds no module of these libraries."""

    def __init__(self, libraries):
        self.libraries = libraries

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in self.libraries:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)


def without(*libraries, threads=True):
    """From now on these libraries are missing here; threads=False: and neither threads nor processes can be started."""
    sys.meta_path.insert(0, _Blocked(libraries))
    if not threads:
        threading.Thread.start = _no_thread
        subprocess.Popen.__init__ = _no_process


def _no_thread(*_, **__):
    raise RuntimeError("can't start new thread")


def _no_process(*_, **__):
    raise OSError("emscripten does not support processes.")
