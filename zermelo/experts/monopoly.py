"""Monopoly: net worth and the rent to come, as a share of everybody's; and how sensible people play."""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.evaluate.guide import Guide
from zermelo.evaluate.linear import Feature, Linear
from zermelo.games.monopoly import layout as at
from zermelo.games.monopoly.board import ALL_LOTS, HOUSE_PRICE, PRICE
from zermelo.games.monopoly.layout import of_player, owner, rent, worth
from zermelo.games.monopoly.property import can_build, can_mortgage, can_sell
from zermelo.games.monopoly.text import AUCTION, BUILD, BUY, MORTGAGE, PASS, RAISE, ROLL, SELL

VISITS = 0.7  # how often each opponent comes to a lot in twenty rounds, about: seven of forty squares per roll
RESERVE = 150  # cash that a sensible player keeps


def evaluator(players: int, rounds: int) -> Linear:
    """In units of utility: the share of all strength, as the rules count shares of net worth."""

    def strength(row, player):
        total = float(worth(row, player))
        for lot in range(ALL_LOTS):
            if owner(row, lot) == player + 1:
                total += VISITS * (players - 1) * rent(row, lot, 7)
        return total

    def share(state, player):
        total = 0.0
        for other in range(players):
            total += strength(state.row, other)
        return players * strength(state.row, player) / total - 1.0

    return Linear((Feature("share of worth and rent", 1.0, share),))


def guide(players: int, rounds: int) -> Guide:
    """In playouts players buy what they can pay, bid up to about the price, and build while they keep a reserve."""

    def playout(state, fraction):
        row = state.row
        phase, player = row[at.PHASE], row[at.MOVER]
        cash = row[of_player(player, at.CASH)]
        if phase == at.BUYING:
            return BUY if cash >= PRICE[row[at.OFFER]] else AUCTION
        if phase == at.BIDDING:
            most = min(PRICE[row[at.OFFER]] * (0.5 + fraction), cash - 10.0)
            return RAISE if row[at.BID] + 10 <= most else PASS
        if phase == at.MANAGING:
            for lot in range(ALL_LOTS - 1, -1, -1):
                if cash >= HOUSE_PRICE[lot] + RESERVE and can_build(row, lot, player):
                    return BUILD + lot
            return ROLL
        return raised(row, player)

    def raised(row, player):
        """Mortgages the first lot that can be, else sells a building."""
        found = ROLL
        for lot in range(ALL_LOTS - 1, -1, -1):
            if can_sell(row, lot, player) and found < MORTGAGE:
                found = SELL + lot
            if can_mortgage(row, lot, player):
                found = MORTGAGE + lot
        return found

    return Guide(playout=playout, rave=0.0, decisive=False)


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(evaluator=partial(evaluator, **parameters), guide=partial(guide, **parameters))
