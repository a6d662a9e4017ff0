"""What to play in a playout of Go: answer the last move's threat, else fit a pattern to it, else anything sane."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.bits import mix
from zermelo.experts.go.shapes import Shapes
from zermelo.games.go.boards import Boards
from zermelo.games.go.rules import NOWHERE

FRACTIONS = 2.0**53  # different random fractions
SHARES = 1024  # chances are multiples of 1/SHARES: ten random bits


@dataclass(frozen=True)
class PlayoutOptions:
    """How often each kind of move is looked for, 0 … 1, in the order they are, and what is refused."""

    save: float = 0.9  # a chain of mine that the last move put in atari
    take: float = 0.9  # a chain in atari near the last move
    pattern: float = 0.9  # beside the last move
    take_afar: float = 0.9  # any chain in atari
    thrown: int = 4  # the most stones that a random move may put in atari: enough to play inside an eye


def playout_policy(
    on: Boards, see: Shapes, passing: int, is_new: Callable[..., bool], options: PlayoutOptions
) -> Callable[..., int]:
    """policy(state, fraction) -> action, for a random fraction 0 ≤ f < 1: always legal.

    is_new(state, action): is an action that simple ko allows legal here?
    """
    board, nothing, spread, both, either, less = on.board, on.nothing, on.spread, on.both, on.either, on.less
    some, several, size, first, single, nth = on.some, on.several, on.size, on.first, on.single, on.nth
    flood, liberties = on.flood, on.liberties
    eyes, windows, fits, steps = see.eyes, see.windows, see.fits, see.steps
    chances = (options.save, options.take, options.pattern, options.take_afar)
    save, take, pattern, take_afar = (round(SHARES * chance) for chance in chances)
    thrown = options.thrown

    def chosen(state, ways, empty, noise, most):
        """One of the points at random, or passing: each of them puts more than so many stones in atari for nothing.

        To call this for no points at all is slow: look first.
        """
        prey = both(state.theirs, state.atari)
        while some(ways):
            noise = mix(noise)
            point = nth(ways, (noise >> 31) * size(ways) >> 32)
            stone = single(point)
            chain, free = liberties(stone, either(state.mine, stone), less(empty, stone))
            is_sane = several(free) or some(both(spread(stone), prey)) or size(chain) <= most
            if is_sane and is_new(state, point):
                return point
            ways = less(ways, stone)
        return passing

    def rescues(state, empty):
        """Where chains beside the last move that are in atari find two liberties, or take what holds them."""
        mine, prey = both(state.mine, state.atari), both(state.theirs, state.atari)
        if not some(mine):
            return nothing
        hurt = both(spread(single(state.last)), mine)
        if not some(hurt):
            return nothing
        chain = flood(hurt, mine)
        around = spread(chain)
        held_by = both(around, prey)
        ways = both(empty, spread(flood(held_by, prey))) if some(held_by) else nothing
        exits = less(both(empty, around), ways)
        while some(exits):
            stone = first(exits)
            _, free = liberties(stone, either(state.mine, stone), less(empty, stone))
            if several(free):
                ways = either(ways, stone)
            exits = less(exits, stone)
        return ways

    def captures(state, empty, everywhere):
        """Where to take chains in atari, all of them or those within two steps of the last move."""
        prey = both(state.theirs, state.atari)
        if everywhere or not some(prey):
            return both(empty, spread(prey))
        around = spread(single(state.last))
        near = both(either(around, spread(around)), prey)
        return both(empty, spread(flood(near, prey))) if some(near) else nothing

    def patterns(state):
        """The points around the last move where a pattern fits."""
        my_window, their_window = windows(state.mine, state.theirs, state.last)
        ways = nothing
        for i in range(8):
            if fits(my_window, their_window, i):
                ways = either(ways, single(state.last + steps[i]))
        return ways

    def policy(state, fraction):
        noise = mix(int(fraction * FRACTIONS))
        mine, theirs, atari, is_answer = state.mine, state.theirs, state.atari, state.last != NOWHERE
        empty = less(board, either(mine, theirs))
        helpful = either(empty, either(less(mine, atari), both(theirs, atari)))
        playable = less(both(empty, spread(helpful)), single(state.ko))

        # Step 1. Save what the last move put in atari
        if is_answer and noise & SHARES - 1 < save:
            ways = both(playable, rescues(state, empty))
            if some(ways):
                action = chosen(state, ways, empty, noise, 0)
                if action != passing:
                    return action

        # Step 2. Take what is in atari near it
        if is_answer and noise >> 10 & SHARES - 1 < take:
            ways = both(playable, captures(state, empty, False))
            if some(ways):
                action = chosen(state, ways, empty, noise, 0)
                if action != passing:
                    return action

        # Step 3. Fit a pattern to it
        if is_answer and noise >> 20 & SHARES - 1 < pattern:
            ways = both(playable, patterns(state))
            if some(ways):
                action = chosen(state, ways, empty, noise, 0)
                if action != passing:
                    return action

        # Step 4. Take anything in atari
        if noise >> 30 & SHARES - 1 < take_afar:
            ways = both(playable, captures(state, empty, True))
            if some(ways):
                action = chosen(state, ways, empty, noise, 0)
                if action != passing:
                    return action

        # Step 5. Play anywhere but in an eye of one's own; pass when nothing is left
        return chosen(state, less(playable, eyes(mine, theirs, empty)), empty, noise, thrown)

    return policy
