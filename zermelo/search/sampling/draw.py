"""Random numbers, and a random choice by weights."""

from __future__ import annotations

from zermelo.bits import fraction, mix, step
from zermelo.search.sampling.memory import NOISE


def drawn(words, place):
    """A random fraction, 0 ≤ f < 1; words[place] is the state of the generator."""
    words[place] = step(words[place])
    return fraction(mix(words[place]))


def draw(memory):
    """A random fraction, by the generator of a kernel's memory."""
    return drawn(memory, NOISE)


def drawn_among(memory, weights, first, count):
    """A random place, drawn by the weights of `count` places from `first` on, which add up to 1."""
    threshold, last = draw(memory), first + count - 1
    for place in range(first, last):
        threshold -= weights[place]
        if threshold < 0:
            return place
    return last
