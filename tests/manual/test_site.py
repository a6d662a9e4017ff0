"""The documentation site is built without a warning, where Sphinx is installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.skipif(
    not (find_spec("sphinx") and find_spec("myst_parser") and find_spec("furo")), reason="no Sphinx here"
)
def test_it_has_the_pages_the_reference_and_the_lessons(tmp_path):
    built = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "build.py"), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (built.returncode, built.stderr) == (0, "")
    for name in ("index", "game", "reference/searches", "lessons/minimax"):
        assert (tmp_path / f"{name}.html").is_file()
