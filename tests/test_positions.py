"""A position that is read keeps every law of its game: whatever is accepted can be played, drawn and written."""

from __future__ import annotations

import random
import zlib

import pytest
from positions import fault_at, too_long_after, typed, written_positions
from test_contract import NAMES, VARIANTS

import zermelo
from zermelo.game import ZermeloError

SPECS = [spec for spec in (*NAMES, *VARIANTS) if spec != "tree" and not spec.startswith("[")]


def _try(spec, count, plies, dear, seed, many):
    """Types so many positions with changes; each is refused, or every function of the game works there."""
    game, noise = zermelo.load(spec), random.Random(seed + zlib.crc32(spec.encode()))
    accepted = 0
    for _ in range(count):
        text = typed(spec, noise, many)
        try:
            state = game.read_state(text)
        except ZermeloError:
            continue
        if text not in written_positions(spec, many):
            accepted += 1
        try:
            wrong = fault_at(game, state, noise, noise.randint(1, plies), noise.random() < dear)
        except Exception as error:
            raise AssertionError(f"{spec} accepts {text!r}, and breaks on it: {error!r}") from error
        assert not wrong, f"{spec} accepts {text!r}: {wrong}"
        assert not many or not too_long_after(game, state, noise), f"{spec} accepts {text!r}, which takes too long"
    return accepted


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_accepted_keeps_the_laws(spec):
    _try(spec, 6, plies=2, dear=0.0, seed=0, many=False)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_what_is_accepted_keeps_the_laws_often(spec):
    assert _try(spec, 1000, plies=12, dear=0.02, seed=1, many=True) > 5


def test_this_test_sees_a_position_that_breaks_a_law():
    """An auction without bidders, as it was once accepted."""
    game = zermelo.load("monopoly")
    lots, decks = "00" * 28, (1 << 16) - 1
    state = game.read_state(f"bid 0,1,0,0,0,0,0,7,0,0,3,{decks},{decks} {lots} 1500:12:0:0 1500:0:0:0")
    assert fault_at(game, state, random.Random(0), 1) == ""
    row = list(state.row)
    row[9], row[10] = 0, 7  # the highest bid is nobody's
    odd = type(state)(tuple(row))
    with pytest.raises(ZermeloError):
        fault_at(game, odd, random.Random(0), 3)
