"""The content key: it sees whatever could change a kernel."""

from __future__ import annotations

import zermelo
from zermelo.compile.content import content_key


def test_the_key_sees_parameters_functions_and_constants():
    assert _utility_key("nim:misere=true") != _utility_key("nim:misere=false")
    assert _utility_key("pig:goal=20") != _utility_key("pig:goal=21")
    assert _utility_key("pig:goal=20") == _utility_key("pig:goal=20,sides=6")


def _utility_key(spec):
    return content_key(zermelo.load(spec).utility)
