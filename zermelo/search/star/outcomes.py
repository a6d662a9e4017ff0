"""The outcomes of a chance node: listed, drawn where only a sample is wanted, and put in the order of the search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.bits import fraction, mix
from zermelo.compile.kernel.rules import Rules
from zermelo.search.star.bounds import ValueRange
from zermelo.search.star.layout import CUTS, NO_CUTS, SAMPLED, SAMPLES, SEED, layout_for, numbers_for, width_for


def outcome_functions(rules: Rules, most: int, whole: ValueRange) -> tuple[Callable[..., Any], ...]:
    """list_outcomes(state, key, ply, memory, numbers, weights) -> (count, used), add_up, and average.

    `list_outcomes` writes what there is to know of the outcomes before any is searched; `used` of them are in the
    order, those with a probability above 0. weights: an array that it may overwrite.
    add_up(used, ply, memory, numbers): fills in the sums of what is left, from each place in the order on.
    average(count, ply, numbers): the value, once that of each outcome is known. It adds up in the game's order, as the
    plain algorithm does, so that both give the same number to the last bit.
    """
    fill_chances, buffer_at = rules.fill_chances, rules.buffer
    layout, wide, low, high = layout_for(most), width_for(most), whole.low, whole.high
    outcomes_at, order_at = layout.outcomes, layout.order
    weights_at, lows_at, highs_at, low_rests_at, high_rests_at = numbers_for(most)
    drawn = rules.register(draw)

    def list_outcomes(state, key, ply, memory, numbers, weights):
        row = ply * wide
        count = fill_chances(state, buffer_at(memory, outcomes_at + row), weights)
        if 0 < memory[SAMPLES] < count:
            memory[SAMPLED] += 1
            drawn(weights, count, memory[SAMPLES], fraction(mix(key ^ memory[SEED])))
        used = 0
        for index in range(count):
            weight = weights[index]
            numbers[weights_at + row + index] = weight
            if weight <= 0.0:
                continue
            numbers[lows_at + row + index] = low
            numbers[highs_at + row + index] = high
            place = used
            if memory[CUTS] != NO_CUTS:  # the likely ones first: they decide most
                while place > 0 and numbers[weights_at + row + memory[order_at + row + place - 1]] < weight:
                    memory[order_at + row + place] = memory[order_at + row + place - 1]
                    place -= 1
            memory[order_at + row + place] = index
            used += 1
        return count, used

    def add_up(used, ply, memory, numbers):
        row = ply * wide
        low_rest, high_rest = 0.0, 0.0
        for back in range(used):
            place = used - back
            numbers[low_rests_at + row + place] = low_rest
            numbers[high_rests_at + row + place] = high_rest
            index = memory[order_at + row + place - 1]
            weight = numbers[weights_at + row + index]
            low_rest += weight * numbers[lows_at + row + index]
            high_rest += weight * numbers[highs_at + row + index]

    def average(count, ply, numbers):
        row = ply * wide
        total = 0.0
        for index in range(count):
            weight = numbers[weights_at + row + index]
            if weight > 0.0:
                total += weight * numbers[lows_at + row + index]
        return total

    return rules.register(list_outcomes), rules.register(add_up), rules.register(average)


def draw(weights, count, samples, first):
    """Replaces probabilities by shares of a sample: systematic sampling, with equal steps from a random first place.

    The mean share of an outcome is its probability, so averages over the sample are right on average; they vary less
    than over independent draws. first: 0 ≤ f < 1.
    """
    total = 0.0
    for index in range(count):
        total += weights[index]
    seen, drawn = 0.0, 0
    for index in range(count):
        seen += weights[index] / total
        before = drawn
        while drawn < samples and (drawn + first < seen * samples or index == count - 1):
            drawn += 1
        weights[index] = (drawn - before) / samples
