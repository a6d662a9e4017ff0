"""Information-set MCTS where actions are not integers: compiled it counts as interpreted."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import pytest

import zermelo
from zermelo.hidden.ismcts.search import ISMCTS


class Suit(Enum):
    HEARTS = 3
    SPADES = 4


class Bid(NamedTuple):
    suit: Suit
    rank: int
    said: str


class BidState(NamedTuple):
    card: int  # the second player's; -1: it is to be dealt
    step: int
    mine: int
    theirs: int


def auction(**parts):
    """Both bid twice, the second player anything but the own card: which bids are legal is that player's secret."""

    def to_move(state):
        return zermelo.CHANCE if state.card < 0 else state.step % 2

    def actions(state):
        if state.step % 2 == 0:
            yield Bid(Suit.HEARTS, 1, "one")
            yield Bid(Suit.SPADES, 2, "two")
        else:
            for rank in range(3):
                if rank != state.card:
                    yield Bid(Suit.HEARTS, rank, "mine")

    def chances(state):
        for rank in range(3):
            yield Bid(Suit.SPADES, rank, "deal"), 1 / 3

    def result(state, bid):
        if state.card < 0:
            return BidState(bid.rank, 0, 0, 0)
        if state.step % 2 == 0:
            return BidState(state.card, state.step + 1, state.mine + bid.rank, state.theirs)
        return BidState(state.card, state.step + 1, state.mine, 3 * state.theirs + bid.rank)

    def utility(state, player):
        worth = float((7 * state.theirs + 3 * state.mine + state.card) % 5 - 2)
        return worth if player == 0 else -worth

    def view(state, player):
        return (state.step, state.mine, -1, state.card if player == 1 else -2)

    rules = {
        "initial": lambda: BidState(-1, 0, 0, 0),
        "to_move": to_move,
        "actions": actions,
        "result": result,
        "is_terminal": lambda state: state.step == 4,
        "utility": utility,
        "chances": chances,
        "view": view,
    }
    return zermelo.Game(**rules, max_actions=4, max_plies=6, name="auction", **parts)


def visits(game, **options):
    start = game.initial()
    state = game.result(start, Bid(Suit.SPADES, 1, "deal"))
    found = ISMCTS(sims=300, seed=1, **options).analyse(game, state, [start])
    return found.compiled, found.nodes, [(one.action, one.visits, one.value) for one in found.candidates]


@pytest.mark.long
@pytest.mark.parametrize("observers", ["single", "multiple"])
def test_compiled_it_says_the_same(observers):
    """A single observer cannot tell the deals apart, in which the other's second bid is another one each time."""
    compiled = visits(auction(), observers=observers, compiled=True)
    interpreted = visits(auction(), observers=observers, compiled=False)
    assert (compiled[0], interpreted[0]) == (True, False)
    assert compiled[1:] == interpreted[1:]


def test_interpreted_it_knows_what_it_did():
    """The key of what a player knows was made of integers only."""
    _, sets, found = visits(auction(compiles=False))
    assert sets > 9  # more than one for each player and step: the tree grows along what was done
    assert sum(count for _, count, _ in found) == 300
