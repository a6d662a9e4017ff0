"""Hands of seven cards ranked per second, beside phevaluator, which must rank them alike."""

from __future__ import annotations

import time

import numpy as np
from measure import INSTALL, Mismatch, Row, best_rates

from zermelo.experts.holdem.hands import strengths

HANDS = 1_000_000
THEIRS = 20_000  # of them, ranked by phevaluator
WANTED = 20_000_000  # in a second


def random_hands(count: int, seed: int = 1) -> np.ndarray:
    """Rows of seven different cards."""
    deck = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    return np.ascontiguousarray(np.random.default_rng(seed).permuted(deck, axis=1)[:, :7])


def compare(repeats: int) -> list[Row]:
    hands = random_hands(HANDS)
    ours = strengths(hands)  # compiles

    def our_rate() -> float:
        start = time.process_time()
        strengths(hands)
        return HANDS / (time.process_time() - start)

    bound = "poker: 20 M hands of seven cards, one thread"
    try:
        from phevaluator import evaluate_cards
    except ImportError:
        [rate] = best_rates(repeats, our_rate)
        return [
            Row(bound, "s", WANTED / rate, at_most=1.0),
            Row("poker, hands of seven cards: phevaluator", "hands/s", skipped=INSTALL),
        ]
    rows = hands[:THEIRS].tolist()
    order, theirs = np.argsort(ours[:THEIRS], kind="stable"), np.array([-evaluate_cards(*hand) for hand in rows])
    if not np.array_equal(np.sign(np.diff(ours[:THEIRS][order])), np.sign(np.diff(theirs[order]))):
        raise Mismatch("phevaluator ranks hands in another order")

    def their_rate() -> float:
        start = time.process_time()
        for hand in rows:
            evaluate_cards(*hand)
        return THEIRS / (time.process_time() - start)

    rate, peer = best_rates(repeats, our_rate, their_rate)
    return [
        Row(bound, "s", WANTED / rate, at_most=1.0),
        Row("poker, hands of seven cards: phevaluator", "hands/s", rate, peer, at_least=20.0),
    ]
