"""Networks that guide PUCT in tests, and the visits that result."""

from __future__ import annotations

from zermelo.bits import blended, mix

TIC_TAC_TOE, SMALL_FOUR = "tic-tac-toe", "connect-four:columns=4,rows=4"


def visits(analysis):
    return [candidate.visits for candidate in analysis.candidates]


def arbitrary(game):
    """A network with arbitrary answers that depend only on the state; their sums are exact in any order."""

    def network(states):
        priors, values = [], []
        for state in states:
            word = blended(state)
            priors.append([1 + (mix(word + i) >> 7) % 16 for i in range(len(game.legal(state)))])
            value = [((mix(word + 100 + p) >> 9) % 257 - 128) / 128 for p in range(game.players)]
            values.append(value[0] if game.players == 2 and game.zero_sum else value)
        return priors, values

    return network


class Counting:
    """A network that notes how many states it was asked about at a time."""

    def __init__(self, network):
        self.network, self.batches = network, []

    def __call__(self, states):
        self.batches.append(len(states))
        return self.network(states)
