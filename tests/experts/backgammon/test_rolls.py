"""The rolls of a side that is not yet at home."""

from __future__ import annotations

import random

import numpy as np
import pytest

from zermelo.experts.backgammon import bearoff
from zermelo.experts.backgammon.race import FIRST, SECOND, rolls_needed
from zermelo.experts.backgammon.rolls import HIDDEN, OUTPUTS, SEEN, estimated
from zermelo.games.backgammon.board import counts_of, side_of


def random_side(draw):
    """A side with checkers off, at home and outside."""
    counts = [0] * 26
    for _ in range(15):
        counts[draw.choice((0, 1, 2, 3, 4, 5, 6, 6, 8, 10, 13, 16))] += 1
    counts[6], counts[12] = 0, counts[6]
    return side_of(counts)


def test_it_is_its_twin():
    first, second = FIRST.reshape(SEEN + 1, HIDDEN), SECOND.reshape(HIDDEN + 1, OUTPUTS)
    draw = random.Random(1)
    for _ in range(30):
        side = random_side(draw)
        counts = counts_of(side)
        seen = [number for count in counts[1:25] for number in (count > 0, count)]
        sums = np.array([*seen, counts[0], 1.0]) @ first
        told = np.append(sums / (1 + np.abs(sums)), 1.0) @ second
        assert tuple(estimated(side, FIRST, SECOND)) == pytest.approx(told, abs=1e-4)


def test_a_checker_just_outside_costs_a_little_more_than_one_at_home():
    """One on the 7 point: more rolls than on the 6 point, and not many."""
    table = bearoff.one_sided()
    for home in ([0, 2, 2, 2, 3, 3, 2], [5, 1, 2, 2, 1, 2, 1], [0, 0, 0, 3, 3, 4, 4]):
        inside, outside = [*home], [*home, 1]
        inside[6] += 1
        exact, found = (rolls_needed(side_of(counts), table) for counts in (inside, outside))
        assert exact.mean < found.mean < exact.mean + 0.6
        assert found.variance == pytest.approx(exact.variance, abs=0.6)


def test_farther_back_is_longer():
    table = bearoff.one_sided()
    draw = random.Random(2)
    for _ in range(20):
        counts = counts_of(random_side(draw))
        last = max(place for place in range(26) if counts[place])
        if not 7 <= last <= 18:
            continue
        near = rolls_needed(side_of(counts), table).mean
        counts[last] -= 1
        counts[last + 6] += 1
        assert near + 0.2 < rolls_needed(side_of(counts), table).mean < near + 1.5
