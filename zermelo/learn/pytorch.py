"""PyTorch, for the methods that learn with it: loaded when one of them begins."""

from __future__ import annotations

import os

from zermelo.game import ZermeloError


def load_torch(method: str) -> None:
    """Loads PyTorch. Raises ZermeloError where it is missing.

    Its threads are to sleep while they have nothing to do, not to spin: the cores are for the trees then. The library
    that makes them reads this variable once, when it is loaded.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        import torch  # noqa: F401
    except ImportError:
        raise ZermeloError(f"{method} needs PyTorch: pip install 'zermelo[learn]'") from None
