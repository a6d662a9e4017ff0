"""The benchmarks run: they use the package from outside, where no type checker sees them break."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.long
def test_a_comparison_prints_its_rows():
    command = [sys.executable, str(FOLDER / "run.py"), "--quick", "--only", "twin", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["rows"]
    assert len(rows) == 2
    assert all(row["ours"] > row["peer"] > 0 for row in rows)


@pytest.mark.parametrize("script", sorted(path.name for path in FOLDER.glob("*.py")))
def test_every_script_imports_what_exists(script):
    """Each name that a script imports from the package is there."""
    for node in ast.walk(ast.parse((FOLDER / script).read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("zermelo"):
            try:
                module = import_module(node.module)
            except ModuleNotFoundError as missing:
                if (missing.name or "").startswith("zermelo"):
                    raise
                pytest.skip(f"{script} needs {missing.name}")
            for name in node.names:
                there = hasattr(module, name.name) or find_spec(f"{node.module}.{name.name}")
                assert there, f"{script}: {node.module} has no {name.name}"
