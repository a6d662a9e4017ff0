"""Advice on Hex for Monte Carlo search: answer when a bridge is attacked, build bridges, begin in the middle.

A bridge is two stones with two empty cells between them: who loses one of the cells takes the other. A stone on the
second row has a bridge to the side.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.bits import count
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.guide import Guide
from zermelo.games.hex import hexagons

SAVES, BRIDGES, TOUCHES, USUAL = (0.9, 30.0), (0.6, 8.0), (0.5, 4.0), (0.45, 4.0)  # mean, visits
RAVE = 300.0


def guide(size: int = 11, swap: bool = False) -> Guide:
    """The advice for hex(size, swap)."""
    word, everywhere, rows, columns, left, right, up, down, near, nth = hexagons(size)
    none, one = word(0), word(1)
    swapping = size * size
    second = min(1, size - 1)
    before_last = size - 1 - second
    top, bottom, first, last = rows[second], rows[before_last], columns[second], columns[before_last]

    def attacked(mine, theirs, player_is_red):
        """The empty cells that save a bridge of mine whose other cell is theirs."""
        empty = everywhere & ~(mine | theirs)
        # the three directions of bridges: to (1, 1), (2, -1) and (1, -2)
        pairs = mine & left(up(mine))
        saved = down(pairs & left(theirs) & up(empty)) | right(pairs & up(theirs) & left(empty))
        pairs = mine & up(up(right(mine)))
        saved |= down(left(pairs & up(theirs) & up(right(empty)))) | down(pairs & up(right(theirs)) & up(empty))
        pairs = mine & up(right(right(mine)))
        saved |= left(pairs & up(right(theirs)) & right(empty)) | down(left(pairs & right(theirs) & up(right(empty))))
        if player_is_red:
            pairs = mine & top
            saved |= up(right(pairs & down(theirs) & down(left(empty)))) | up(pairs & down(left(theirs)) & down(empty))
            pairs = mine & bottom
            saved |= down(left(pairs & up(theirs) & up(right(empty)))) | down(pairs & up(right(theirs)) & up(empty))
        else:
            pairs = mine & first
            saved |= down(left(pairs & right(theirs) & up(right(empty)))) | left(
                pairs & up(right(theirs)) & right(empty)
            )
            pairs = mine & last
            saved |= up(right(pairs & left(theirs) & down(left(empty)))) | right(
                pairs & down(left(theirs)) & left(empty)
            )
        return saved

    def bridged(mine, theirs):
        """The empty cells from which a stone would have a bridge to one of mine."""
        empty = everywhere & ~(mine | theirs)
        aside, below, back = right(empty), down(empty), left(empty)
        found = right(down(mine)) & aside & below | left(up(mine)) & back & up(empty)
        found |= left(down(down(mine))) & below & left(below) | right(up(up(mine))) & up(empty) & up(aside)
        found |= left(left(down(mine))) & left(below) & back | right(right(up(mine))) & up(aside) & aside
        return found & empty

    def sides(state):
        return (state.red, state.blue) if state.stones & 1 == 0 else (state.blue, state.red)

    def playout(state, fraction):
        mine, theirs = sides(state)
        wanted = attacked(mine, theirs, state.stones & 1 == 0)
        if wanted == none:
            wanted = everywhere & ~(mine | theirs)
        return nth(wanted, int(fraction * count(wanted)))

    def prior(state, action):
        if action == swapping:
            return 0.5, 4.0
        mine, theirs = sides(state)
        cell = one << action
        if attacked(mine, theirs, state.stones & 1 == 0) & cell != none:
            return SAVES
        if bridged(mine, theirs) & cell != none:
            return BRIDGES
        if near(theirs) & cell != none:
            return TOUCHES
        return USUAL

    return Guide(playout, prior, rave=RAVE)


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(guide=partial(guide, **parameters))
