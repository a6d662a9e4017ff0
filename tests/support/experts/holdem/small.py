"""A small abstract game of hold'em, whose deals are made up."""

from __future__ import annotations

import numpy as np

import zermelo
from zermelo.experts.holdem.abstraction import Abstraction, Deals
from zermelo.experts.holdem.training import Blueprint

GAME = zermelo.load("limit-holdem:most_bets=1")
BUCKETS = (2, 1, 2, 1)


def small_blueprint(compiled=False, deals=60, game=GAME, seed=0):
    """Hands of a higher number win more often."""
    noise = np.random.default_rng(5)
    hands = noise.integers(0, 4, (deals, 2))
    outcomes = np.sign(hands[:, 0] - hands[:, 1] + noise.integers(-1, 2, deals)).astype(np.int8)
    cuts = tuple(np.zeros((int(np.prod(BUCKETS[: stage + 1])), BUCKETS[stage + 1] - 1)) for stage in range(3))
    abstraction = Abstraction(BUCKETS, np.zeros(169, np.int64), cuts)
    return Blueprint(game, abstraction, Deals(hands.astype(np.int64), outcomes), seed, compiled)
