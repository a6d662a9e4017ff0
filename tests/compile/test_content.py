"""The content key: it sees whatever could change a kernel."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from numba.core import config

import zermelo
from zermelo.compile.cache import content
from zermelo.compile.cache.content import content_key


def test_the_key_sees_parameters_functions_and_constants():
    assert _utility_key("nim:misere=true") != _utility_key("nim:misere=false")
    assert _utility_key("pig:goal=20") != _utility_key("pig:goal=21")
    assert _utility_key("pig:goal=20") == _utility_key("pig:goal=20,sides=6")


def _utility_key(spec):
    return content_key(zermelo.load(spec).utility)


@pytest.mark.parametrize("place", range(4))
def test_the_key_sees_the_versions_of_what_is_not_looked_into(monkeypatch, place):
    """Of Python, NumPy, Numba and llvmlite."""
    before = content_key(1)
    versions = list(content.versions())
    versions[place] += ".1"
    monkeypatch.setattr(content, "versions", lambda: tuple(versions))
    assert content_key(1) != before


@pytest.mark.parametrize("name", content.SETTINGS)
def test_the_key_sees_the_settings_of_numba(monkeypatch, name):
    before = content_key(1)
    monkeypatch.setattr(config, name, "another", raising=False)
    assert content_key(1) != before


def test_the_key_sees_our_files_that_decide_what_machine_code_comes_out(monkeypatch):
    folder = Path(content.__file__).parents[1]
    files = [*(folder / "numba").rglob("*.py"), folder / "kernel" / "kernels.py"]
    assert {"patches.py", "bits.py", "listings.py"} <= {path.name for path in files}
    together = b"".join(path.read_bytes() for path in sorted(files))
    assert content._compiler() == hashlib.sha256(together).hexdigest()
    before = content_key(1)
    monkeypatch.setattr(content, "_compiler", lambda: "edited")
    assert content_key(1) != before
