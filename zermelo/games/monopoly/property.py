"""What can be built, sold, mortgaged and redeemed. The functions take a state's tuple or a list of its numbers."""

from __future__ import annotations

from zermelo.games.monopoly import board
from zermelo.games.monopoly import layout as at

LISTS_ON_STACK = True  # compiled code changes a list in place (see compile/rewriting)


def can_build(row, lot, player):
    """Evenly, on a whole group without mortgages, with money, while the bank has houses or hotels."""
    if board.GROUP[lot] >= board.RAILROADS or at.owner(row, lot) != player + 1 or at.level(row, lot) >= board.HOTEL:
        return False
    if (
        row[at.of_player(player, at.CASH)] < board.HOUSE_PRICE[lot]
        or at.owned_in_group(row, lot, player + 1) != board.GROUP_SIZE[lot]
    ):
        return False
    low, high = at.lowest_and_highest(row, lot)
    if high == board.MORTGAGED or at.level(row, lot) != low:
        return False
    houses, hotels = at.buildings(row)
    return hotels < board.HOTELS if at.level(row, lot) == board.HOTEL - 1 else houses < board.HOUSES


def can_lift(row, lot, player):
    """Is it mortgaged, and is there money for it?"""
    is_mortgaged = at.owner(row, lot) == player + 1 and at.level(row, lot) == board.MORTGAGED
    return is_mortgaged and row[at.of_player(player, at.CASH)] >= at.price_to_lift(lot)


def can_sell(row, lot, player):
    """Evenly too."""
    if at.owner(row, lot) != player + 1 or not 0 < at.level(row, lot) <= board.HOTEL:
        return False
    _, high = at.lowest_and_highest(row, lot)
    return at.level(row, lot) == high


def can_mortgage(row, lot, player):
    """While no lot of the group has buildings."""
    if at.owner(row, lot) != player + 1 or at.level(row, lot) != 0:
        return False
    for other in range(board.ALL_LOTS):
        if board.GROUP[other] == board.GROUP[lot] and 0 < at.level(row, other) <= board.HOTEL:
            return False
    return True


def sell(row, lot, player):
    """Sells a building of a lot for half of its price; a hotel becomes as many houses as the bank has, up to four."""
    built = at.level(row, lot)
    after = built - 1
    if built == board.HOTEL:
        houses, _ = at.buildings(row)
        after = min(4, board.HOUSES - houses)
    row[at.LOTS_START + lot] -= 8 * (built - after)
    row[at.of_player(player, at.CASH)] += (built - after) * (int(board.HOUSE_PRICE[lot]) // 2)
