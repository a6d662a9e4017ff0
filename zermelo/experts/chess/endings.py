"""What an edge is worth in endings of chess: how much of it can be hoped to win, how near a lone king is to mate."""

from __future__ import annotations

from zermelo.bits import count, lowest
from zermelo.installed import np

NONE = np.uint64(0)
LIGHT = np.uint64(0x55AA55AA55AA55AA)
FADED = 200  # plies without a capture or a pawn's move after which nothing would be left; the rules end it at half


def winnable(state, strong, weak):
    """The part of an edge that can be hoped to win. strong, weak: the men of the better side and of the other."""
    queens = state.diagonal & state.straight
    bishops, rooks = state.diagonal & ~queens, state.straight & ~queens
    minors = state.knights | bishops
    strength = 3 * count(minors & strong) + 5 * count(rooks & strong) + 9 * count(queens & strong)
    weakness = 3 * count(minors & weak) + 5 * count(rooks & weak) + 9 * count(queens & weak)
    if not state.pawns & strong:
        if strength - weakness <= 3:
            return 0.1 if strength < 5 else 0.3
        if strength == 6 and not weak & ~state.kings and not bishops & strong:
            return 0.05  # two knights
    elif strength == weakness == 3 and bishops & strong and bishops & weak:
        return 1.0 if (bishops & strong & LIGHT == NONE) == (bishops & weak & LIGHT == NONE) else 0.6
    return 1.0


def mating_worth(state):
    """To White: helps to mate a king that has nothing left."""
    if state.straight or not state.pawns:
        king, other = lowest(state.kings & state.white), lowest(state.kings & state.black)
        if state.black & ~state.kings == NONE:
            return lone_king(state, other, king)
        if state.white & ~state.kings == NONE:
            return -lone_king(state, king, other)
    return 0.0


def lone_king(state, king, other):
    """How far a lone king has been driven, to the edge or a corner that a bishop reaches, and the other's help."""
    driven = max(abs(2 * (king & 7) - 7), abs(2 * (king >> 3) - 7)) // 2
    if not state.straight and state.knights:
        corner, opposite = (7, 56) if state.diagonal & LIGHT else (0, 63)
        driven = 7 - min(distance(king, corner), distance(king, opposite))
    return 0.2 * driven + 0.1 * (7 - distance(king, other))


def distance(here, there):
    """A king's moves between two squares."""
    return max(abs((here & 7) - (there & 7)), abs((here >> 3) - (there >> 3)))


def tempered(value, state):
    """What is left of a network's value to the player to move: it knows little of endings and draws."""
    own, enemy = (state.white, state.black) if state.player == 0 else (state.black, state.white)
    if not state.pawns & own or not state.pawns & enemy:
        value *= winnable(state, own, enemy) if value > 0.0 else winnable(state, enemy, own)
        mating = mating_worth(state)
        value += mating if state.player == 0 else -mating
    return value * ((FADED - state.clock) / FADED)
