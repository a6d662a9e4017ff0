"""What UCI and GTP players share."""

from __future__ import annotations

import pytest

from zermelo.players.engines import engine


@pytest.mark.parametrize(
    "spec", ["uci:sh", "uci:sh -c x,Hash=8,time=0.1,grace=3.0", "gtp:sh,time=2.0", "gtp:sh,grace=0.5"]
)
def test_an_engine_s_text_is_what_was_typed(spec):
    """A saved match knows its engines by their texts."""
    assert str(engine(spec)) == spec
